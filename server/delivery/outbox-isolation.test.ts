/** What is slow, down or refused delays itself alone; an answer that stays away makes no second copy before its time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NEVER } from '../store/queries/outbox.ts'
import { applicationsOn, everythingIn, suspension } from '../testing/calls.ts'
import { type Engine, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { complete, rigOn, sentTo, start, states, until } from '../testing/outbox.ts'

const SLOW = 'slow@slow.example.jp'
const isSlow = (address: string) => address === SLOW

test.each<Engine>(['sqlite', 'postgres'])(
  'a mail whose answer takes long is sent once while others flow, from two processes on %s',
  async (engine) => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await openForTest(url), await openForTest(url)]
    const rig = await rigOn(one)
    // Together longer than the lease of 4.5 s, which is renewed meanwhile.
    const slowly = (address: string) => (isSlow(address) ? 2500 : 0)
    rig.server.delay('recipient', slowly)
    rig.server.delay('mail', slowly)
    await complete(one, SLOW)
    start(rig, { answerTimeout: 3000 })
    start({ ...rig, database: two }, { answerTimeout: 3000 })
    await until(() => sentTo(rig).includes(SLOW))
    for (let i = 0; i < 20; i++) {
      await complete(one, `p${i}@example.jp`)
      await sleep(150)
    }
    await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')))
    const ids = rig.server.mails.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(42)
    expect(new Set(ids).size).toBe(42)
  },
)

test('an answer that stays away lets nothing be sent again before the lease ends, whatever else goes well', async () => {
  const rig = await rigOn(await openEmpty('sqlite'))
  rig.server.delay('mail', (address) => (isSlow(address) ? Number.POSITIVE_INFINITY : 0))
  await complete(rig.database, SLOW)
  start(rig, { answerTimeout: 1000 })
  const row = async () =>
    (await everythingIn(rig.database)).outbox.find(({ recipient }) => recipient === SLOW)
  const arrivals: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const copies = sentTo(rig).filter(isSlow).length
      while (arrivals.length < copies) arrivals.push(performance.now())
      await sleep(5)
    }
  })()
  for (let i = 0; i < 100 && (await row())?.state !== 'failed'; i++) {
    await complete(rig.database, `p${i}@example.jp`)
    await sleep(50)
  }
  await until(async () => (await row())?.state === 'failed')
  expect(arrivals).toHaveLength(2)
  // The third one goes out days later, unless staff have seen to it.
  expect(((await row())?.next_at ?? 0) - Date.now()).toBeGreaterThan(1.9 * 86_400_000)
  rig.offset = 2.6 * 86_400_000
  await until(async () => (await row())?.next_at === NEVER)
  isOver = true
  await watching
  // Each may have been a copy: after three it is a dead letter.
  expect(arrivals).toHaveLength(3)
  const [first = 0, second = 0] = arrivals
  // A second for the answer, and the lease from then on.
  expect(second - first).toBeGreaterThan(2300)
})

test('a clock that jumps past the lease lets a process send nothing twice that it is sending', async () => {
  const rig = await rigOn(await openEmpty('sqlite'))
  rig.server.delay('mail', (address) => (isSlow(address) ? 2000 : 0))
  await complete(rig.database, SLOW)
  start(rig)
  await until(() => sentTo(rig).includes(SLOW))
  rig.offset = 3_600_000
  await complete(rig.database, 'other@example.jp')
  await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')))
  expect(sentTo(rig).filter(isSlow)).toHaveLength(1)
})

test('ten addresses that hang leave the others as quick as without them', async () => {
  const without = await medianDelay([])
  const hanging = Array.from({ length: 10 }, (_, i) => `hang${i}@hang${i}.example.jp`)
  const beside = await medianDelay(hanging)
  // The bound of the product is 1.2 on an idle machine; here others use it as well.
  expect(beside / without).toBeLessThan(2)
})

test('a domain that hangs with every address leaves the others as quick', async () => {
  const hanging = Array.from({ length: 40 }, (_, i) => `hang${i}@hang.example.jp`)
  const rig = await rigOn(await openEmpty('sqlite'))
  rig.server.delay('recipient', (address) => (hanging.includes(address) ? 60_000 : 0))
  for (const address of hanging) await complete(rig.database, address)
  for (let i = 0; i < 20; i++) await complete(rig.database, `p${i}@example.jp`)
  start(rig, { answerTimeout: 60_000 })
  await until(() => sentTo(rig).length === 80, 15_000)
})

/** The median time at which a mail arrives of 500 that are due at once and take 20 ms each, besides those that hang and stand evenly among them. */
async function medianDelay(hanging: readonly string[]): Promise<number> {
  const rig = await rigOn(await openEmpty('sqlite'))
  rig.server.delay('recipient', (address) => (hanging.includes(address) ? 60_000 : 20))
  for (let i = 0; i < 250; i++) {
    await complete(rig.database, `p${i}@example.jp`)
    const address = i % 25 === 0 ? hanging[i / 25] : undefined
    if (address) await complete(rig.database, address)
  }
  const arrivals: number[] = []
  rig.server.onStep((step) => {
    if (step === 'mail' && !hanging.some((address) => sentTo(rig).at(-1) === address))
      arrivals.push(performance.now())
  })
  const from = performance.now()
  start(rig, { answerTimeout: 60_000 })
  await until(() => arrivals.length >= 500, 20_000)
  return (arrivals[250] ?? Number.NaN) - from
}

test('a mail server that is down is probed now and then, and everything goes out once it is back', async () => {
  const rig = await rigOn(await openEmpty('sqlite'))
  let greetings = 0
  rig.server.onStep((step) => {
    if (step === 'greeting') greetings += 1
  })
  rig.server.mood(421)
  for (let i = 0; i < 30; i++) await complete(rig.database, `p${i}@example.jp`)
  start(rig)
  await sleep(4000)
  // Of each kind the first eight at once, then one after a second, after two more, and so on.
  expect(greetings).toBeGreaterThan(16)
  expect(greetings).toBeLessThan(24)
  // None of them has come closer to being given up.
  const { outbox } = await everythingIn(rig.database)
  expect(outbox.filter(({ backoff_ms }) => backoff_ms > 0)).toEqual([])
  expect(outbox.filter(({ attempts }) => attempts === 0).length).toBeGreaterThanOrEqual(36)
  rig.server.mood('accept')
  rig.offset = 60_000
  await until(() => rig.server.mails.length === 60)
})

test('no log line names an address, whatever the mail server says of it', async () => {
  const rig = await rigOn(await openEmpty('sqlite'))
  rig.server.refuseWith('550 canary@example.jp is unknown here')
  start(rig)
  await complete(rig.database, 'canary@example.jp')
  await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
  await until(async () => (await states(rig)).includes('mail_applicant failed'))
  const { outbox } = await everythingIn(rig.database)
  expect(outbox.some(({ last_error }) => last_error?.includes('canary'))).toBe(true)
  expect(rig.logged()).toContain('"event":"outbox_attempt"')
  expect(rig.logged()).not.toMatch(/canary|staff@|example\.jp/)
})
