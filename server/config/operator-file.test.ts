import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_WORDS, DOCUMENT_PATHS } from '#domain/operator-words.ts'
import { operatorFile } from '../testing/operator-file.ts'
import { readOperator } from './operator-file.ts'
import { OPERATOR_SETTINGS } from './operator-settings.ts'
import { PROJECT_ROOT } from './settings.ts'

test('the sample in deploy/ is read whole', () => {
  const { words, documents, consoleUrl } = readOperator(operatorFile().path)
  expect(words).toEqual({
    ...DEFAULT_WORDS,
    version: '2026-12-01',
    termsChangeOn: '2026年12月1日',
    chargingStart: '利用を開始した月の翌月分から、料金が発生します。',
    useEnd: 'お申し込みをいただいた月の末日に、ご利用を終了します。',
    lastBill: '終了する月の分を、翌月10日に請求します。',
    dataAfter: '終了した日から90日後に、データを削除します。',
  })
  expect([...documents.keys()]).toEqual(['/documents/terms.pdf', '/documents/privacy.pdf'])
  expect(consoleUrl).toBe('https://staff.apply.example.jp')
})

test('the folder of the sample has its two documents', () => {
  const { documents } = readOperator(join(PROJECT_ROOT, 'deploy/operator.toml'))
  expect([...documents.keys()]).toEqual(Object.values(DOCUMENT_PATHS))
})

test('without a file there are the samples, and nothing that nobody knows', () => {
  const { words, documents } = readOperator('')
  expect(words).toBe(DEFAULT_WORDS)
  expect(documents.size).toBe(0)
  expect(words.chargingStart ?? words.useEnd ?? words.lastBill ?? words.dataAfter).toBeUndefined()
})

test('what is left out is not said, what is given in place of a completion is', () => {
  const { words } = readOperator(
    operatorFile(
      ['charging_starts =', '# charging_starts ='],
      ['# trial =', 'trial ='],
      ['"terms.pdf"', '"https://example.jp/terms.pdf"'],
      ['"0120-000-000"', '"+81-3-1234-5678"'],
    ).path,
  )
  expect(words.chargingStart).toBeUndefined()
  expect(words.completions).toEqual({ trial: '数日以内に、マニュアルとお客様番号をお送りします。' })
  expect(words.termsHref).toBe('https://example.jp/terms.pdf')
  expect(words.phoneHref).toBe('tel:+81312345678')
})

test('questions that staff may choose stand in their order, as many as there are', () => {
  const { path } = operatorFile(
    ['# 2 =', '2 ='],
    ['[questions]', '[questions]\n5 = "お急ぎですか。"'],
  )
  expect(readOperator(path).questions).toEqual([
    'ご登録担当者様に日中つながるお電話番号をお知らせください。',
    'お急ぎですか。',
  ])
  expect(readOperator(operatorFile().path).questions).toEqual([])
  const more = operatorFile(['[questions]', '[questions]\n6 = "六つ目"']).path
  expect(() => readOperator(more)).toThrow('questions.6：この名前の項目はありません。')
})

test('campaigns that figures may name stand between commas of either kind', () => {
  const names = ' 2026秋の展示会、メルマガ,検索広告、'
  const of = (text: string) =>
    readOperator(operatorFile(['[figures]', `[figures]\ncampaigns = "${text}"`]).path).campaigns
  expect(of(names)).toEqual(['2026秋の展示会', 'メルマガ', '検索広告'])
  expect(readOperator(operatorFile().path).campaigns).toEqual([])
  for (const wrong of ['', '、', 'メル\\u202eマガ', 'あ'.repeat(2001)])
    expect(() => of(wrong)).toThrow('operator.toml:55 figures.campaigns：')
})

test('closed days are single ones and whole spans, up to a hundred', () => {
  const of = (text: string) =>
    readOperator(operatorFile(['[closed]', `[closed]\ndays = "${text}"`]).path).closedDays
  expect(of('2026-12-30〜2027-01-02、 2027-08-13')).toEqual([
    ...['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-08-13'],
  ])
  expect(readOperator(operatorFile().path).closedDays).toEqual([])
  for (const wrong of [
    '',
    '2026-02-30',
    '12-29',
    '2027-01-03〜2026-12-29',
    '2026-01-01〜2026-12-31',
  ])
    expect(() => of(wrong)).toThrow(/operator\.toml:\d+ closed\.days：/)
})

const HOURS = 'hours = "平日 9:00〜17:00"'

test.each([
  ['version = "2026-12-01"', 'version = "2026/12"', 'operator.toml:6 version：'],
  ['version = "2026-12-01"', '', 'version：この項目が必要です'],
  [
    'version = "2026-12-01"',
    'version = "1"\nconstructor = "A"',
    'operator.toml:7 constructor：この名前の項目はありません。',
  ],
  ['changed_on = 2026-12-01', 'changed_on = "2026-02-30"', 'operator.toml:15 terms.changed_on：'],
  [
    'changed_on = 2026-12-01',
    'changed_on = 2026-12-01T09:00:00Z',
    'operator.toml:15 terms.changed',
  ],
  [HOURS, 'hours = "平日\\n9:00"', 'operator.toml:23 support.hours：'],
  [HOURS, 'hours = "平日\\u202e9:00"', 'operator.toml:23 support.hours：'],
  [HOURS, `hours = "${'あ'.repeat(301)}"`, 'operator.toml:23 support.hours：'],
  [HOURS, 'hours = 9', 'operator.toml:23 support.hours：'],
  [HOURS, 'hours = " "', 'operator.toml:23 support.hours：'],
  [HOURS, 'hour = "平日"', 'operator.toml:23 support.hour：この名前の項目はありません。'],
  [HOURS, 'hours = 平日', 'operator.toml:23 TOML として読めません'],
  [HOURS, `${HOURS}\n${HOURS}`, 'operator.toml:24 TOML として読めません'],
  ['"0120-000-000"', '"0120-000"', 'operator.toml:22 support.telephone：'],
  ['"support@example.co.jp"', '"a@b, c@d"', 'operator.toml:24 support.mail：'],
  ['"terms.pdf"', '"http://example.jp/terms.pdf"', 'operator.toml:16 terms.document：'],
  ['"terms.pdf"', '"gone.pdf"', 'operator.toml:16 terms.document：gone.pdf がないか'],
  ['"https://staff.apply.example.jp"', '"staff"', 'operator.toml:64 staff.console：'],
])('%s → %s is refused with its line and key', (from, to, message) => {
  expect(() => readOperator(operatorFile([from, to]).path)).toThrow(message)
})

test('every fault is named at once', () => {
  const { path } = operatorFile([HOURS, 'hours = ""'], ['"0120-000-000"', '""'])
  const lines = catchMessage(() => readOperator(path)).split('\n')
  expect(lines).toHaveLength(2)
})

test('a file that is not there, is no UTF-8, or names a document that is no PDF', () => {
  const file = operatorFile()
  file.document('terms.pdf', '<html>')
  expect(() => readOperator(file.path)).toThrow('terms.pdf がないか、PDF ではありません')
  writeFileSync(file.path, Buffer.from([0x93, 0xfa, 0x96, 0x7b]))
  expect(() => readOperator(file.path)).toThrow('UTF-8')
  rmSync(file.path)
  expect(() => readOperator(join(dirname(file.path), 'operator.toml'))).toThrow('読めません')
})

test.each([
  'version',
  'product.name',
  'product.kind',
  'product.company',
  'terms.changed_on',
  'terms.document',
  'privacy.document',
  'support.telephone',
  'support.hours',
  'support.mail',
] as const)('%s must be there', (key) => {
  const name = key.split('.').at(-1) ?? key
  const line = key === 'privacy.document' ? 'document = "privacy' : `${name} =`
  const { path } = operatorFile([`\n${line}`, `\n# ${line}`])
  const message = catchMessage(() => readOperator(path))
  expect(message).toContain(`${key}：この項目が必要です（${OPERATOR_SETTINGS[key].about}）。`)
})

function catchMessage(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}
