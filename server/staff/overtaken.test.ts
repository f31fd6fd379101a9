/** What a person of the staff is told where somebody was first, word by word; and that a press repeated after a lost answer does nothing more. */
import { expect, test } from 'vitest'
import { begunCorrection, decisionOn, named } from '../testing/corrections.ts'
import { rowsIn } from '../testing/rows.ts'
import { addAccount } from '../testing/staff-app.ts'
import {
  correctBy,
  type Desk,
  decideOn,
  STAFF,
  setStatus,
  staffDo,
  withdrawBy,
  writeBy,
} from '../testing/status.ts'

type Reply = { statusCode: number; json(): never }

const HANAKO = STAFF
/** One press, and its repetition after a lost answer. */
const KEYED = { 'idempotency-key': 'one-press-of-hanako' }
const TARO = { ...STAFF, 'x-user': 'taro' }
const LOOK_AGAIN = '内容を確認してから、もう一度操作してください。'

async function begun() {
  const rig = await begunCorrection({})
  await addAccount(rig.desk.staff, 'taro', 'worker')
  const at = () => new Date(rig.desk.clock.now).toISOString()
  const actions = async () =>
    (await rowsIn(rig.desk.database, 'history'))
      .flatMap(({ action, who, detail }) =>
        action === 'status' || who === '申込者' ? [] : [`${action} ${who} ${detail}`.trim()],
      )
      .toSorted()
  return { ...rig, at, actions }
}

/** The sentence at whatever field it stands, and both sides. */
function toldBy(reply: Reply) {
  const { code, fields, sides } = (
    reply.json() as {
      error: { code: string; fields: Record<string, string[]>; sides: object }
    }
  ).error
  expect([reply.statusCode, code]).toEqual([409, 'changed_meanwhile'])
  return { sentence: Object.values(fields).flat().join(), ...sides }
}

async function bodyOf(reply: Promise<Reply>): Promise<unknown> {
  const { statusCode, json } = await reply
  return statusCode === 200 ? json() : statusCode
}

test('an assignment that somebody else changed first is refused with both sides; a repeated press changes nothing', async () => {
  const { desk, reference, at, actions } = await begun()
  const assign = (from: string, to: string, headers: Record<string, string> = HANAKO) =>
    desk.staff.app.inject({
      method: 'POST',
      url: `/api/applications/${reference}/assignee`,
      headers,
      payload: { to, seen: { assignee: from } },
    })
  const own = { assignee: 'hanako', who: 'hanako', at: at() }
  const once = { ...HANAKO, ...KEYED }
  expect(await bodyOf(assign('', 'hanako', once))).toEqual(own)
  desk.clock.now += 60_000
  expect(await bodyOf(assign('', 'hanako', once))).toEqual(own)
  expect(await actions()).toEqual(['assignee hanako hanako'])
  const late = await assign('', 'taro', TARO)
  expect(Object.keys(late.json().error.fields)).toEqual(['assignee'])
  expect(toldBy(late)).toEqual({
    sentence: `担当がすでに「hanako」に変更されています。${LOOK_AGAIN}`,
    field: 'assignee',
    yours: { from: '', to: 'taro' },
    theirs: { value: 'hanako', who: 'hanako', at: own.at },
  })
  const nobody = { assignee: '', who: 'taro', at: at() }
  expect(await bodyOf(assign('hanako', ' ', TARO))).toEqual(nobody)
  // Nothing to record.
  expect(await bodyOf(assign('', ''))).toMatchObject({ assignee: '' })
  expect(toldBy(await assign('hanako', 'taro')).sentence).toBe(
    `担当がすでに「なし」に変更されています。${LOOK_AGAIN}`,
  )
  expect(await actions()).toEqual(['assignee hanako hanako', 'assignee taro'])
})

const ask = (
  desk: Desk,
  reference: string,
  { text = '問い', last = '', wantsAnswer = true, headers = HANAKO as Record<string, string> },
) => staffDo(desk, reference, 'questions', { text, wantsAnswer, seen: { message: last } }, headers)

test('a question behind a message that was not seen is refused with both sides; a repeated press changes nothing', async () => {
  const { desk, reference, link, at, actions } = await begun()
  const write = (more: Parameters<typeof ask>[2]) => ask(desk, reference, more)
  // Behind a message that nobody has.
  expect(toldBy(await write({ last: 'x' }))).toMatchObject({
    theirs: { value: '', who: null, at: null },
  })
  const once = { headers: { ...HANAKO, ...KEYED } }
  expect((await write(once)).statusCode).toBe(200)
  const asked = at()
  desk.clock.now += 60_000
  expect((await write(once)).statusCode).toBe(200)
  const behind = {
    sentence:
      '先にhanakoさんが書いたものがあります。内容を確認してから、もう一度押してください。入力した内容は残っています。',
    field: 'message',
    yours: { from: '', to: '' },
    theirs: { value: 'question', who: 'hanako', at: asked },
  }
  // No repetition: other words, another person, a notice.
  for (const other of [{}, { text: '別' }, { headers: TARO }, { wantsAnswer: false }])
    expect(toldBy(await write(other))).toEqual(behind)
  expect(await actions()).toEqual(['notify hanako', 'question hanako'])

  // Who has seen the same words may say them again.
  const [first] = await rowsIn(desk.database, 'messages')
  expect((await write({ last: first?.id ?? '' })).statusCode).toBe(200)
  const questions = (await rowsIn(desk.database, 'messages')).map(({ text }) => text)
  expect(questions).toEqual(['問い', '問い'])
  await writeBy(desk, link, '伝えたいこと')
  expect(toldBy(await write({ text: '次' }))).toMatchObject({
    sentence: expect.stringMatching(/^先に申込者が書いたものがあります。/),
    theirs: { value: 'message', who: null, at: at() },
  })
  const newest = (await rowsIn(desk.database, 'messages')).find(({ kind }) => kind === 'message')
  await write({ text: '知らせ', wantsAnswer: false, last: newest?.id ?? '' })
  const notice = (await rowsIn(desk.database, 'messages')).find(({ kind }) => kind === 'notice')
  expect(notice).toMatchObject({ settled_by: 'hanako', settled_at: desk.clock.now })
})

test('a message that somebody else has settled is refused with both sides; a repeated press changes nothing', async () => {
  const { desk, reference, at, actions } = await begun()
  await ask(desk, reference, {})
  const [first] = await rowsIn(desk.database, 'messages')
  await ask(desk, reference, { text: '次', last: first?.id ?? '' })
  const settle = (message = first?.id ?? '', headers: Record<string, string> = HANAKO) =>
    decideOn(desk, reference, { of: 'message', seen: message }, headers)
  const once = { ...HANAKO, ...KEYED }
  expect((await settle(first?.id, once)).statusCode).toBe(200)
  const settled = at()
  desk.clock.now += 60_000
  expect((await settle(first?.id, once)).statusCode).toBe(200)
  expect(toldBy(await settle(first?.id, TARO))).toEqual({
    sentence: 'hanakoさんがすでに確認済みにしました。',
    field: 'message',
    yours: { from: 'waiting', to: 'settled' },
    theirs: { value: 'settled', who: 'hanako', at: settled },
  })
  const unknown = await settle('01900000-0000-7000-8000-000000000000')
  expect(unknown.statusCode).toBe(404)
  expect((await actions()).filter((action) => action.startsWith('settled'))).toEqual([
    'settled hanako',
  ])
})

test('a withdrawal that somebody else decided is refused with both sides; a repeated press changes nothing', async () => {
  const { desk, reference, link, at, actions } = await begun()
  const decide = async (
    accept: boolean,
    reason = '',
    headers: Record<string, string> = HANAKO,
    wanted?: string,
  ) => {
    const requests = await rowsIn(desk.database, 'withdrawal_requests')
    const seen = wanted ?? requests.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]?.id ?? '-'
    return decideOn(desk, reference, { of: 'withdrawal', seen, accept, reason }, headers)
  }
  await setStatus(desk, reference, 'received', 'in_progress')
  expect(toldBy(await decide(true))).toMatchObject({
    sentence: `取り下げの申し出はありません。${LOOK_AGAIN}`,
    theirs: { value: '', who: null, at: null },
  })
  await withdrawBy(desk, link)
  const [first] = await rowsIn(desk.database, 'withdrawal_requests')
  const once = { ...HANAKO, ...KEYED }
  expect((await decide(false, 'お電話ください。', once)).statusCode).toBe(200)
  const refused = at()
  desk.clock.now += 60_000
  expect((await decide(false, 'お電話ください。', once)).statusCode).toBe(200)
  const told = {
    sentence: `この取り下げの申し出は、hanakoさんがすでに断りました。${LOOK_AGAIN}`,
    field: 'withdrawal',
    yours: { from: 'waiting', to: 'refused' },
    theirs: { value: 'refused', who: 'hanako', at: refused },
  }
  expect(toldBy(await decide(false, 'お電話ください。', TARO))).toEqual(told)
  expect(toldBy(await decide(false, '別の言葉'))).toEqual(told)
  const accepted = { ...told, yours: { from: 'waiting', to: 'confirmed' } }
  expect(toldBy(await decide(true, 'お電話ください。'))).toEqual(accepted)
  expect(await actions()).toEqual(['notify hanako', 'withdrawal_refused hanako'])

  await withdrawBy(desk, link, { key: 'w-2' })
  // Whoever still sees the first one decides nothing of the second.
  expect(toldBy(await decide(true, '', TARO, first?.id))).toMatchObject({
    sentence: `この間に、申込者が新しい取り下げを申し出ました。${LOOK_AGAIN}`,
    theirs: { value: 'waiting', who: null, at: null },
  })
  expect((await decide(true)).statusCode).toBe(200)
  expect(toldBy(await decide(false, 'お電話ください。', TARO))).toMatchObject({
    sentence: `この取り下げの申し出は、hanakoさんがすでに確認しました。${LOOK_AGAIN}`,
    theirs: { value: 'confirmed', who: 'hanako' },
  })
  expect(await actions()).toEqual(['notify hanako', 'notify hanako', 'withdrawal_refused hanako'])
})

test('a correction that was decided or replaced is refused with both sides; a repeated press changes nothing', async () => {
  const { desk, reference, link, at, actions } = await begun()
  const decide = decisionOn(desk, reference)
  const nothing = {
    sentence: `訂正の申し出はありません。${LOOK_AGAIN}`,
    field: 'correction',
    yours: { from: 'waiting', to: 'accepted' },
    theirs: { value: '', who: null, at: null },
  }
  const early = await decide(true)
  expect(toldBy(early)).toEqual(nothing)
  expect(Object.keys(early.json().error.fields)).toEqual(['seen'])
  await correctBy(desk, link, named('あおぞら二'))
  await correctBy(desk, link, named('あおぞら三'), { key: 'c-2' })
  expect(toldBy(await decide(false))).toEqual({
    sentence: `この間に、申込者が新しい訂正を申し出ました。${LOOK_AGAIN}`,
    field: 'correction',
    yours: { from: 'waiting', to: 'declined' },
    theirs: { value: 'waiting', who: null, at: null },
  })

  const once = { ...HANAKO, ...KEYED }
  expect((await decide(false, { seen: '3' }, once)).statusCode).toBe(200)
  const declined = { value: 'declined', who: 'hanako', at: at() }
  desk.clock.now += 60_000
  expect((await decide(false, { seen: '3' }, once)).statusCode).toBe(200)
  // No repetition: another person, other words, the other decision, an earlier correction.
  for (const other of [
    await decide(false, { seen: '3' }, TARO),
    await decide(false, { seen: '3', reason: '別の言葉' }),
    await decide(true, { seen: '3', reason: '番号が違います。' }),
    await decide(false),
  ])
    expect(toldBy(other)).toMatchObject({
      sentence: `この訂正の申し出は、すでに断られています。${LOOK_AGAIN}`,
      theirs: declined,
    })
  expect(await actions()).toEqual(['correction_declined hanako 3', 'notify hanako'])

  await correctBy(desk, link, named('あおぞら四'), { key: 'c-3' })
  expect((await decide(true, { seen: '4' })).statusCode).toBe(200)
  expect(toldBy(await decide(true, { seen: '4' }, TARO)).sentence).toBe(
    `この訂正は、すでに反映されています。${LOOK_AGAIN}`,
  )
  await correctBy(desk, link, named('あおぞら五'), { key: 'c-4' })
  expect((await withdrawBy(desk, link, { proposal: 5 })).statusCode).toBe(200)
  expect(toldBy(await decide(true, { seen: '5' })).sentence).toBe(
    `お申し込みへの対応が終わったため、この訂正の申し出も終わっています。${LOOK_AGAIN}`,
  )
})

test('to what was erased meanwhile nothing is said, settled or decided any more', async () => {
  const { desk, reference, link } = await begun()
  await setStatus(desk, reference, 'received', 'in_progress')
  await writeBy(desk, link, '伝えたいこと')
  await withdrawBy(desk, link)
  await correctBy(desk, link, named('あおぞら二'))
  const [message] = await rowsIn(desk.database, 'messages')
  const [request] = await rowsIn(desk.database, 'withdrawal_requests')
  await desk.staff.staffApplications.erase({ reference, by: { name: 'root', via: 'command' } })
  const late = [
    await ask(desk, reference, { last: message?.id ?? '' }),
    await decideOn(desk, reference, { of: 'message', seen: message?.id ?? '' }),
    await decideOn(desk, reference, { of: 'withdrawal', seen: request?.id ?? '' }),
    await decisionOn(desk, reference)(true),
  ]
  for (const reply of late) {
    const { code, fields } = reply.json().error
    expect([reply.statusCode, code]).toEqual([409, 'action_refused'])
    expect(Object.values(fields)).toEqual([[expect.stringContaining('個人情報を消去したため')]])
  }
})
