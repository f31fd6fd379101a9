/** Questions, answers and messages between staff and an applicant: over the real app and console on both databases. */
import { describe, expect, test } from 'vitest'
import type { ApplicationPage, ApplicationRecord } from '#contract/console-answers.ts'
import { MESSAGE_LIMIT } from '#contract/status.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { applicationsOn, CORPORATION, suspension } from './testing/calls.ts'
import { ENGINES } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { addAccount, auditTrail, codeOf } from './testing/staff-app.ts'
import {
  applyAt,
  type Desk,
  decideOn,
  LINKS,
  linkIn,
  mailsOf,
  STAFF,
  setStatus,
  staffDo,
  startDesk,
  TELEPHONE,
  withdrawBy,
  writeBy,
} from './testing/status.ts'

const HOSTILE =
  '<img src=x onerror=alert(1)>\n=HYPERLINK("http://evil.example")\u202e‮\n\'; drop table messages; --'

async function begun(wanted: Parameters<typeof startDesk>[0]) {
  const desk = await startDesk(wanted)
  const { reply, reference } = await applyAt(desk, 'mine')
  return { desk, reference, link: linkIn(reply) }
}

const ask = (
  desk: Desk,
  reference: string,
  text: string,
  more: { last?: string; [field: string]: unknown } = {},
) => {
  const { last = '', ...fields } = more
  return staffDo(desk, reference, 'questions', {
    ...{ text, wantsAnswer: true, ...fields },
    seen: { message: last },
  })
}

const messagesIn = (desk: Desk) => rowsIn(desk.database, 'messages')

async function recordOf({ staff }: Desk, reference: string): Promise<ApplicationRecord> {
  const url = `/api/applications/${reference}`
  return (await staff.app.inject({ url, headers: STAFF })).json()
}

async function listOf({ staff }: Desk, query = ''): Promise<ApplicationPage> {
  return (await staff.app.inject({ url: `/api/applications${query}`, headers: STAFF })).json()
}

describe('messages', () => {
  test('a message is settled in its own application alone', async () => {
    const { desk, reference, link } = await begun({})
    const other = await applyAt(desk, 'other')
    await writeBy(desk, link, '伝えたいこと')
    const [message] = await messagesIn(desk)
    const seen = message?.id ?? ''
    const settle = (of: string) => decideOn(desk, of, { of: 'message', seen })
    expect((await settle(other.reference)).statusCode).toBe(404)
    expect(await messagesIn(desk)).toEqual([message])
    expect((await settle(reference)).statusCode).toBe(200)
    expect(await messagesIn(desk)).toMatchObject([{ settled_by: 'hanako' }])
  })

  test('another text, another question or none under the same key is refused, and not stored', async () => {
    const { desk, reference, link } = await begun({})
    await ask(desk, reference, '番号をお知らせください。')
    const question = (await messagesIn(desk))[0]?.id ?? ''
    const write = (text: string, more = {}) => writeBy(desk, link, text, { key: 'k', ...more })
    expect((await write('一', { question })).statusCode).toBe(200)
    const others = [
      await write('二', { question }),
      await write('一', { question: 'another' }),
      await write('一'),
    ]
    for (const other of others) expect(codeOf(other)).toBe('key_reused')
    expect(await messagesIn(desk)).toHaveLength(2)
  })

  test('cells that are pasted from a spreadsheet arrive, whoever writes', async () => {
    const { desk, reference, link } = await begun({})
    const pasted = 'A事業所\t就労継続支援B型\r\nB事業所\t生活介護'
    const text = 'A事業所 就労継続支援B型\nB事業所 生活介護'
    expect((await ask(desk, reference, pasted)).statusCode).toBe(200)
    const question = (await messagesIn(desk))[0]?.id ?? ''
    expect((await writeBy(desk, link, pasted, { question, key: 'k' })).statusCode).toBe(200)
    expect(await messagesIn(desk)).toMatchObject([{ text }, { text }])
    expect((await staffDo(desk, reference, 'notes', { note: pasted })).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'history')).toContainEqual(
      expect.objectContaining({ action: 'note', detail: text }),
    )
  })

  test('what is refused is not stored', async () => {
    const { desk, reference, link } = await begun({})
    for (const text of [
      '',
      ' \n　',
      'あ'.repeat(MESSAGE_LIMIT + 1),
      'a\u0000b',
      'a\u0008',
      '\ud800',
    ])
      expect([text.length, (await writeBy(desk, link, text, { key: 'k' })).statusCode]).toEqual([
        text.length,
        422,
      ])
    expect(
      (await writeBy(desk, link, 'い'.repeat(MESSAGE_LIMIT), { key: 'most' })).statusCode,
    ).toBe(200)
    for (const question of ['nothing', 'x'.repeat(64)])
      expect(
        codeOf(await writeBy(desk, link, 'あ', { question, key: `q-${question.length}` })),
      ).toBe('question_closed')
    const other = await applyAt(desk, 'other')
    await ask(desk, other.reference, 'ほかの方への質問')
    const foreign = (await messagesIn(desk)).find(({ kind }) => kind === 'question')?.id ?? ''
    expect(codeOf(await writeBy(desk, link, 'あ', { question: foreign, key: 'f' }))).toBe(
      'question_closed',
    )
    for (const seen of ['', 'x'.repeat(65)])
      expect((await decideOn(desk, reference, { of: 'message', seen })).statusCode).toBe(422)
    const declined = { of: 'message', seen: 'x', accept: false, reason: 'あ' } as const
    expect((await decideOn(desk, reference, declined)).statusCode).toBe(422)
    expect((await staffDo(desk, reference, 'decision', {})).statusCode).toBe(422)
    for (const payload of [
      { text: ' ' },
      { text: 'あ'.repeat(MESSAGE_LIMIT + 1) },
      { text: 'a\u0007' },
    ])
      expect((await ask(desk, reference, '', payload)).statusCode).toBe(422)
    expect(await messagesIn(desk)).toHaveLength(2)
    // What is no question of staff's has no answer: their notice, and the applicant's own words.
    const own = (await messagesIn(desk)).find(({ kind }) => kind === 'message')?.id ?? ''
    await ask(desk, reference, 'お知らせです。', { wantsAnswer: false, last: own })
    const notice = (await messagesIn(desk)).find(({ kind }) => kind === 'notice')?.id ?? ''
    await ask(desk, reference, '番号は', { last: notice })
    const open = (await messagesIn(desk)).find(({ text }) => text === '番号は')?.id ?? ''
    for (const question of [own, notice])
      expect(codeOf(await writeBy(desk, link, 'あ', { question, key: question }))).toBe(
        'question_closed',
      )
    expect((await messagesIn(desk)).find(({ id }) => id === own)?.settled_at).toBeNull()
    expect((await writeBy(desk, link, 'あ', { question: open, key: 'o' })).statusCode).toBe(200)
  })

  test('staff have the operator’s questions at hand, also who may only read', async () => {
    const desk = await startDesk()
    await addAccount(desk.staff, 'yomu', 'reader')
    for (const name of ['hanako', 'yomu']) {
      const headers = { ...STAFF, 'x-user': name }
      const reply = await desk.staff.app.inject({ url: '/api/question-texts', headers })
      expect([reply.statusCode, reply.json()]).toEqual([200, { texts: ['お急ぎですか。'] }])
    }
  })

  test('no file of applications has a word of it', async () => {
    const { desk, link } = await begun({})
    await writeBy(desk, link, HOSTILE, { key: 'h' })
    for (const format of ['csv', 'json', 'xlsx']) {
      const url = `/api/exports/${format}`
      const file = await desk.staff.app.inject({ url, headers: STAFF })
      expect([format, file.statusCode]).toEqual([format, 200])
      expect(file.rawPayload.includes('evil.example')).toBe(false)
    }
  })

  test('a notice wants no answer; an answered application and one by a number get none', async () => {
    const { desk, reference, link } = await begun({})
    await ask(desk, reference, ' 明日お送りします。\n', { wantsAnswer: false })
    const shown = (await desk.ask(link, TELEPHONE)).json()
    expect(shown.application.questionWaiting).toBe(false)
    expect(shown.details.messages).toMatchObject([
      { kind: 'notice', text: '明日お送りします。', isWaiting: false },
    ])
    expect((await mailsOf(desk))[0]?.text).toContain('担当者からの連絡があります')
    await setStatus(desk, reference, 'received', 'done')
    expect(codeOf(await ask(desk, reference, 'まだ', { last: shown.details.messages[0].id }))).toBe(
      'action_refused',
    )
    const applications = applicationsOn(desk.database, {
      clock: () => desk.clock.now,
      links: LINKS,
    })
    await applications.consent(suspension('C-9'))
    const number = (await rowsIn(desk.database, 'applications')).find(
      ({ customer }) => customer === 'C-9',
    )
    const refused = await ask(desk, number?.reference ?? '', '電話番号は')
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'action_refused'])
  })

  test('the console says that a gate rests, and until when', async () => {
    const { desk, reference, link } = await begun({})
    const rests = async () => (await recordOf(desk, reference)).conversation?.gateRests
    expect(await rests()).toBeNull()
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 5; n++) await desk.ask(link, `0${n}`)
      expect(await rests()).toBe(round < 3 ? 'next_hour' : 'renewal')
      desk.clock.now += 3_600_000
      expect(await rests()).toBe(round < 3 ? null : 'renewal')
    }
  })
})

describe.each(ENGINES)('messages on %s', (engine) => {
  test('staff ask, the applicant is told that something waits, and answers behind the gate', async () => {
    const { desk, reference, link } = await begun({ engine })
    const question = '事業所番号は1310100011で\nお間違いありませんか。'
    expect((await ask(desk, reference, question)).statusCode).toBe(200)
    const before = (await desk.ask(link)).json()
    expect(before.application.questionWaiting).toBe(true)
    expect(JSON.stringify(before)).not.toContain('1310100011')
    const [mail] = await mailsOf(desk)
    expect(mail?.subject).toMatch(
      /^【あおぞら請求】担当者からの連絡：新規お申し込み（受付番号 \S+）$/,
    )
    expect(mail?.text).toContain('担当者が確認したいことがあります')
    expect(mail?.text).toContain(`\n${LINKS.to({ reference, generation: 1 })}\n`)
    expect(mail?.text).not.toContain('1310100011')
    const [asked] = (await desk.ask(link, TELEPHONE)).json().details.messages
    const at = new Date(desk.clock.now).toISOString()
    expect(asked).toMatchObject({ kind: 'question', at, text: question, isWaiting: true })

    const reply = await writeBy(desk, link, ' はい、間違いありません。 ', {
      question: asked.id,
      key: 'a',
    })
    expect(reply.json()).toMatchObject({
      application: { questionWaiting: false },
      details: {
        messages: [
          { kind: 'question', isWaiting: false },
          { kind: 'answer', text: 'はい、間違いありません。' },
        ],
        actions: { message: true },
      },
    })
    const again = await writeBy(desk, link, ' はい、間違いありません。 ', {
      question: asked.id,
      key: 'a',
    })
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    const twice = await writeBy(desk, link, 'いいえ', { question: asked.id, key: 'b' })
    expect([twice.statusCode, codeOf(twice)]).toEqual([409, 'question_closed'])
    expect(await messagesIn(desk)).toHaveLength(2)
    const toStaff = (await mailsOf(desk)).at(-1)
    expect(toStaff).toMatchObject({ to: 'staff@example.jp' })
    expect(toStaff?.subject).toBe(`【連絡】新規お申し込み ${reference}`)
    expect(toStaff?.text).toContain('申込者からのメッセージが届いています。')
    expect(toStaff?.text).not.toContain('間違い')
    const history = (await rowsIn(desk.database, 'history')).map(({ action, who, detail }) => [
      action,
      who,
      detail,
    ])
    expect(history).toContainEqual(['question', 'hanako', ''])
    expect(history).toContainEqual(['message', '申込者', ''])
    expect((await auditTrail(desk.staff)).map(({ action }) => action)).toContain('question')
  })

  test('one message a day of Tokyo’s, also where two come at once', async () => {
    const { desk, link } = await begun({ engine })
    const replies = await Promise.all(
      ['一', '二', '三'].map((text, n) => writeBy(desk, link, text, { key: `k-${n}` })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const late = await writeBy(desk, link, '四', { key: 'k-4' })
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'message_sent_today'])
    expect((await desk.ask(link, TELEPHONE)).json().details.actions.message).toBe(false)
    // The end of the day in Tokyo is 15:00 in UTC.
    desk.clock.now = Date.UTC(2026, 10, 25, 14, 59)
    expect((await writeBy(desk, link, '五', { key: 'k-5' })).statusCode).toBe(200)
    expect((await writeBy(desk, link, '六', { key: 'k-6' })).statusCode).toBe(409)
    desk.clock.now += 60_000
    expect((await writeBy(desk, link, '七', { key: 'k-7' })).statusCode).toBe(200)
    expect(await messagesIn(desk)).toHaveLength(3)
  })

  test('what waits is counted, listed and marked; settled, it waits no more', async () => {
    const { desk, reference, link } = await begun({ engine })
    await applyAt(desk, 'quiet')
    expect((await listOf(desk)).waiting).toEqual({
      correction: { count: 0, oldest: null },
      withdrawal: { count: 0, oldest: null },
      message: { count: 0, oldest: null },
      returned: { count: 0, oldest: null },
    })
    const at = new Date(desk.clock.now).toISOString()
    await writeBy(desk, link, HOSTILE, { key: 'h' })
    desk.clock.now += DAY_MS
    await writeBy(desk, link, '二日目', { key: 'second' })
    await setStatus(desk, reference, 'received', 'in_progress')
    await withdrawBy(desk, link)
    const asked = new Date(desk.clock.now).toISOString()
    const page = await listOf(desk, '?waiting=message')
    expect(page.waiting).toEqual({
      correction: { count: 0, oldest: null },
      withdrawal: { count: 1, oldest: asked },
      message: { count: 1, oldest: at },
      returned: { count: 0, oldest: null },
    })
    expect(page.applications).toMatchObject([
      {
        reference,
        waiting: [
          { kind: 'message', since: at },
          { kind: 'withdrawal', since: asked },
        ],
      },
    ])
    const whole = (await listOf(desk)).applications
    expect(whole.filter(({ waiting }) => waiting?.length === 0)).toHaveLength(1)
    const { conversation } = await recordOf(desk, reference)
    expect(conversation?.messages.map(({ who, text }) => [who, text])).toEqual([
      ['', HOSTILE],
      ['', '二日目'],
    ])
    for (const { id: seen } of conversation?.messages ?? []) {
      const settled = { of: 'message', seen } as const
      const once = { ...STAFF, 'idempotency-key': seen }
      expect((await decideOn(desk, reference, settled, once)).statusCode).toBe(200)
      expect((await decideOn(desk, reference, settled, once)).statusCode).toBe(200)
    }
    await addAccount(desk.staff, 'taro', 'worker')
    const taro = { 'x-user': 'taro', 'x-forwarded-proto': 'https' }
    const [first] = conversation?.messages ?? []
    const late = await decideOn(desk, reference, { of: 'message', seen: first?.id ?? '' }, taro)
    expect(late.json().error.fields.seen).toEqual(['hanakoさんがすでに確認済みにしました。'])
    expect((await listOf(desk)).waiting.message).toEqual({ count: 0, oldest: null })
    expect((await listOf(desk, '?waiting=message')).applications).toEqual([])
    expect((await listOf(desk, '?waiting=withdrawal')).applications).toHaveLength(1)
  })

  test('nothing of what was said is left after an erasure, also where a message comes meanwhile', async () => {
    const { desk, reference, link } = await begun({ engine })
    await ask(desk, reference, '秘密の質問')
    await setStatus(desk, reference, 'received', 'in_progress')
    await withdrawBy(desk, link)
    const by = { name: 'a', via: 'command' } as const
    const [, reply] = await Promise.all([
      desk.staff.staffApplications.erase({ reference, by }),
      writeBy(desk, link, '秘密の返事', { key: 'k' }),
    ])
    expect([200, 404]).toContain(reply.statusCode)
    for (const table of [
      'messages',
      'withdrawal_requests',
      'applicant_calls',
      'status_links',
    ] as const)
      expect(await rowsIn(desk.database, table)).toEqual([])
    const late = [
      await writeBy(desk, link, 'まだ', { key: 'l' }),
      await withdrawBy(desk, link, { key: 'm' }),
    ]
    expect(late.map((each) => codeOf(each))).toEqual(['link_unknown', 'link_unknown'])
    expect(codeOf(await ask(desk, reference, 'まだ'))).toBe('action_refused')
    expect(JSON.stringify(await rowsIn(desk.database, 'history'))).not.toContain('秘密')
    expect(desk.logged()).not.toContain('秘密')
    expect(JSON.stringify(await auditTrail(desk.staff))).not.toContain('秘密')
  })
})

test('the link of a corporation is no other’s: what is written stays with its own', async () => {
  const { desk, link } = await begun({})
  const other = await applyAt(desk, 'other')
  await writeBy(desk, link, '自分の', { key: 'same' })
  expect(
    (await writeBy(desk, linkIn(other.reply), '自分の', { key: 'same' })).headers[
      'idempotent-replayed'
    ],
  ).toBeUndefined()
  expect(await messagesIn(desk)).toHaveLength(2)
  expect(CORPORATION.tel).toBe(TELEPHONE)
})
