import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { WIRE_NAMES } from '#contract/apply.ts'
import type { ExportFormat } from '#contract/console.ts'
import {
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  fieldRow,
} from '#domain/applicant.ts'
import { DELIVERY_STATES } from '#domain/staff.ts'
import { filterOf } from '../admin/applications.ts'
import { timelineOf } from '../admin/explain.ts'
import type { Database } from '../store/database.ts'
import { NEVER } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import { query } from '../store/statement.ts'
import {
  addition,
  applicationsOn,
  consent,
  NOW,
  register,
  suspension,
  TRIAL,
} from '../testing/calls.ts'
import { openEmpty } from '../testing/databases.ts'
import { applicantLines, recordLines } from './application-fields.ts'
import { createStaffApplications } from './applications.ts'
import { EXPORTS } from './export.ts'

/** Their order and their labels are held by the tests of the wire and of the table. */
const FIELDS = Object.keys(WIRE_NAMES) as ApplicantField[]
const HEADINGS = [
  ...['受付番号', 'お客様番号', '手続き', '申し込みの状態', '対応状況', '本人確認'],
  ...['受付日時', '申込完了日時', '対応開始', '対応終了', '担当', '確認した方', '発行番号'],
  ...[...FIELDS.map((field) => fieldRow(field).label), ...CAMPAIGN_KEYS],
  ...['料金表', '確認事項', '月額料金（税抜）', '体験・却下・取り下げの料金'],
  ...['行', '事業所名', '事業所番号', 'サービス種類', 'サービスの記号'],
  ...['内容の版', '訂正の前の内容', 'お客様番号の照会'],
]
const TIME = '2026-11-20 09:00'
const FACILITIES = [
  { facilityName: 'あおぞら', facilityNumber: '1310000011', serviceKey: 'SYUKEI_B' },
  { facilityName: 'ひだまり', facilityNumber: '1310000011', serviceKey: 'KYODO' },
]

async function exported(database: Database, format: ExportFormat): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const staff = createStaffApplications(database, () => NOW)
  for await (const chunk of EXPORTS[format].chunks(staff, filterOf({}))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Those of one moment stand in no order. */
const byKind = (outbox: readonly OutboxRow[]) =>
  outbox.toSorted((a, b) => a.kind.localeCompare(b.kind))

/** A trial with two rows and a flag; a suspension a minute before. */
async function two(database: Database): Promise<{ trial: string }> {
  const earlier = applicationsOn(database, { clock: () => NOW - 60_000 })
  await earlier.consent(suspension('C-1'))
  const applications = applicationsOn(database)
  const flags = [{ flag: 'robot', detail: 'trap' }] as const
  const { username: customer, reference: trial } = await applications.register(
    register({ ...TRIAL, flags }),
  )
  await applications.consent(consent({ customer, kind: 4, priceText: '10,980' }))
  await applications.addFacilities(addition({ customer, facilities: FACILITIES }))
  return { trial }
}

test('what is not there yet has an empty cell; what there are several of stand side by side', async () => {
  const database = await openEmpty('sqlite')
  await two(database)
  await database.atomic((tx) =>
    tx.run(query((db) => db.updateTable('facilities').set({ service_key: 'FORMER' }))),
  )
  const later = applicationsOn(database, { clock: () => NOW + 60_000 })
  const flags = [
    { flag: 'robot', detail: '' },
    { flag: 'limit_near', detail: '' },
  ] as const
  await later.register(register({ flags }))
  const { data } = Papa.parse<string[]>((await exported(database, 'csv')).toString().trim())
  const column = (heading: string) => data.map((row) => row[HEADINGS.indexOf(heading)]).slice(1)
  expect(column('申込完了日時')).toEqual(['', TIME, TIME, '2026-11-20 08:59'])
  expect(column('確認事項').slice(0, 2)).toEqual([
    '短い時間に多くの申し込みがありました／自動送信の疑いがあります',
    '自動送信の疑いがあります',
  ])
  expect(column('サービス種類')).toEqual(['', '', '', ''])
  expect(column('サービスの記号')).toEqual(['', 'FORMER', 'FORMER', ''])
})

test('the record begins with what there is to say of an application, and with what was typed until it is erased', async () => {
  const database = await openEmpty('sqlite')
  const { trial } = await two(database)
  const staff = createStaffApplications(database, () => NOW)
  const [row, ended] = await staff.page(filterOf({}), { limit: 2 })
  if (!row || !ended) throw new Error('not found')
  const [own, times] = [
    [
      ['受付番号', trial],
      ['受付日時', TIME],
    ],
    [
      ['申込完了日時', TIME],
      ['申し込みの状態', '申し込み完了'],
      ['対応状況', '未対応'],
    ],
  ]
  const price = ['無料体験の料金', expect.stringMatching(/月額10,980円.+、料金表 trial-2025-02$/)]
  expect(recordLines(row)).toEqual([...own, ...times, price])
  expect(recordLines({ ...row, repeat_count: 2, customer_number: 'C-9', revision: 3 })).toEqual([
    ...[...own, ...times, price],
    ['発行番号', 'C-9'],
    ['内容の版', '3（1は、最初に送信された内容）'],
    ['再送信', '同じ申し込みが、ほかに2回ありました'],
  ])
  expect(recordLines({ ...row, state: 'pending', completed_at: null, agreed_price: null })).toEqual(
    [...own, ['申し込みの状態', '入力途中']],
  )
  expect(recordLines(ended)).toEqual([
    ...[
      ['受付番号', ended.reference],
      ['お客様番号', 'C-1'],
    ],
    ...[
      ['受付日時', '2026-11-20 08:59'],
      ['申込完了日時', '2026-11-20 08:59'],
    ],
    ...[
      ['申し込みの状態', '申し込み完了'],
      ['対応状況', '未対応'],
      ['本人確認', '未確認'],
    ],
  ])
  expect(applicantLines(row).map(([label]) => label)).toEqual([
    ...applicantFieldsOf('trial').map((name) => fieldRow(name).label),
    'utm_source',
  ])
  expect(applicantLines(row).slice(-3)).toEqual([
    ['現在の請求方法', '他社ソフト'],
    ['ご利用中のソフト名', 'らくらく請求'],
    ['utm_source', 'メルマガ'],
  ])
  expect([applicantLines(ended), applicantLines({ ...row, erased_at: NOW })]).toEqual([[], []])
})

test('what happened to an application, in the order of time', async () => {
  const database = await openEmpty('sqlite')
  const { trial } = await two(database)
  const staff = createStaffApplications(database, () => NOW + 60_000)
  const by = { name: '花子', via: 'command' } as const
  await staff.changeStatus({ reference: trial, by, note: '', to: 'done' })
  await staff.addNote({ reference: trial, by, note: '秘密' })
  const whole = (await staff.find(trial))?.whole
  if (!whole) throw new Error('not found')
  const [applicant, staffMail] = byKind(whole.outbox)
  if (!applicant || !staffMail) throw new Error('no mails')
  const tried = { ...applicant, state: 'queued' as const, attempts: 2, last_error: '452' }
  const outbox = [
    { ...tried, next_at: NOW + 3_600_000 },
    { ...staffMail, state: 'sent' as const, attempts: 1, sent_at: NOW + 30_000 },
  ]
  const lines = timelineOf({ ...whole, outbox }).map(
    ({ at, what, detail }) => `${(at - NOW) / 1000} ${what} ${detail}`,
  )
  expect(lines).toEqual([
    '0 受付 60日間無料体験のお申し込み',
    '0 同意 規約の版 2022-04-01、0円（ご契約になった場合の目安：月額10,980円（税抜））',
    '0 確認事項 自動送信の疑いがあります',
    '0 完了 事業所 2 件',
    `0 受付メール 送信を予約（${applicant.id}）`,
    '0 受付メール 送信待ち、2回試行、次は 2026-11-20 10:00、理由：452',
    `0 担当者へのメール 送信を予約（${staffMail.id}）`,
    '30 担当者へのメール 送信済み、1回試行',
    '60 対応状況 花子：完了',
    '60 メモ 花子',
  ])
  const [ended] = await staff.page(filterOf({ flow: 'suspension' }), { limit: 1 })
  const suspended = (await staff.find(ended?.reference ?? ''))?.whole
  if (!suspended) throw new Error('not found')
  const application = { ...suspended.application, erased_at: NOW }
  const given = { ...applicant, state: 'failed' as const, attempts: 9, next_at: NEVER }
  const shown = timelineOf({ ...suspended, application, outbox: [given] })
  expect(shown.map(({ what, detail }) => `${what} ${detail}`)).toEqual([
    '受付 利用停止手続き、未確認',
    '同意 規約の版 2022-04-01',
    '完了 事業所 0 件',
    '個人情報の消去 ',
    `受付メール 送信を予約（${applicant.id}）`,
    `受付メール ${DELIVERY_STATES.failed}、9回試行`,
  ])
})
