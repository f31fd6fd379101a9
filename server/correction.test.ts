/** An applicant corrects an application, and staff decide of it: over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import { CORRECTION_ADDRESS, WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import { PRICE } from './testing/calls.ts'
import { applicationIn, begunCorrection, ROWS, statesIn } from './testing/corrections.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { codeOf } from './testing/staff-app.ts'
import {
  correctBy,
  type Desk,
  LINKS,
  mailsOf,
  PUBLIC_URL,
  proposalBy,
  STAFF,
  setStatus,
  TELEPHONE,
  withdrawBy,
} from './testing/status.ts'

const webhook = {
  WEBHOOK_URL: 'https://billing.example.jp/',
  WEBHOOK_EVENTS: ['application.corrected' as const],
}

const MORE = [...ROWS, { name: 'こもれび', number: '1330000033', service: 'KYODO' }]
const MORE_PRICE = '29,940'
const NAMED = { fields: { jigyousha: '社会福祉法人あおぞら会' } }

const kindsIn = async ({ database }: Desk) =>
  (await rowsIn(database, 'outbox')).map(({ kind }) => kind).toSorted()
/** Who is mailed about the status. */
const toldIn = async ({ database }: Desk) =>
  (await rowsIn(database, 'outbox'))
    .flatMap(({ kind, recipient }) => (kind === 'mail_status' ? recipient : []))
    .toSorted()
const feedOf = async (desk: Desk, reference: string) =>
  (await desk.staff.app.inject({ url: `/api/applications/${reference}`, headers: STAFF })).json()

describe('corrections', () => {
  test('a name: proposed, it counts for nothing; accepted, it does, and the first stays', async () => {
    const { desk, reference, link, decide } = await begunCorrection({ webhook })
    const before = await applicationIn(desk)
    const proposed = await correctBy(desk, link, NAMED)
    expect(proposed.statusCode).toBe(200)
    expect(proposed.json().details).toMatchObject({
      revision: 1,
      fields: { jigyousha: before.company_name },
      proposal: { state: 'waiting', fields: NAMED.fields, rows: ROWS, price: PRICE },
    })
    const history = await rowsIn(desk.database, 'history')
    expect(history).toContainEqual(
      expect.objectContaining({ action: 'correction', who: '申込者', detail: '2' }),
    )
    expect(await applicationIn(desk)).toEqual(before)
    expect(await rowsIn(desk.database, 'changes')).toMatchObject([{ version: 1 }])
    const again = await correctBy(desk, link, NAMED)
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])

    const once = { ...STAFF, 'idempotency-key': 'one-press-of-staff' }
    expect((await decide(true, {}, once)).statusCode).toBe(200)
    // The answer was lost.
    expect((await decide(true, {}, once)).statusCode).toBe(200)
    const after = await applicationIn(desk)
    expect(after).toMatchObject({ company_name: NAMED.fields.jigyousha, revision: 2 })
    expect(after).toMatchObject({ agreed_price: 19_960, consent_seq: 1, link_generation: 1 })
    expect(await rowsIn(desk.database, 'changes')).toMatchObject([{ version: 2 }])
    const [first, second] = (await rowsIn(desk.database, 'revisions')).toSorted(
      (a, b) => a.number - b.number,
    )
    expect(first).toMatchObject({ company_name: before.company_name, consent_price: PRICE })
    expect(first?.at).toBe(before.completed_at)
    expect(second).toMatchObject({ button: '訂正を申し出る', at: desk.clock.now })
    expect(await kindsIn(desk)).toEqual(
      [
        ...['mail_applicant', 'mail_staff'],
        ...['mail_staff_news', 'mail_status', 'webhook_corrected'],
      ].toSorted(),
    )
    const shown = (await desk.ask(link, TELEPHONE)).json().details
    expect(shown).toMatchObject({ revision: 2, proposal: null, fields: NAMED.fields })
    expect(await feedOf(desk, reference)).toMatchObject({
      ...{ revision: 2, version: 2, correction: { state: 'accepted', number: 2 } },
      ...NAMED.fields,
    })
  })

  test('a changed address and telephone: the old link ends, both addresses are told, the new number opens', async () => {
    const { desk, reference, link, decide } = await begunCorrection({})
    const fields = { mailaddress: 'new@aozora.example.jp', tel: '03-9999-8888' }
    await correctBy(desk, link, { fields })
    // Until it is accepted nothing of it counts.
    expect((await desk.ask(link, fields.tel)).statusCode).toBe(403)
    expect((await decide(true)).statusCode).toBe(200)
    expect(codeOf(await desk.ask(link))).toBe('link_unknown')
    const renewed = LINKS.to({ reference, generation: 2 })?.replace(`${PUBLIC_URL}/status#`, '')
    expect((await desk.ask(renewed ?? '', TELEPHONE)).statusCode).toBe(403)
    expect((await desk.ask(renewed ?? '', fields.tel)).statusCode).toBe(200)
    expect(await toldIn(desk)).toEqual(['new@aozora.example.jp', 'tanaka@aozora.example.jp'])
    // Who has the former address gets the new link by no mail.
    const linked = (await mailsOf(desk)).filter(({ text }) => text.includes('status#'))
    expect(linked.map(({ to }) => to)).toEqual([fields.mailaddress])
  })

  test.each([
    ['the telephone', { tel: '03-9999-8888' }, ['tanaka@aozora.example.jp']],
    [
      'the address',
      { mailaddress: 'new@aozora.example.jp' },
      ['new@aozora.example.jp', 'tanaka@aozora.example.jp'],
    ],
  ])('%s alone: the link ends too, and who is told', async (_, fields, told) => {
    const { desk, link, decide } = await begunCorrection({})
    await correctBy(desk, link, { fields })
    expect((await decide(true)).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({ link_generation: 2 })
    expect(await toldIn(desk)).toEqual(told)
  })

  test('no webhook is queued where no billing system is named', async () => {
    const { desk, link, decide } = await begunCorrection({
      webhook: { ...webhook, WEBHOOK_URL: '' },
    })
    await correctBy(desk, link, NAMED)
    expect((await decide(true)).statusCode).toBe(200)
    expect(await kindsIn(desk)).not.toContain('webhook_corrected')
  })

  test.each([
    [true, '訂正の内容を反映しました。'],
    [false, '訂正の申し出について、担当者からの返答があります。'],
  ])('accepted: %s, and the mail of the decision alone says so', async (accept, sentence) => {
    const { desk, reference, link, decide } = await begunCorrection({})
    await correctBy(desk, link, NAMED)
    const asked = (await mailsOf(desk)).map(({ to, text }) => [to, text.split('\n')[0]])
    expect(asked).toEqual([['staff@example.jp', '訂正の申し出が届いています。']])
    desk.clock.now += 60_000
    expect((await decide(accept)).statusCode).toBe(200)
    await setStatus(desk, reference, 'received', 'in_progress', { notify: true })
    const mails = (await mailsOf(desk)).toSorted((a, b) => a.date - b.date)
    const told = mails.map(({ text }) => text.includes(sentence))
    expect(told).toEqual([false, true, false])
    expect(mails[0]?.text).toContain('申込者から連絡がありました。')
  })

  test('declined with a sentence: nothing changes but what the applicant is told', async () => {
    const { desk, link, decide } = await begunCorrection({})
    const before = await applicationIn(desk)
    await correctBy(desk, link, NAMED)
    expect((await decide(false, { reason: '' })).statusCode).toBe(422)
    expect((await decide(false)).statusCode).toBe(200)
    expect(await applicationIn(desk)).toEqual(before)
    const { proposal } = (await desk.ask(link, TELEPHONE)).json().details
    expect(proposal).toMatchObject({ state: 'declined', reason: '番号が違います。' })
  })

  test('another that waits than was seen is not replaced; whoever sees it may, under the same key', async () => {
    const { desk, link, decide } = await begunCorrection({})
    const mine = await proposalBy(desk, link, NAMED)
    const theirs = await proposalBy(desk, link, { fields: { person: '鈴木' } })
    expect((await theirs('theirs')).statusCode).toBe(200)
    const refused = await mine('mine')
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'proposal_changed'])
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
    const shown = (await desk.ask(link, TELEPHONE)).json().details
    expect(shown.proposal).toMatchObject({ number: 2, fields: { person: '鈴木' } })

    const knowingly = await (await proposalBy(desk, link, NAMED))('mine')
    expect([knowingly.statusCode, knowingly.headers['idempotent-replayed']]).toEqual([
      200,
      undefined,
    ])
    expect(await statesIn(desk)).toEqual(['1 first', '2 replaced', '3 waiting'])
    // One that was seen, and is declined by now: its reason has not been.
    const again = await proposalBy(desk, link, { fields: { jigyousha: '別の名称' } })
    expect((await decide(false, { seen: '3' })).statusCode).toBe(200)
    expect(codeOf(await again('again'))).toBe('proposal_changed')
    const { number, state, reason } = (await desk.ask(link, TELEPHONE)).json().details.proposal
    expect([number, state, reason]).toEqual([3, 'declined', '番号が違います。'])
  })

  test('the same correction after a lost answer is the same one, whatever waits by then', async () => {
    const { desk, link } = await begunCorrection({})
    expect((await correctBy(desk, link, NAMED)).statusCode).toBe(200)
    const { proposal } = (await desk.ask(link, TELEPHONE)).json().details
    const again = await correctBy(desk, link, { ...NAMED, proposal: proposal.number })
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
  })

  test('a call that does not say which correction it saw changes nothing', async () => {
    const { desk, link } = await begunCorrection({})
    await correctBy(desk, link, NAMED)
    const before = await statesIn(desk)
    const { fields, rows } = (await desk.ask(link, TELEPHONE)).json().details
    const unsaid = { link, answer: TELEPHONE, base: 1, fields, rows }
    for (const url of [CORRECTION_ADDRESS, WITHDRAWAL_ADDRESS]) {
      const payload = url === CORRECTION_ADDRESS ? unsaid : { link, answer: TELEPHONE }
      const reply = await desk.app.inject({ method: 'POST', url, payload })
      expect([url, codeOf(reply)]).toEqual([url, 'validation_failed'])
    }
    expect(await statesIn(desk)).toEqual(before)
  })

  test('a withdrawal ends no correction that was not seen', async () => {
    const { desk, link, decide } = await begunCorrection({})
    await correctBy(desk, link, NAMED)
    const unseen = await withdrawBy(desk, link, { proposal: null })
    expect([unseen.statusCode, codeOf(unseen)]).toEqual([409, 'proposal_changed'])
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
    expect(await applicationIn(desk)).toMatchObject({ staff_status: 'received', closed_at: null })
    // Where none waits by now, nothing is lost.
    expect((await decide(false)).statusCode).toBe(200)
    expect((await withdrawBy(desk, link, { proposal: 2 })).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({ staff_status: 'withdrawn' })
  })

  test('other fields, rows, price or base under the same key are refused, and not stored', async () => {
    const { desk, link } = await begunCorrection({})
    const changes = { ...NAMED, rows: MORE, priceText: MORE_PRICE }
    expect((await correctBy(desk, link, changes)).statusCode).toBe(200)
    const stored = await rowsIn(desk.database, 'revisions')
    const others = [
      { fields: { jigyousha: '別の名称' } },
      { rows: ROWS },
      { priceText: PRICE },
      { base: 2 },
    ]
    for (const other of others)
      expect(codeOf(await correctBy(desk, link, { ...changes, ...other }))).toBe('key_reused')
    expect(await rowsIn(desk.database, 'revisions')).toEqual(stored)
  })

  test('from another base, of nothing, with faults, after the end: refused, and nothing is written', async () => {
    const { desk, reference, link } = await begunCorrection({})
    const codes = async (changes: Parameters<typeof correctBy>[2], key: string) =>
      codeOf(await correctBy(desk, link, changes, { key }))
    expect(await codes({ ...NAMED, base: 2 }, 'a')).toBe('base_changed')
    expect(await codes({}, 'b')).toBe('correction_empty')
    expect(await codes({ fields: { mailaddress: 'no address' } }, 'c')).toBe('validation_failed')
    expect(await codes({ rows: [] }, 'd')).toBe('validation_failed')
    expect(await codes({ ...NAMED, answer: '03-0000-0000' }, 'e')).toBe('gate_refused')
    const many = Array.from({ length: 101 }, () => ROWS[0] ?? MORE[0]) as typeof ROWS
    expect(await codes({ rows: many, priceText: PRICE }, 'f')).toBe('validation_failed')
    expect(await rowsIn(desk.database, 'revisions')).toEqual([])
    await setStatus(desk, reference, 'received', 'done')
    expect(await codes(NAMED, 'g')).toBe('correction_closed')
    expect((await desk.ask(link, TELEPHONE)).json().details.actions.correct).toBe(false)
  })
})

describe.each(ENGINES)('corrections on %s', (engine) => {
  test('rows: the price of all of them is agreed to, with the list in force, and consented to', async () => {
    const { desk, link, decide } = await begunCorrection({ engine })
    const wrong = await correctBy(desk, link, { rows: MORE, priceText: PRICE })
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([422, 'price_mismatch'])
    expect(wrong.json().error.inForce).toMatchObject({ version: expect.any(String) })
    expect(await rowsIn(desk.database, 'revisions')).toEqual([])
    const missing = await correctBy(desk, link, { rows: MORE })
    expect([missing.statusCode, codeOf(missing)]).toEqual([422, 'validation_failed'])
    const right = await correctBy(desk, link, { rows: MORE, priceText: MORE_PRICE })
    expect(right.json().details.proposal).toMatchObject({ rows: MORE, price: MORE_PRICE })
    expect((await decide(true)).statusCode).toBe(200)
    expect(await applicationIn(desk)).toMatchObject({ agreed_price: 29_940, consent_seq: 2 })
    expect(await rowsIn(desk.database, 'facilities')).toHaveLength(4)
    const consents = await rowsIn(desk.database, 'consents')
    expect(consents.map(({ seq, button, price_text }) => [seq, button, price_text])).toEqual([
      [1, '規約に同意して登録する', PRICE],
      [2, '新しい料金に同意して訂正を申し出る', MORE_PRICE],
    ])
  })

  test('a newer one takes its place; staff who saw the earlier are told; five a day', async () => {
    const { desk, link, decide } = await begunCorrection({ engine })
    for (const n of [1, 2, 3, 4, 5]) {
      const fields = { jigyousha: `あおぞら${n}` }
      const reply = await correctBy(desk, link, { fields }, { key: `c-${n}` })
      expect(reply.statusCode).toBe(200)
    }
    const left = async () =>
      (await desk.ask(link, TELEPHONE)).json().details.actions.correctionsLeft
    expect(await left()).toBe(0)
    const sixth = await correctBy(desk, link, NAMED, { key: 'c-6' })
    expect([sixth.statusCode, codeOf(sixth)]).toEqual([409, 'correction_limit'])
    expect((await statesIn(desk)).filter((text) => text.endsWith('waiting'))).toEqual(['6 waiting'])
    const late = await decide(true)
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'changed_meanwhile'])
    expect((await decide(true, { seen: '6' })).statusCode).toBe(200)
    desk.clock.now += 86_400_000
    expect(await left()).toBe(5)
    const next = await correctBy(desk, link, NAMED, { key: 'c-7' })
    expect(next.statusCode).toBe(200)
  })

  test('closing while one waits asks first; withdrawing does not; then it lapses', async () => {
    const { desk, reference, link, decide } = await begunCorrection({ engine })
    await correctBy(desk, link, NAMED)
    const refused = await setStatus(desk, reference, 'received', 'done')
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'correction_waiting'])
    expect(await applicationIn(desk)).toMatchObject({ staff_status: 'received' })
    expect(await statesIn(desk)).toEqual(['1 first', '2 waiting'])
    expect((await withdrawBy(desk, link, { proposal: 2 })).statusCode).toBe(200)
    expect(await statesIn(desk)).toEqual(['1 first', '2 lapsed'])
    const { correction } = await feedOf(desk, reference)
    expect(correction).toMatchObject({ state: 'lapsed', decidedBy: '申込者', sentence: '' })
    expect(codeOf(await decide(true))).toBe('changed_meanwhile')
    await setStatus(desk, reference, 'withdrawn', 'in_progress')
    await correctBy(desk, link, NAMED, { key: 'c-2' })
    const despite = { despite: '3' }
    const done = await setStatus(desk, reference, 'in_progress', 'done', despite)
    expect(done.statusCode).toBe(200)
    expect(await statesIn(desk)).toEqual(['1 first', '2 lapsed', '3 lapsed'])
  })
})
