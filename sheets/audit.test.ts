/** What must hold of any plan: what does not is marked, or said. */
import { expect, test } from 'vitest'
import { audited, faultsOf, lostNumbers, validNumbers } from './audit.ts'
import { planPaste } from './plan.ts'
import { pastedCell } from './recognise/cells.ts'
import { A, B, C, HEADS, list, target } from './testing/drawn-sheet.ts'

type Row = readonly [name: string, number: string, service: string]
const rowOf = ([name, number, service]: Row) => ({
  texts: [name, number, service],
  cells: {
    facilityName: pastedCell(target, 'facilityName', name),
    facilityNumber: pastedCell(target, 'facilityNumber', number),
    serviceKey: pastedCell(target, 'serviceKey', service),
  },
})
const marks = (rows: readonly Row[], isText = false, text = rows.join('\n')) =>
  audited(list, rows.map(rowOf), { text: isText ? text : null, areNamed: false }).map(({ cells }) =>
    Object.entries(cells)
      .flatMap(([cell, read]) => (read?.doubtful ? [cell] : []))
      .join(),
  )
const GOOD: Row = ['さくら', A, '生活介護']

test.each([
  ['03-1234-5678'],
  ['〒160-0023 新宿'],
  ['東京都新宿区西新宿二丁目50'],
  ['よろしくお願いいたします'],
  ['事業所名'],
  ['名称：さくら'],
  ['さくら……'],
  ['<b>さくら'],
  ['さくら（東'],
  ['さくら\u{e000}園'],
  ['〓田園'],
  ['縺ゅ♀縺ｰ'],
  ['/ さくら'],
  ['千葉県'],
  ['県北'],
  ['大阪市'],
  ['NPO'],
  ['社福'],
  ['知的'],
])('a name that is none: %s', (name) => {
  expect(marks([GOOD, [name, B, '短期入所']])).toEqual(['', 'facilityName'])
})

test('a service in the place of a name, while the service is blank', () => {
  expect(marks([GOOD, ['短期入所', B, '']])).toEqual(['', 'facilityName'])
  expect(marks([GOOD, ['短期入所', B, '短期入所']])).toEqual(['', ''])
})

test('one number has one name, and one name one number of a kind', () => {
  expect(marks([GOOD, ['かえで', A, '短期入所'], ['つばき', B, '短期入所']])).toEqual([
    'facilityName',
    'facilityName',
    '',
  ])
  expect(marks([GOOD, ['さくら', B, '短期入所']])).toEqual(['facilityName', 'facilityName'])
  // For adults and for children.
  expect(marks([GOOD, ['さくら', '1350400170', '児発']])).toEqual(['', ''])
})

test('the third digit fits the service, where the digits of a list say anything', () => {
  expect(marks([GOOD, ['かえで', '1350400170', '短期入所']])).toEqual(['', 'facilityNumber'])
  expect(marks([GOOD, ['かえで', B, '放デイ']])).toEqual(['', ''])
  expect(marks([GOOD, ['かえで', '1350400170', '移動支援']])).toEqual(['', ''])
})

test('no row lacks a number among numbered ones, but for municipal services', () => {
  const rows: Row[] = [GOOD, ['かえで', B, '短期入所'], ['つばき', C, '短期入所']]
  expect(marks([...rows, ['もみじ', '', '短期入所']]).at(-1)).toBe('facilityNumber')
  expect(marks([...rows, ['もみじ', '', '移動支援']]).at(-1)).toBe('')
  expect(marks([...rows, ['もみじ', '申請中', '短期入所']]).at(-1)).toBe('')
})

test('valid numbers of the source stand in a row, or are named', () => {
  expect(validNumbers(`${A} 131-010-0126 0312345678 TEL:${C} 1310100119`)).toEqual([A, B])
  const rows = [rowOf(GOOD)]
  expect(lostNumbers([[`さくら ${A}`], [`かえで ${B}`]], rows, true)).toEqual([B])
  expect(lostNumbers([[`（例）みほん ${B}`]], rows, true)).toEqual([])
  // In a table a second column of numbers may be of another law.
  expect(lostNumbers([['さくら', A, C]], rows, false)).toEqual([])
  const grid = [
    ...(HEADS.split('|').map((head) => [head])[0] ? [HEADS.split('|')] : []),
    ['さくら', A, 'GH'],
    ['', '', '', B],
  ]
  expect(planPaste(target, { grid }).notices.join()).toContain(B)
})

test('the less a reading leaves open the likelier it is', () => {
  const faults = (row: Row, lost: string[] = []) => faultsOf([rowOf(row)], lost)
  expect(faults(GOOD)).toBe(0)
  expect(faults(['', A, '生活介護'])).toBeGreaterThan(faults(['さくら', A, '']))
  expect(faults(GOOD, [B])).toBe(10)
})

test('of a text, a name that no line has on end was put together', () => {
  const rows: Row[] = [GOOD, ['つばき 送迎', B, '短期入所']]
  expect(marks(rows, true, `さくら ${A}\nつばき${B}送迎`)).toEqual(['', 'facilityName'])
  expect(marks(rows, true, `さくら ${A}\nつばき送迎 ${B}`)).toEqual(['', ''])
})

test('a number beside words in another cell than the one that is taken is lost', () => {
  const texts = [['さくら', A, `つばき（${B}）`]]
  expect(lostNumbers(texts, [rowOf(GOOD)], false)).toEqual([B])
  expect(lostNumbers([['さくら', A, B]], [rowOf(GOOD)], false)).toEqual([])
})
