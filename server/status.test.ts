/** The link, the gate and the page's one call, over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import { WIRE_NAMES } from '#contract/apply.ts'
import { applicantFieldsOf } from '#domain/applicant.ts'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import { wayOfApplicants } from './follow-up/gate.ts'
import { createStatusLinks } from './follow-up/link.ts'
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
import { errorBody } from './testing/requests.ts'
import { put, rowsIn } from './testing/rows.ts'
import { auditTrail, codeOf, completeEntry, startConsole } from './testing/staff-app.ts'
import {
  applyAt,
  call,
  correctBy,
  type Desk,
  handOut,
  KEY,
  keyOf,
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
  actions: { correct: true, correctionsLeft: 5, withdraw: 'at_once', message: true },
}
const linkOf = (reference: string, generation = 1) =>
  LINKS.to({ reference, generation })?.split('#')[1] ?? ''
const unknown = { status: 404, code: 'link_unknown' }
/** As an applicant may have typed it. */
const setTel = ({ database }: Desk, tel: string) =>
  database.atomic(async (tx) => {
    await tx.run(query((db) => db.updateTable('applications').set({ tel })))
  })
type Reply = { statusCode: number; json(): { error: { code: string } } }
const refusalOf = (reply: Reply) => ({ status: reply.statusCode, code: codeOf(reply) })

async function suspend({ app }: Desk, customer: string, key?: string) {
  return call(app, 'consent', { customer, key, payload: { kind: 3 } })
}

describe('the status of an application', () => {
  test('is shown to whoever has the link, and what was typed to whoever knows the telephone number', async () => {
    const next = { entry: '3営業日以内にご連絡します。' }
    const desk = await startDesk({ words: { next } })
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
        fields: Object.fromEntries(
          applicantFieldsOf('entry').map((field) => [WIRE_NAMES[field], CORPORATION[field] ?? '']),
        ),
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
    const desk = await startDesk()
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
    const desk = await startDesk()
    const link = linkIn(await suspend(desk, 'C-20', keyOf('mine')))
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
    // As an input method has the hyphen, and a copy its characters without width.
    expect((await desk.ask(link, 'Ｃー２０\u200b')).json()).toHaveProperty('details')
    const migration = { customer: 'C-30', key: keyOf('other') }
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
    const desk = await startDesk()
    const payload = { facilities: FACILITIES }
    const keyed = await applyAt(desk, 'mine')
    for (const reply of [keyed.reply, await keyed.again()])
      expect(linkIn(reply)).toBe(linkOf(keyed.reference))
    for (const key of [keyOf('another'), undefined]) {
      const other = { customer: keyed.username, key, payload }
      expect((await call(desk.app, 'facilities', other)).json()).toEqual({})
    }
    expect((await suspend(desk, 'C-1')).json()).toEqual({})
    const consent = { customer: 'C-2', payload: { kind: 2, priceText: PRICE } }
    expect((await call(desk.app, 'consent', consent)).json()).toEqual({})
    expect((await call(desk.app, 'facilities', { customer: 'C-2', payload })).json()).toEqual({})
    const migration = { ...consent, customer: 'C-3', key: keyOf('k3') }
    expect((await call(desk.app, 'consent', migration)).json()).toEqual({})
    const last = await call(desk.app, 'facilities', { ...migration, payload })
    expect(linkIn(last)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}\.1\.[0-9a-f]{32}$/)
  })

  test('the link goes once to an application without a key, which takes none once it is complete', async () => {
    const desk = await startDesk()
    const { username: customer, reference, reply, again } = await applyAt(desk)
    expect(linkIn(reply)).toBe(linkOf(reference))
    expect((await again()).json()).toEqual({})
    const rows = { facilities: FACILITIES.slice(1) }
    for (let time = 0; time < 2; time += 1) {
      const key = keyOf('late')
      const repeated = { customer, key, payload: { facilities: FACILITIES } }
      const replayed = await call(desk.app, 'facilities', repeated)
      expect([replayed.statusCode, replayed.json()]).toEqual([200, {}])
      const consented = { customer, key, payload: { kind: 1, priceText: PRICE } }
      expect((await call(desk.app, 'consent', consented)).json()).toEqual({})
      const refused = (await call(desk.app, 'facilities', { customer, key, payload: rows })).json()
      expect(refused.error.code).toBe('already_completed')
      expect(JSON.stringify(refused)).not.toContain('#')
    }
    expect(await rowsIn(desk.database, 'applications')).toMatchObject([{ application_key: null }])
  })

  test('the link goes to no key that can be guessed, and to none once staff have ended it', async () => {
    const desk = await startDesk()
    const { username: customer, reference, again } = await applyAt(desk, 'mine')
    for (const [characters, given] of [
      [19, 0],
      [20, 1],
    ] as const) {
      const suspended = await suspend(desk, 'C-1', 'k'.repeat(characters))
      expect(Object.keys(suspended.json())).toHaveLength(given)
    }
    expect(linkIn(await again())).toBe(linkOf(reference))
    expect((await renew(desk, reference)).statusCode).toBe(200)
    expect((await again()).json()).toEqual({})
    const payload = { kind: 1, priceText: '9,980' }
    const refused = await call(desk.app, 'consent', { customer, key: keyOf('mine'), payload })
    expect(refused.json()).toEqual(errorBody('already_completed'))
  })

  test('ends 90 days after it was closed; opened again it begins anew', async () => {
    const desk = await startDesk()
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

  test('forged, old and other links are one answer, and change nothing', async () => {
    const desk = await startDesk()
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

  test('five wrong answers in an hour, twenty in all: then the gate rests until staff end the link', async () => {
    const desk = await startDesk()
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
})

describe.each(ENGINES)('the status of an application on %s', (engine) => {
  test('ended, erased and forged are answered alike, however often, and keep nobody out of the new link', async () => {
    const desk = await startDesk({ engine, perMinute: 4 })
    const [mine, erased] = [await applyAt(desk, 'a'), await applyAt(desk, 'b')]
    const first = linkIn(mine.reply)
    const used = await Promise.all(
      Array.from({ length: 5 }, (_, n) => desk.ask(first, undefined, `198.18.0.${n}`)),
    )
    expect(used.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    expect((await renew(desk, mine.reference)).statusCode).toBe(200)
    const by = { name: 'root', via: 'command' } as const
    await desk.staff.staffApplications.erase({ reference: erased.reference, by })
    const mac = '0'.repeat(32)
    const closedLinks = [
      first,
      linkIn(erased.reply),
      `${mine.reference}.2.${mac}`,
      linkOf('AAAA-AAAA'),
    ]
    const answersTo = async (link: string, address: (n: number) => string) => {
      const told = []
      for (let n = 0; n < 6; n += 1) {
        const { statusCode, headers, body } = await desk.ask(
          link,
          n % 2 === 0 ? undefined : TELEPHONE,
          address(n),
        )
        told.push([statusCode, headers['retry-after'], body])
      }
      return told
    }
    const seen = []
    for (const [at, link] of closedLinks.entries()) {
      const fromMany = await answersTo(link, (n) => `198.51.${at}.${n}`)
      const fromOne = await answersTo(link, () => `203.0.113.${at}`)
      expect(fromMany.map(([status]) => status)).toEqual(Array(6).fill(404))
      expect(fromOne.map(([status]) => status)).toEqual([...Array(4).fill(404), 429, 429])
      seen.push([fromMany, fromOne])
    }
    for (const each of seen) expect(each).toEqual(seen[0])
    expect((await desk.ask(linkOf(mine.reference, 2), TELEPHONE)).json()).toHaveProperty('details')
    expect(await rowsIn(desk.database, 'status_links')).toMatchObject([{ wrong: 0 }])
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

  test('a link that is sent again or printed is the one that is good, and ends where staff end it', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const first = linkIn(reply)
    for (let n = 0; n < 5; n++) await desk.ask(first, `0${n}`)
    expect((await handOut(desk, reference, { mail: true })).json()).toEqual({ link: null })
    const printed = (await handOut(desk, reference)).json().link
    expect(printed).toContain(first)
    // Whoever has used up its tries has no new ones by it.
    expect((await desk.ask(first)).json()).toMatchObject({ gate: 'resting' })
    const renewed = (await renew(desk, reference)).json().link.split('#')[1]
    expect([refusalOf(await desk.ask(first)), renewed]).toEqual([unknown, linkOf(reference, 2)])
    expect((await desk.ask(renewed, TELEPHONE)).json()).toHaveProperty('details')
    const links = (await auditTrail(desk.staff)).filter(({ action }) => action === 'link')
    expect(links.map(({ detail }) => detail)).toEqual([
      ...['メール', '印刷', '前のリンクを無効にして印刷'],
    ])
  })

  test('three mails a day: those that failed or came back do not count, and paper is never refused', async () => {
    const desk = await startDesk({ engine })
    const { reference } = await applyAt(desk)
    const again = async () => (await handOut(desk, reference, { mail: true })).statusCode
    const lastMail = async () => {
      const mails = (await rowsIn(desk.database, 'outbox')).filter(
        ({ kind }) => kind === 'mail_status',
      )
      return mails.toSorted((a, b) => a.created_at - b.created_at).at(-1)
    }
    const become = async (state: 'failed' | 'sent') => {
      const id = (await lastMail())?.id ?? ''
      await desk.database.atomic((tx) =>
        tx.run(query((db) => db.updateTable('outbox').set({ state }).where('id', '=', id))),
      )
    }
    for (const state of ['sent', 'failed', 'sent'] as const) {
      expect(await again()).toBe(200)
      await become(state)
      desk.clock.now += 1000
    }
    // A mail of another act on the same day is none of them.
    await setStatus(desk, reference, 'received', 'in_progress', { notify: true })
    desk.clock.now += 1000
    expect(await again()).toBe(200)
    const mail = await lastMail()
    expect(mail).toMatchObject({ recipient: CORPORATION.email, source: reference })
    expect(await again()).toBe(409)
    expect((await handOut(desk, reference)).statusCode).toBe(200)
    const { id: delivery = '', application = '' } = mail ?? {}
    const ended = { settled_at: null, settled_by: null, code: '5.1.1', state: 'open' } as const
    await put(desk.database, {
      returned_mails: [{ delivery, application, sending: 1, at: desk.clock.now, ...ended }],
    })
    desk.clock.now += 1000
    expect([await again(), await again()]).toEqual([200, 409])
    desk.clock.now += DAY_MS
    expect(await again()).toBe(200)
  })
})

test('a link is mailed to nobody without an address, and written nowhere without a public one', async () => {
  const desk = await startDesk()
  const applications = applicationsOn(desk.database, { clock: () => desk.clock.now, links: LINKS })
  const { reference } = await applications.consent(suspension('C-5'))
  const refused = await handOut(desk, reference, { mail: true })
  expect([refused.statusCode, refused.json().error.fields.link]).toEqual([
    409,
    [expect.stringContaining('メールアドレスがありません')],
  ])
  expect((await renew(desk, reference)).json().link).toContain(`#${reference}.2.`)
  const without = await startConsole()
  const local = await completeEntry(without.applications)
  const url = `/api/applications/${local}/link`
  const reply = await without.app.inject({
    method: 'POST',
    url,
    payload: { mail: false, end: false, seen: { link: '1' } },
  })
  expect([reply.statusCode, reply.json().error.fields.link]).toEqual([
    409,
    [expect.stringContaining('PUBLIC_URL')],
  ])
  expect(await rowsIn(without.database, 'applications')).toMatchObject([{ link_generation: 1 }])
})

// The whole table of forms is in domain/telephone.test.ts.
test('what was typed opens by what names the same number', async () => {
  const desk = await startDesk()
  const { reply } = await applyAt(desk)
  for (const [typed, answer] of [
    ['03-1234-5678（内線12）', '03-1234-5678'],
    ['03-1234-5678／090-1234-5678', '090-1234-5678'],
    ['FAX03-1234-5679', '03-1234-5679'],
    ['+81-3-1234-5678', '03-1234-5678'],
    ['03-1234-5678', '+81 3-1234-5678'],
    ['312345678', '０３－１２３４－５６７８'],
  ] as const) {
    await setTel(desk, typed)
    expect([typed, (await desk.ask(linkIn(reply), answer)).json().details]).toEqual([
      typed,
      expect.any(Object),
    ])
  }
})

test('a pending application has no page, whatever is signed', async () => {
  const desk = await startDesk()
  const { reference } = await desk.staff.applications.register(register())
  expect(refusalOf(await desk.ask(linkOf(reference)))).toEqual(unknown)
})

test('several numbers in one answer are one try, and open only what names them all', async () => {
  const desk = await startDesk()
  const { reply } = await applyAt(desk)
  const guesses = Array.from({ length: 15 }, (_, n) => `03-1234-${5670 + n}`).join('/')
  expect(refusalOf(await desk.ask(linkIn(reply), guesses)).code).toBe('gate_refused')
  expect(await rowsIn(desk.database, 'status_links')).toMatchObject([{ wrong: 1 }])
})

test('right answers use up no tries', async () => {
  const desk = await startDesk()
  const { reply } = await applyAt(desk)
  for (let n = 0; n < 30; n++)
    expect((await desk.ask(linkIn(reply), TELEPHONE)).json()).toHaveProperty('details')
  expect(await rowsIn(desk.database, 'status_links')).toMatchObject([{ wrong: 0 }])
})

test('a telephone number opens the gate from nine digits on, and with fewer not at all', async () => {
  const desk = await startDesk()
  const { reply, reference } = await applyAt(desk)
  await setTel(desk, '内線12-345-6789')
  expect((await desk.ask(linkIn(reply))).json()).toMatchObject({ gate: 'telephone' })
  await setTel(desk, '内線1234-5678')
  expect((await desk.ask(linkIn(reply))).json()).toMatchObject({ gate: 'by_telephone_only' })
  for (let n = 0; n < 7; n++)
    expect(refusalOf(await desk.ask(linkOf(reference), '1234-5678')).code).toBe('gate_refused')
})

test.each([
  ['looked at', undefined],
  ['opened', TELEPHONE],
])('one link is %s so often in a minute from all addresses together', async (_, answer) => {
  const desk = await startDesk({ perMinute: 5 })
  const { reply } = await applyAt(desk)
  const codes = []
  for (let n = 0; n < 7; n++)
    codes.push((await desk.ask(linkIn(reply), answer, `198.51.100.${n}`)).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('a link that opens nothing is looked for without waiting for a writer', async () => {
  const desk = await startDesk()
  let writes = 0
  const way = wayOfApplicants({
    database: {
      ...desk.database,
      alone(work) {
        writes += 1
        return desk.database.alone(work)
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
