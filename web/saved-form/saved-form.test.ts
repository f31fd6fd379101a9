/** Sheets as a spreadsheet may have left them; the file itself is tried in web/saved-form/workbook.test.ts. */
import { expect, test } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { type SavedForm, savedFormOf, savedSheets, type TypedForm } from './saved-form.ts'

const { rows: rules, catalogue } = FLOWS.trial
const ROW = { no: 1, facilityName: 'さくら', facilityNumber: '0110000001', serviceKey: 'TANKI' }
const FORM: TypedForm = {
  flow: 'trial',
  applicant: { ...EMPTY_APPLICANT, companyName: 'つばさ会', chance: '6' },
  rows: [ROW],
  leftOver: [],
}
const HEADINGS = ['事業所名', '事業所番号', 'サービス種類']

/** The two sheets of the form, changed, as the form that they are read as. */
function read(change: (facilities: Sheet, saved: Sheet) => Sheet[] = (...both) => both) {
  const [facilities, saved] = savedSheets(FORM, '昨日').map(({ name, columns, rows }) => ({
    name,
    grid: [columns.map(({ heading }) => heading), ...rows],
  }))
  if (!facilities || !saved) throw new Error('two sheets are written')
  return savedFormOf(change(facilities, saved), rules, priceListAt(catalogue, 0))
}

const withLines = (...lines: string[][]) =>
  read((facilities, saved) => [{ ...facilities, grid: [...facilities.grid, ...lines] }, saved])

/** The kept sheet with other words beside a label. */
const withText = (label: string, text: string) =>
  read((facilities, saved) => [
    facilities,
    { ...saved, grid: saved.grid.map((cells) => (cells[0] === label ? [label, text] : cells)) },
  ])

test('what was written is read, in whatever order the sheets stand', () => {
  const { applicant, rows, flow } = FORM
  const whole = { flow, savedAt: '昨日', applicant, rows }
  expect(read()).toMatchObject(whole)
  expect(read((facilities, saved) => [saved, facilities])).toMatchObject(whole)
  expect(read((_, saved) => [saved])).toMatchObject({ applicant, rows: null, facilities: null })
})

test('each sheet says what its columns are', () => {
  const [facilities, saved] = savedSheets(FORM, '昨日')
  expect(facilities?.columns.map(({ heading, width }) => [heading, width])).toEqual([
    ['事業所名', 40],
    ['事業所番号', 14],
    ['サービス種類', 30],
  ])
  expect(saved?.columns.map(({ heading }) => heading)).toEqual(['項目', '内容'])
})

test('blank lines below the rows are none, short lines have blank cells', () => {
  const blank = Array.from({ length: rules.max }, () => ['', '', ''])
  expect(withLines(...blank)?.rows).toEqual(FORM.rows)
  expect(withLines(['つばめ'], [], ['', '1'])?.rows).toEqual([
    ROW,
    { no: 2, facilityName: 'つばめ', facilityNumber: '', serviceKey: '' },
    { no: 3, facilityName: '', facilityNumber: '', serviceKey: '' },
    { no: 4, facilityName: '', facilityNumber: '1', serviceKey: '' },
  ])
})

test.each<[string, (facilities: Sheet) => Sheet]>([
  [
    'a column more in its headings',
    ({ grid }) => ({ grid: [[...HEADINGS, '備考'], ...grid.slice(1)] }),
  ],
  ['a heading less', ({ grid }) => ({ grid: [HEADINGS.slice(0, 2), ...grid.slice(1)] })],
  ['a hidden line', ({ grid }) => ({ grid, hiddenLines: new Set([1]) })],
  ['a hidden column', ({ grid }) => ({ grid, hiddenColumns: new Set([2]) })],
  [
    'a merged cell',
    ({ grid }) => ({ grid, merges: [{ line: 1, column: 0, lines: 1, columns: 2 }] }),
  ],
])('rows are for the preview where their sheet has %s', (_, change) => {
  expect(read((facilities, saved) => [change(facilities), saved])?.rows).toBeNull()
})

test('nothing merged and nothing hidden is nothing changed', () => {
  const seen = { merges: [], hiddenLines: new Set<number>(), hiddenColumns: new Set<number>() }
  expect(read((facilities, saved) => [{ ...facilities, ...seen }, saved])?.rows).toEqual(FORM.rows)
})

test('the format counts beside its own label alone', () => {
  const moved = ({ grid, ...rest }: Sheet) => ({
    ...rest,
    grid: grid.map(([label, ...cells]) => [`${label}です`, ...cells]),
  })
  expect(read((facilities, saved) => [facilities, moved(saved)])).toBeNull()
})

test.each<[string, string, Partial<SavedForm>]>([
  ['お手続き', '利用停止手続き', { flow: null }],
  ['お手続き', '', { flow: null }],
  ['保存した日時', '', { savedAt: '' }],
  [
    '当ソフトを何でお知りになりましたか',
    'ほかの言葉',
    { applicant: { ...EMPTY_APPLICANT, companyName: 'つばさ会', chance: '' } },
  ],
])('%s 「%s」 is read as what it can be', (label, text, saved) => {
  expect(withText(label, text)).toMatchObject(saved)
})

test('a choice that the form does not have any more is written by its number', () => {
  const applicant = { ...EMPTY_APPLICANT, companyName: 'つばさ会', chance: '99' }
  const [, saved] = savedSheets({ ...FORM, applicant }, '昨日')
  expect(saved?.rows).toContainEqual(['当ソフトを何でお知りになりましたか', '99'])
})

test('a line that was deleted is what was never typed', () => {
  const without = (...labels: string[]) =>
    read((facilities, saved) => [
      facilities,
      { ...saved, grid: saved.grid.filter(([label = '']) => !labels.includes(label)) },
    ])
  expect(without('保存した日時', 'お手続き')).toMatchObject({ savedAt: '', flow: null })
  expect(without('法人名', '当ソフトを何でお知りになりましたか')?.applicant).toBeNull()
})
