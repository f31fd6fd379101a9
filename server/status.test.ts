/** The link, the gate and the page's one call, over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import { wayOfApplicants } from './applications/gate.ts'
import { createStatusLinks } from './applications/status-link.ts'
import { query } from './store/statement.ts'
import {
  applicationsOn,
  CORPORATION,
  FACILITIES,
  NOW,
  PRICE,
  register,
  suspension,
} from './testing/calls.ts'
import { ROWS } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { auditTrail, codeOf, completeEntry, startConsole } from './testing/staff-app.ts'
import {
  applyAt,
  call,
  correctBy,
  type Desk,
  KEY,
  LINKS,
  linkIn,
  OLDER_KEY,
  PUBLIC_URL,
  renew,
  setStatus,
  startDesk,
  TELEPHONE,
} from './testing/status.ts'

const NOTHING_SAID = {
  revision: 1,
  proposal: null,
  withdrawal: null,
  messages: [],
  actions: { correct: true, withdraw: 'at_once', message: true },
}
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const linkOf = (reference: string, generation = 1) =>
  LINKS.to({ reference, generation })?.split('#')[1] ?? ''
const unknown = { status: 404, code: 'link_unknown' }
type Reply = { statusCode: number; json(): { error: { code: string } } }
const refusalOf = (reply: Reply) => ({ status: reply.statusCode, code: codeOf(reply) })

async function suspend({ app }: Desk, customer: string, key?: string) {
  return call(app, 'consent', { customer, key, payload: { kind: 3 } })
}

describe.each(ENGINES)('the status of an application on %s', (engine) => {
  test('is shown to whoever has the link, and what was typed to whoever knows the telephone number', async () => {
    const next = { entry: '3営業日以内にご連絡します。' }
    const desk = await startDesk({ engine, words: { next } })
    const { reply, reference, username } = await applyAt(desk, 'mine')
    const link = linkIn(reply)
    expect(reply.json().statusLink).toBe(`${PUBLIC_URL}/status#${linkOf(reference)}`)
    const received = { status: 'received', at: new Date(NOW).toISOString() }
    const before = {
      application: {
        flow: 'entry',
        receiptNumber: reference,
        receivedAt: received.at,
        status: 'received',
        steps: [received],
        facilities: 3,
        price: PRICE,
        questionWaiting: false,
        next: '3営業日以内にご連絡します。',
      },
      gate: 'telephone',
    }
    const shown = await desk.ask(link)
    expect(shown.json()).toEqual(before)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.headers['set-cookie']).toBeUndefined()
    for (const typed of [...Object.values(CORPORATION), username])
      if (typed !== '') expect(shown.body).not.toContain(typed)
    const opened = await desk.ask(link, '０３（１２３４）５６７８')
    expect(opened.json()).toEqual({
      ...before,
      details: {
        fields: {
          jigyousha: CORPORATION.companyName,
          zipcode: CORPORATION.zipcode,
          address: CORPORATION.address,
          tel: CORPORATION.tel,
          person: CORPORATION.person,
          mailaddress: CORPORATION.email,
        },
        rows: ROWS,
        customerNumber: null,
        ...NOTHING_SAID,
      },
    })
    expect(opened.body).not.toContain(username)
    const passes = (await rowsIn(desk.database, 'history')).filter(
      ({ action }) => action === 'gate',
    )
    expect(passes).toMatchObject([{ at: NOW, who: '申込者', detail: '' }])
    expect(desk.logged()).not.toMatch(new RegExp(`${link}|${reference}\\.|5678`))
  })

  test('has the way to where it stands: what was taken back is not on it', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const moves = [
      ['received', 'in_progress'],
      ['in_progress', 'done'],
      ['done', 'in_progress'],
      ['in_progress', 'rejected'],
    ] as const
    for (const [from, to] of moves)
      expect((await setStatus(desk, reference, from, to)).statusCode).toBe(200)
    const other = await applyAt(desk)
    await setStatus(desk, other.reference, 'received', 'done')
    await setStatus(desk, other.reference, 'done', 'in_progress')
    const again = (await desk.ask(linkIn(other.reply))).json().application.steps
    expect(again.map(({ status }: { status: string }) => status)).toEqual([
      'received',
      'in_progress',
    ])
    await setStatus(desk, other.reference, 'in_progress', 'received')
    const back = (await desk.ask(linkIn(other.reply))).json().application.steps
    expect(back).toMatchObject([{ status: 'received' }])
    const { status, steps, next } = (await desk.ask(linkIn(reply))).json().application
    const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
    expect({ status, steps, next }).toEqual({
      status: 'rejected',
      steps: [
        { status: 'received', at: at(0) },
        { status: 'in_progress', at: at(1) },
        { status: 'rejected', at: at(4) },
      ],
      next: null,
    })
  })

  test('a migration or a suspension opens by its customer number, compared whole', async () => {
    const desk = await startDesk({ engine })
    const link = linkIn(await suspend(desk, 'C-20', 'mine'))
    const shown = (await desk.ask(link)).json()
    expect(shown).toMatchObject({
      application: { price: null, facilities: 0 },
      gate: 'customer_number',
    })
    for (const answer of ['C-2', 'C-200', 'c-20', ''])
      expect(refusalOf(await desk.ask(link, answer))).toEqual({ status: 403, code: 'gate_refused' })
    const { details } = (await desk.ask(link, '　Ｃ-２０ ')).json()
    const actions = { ...NOTHING_SAID.actions, correct: false }
    const said = { ...NOTHING_SAID, actions }
    expect(details).toEqual({ fields: {}, rows: [], customerNumber: 'C-20', ...said })
    const migration = { customer: 'C-30', key: 'other' }
    await call(desk.app, 'consent', { ...migration, payload: { kind: 2, priceText: PRICE } })
    const payload = { facilities: FACILITIES }
    const moved = linkIn(await call(desk.app, 'facilities', { ...migration, payload }))
    const whole = (await desk.ask(moved, 'C-30')).json()
    expect(whole).toMatchObject({
      application: { price: PRICE, facilities: 3 },
      details: { fields: {}, rows: ROWS, customerNumber: 'C-30', actions },
    })
    // Its rows are its customer's to correct by telephone.
    const corrected = await correctBy(desk, moved, { answer: 'C-30', rows: ROWS.slice(1) })
    expect(refusalOf(corrected)).toEqual({ status: 409, code: 'correction_closed' })
  })

  test('the link goes to the application’s own calls alone', async () => {
    const desk = await startDesk({ engine })
    const keyless = await applyAt(desk)
    expect(linkIn(keyless.reply)).toBe(linkOf(keyless.reference))
    expect(linkIn(await keyless.again())).toBe(linkOf(keyless.reference))
    const keyed = await applyAt(desk, 'mine')
    const payload = { facilities: FACILITIES }
    const other = { customer: keyed.username, key: 'another', payload }
    expect((await call(desk.app, 'facilities', other)).json()).toEqual({})
    expect((await suspend(desk, 'C-1')).json()).toEqual({})
    const consent = { customer: 'C-2', payload: { kind: 2, priceText: PRICE } }
    expect((await call(desk.app, 'consent', consent)).json()).toEqual({})
    expect((await call(desk.app, 'facilities', { customer: 'C-2', payload })).json()).toEqual({})
    const migration = { ...consent, customer: 'C-3', key: 'k3' }
    expect((await call(desk.app, 'consent', migration)).json()).toEqual({})
    const last = await call(desk.app, 'facilities', { customer: 'C-3', key: 'k3', payload })
    expect(linkIn(last)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}\.1\.[0-9a-f]{32}$/)
  })

  test('goes with the refusal of what is complete, to the application’s own calls', async () => {
    const desk = await startDesk({ engine })
    const { username: customer, reference } = await applyAt(desk, 'mine')
    const refusalsUnder = async (key: string) => {
      const rows = { facilities: FACILITIES.slice(1) }
      const price = { kind: 1, priceText: '9,980' }
      const replies = [
        await call(desk.app, 'facilities', { customer, key, payload: rows }),
        await call(desk.app, 'consent', { customer, key, payload: price }),
      ]
      return replies.map((reply) => reply.json().error)
    }
    const statusLink = `${PUBLIC_URL}/status#${linkOf(reference)}`
    const own = await refusalsUnder('mine')
    for (const error of own) expect(error).toMatchObject({ code: 'already_completed', statusLink })
    for (const error of await refusalsUnder('another')) {
      expect(error.code).toBe('already_completed')
      expect(error).not.toHaveProperty('statusLink')
    }
  })

  test('ends 90 days after it was closed; opened again it begins anew', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const link = linkIn(reply)
    await setStatus(desk, reference, 'received', 'done')
    const [{ closed_at: closed } = {}] = await rowsIn(desk.database, 'applications')
    expect(closed).toBe(desk.clock.now)
    desk.clock.now += 90 * DAY_MS
    expect((await desk.ask(link)).statusCode).toBe(200)
    desk.clock.now += 1
    expect(refusalOf(await desk.ask(link))).toEqual(unknown)
    expect(refusalOf(await desk.ask(link, TELEPHONE))).toEqual(unknown)
    expect((await renew(desk, reference)).statusCode).toBe(409)
    await setStatus(desk, reference, 'done', 'in_progress')
    expect((await desk.ask(link)).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'applications')).toMatchObject([{ closed_at: null }])
  })

  test('erased while the page is open, it is unknown', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const link = linkIn(reply)
    expect((await desk.ask(link, TELEPHONE)).statusCode).toBe(200)
    expect((await desk.ask(link, '0')).statusCode).toBe(403)
    await desk.staff.staffApplications.erase({ reference, by: { name: 'a', via: 'command' } })
    expect(refusalOf(await desk.ask(link))).toEqual(unknown)
    expect(refusalOf(await desk.ask(link, TELEPHONE))).toEqual(unknown)
    expect(await rowsIn(desk.database, 'status_links')).toEqual([])
    expect((await renew(desk, reference)).statusCode).toBe(409)
  })

  test('forged, old and other links are one answer, and change nothing', async () => {
    const desk = await startDesk({ engine })
    const [mine, other] = [await applyAt(desk, 'a'), await applyAt(desk, 'b')]
    const open = await applyAt(desk, 'c')
    const mac = linkIn(mine.reply).split('.')[2]
    const otherKey = createStatusLinks({ keys: () => [OLDER_KEY], origin: PUBLIC_URL })
    const links = [
      '',
      'x',
      `${mine.reference}.1.${'0'.repeat(32)}`,
      `${mine.reference}.1.${mac?.slice(0, 31)}`,
      `${mine.reference}.2.${mac}`,
      `${other.reference}.1.${mac}`,
      `${mine.reference}.01.${mac}`,
      linkOf(mine.reference, 2),
      linkOf('AAAA-AAAA'),
      otherKey.to({ reference: mine.reference, generation: 1 })?.split('#')[1] ?? '',
    ]
    const before = await rowsIn(desk.database, 'status_links')
    for (const link of links)
      for (const answer of [undefined, TELEPHONE])
        expect([link, refusalOf(await desk.ask(link, answer))]).toEqual([link, unknown])
    expect((await desk.ask(linkIn(open.reply), TELEPHONE)).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'status_links')).toHaveLength(before.length + 1)
  })

  test('a pending application has no page, whatever is signed', async () => {
    const desk = await startDesk({ engine })
    const { reference } = await desk.staff.applications.register(register())
    expect(refusalOf(await desk.ask(linkOf(reference)))).toEqual(unknown)
  })

  test('five wrong answers in an hour, twenty in all: then the gate rests until staff renew the link', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const link = linkIn(reply)
    const resting = { status: 403, code: 'gate_resting' }
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 5; n++)
        expect(refusalOf(await desk.ask(link, `0${n}`)).code).toBe('gate_refused')
      expect(refusalOf(await desk.ask(link, TELEPHONE))).toEqual(resting)
      expect((await desk.ask(link)).json()).toMatchObject({ gate: 'resting' })
      desk.clock.now += HOUR_MS
    }
    desk.clock.now += 30 * DAY_MS
    expect(refusalOf(await desk.ask(link, TELEPHONE))).toEqual(resting)
    const renewed = (await renew(desk, reference)).json().link.split('#')[1]
    expect(renewed).toBe(linkOf(reference, 2))
    expect(refusalOf(await desk.ask(link, TELEPHONE))).toEqual(unknown)
    expect((await desk.ask(renewed, TELEPHONE)).json()).toHaveProperty('details')
  })

  test('many wrong answers at once, from many addresses, are five: nothing opens by haste', async () => {
    const desk = await startDesk({ engine })
    const { reply } = await applyAt(desk)
    const link = linkIn(reply)
    const guesses = Array.from({ length: 60 }, (_, n) =>
      desk.ask(link, n === 59 ? TELEPHONE : `03-0000-${1000 + n}`, `198.51.100.${n}`),
    )
    const codes = (await Promise.all(guesses)).slice(0, 59).map((reply) => codeOf(reply))
    const wrong = codes.filter((code) => code === 'gate_refused').length
    expect([wrong, codes.filter((code) => code === 'gate_resting').length]).toEqual([5, 54])
    expect(await rowsIn(desk.database, 'status_links')).toMatchObject([
      { wrong: 5, wrong_in_hour: 5 },
    ])
  })

  test('right answers use up no tries', async () => {
    const desk = await startDesk({ engine })
    const { reply } = await applyAt(desk)
    for (let n = 0; n < 30; n++)
      expect((await desk.ask(linkIn(reply), TELEPHONE)).json()).toHaveProperty('details')
    expect(await rowsIn(desk.database, 'status_links')).toMatchObject([{ wrong: 0 }])
  })

  test('a pass of the gate is recorded once an hour, however often and from wherever it is passed', async () => {
    const desk = await startDesk({ engine })
    const [mine, other] = [await applyAt(desk, 'a'), await applyAt(desk, 'b')]
    const passes = async () =>
      (await rowsIn(desk.database, 'history'))
        .filter(({ action }) => action === 'gate')
        .map(({ at }) => (at as number) - NOW)
        .sort((a, b) => a - b)
    await Promise.all(Array.from({ length: 8 }, () => desk.ask(linkIn(mine.reply), TELEPHONE)))
    expect(await passes()).toEqual([0])
    await desk.ask(linkIn(other.reply), TELEPHONE)
    desk.clock.now += HOUR_MS - 1
    await desk.ask(linkIn(mine.reply), TELEPHONE)
    expect(await passes()).toEqual([0, 0])
    desk.clock.now += 1
    await desk.ask(linkIn(mine.reply), TELEPHONE)
    expect(await passes()).toEqual([0, 0, HOUR_MS])
    // A clock that was ahead has recorded what is still to come.
    desk.clock.now -= 3 * HOUR_MS
    await desk.ask(linkIn(mine.reply), TELEPHONE)
    expect(await passes()).toEqual([-2 * HOUR_MS, 0, 0, HOUR_MS])
  })

  test('staff renew a link three times a day; each is recorded, and only who may change sees it', async () => {
    const desk = await startDesk({ engine })
    const { reference } = await applyAt(desk)
    const done = []
    for (let n = 0; n < 4; n++) done.push((await renew(desk, reference, n === 1)).statusCode)
    expect(done).toEqual([200, 200, 200, 409])
    const mails = (await rowsIn(desk.database, 'outbox')).filter(
      ({ kind }) => kind === 'mail_status',
    )
    expect(mails).toMatchObject([{ recipient: CORPORATION.email, source: reference }])
    const links = (await auditTrail(desk.staff)).filter(({ action }) => action === 'link')
    expect(links).toMatchObject(
      ['印刷', 'メール', '印刷'].map((detail) => ({ subject: reference, detail })),
    )
    desk.clock.now += DAY_MS
    expect((await renew(desk, reference)).json().link).toContain(`#${reference}.5.`)
  })
})

test('a link is mailed to nobody without an address, and written nowhere without a public one', async () => {
  const desk = await startDesk()
  const applications = applicationsOn(desk.database, { clock: () => desk.clock.now, links: LINKS })
  const { reference } = await applications.consent(suspension('C-5'))
  const refused = await renew(desk, reference, true)
  expect([refused.statusCode, refused.json().error.fields.link]).toEqual([
    409,
    [expect.stringContaining('メールアドレスがありません')],
  ])
  expect((await renew(desk, reference)).json().link).toContain(`#${reference}.2.`)
  const without = await startConsole()
  const local = await completeEntry(without.applications)
  const url = `/api/applications/${local}/link`
  const reply = await without.app.inject({ method: 'POST', url, payload: { mail: false } })
  expect([reply.statusCode, reply.json().error.fields.link]).toEqual([
    409,
    [expect.stringContaining('PUBLIC_URL')],
  ])
  expect(await rowsIn(without.database, 'applications')).toMatchObject([{ link_generation: 1 }])
})

test('a telephone number opens the gate from nine digits on, and with fewer not at all', async () => {
  const desk = await startDesk()
  const { reply, reference } = await applyAt(desk)
  const setTel = (tel: string) =>
    desk.database.atomic(async (tx) => {
      await tx.run(query((db) => db.updateTable('applications').set({ tel })))
    })
  await setTel('内線12-345-6789')
  expect((await desk.ask(linkIn(reply))).json()).toMatchObject({ gate: 'telephone' })
  await setTel('内線1234-5678')
  expect((await desk.ask(linkIn(reply))).json()).toMatchObject({ gate: 'by_telephone_only' })
  for (let n = 0; n < 7; n++)
    expect(refusalOf(await desk.ask(linkOf(reference), '1234-5678')).code).toBe('gate_refused')
})

test('one link is asked so often in a minute from all addresses together', async () => {
  const desk = await startDesk({ perMinute: 5 })
  const { reply } = await applyAt(desk)
  const codes = []
  for (let n = 0; n < 7; n++)
    codes.push((await desk.ask(linkIn(reply), undefined, `198.51.100.${n}`)).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('a link that opens nothing is looked for without waiting for a writer', async () => {
  const desk = await startDesk()
  let writes = 0
  const way = wayOfApplicants({
    database: {
      ...desk.database,
      atomic(work) {
        writes += 1
        return desk.database.atomic(work)
      },
    },
    clock: () => NOW,
    links: LINKS,
    admitLink: async () => {},
  })
  const { reference } = await applyAt(desk)
  const enter = (link: string) => way.enter({ link, answer: TELEPHONE }, async () => 'in')
  await expect(enter(linkOf('AAAA-AAAA'))).rejects.toMatchObject({ code: 'link_unknown' })
  expect(writes).toBe(0)
  expect([await enter(linkOf(reference)), writes]).toEqual(['in', 1])
})

test('keys rotate: the first signs, each of them verifies', async () => {
  const both = createStatusLinks({ keys: () => [KEY, OLDER_KEY], origin: PUBLIC_URL })
  const desk = await startDesk({ links: both })
  const { reply, reference } = await applyAt(desk)
  const old = createStatusLinks({ keys: () => [OLDER_KEY], origin: PUBLIC_URL })
  expect(linkIn(reply)).toBe(linkOf(reference))
  const link = old.to({ reference, generation: 1 })?.split('#')[1] ?? ''
  expect((await desk.ask(link)).statusCode).toBe(200)
})

test('a scanner that opens everything changes nothing', async () => {
  const desk = await startDesk()
  const { reply } = await applyAt(desk)
  const tables = ['applications', 'history', 'status_links', 'audit', 'outbox', 'changes'] as const
  const contents = () => Promise.all(tables.map((table) => rowsIn(desk.database, table)))
  const before = await contents()
  for (let n = 0; n < 5; n++) expect((await desk.ask(linkIn(reply))).statusCode).toBe(200)
  expect(await contents()).toEqual(before)
})
