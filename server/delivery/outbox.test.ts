import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/interface.ts'
import { countFailed, retry } from '../store/outbox.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'
import { mailDelivery } from './mail-notices.ts'
import { smtpTransport } from './mail-transport.ts'
import { type OutboxOptions, startOutbox } from './outbox.ts'
import type { Outcome } from './outcome.ts'
import { type MailServer, startMailServer } from './testing.ts'

const NO_LIMITS = { perAddressPerDay: 0, perHour: 0, staffIsKnown: true }
/** Half of it is waited for a greeting: long enough for a busy machine to give one. */
const ATTEMPT_MS = 4000
const SILENT = createLog({ level: 'silent', clock: Date.now, write: () => {} })

type Rig = { database: Database; server: MailServer; offset: number }

async function rigOn(database: Database): Promise<Rig> {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return { database, server, offset: 0 }
}

function start(rig: Rig, options: Partial<OutboxOptions> = {}) {
  const transport = smtpTransport(
    rig.server.url,
    { name: '窓口', address: 'desk@example.jp' },
    { timeout: ATTEMPT_MS },
  )
  const outbox = startOutbox({
    database: rig.database,
    clock: () => Date.now() + rig.offset,
    log: SILENT,
    limits: NO_LIMITS,
    poll: 20,
    channels: [
      {
        kinds: ['mail_applicant', 'mail_staff'],
        deliver: mailDelivery(transport, 'staff@example.jp'),
      },
    ],
    ...options,
  })
  onTestFinished(async () => {
    await outbox.stop()
    transport.close()
  })
  return outbox
}

async function complete(database: Database, email: string): Promise<void> {
  const applications = applicationsOn(database, { clock: Date.now })
  const applicant = { ...CORPORATION, email }
  const { username } = await applications.register(register({ applicant }))
  await applications.consent(consent({ customer: username, kind: 1 }))
  await applications.addFacilities(addition({ customer: username }))
}

async function until(what: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  const deadline = performance.now() + ms
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error('it did not come about')
    await sleep(20)
  }
}

const sentTo = ({ server }: Rig) => server.mails.flatMap(({ recipients }) => recipients)
const states = async ({ database }: Rig) =>
  (await everythingIn(database)).outbox.map(({ kind, state }) => `${kind} ${state}`)

describe.each(ENGINES)('the outbox on %s', (engine) => {
  test('sends what a completed application promised at once, and once, under its own id', async () => {
    const rig = await rigOn(await openEmpty(engine))
    start(rig, { poll: 500 })
    await complete(rig.database, 'taro@example.jp')
    await until(() => rig.server.mails.length === 2, 5000)
    expect(sentTo(rig).sort()).toEqual(['staff@example.jp', 'taro@example.jp'])
    await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')))
    const ids = (await everythingIn(rig.database)).outbox.map(({ id }) => `${id}@example.jp`)
    expect(rig.server.mails.map(({ messageId }) => messageId).sort()).toEqual(ids.sort())
    await sleep(1200)
    expect(rig.server.mails).toHaveLength(2)
  })

  test('tells staff alone where the applicant has no address', async () => {
    const rig = await rigOn(await openEmpty(engine))
    start(rig)
    await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
    await until(() => rig.server.mails.length === 1)
    expect(sentTo(rig)).toEqual(['staff@example.jp'])
  })

  test.each(['silent', 421, 451, 550] as const)(
    'delivers everything after the server was %s for a while',
    async (mood) => {
      const rig = await rigOn(await openEmpty(engine))
      rig.server.mood(mood)
      start(rig)
      await complete(rig.database, 'taro@example.jp')
      await until(async () =>
        (await everythingIn(rig.database)).outbox.some((row) => row.last_error !== null),
      )
      rig.server.mood('accept')
      rig.offset = 3_600_000
      await until(() => rig.server.mails.length === 2)
      expect(sentTo(rig).sort()).toEqual(['staff@example.jp', 'taro@example.jp'])
    },
  )

  test('shows what was refused as failed, stops trying after a while, and tries again when told', async () => {
    const rig = await rigOn(await openEmpty(engine))
    rig.server.mood(550)
    start(rig)
    await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
    const row = async () => (await everythingIn(rig.database)).outbox[0]
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(
        async () => (await row())?.attempts === attempt && (await row())?.state === 'failed',
      )
      rig.offset += 3_600_000
    }
    expect((await row())?.last_error).toMatch(/550/)
    expect(await rig.database.read(countFailed)).toBe(1)
    rig.offset += 86_400_000
    await sleep(100)
    expect((await row())?.attempts).toBe(10)

    rig.server.mood('accept')
    const changed = await rig.database.atomic((tx) => retry(tx, { id: undefined, now: Date.now() }))
    expect(changed).toBe(1)
    await until(() => rig.server.mails.length === 1)
  })

  test('holds the fourth mail to an address until a day has passed, and never the first to another', async () => {
    const rig = await rigOn(await openEmpty(engine))
    start(rig, {
      limits: { ...NO_LIMITS, perAddressPerDay: 3, perHour: 3 },
      channels: [
        {
          kinds: ['mail_applicant'],
          deliver: (row) => {
            sent.push(row.recipient)
            return Promise.resolve({ status: 'delivered' })
          },
        },
      ],
    })
    const sent: string[] = []
    for (let i = 0; i < 3; i++) await complete(rig.database, 'victim@example.jp')
    await complete(rig.database, 'Victim@Example.jp')
    await complete(rig.database, 'other@example.jp')
    await until(() => sent.length === 4)
    await until(async () => (await states(rig)).includes('mail_applicant held'))
    expect(sent.sort()).toEqual([
      'other@example.jp',
      'victim@example.jp',
      'victim@example.jp',
      'victim@example.jp',
    ])
    rig.offset = 86_400_000 + 1000
    await until(() => sent.length === 5)
    expect(sent.at(-1)).toBe('Victim@Example.jp')
  })

  test('holds mails to staff while nobody is named, and beyond so many an hour', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const sent: string[] = []
    const channels: OutboxOptions['channels'] = [
      {
        kinds: ['mail_staff'],
        deliver: (row) => {
          sent.push(row.id)
          return Promise.resolve({ status: 'delivered' })
        },
      },
    ]
    const applications = applicationsOn(rig.database, { clock: Date.now })
    for (const customer of ['C1', 'C2', 'C3']) await applications.consent(suspension(customer))
    const first = start(rig, { limits: { ...NO_LIMITS, staffIsKnown: false }, channels })
    await until(async () => (await states(rig)).includes('mail_staff held'))
    expect(sent).toEqual([])
    await first.stop()
    rig.offset = 61_000
    start(rig, { limits: { ...NO_LIMITS, perHour: 2 }, channels })
    await until(() => sent.length === 2)
    await until(async () => (await states(rig)).includes('mail_staff held'))
    rig.offset += 3_600_000
    await until(() => sent.length === 3)
    expect(new Set(sent).size).toBe(3)
  })

  test('takes over what a process that died had begun, when its lease ends', async () => {
    const rig = await rigOn(await openEmpty(engine))
    const begun: string[] = []
    const { promise: death, resolve: bury } = Promise.withResolvers<Outcome>()
    start(rig, {
      channels: [
        {
          kinds: ['mail_staff'],
          deliver: (row) => {
            begun.push(row.id)
            return death
          },
        },
      ],
    })
    await applicationsOn(rig.database, { clock: Date.now }).consent(suspension('C123'))
    await until(() => begun.length === 1)
    start(rig)
    await sleep(100)
    expect(rig.server.mails).toHaveLength(0)
    rig.offset = 31_000
    await until(() => rig.server.mails.length === 1)
    expect(rig.server.mails[0]?.messageId).toBe(`${begun[0]}@example.jp`)
    bury({ status: 'unreachable', reason: 'died' })
  })

  test('two processes on one database send everything once', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await openForTest(url), await openForTest(url)]
    const rig = await rigOn(one)
    for (let i = 0; i < 30; i++) await complete(one, `p${i}@example.jp`)
    start(rig)
    start({ ...rig, database: two })
    await until(async () => (await states(rig)).every((state) => state.endsWith(' sent')), 15_000)
    const ids = rig.server.mails.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
  })
})
