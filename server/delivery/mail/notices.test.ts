import { expect, test } from 'vitest'
import { FLAGS } from '#domain/staff.ts'
import { readOperator } from '../../config/operator-file.ts'
import { NO_LINKS } from '../../testing/calls.ts'
import { openEmpty } from '../../testing/databases.ts'
import { applicationRow, outboxRow, put } from '../../testing/rows.ts'
import { mailDelivery } from './notices.ts'
import type { Mail } from './transport.ts'

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
  const mails: Mail[] = []
  const transport = {
    send: async (mail: Mail) => {
      mails.push(mail)
      return { status: 'delivered' } as const
    },
    close: () => {},
  }
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
