import { expect, test } from 'vitest'
import { FLAGS } from '#domain/staff.ts'
import { readOperator } from '../../config/operator-file.ts'
import type { MessageRow } from '../../store/applicant-rows.ts'
import { NO_LINKS } from '../../testing/calls.ts'
import { openEmpty } from '../../testing/databases.ts'
import { applicationRow, outboxRow, put } from '../../testing/rows.ts'
import { keepingTransport } from '../testing.ts'
import { mailDelivery, newsDelivery } from './notices.ts'

const operator = readOperator('')
const application = applicationRow('a', {
  company_name: 'あおぞら会',
  assurance: 'unverified',
  consent_price: '9,980',
  completed_at: Date.parse('2026-11-20T15:04:00+09:00'),
})
const flag = { application: 'a', flag: 'robot', detail: '', at: 0 } as const

async function mailOf(
  kind: 'mail_staff' | 'mail_applicant',
  given: Partial<typeof application> = {},
) {
  const { mails, transport } = keepingTransport()
  const row = outboxRow('1', { kind, recipient: 'taro@example.jp', created_at: 7 })
  const database = await openEmpty('sqlite')
  await put(database, { applications: [{ ...application, ...given }], flags: [flag] })
  const console = 'https://staff.example.jp'
  const words = { ...operator, consoleUrl: console }
  const prepare = mailDelivery(transport, 'staff@example.jp', words, NO_LINKS)
  const prepared = await database.read((tx) => prepare(tx, ['a']))
  expect(await prepared.get('a')?.(row, 9)).toEqual({ status: 'delivered' })
  return mails[0]
}

test('staff are told of the corporation, and what to look at', async () => {
  const mail = await mailOf('mail_staff')
  expect(mail).toMatchObject({ id: '1', date: 7, to: 'staff@example.jp' })
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail?.text).toContain('法人名　　：あおぞら会\n')
  expect(mail?.text).toContain('受付日時　：2026年11月20日 15:04\n')
  expect(mail?.text).toContain('確認事項　：招待リンクによる本人確認がありません')
  expect(mail?.text).toContain(`確認事項　：${FLAGS.robot.label}\n`)
  expect(mail?.text).toContain('https://staff.example.jp/applications/A\n')
  const invited = await mailOf('mail_staff', { assurance: 'invited', completed_at: null })
  expect(invited?.text.match(/確認事項.*/g)).toEqual([`確認事項　：${FLAGS.robot.label}`])
  expect(invited?.text).toContain('受付日時　：1970年1月1日 9:00\n')
})

test('applicants are told of their application, and answer to the support', async () => {
  const mail = await mailOf('mail_applicant')
  const replyTo = operator.words.supportMail
  expect(mail).toMatchObject({ id: '1', date: 7, to: 'taro@example.jp', replyTo })
  expect(mail?.subject).toBe(
    `【${operator.words.productName}】新規お申し込みを受け付けました（受付番号 A）`,
  )
  expect(mail?.text).toContain('月額9,980円')
})

type Said = readonly [kind: MessageRow['kind'], settledAt: number | null]

/** The first line of what the mail says, to the applicant and to staff, after these messages, oldest first. */
async function newsAfter(said: readonly Said[], withdrawal?: 'waiting' | 'refused') {
  const database = await openEmpty('sqlite')
  const complete = { ...application, state: 'complete', email: 'taro@example.jp' } as const
  const rest = { application: 'a', who: '', text: 'あ', question: null, settled_by: null }
  await put(database, {
    applications: [complete],
    messages: said.map(([kind, settled_at], n) => ({
      ...{ ...rest, id: `m-${n}`, kind, settled_at, at: n, day: `${n}` },
    })),
    ...(withdrawal && {
      withdrawal_requests: [
        {
          ...{ id: 'w', application: 'a', state: withdrawal, at: 1, sentence: '' },
          ...{ decided_at: null, decided_by: null },
        },
      ],
    }),
  })
  const { mails, transport } = keepingTransport()
  const prepare = newsDelivery(transport, 'staff@example.jp', operator, NO_LINKS)
  const told = await database.read((tx) => prepare(tx, ['a']))
  for (const kind of ['mail_status', 'mail_staff_news'] as const)
    await told.get('a')?.(outboxRow(kind, { kind, recipient: complete.email }), 9)
  const lines = mails.map(({ text }) => text.split('\n'))
  return [lines[0]?.[2], lines[1]?.[0]]
}

const STANDS = 'お申し込みの状況をお知らせします。'
const QUESTION =
  'お申し込みについて、担当者が確認したいことがあります。状況のページから、ご回答ください。'
const NOTICE = 'お申し込みについて、担当者からの連絡があります。状況のページで、ご確認ください。'
const REFUSED =
  '取り下げの申し出について、担当者からの返答があります。状況のページで、ご確認ください。'
const CONTACT = '申込者から連絡がありました。'
const MESSAGE = '申込者からのメッセージが届いています。'

test.each<[string, readonly Said[], string, string]>([
  ['nothing', [], STANDS, CONTACT],
  ['a question', [['question', null]], QUESTION, CONTACT],
  ['a question that is settled', [['question', 5]], STANDS, CONTACT],
  [
    'an answer',
    [
      ['question', 5],
      ['answer', null],
    ],
    STANDS,
    MESSAGE,
  ],
  [
    'an answer that is settled',
    [
      ['question', 5],
      ['answer', 6],
    ],
    STANDS,
    CONTACT,
  ],
  ['a message', [['message', null]], STANDS, MESSAGE],
  ['a message that is settled', [['message', 5]], STANDS, CONTACT],
  ['a notice', [['notice', 5]], NOTICE, CONTACT],
  [
    'a notice, and then a message',
    [
      ['notice', 5],
      ['message', null],
    ],
    STANDS,
    MESSAGE,
  ],
  [
    'a message, and then a notice',
    [
      ['message', 5],
      ['notice', 6],
    ],
    NOTICE,
    CONTACT,
  ],
  [
    'a question, and then a notice',
    [
      ['question', null],
      ['notice', 5],
    ],
    QUESTION,
    CONTACT,
  ],
])('what a mail says after %s', async (_, said, toApplicant, toStaff) => {
  expect(await newsAfter(said)).toEqual([toApplicant, toStaff])
})

test.each([
  ['waiting', STANDS, '取り下げの申し出が届いています。'],
  ['refused', REFUSED, CONTACT],
] as const)('what a mail says of a withdrawal that is %s', async (state, toApplicant, toStaff) => {
  expect(await newsAfter([], state)).toEqual([toApplicant, toStaff])
})
