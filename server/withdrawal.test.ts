/** An applicant withdraws, and staff decide of it: over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { addAccount, codeOf } from './testing/staff-app.ts'
import {
  applyAt,
  call,
  type Desk,
  decideOn,
  keyOf,
  linkIn,
  STAFF,
  setStatus,
  staffDo,
  startDesk,
  withdrawBy,
  writeBy,
} from './testing/status.ts'

const webhook = {
  WEBHOOK_URL: 'https://billing.example.jp/',
  WEBHOOK_EVENTS: ['application.withdrawn' as const],
}

async function begun(wanted: Parameters<typeof startDesk>[0]) {
  const desk = await startDesk(wanted)
  const { reply, reference } = await applyAt(desk, 'mine')
  return { desk, reference, link: linkIn(reply) }
}

async function requested(wanted: Parameters<typeof startDesk>[0]) {
  const rig = await begun(wanted)
  await setStatus(rig.desk, rig.reference, 'received', 'in_progress')
  expect((await withdrawBy(rig.desk, rig.link)).statusCode).toBe(200)
  const [request] = await rowsIn(rig.desk.database, 'withdrawal_requests')
  const decide = (accept: boolean, reason = '', headers?: Record<string, string>) => {
    const decision = { of: 'withdrawal', seen: request?.id ?? '', accept, reason } as const
    return decideOn(rig.desk, rig.reference, decision, headers)
  }
  return { ...rig, decide }
}

const kindsIn = async ({ database }: Desk) =>
  (await rowsIn(database, 'outbox')).map(({ kind }) => kind).toSorted()

describe('withdrawal', () => {
  test('without a key it is done, and asked for again it is no repetition', async () => {
    const { desk, link } = await begun({})
    const first = await withdrawBy(desk, link, { key: null })
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect(codeOf(await withdrawBy(desk, link, { key: null }))).toBe('already_closed')
  })

  test('who gave no address is mailed nothing', async () => {
    const desk = await startDesk()
    const suspension = { customer: 'C-20', key: keyOf('mine'), payload: { kind: 3 } }
    const link = linkIn(await call(desk.app, 'consent', suspension))
    expect((await withdrawBy(desk, link, { answer: 'C-20' })).statusCode).toBe(200)
    expect(await kindsIn(desk)).toEqual(['mail_staff', 'mail_staff_news'])
  })

  test('staff refuse with a sentence, which the applicant reads; then another request may come', async () => {
    const { desk, link, decide } = await requested({})
    expect((await decide(false)).statusCode).toBe(422)
    const reason = '開始の準備が済んでいるため、お電話ください。'
    expect((await decide(false, ` ${reason}\n`)).statusCode).toBe(200)
    const shown = (await desk.ask(link, '0312345678')).json()
    expect(shown).toMatchObject({
      application: { status: 'in_progress' },
      details: {
        withdrawal: { state: 'refused', sentence: reason },
        actions: { withdraw: 'request' },
      },
    })
    const late = await decide(true)
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'changed_meanwhile'])
    expect(late.json().error.fields.seen[0]).toBe(
      'この取り下げの申し出は、hanakoさんがすでに断りました。内容を確認してから、もう一度操作してください。',
    )
    expect((await withdrawBy(desk, link, { key: 'w-2' })).json().details.withdrawal.state).toBe(
      'waiting',
    )
  })

  test('who withdraws it by the status confirms the request', async () => {
    const { desk, reference } = await requested({})
    const asked = new Date(desk.clock.now).toISOString()
    const shown = async () => {
      const url = `/api/applications/${reference}`
      const record = await desk.staff.app.inject({ url, headers: STAFF })
      return record.json().conversation.withdrawal
    }
    const request = { id: expect.any(String), at: asked, sentence: '' }
    const open = { ...request, state: 'waiting', decidedAt: null, decidedBy: null }
    expect(await shown()).toEqual(open)
    expect((await setStatus(desk, reference, 'in_progress', 'withdrawn')).statusCode).toBe(200)
    const at = new Date(desk.clock.now).toISOString()
    const decided = { state: 'confirmed', decidedAt: at, decidedBy: 'hanako' }
    expect(await shown()).toEqual({ ...open, ...decided })
  })

  test('at once, after staff have given it back, it confirms the request that still waits', async () => {
    const { desk, reference, link } = await begun({})
    await setStatus(desk, reference, 'received', 'in_progress')
    await withdrawBy(desk, link)
    await setStatus(desk, reference, 'in_progress', 'received')
    expect((await withdrawBy(desk, link, { key: 'w-2' })).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'withdrawal_requests')).toMatchObject([
      { state: 'confirmed', decided_by: '申込者' },
    ])
  })

  test('every refusal changes nothing', async () => {
    const { desk, reference, link } = await begun({})
    const before = await rowsIn(desk.database, 'applications')
    const refusals = [
      [await withdrawBy(desk, link, { answer: '0' }), 403, 'gate_refused'],
      [await withdrawBy(desk, link.replace('.1.', '.2.')), 404, 'link_unknown'],
      [await withdrawBy(desk, 'x'), 404, 'link_unknown'],
      [await withdrawBy(desk, link, { key: 'a key' }), 400, 'malformed_request'],
    ] as const
    for (const [reply, status, code] of refusals)
      expect([reply.statusCode, codeOf(reply)]).toEqual([status, code])
    expect((await writeBy(desk, link, 'こんにちは', { key: 'same' })).statusCode).toBe(200)
    const reused = await withdrawBy(desk, link, { key: 'same' })
    expect([reused.statusCode, codeOf(reused)]).toEqual([422, 'key_reused'])
    expect(await rowsIn(desk.database, 'applications')).toEqual(before)
    expect(await rowsIn(desk.database, 'withdrawal_requests')).toEqual([])
    const reader = { 'x-user': 'yomu', 'x-forwarded-proto': 'https' }
    await addAccount(desk.staff, 'yomu', 'reader')
    for (const path of ['questions', 'decision'] as const)
      expect((await staffDo(desk, reference, path, {}, reader)).statusCode).toBe(403)
  })

  test.each([
    ['an address alone', { ...webhook, WEBHOOK_EVENTS: [] }],
    ['the wish alone', { ...webhook, WEBHOOK_URL: '' }],
  ])('%s sends no call about the withdrawal', async (_, half) => {
    const { desk, link } = await begun({ webhook: half })
    expect((await withdrawBy(desk, link)).statusCode).toBe(200)
    expect(await kindsIn(desk)).not.toContain('webhook_withdrawn')
  })

  test('wrong answers at the actions and at the looks are counted together', async () => {
    const { desk, link } = await begun({})
    for (let n = 0; n < 3; n++) await desk.ask(link, `0${n}`)
    for (let n = 0; n < 2; n++) await withdrawBy(desk, link, { answer: `1${n}` })
    const rests = [await withdrawBy(desk, link), await writeBy(desk, link, 'あ')]
    expect(rests.map((reply) => codeOf(reply))).toEqual(['gate_resting', 'gate_resting'])
  })
})

describe.each(ENGINES)('withdrawal on %s', (engine) => {
  test('while nobody has begun: at once, once, and everybody is told', async () => {
    const { desk, reference, link } = await begun({ engine, webhook })
    const before = await kindsIn(desk)
    const reply = await withdrawBy(desk, link)
    expect(reply.json()).toMatchObject({
      application: {
        status: 'withdrawn',
        steps: [{ status: 'received' }, { status: 'withdrawn' }],
      },
      details: { withdrawal: null, actions: { withdraw: null } },
    })
    const [row] = await rowsIn(desk.database, 'applications')
    expect(row).toMatchObject({ staff_status: 'withdrawn', closed_at: desk.clock.now })
    expect(await rowsIn(desk.database, 'changes')).toMatchObject([{ version: 2 }])
    const history = (await rowsIn(desk.database, 'history')).filter(
      ({ action }) => action === 'status',
    )
    expect(history).toMatchObject([{ who: '申込者', detail: 'withdrawn' }])
    const added = ['mail_staff_news', 'mail_status', 'webhook_withdrawn']
    expect(await kindsIn(desk)).toEqual([...before, ...added].toSorted())
    // The answer was lost: the same again is the same, and nothing is done twice.
    const again = await withdrawBy(desk, link)
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.json()).toEqual(reply.json())
    expect((await kindsIn(desk)).length).toBe(before.length + 3)
    const other = await withdrawBy(desk, link, { key: 'w-2' })
    expect([other.statusCode, codeOf(other)]).toEqual([409, 'already_closed'])
    expect(reference).toBeTypeOf('string')
  })

  test('later it is a request: one at a time, which staff confirm', async () => {
    const { desk, reference, link, decide } = await requested({ engine })
    const shown = (await desk.ask(link, '0312345678')).json()
    expect(shown).toMatchObject({
      application: { status: 'in_progress' },
      details: {
        withdrawal: { state: 'waiting', at: new Date(desk.clock.now).toISOString(), sentence: '' },
        actions: { withdraw: null },
      },
    })
    const toldOfIt = async () => [
      (await kindsIn(desk)).filter((kind) => kind === 'mail_staff_news'),
      (await rowsIn(desk.database, 'history')).filter(({ action }) => action === 'withdrawal'),
    ]
    const once = [['mail_staff_news'], [{ who: '申込者', detail: '' }]]
    expect(await toldOfIt()).toMatchObject(once)
    expect((await withdrawBy(desk, link, { key: 'w-2' })).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'withdrawal_requests')).toHaveLength(1)
    expect(await toldOfIt()).toMatchObject(once)
    // Another way to close it would pass the request over.
    const passed = await setStatus(desk, reference, 'in_progress', 'done')
    expect([passed.statusCode, codeOf(passed)]).toEqual([409, 'action_refused'])
    const keyed = { ...STAFF, 'idempotency-key': 'one-press-of-staff' }
    expect((await decide(true, '', keyed)).statusCode).toBe(200)
    expect((await decide(true, '', keyed)).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'withdrawal_requests')).toMatchObject([
      { state: 'confirmed', decided_by: 'hanako' },
    ])
    const after = (await desk.ask(link, '0312345678')).json()
    expect(after.application.status).toBe('withdrawn')
    expect((await kindsIn(desk)).filter((kind) => kind === 'mail_status')).toHaveLength(1)
    // Staff open it again: what they confirmed is over, and another request may come.
    await setStatus(desk, reference, 'withdrawn', 'in_progress')
    expect((await desk.ask(link, '0312345678')).json().details).toMatchObject({
      withdrawal: null,
      actions: { withdraw: 'request' },
    })
  })
})
