/** Which column is taken for what: by its heading, by what stands in it, and when a person is asked. */
import { describe, expect, test } from 'vitest'
import type { FacilityCell } from '#domain/facilities.ts'
import { planPaste } from '../plan.ts'
import type { Sheet } from '../sheet.ts'
import { A, B, C, drawn, target } from '../testing/drawn-sheet.ts'

const LETTERS = { facilityName: 'N', facilityNumber: '#', serviceKey: 'S' } as const
const lettersOf = (cells: readonly (FacilityCell | null)[]) =>
  cells.map((cell) => (cell ? LETTERS[cell] : '-')).join(' ')

/** N, # and S for name, number and service, `-` for what is not taken; behind a question mark the uses that are asked about. */
function columnsOf(text: string, details: Omit<Sheet, 'grid'> = {}): string {
  const { layout } = planPaste(target, { grid: drawn(text), ...details })
  const asked = layout.doubtful.length > 0 ? ` ? ${lettersOf(layout.doubtful)}` : ''
  return layout.shape === 'table' ? lettersOf(layout.columns) + asked : layout.shape
}

/** Numbers without their check digit. */
const [X, Y] = ['1310000001', '1310000004']

describe('names that are words for a service as well', () => {
  test.each([
    ['作業所1', '作業所2'],
    ['第1作業所', '第2作業所'],
    ['A作業所', 'B作業所'],
    ['生活介護1', '生活介護2'],
    ['第１生活介護', '第２生活介護'],
    ['児発 A', '児発 B'],
  ])('%s and %s stand beside a column of services', (one, other) => {
    const text = `${one}|${A}|生活介護\n${other}|${B}|生活介護`
    expect(columnsOf(text)).toBe('N # S')
    expect(planPaste(target, { grid: drawn(text) }).rows[0]?.cells.facilityName?.value).toBe(one)
  })

  test.each([
    ['that differ', `あ|${A}|グループホーム|短期入所\nい|${B}|B型作業所|生活介護`],
    ['of one line', `あ|${A}|グループホーム|短期入所`],
    [
      'that come again',
      `あ|${A}|A型作業所|短期入所\nい|${B}|B型作業所|生活介護\nう|${C}|B型作業所|居宅介護`,
    ],
    ['told apart by a letter', `あ|${A}|A型|短期入所\nい|${B}|B型|生活介護`],
    ['with capacities', `あ|${A}|生活介護20名|短期入所2名\nい|${B}|生活介護30名|短期入所3名`],
    ['all the same', `あ|${A}|グループホーム|短期入所\nい|${B}|グループホーム|短期入所`],
  ])('two columns of services %s', (_, text) => {
    expect(columnsOf(text)).toBe('N # S S')
  })
})

// What else stands under headings, or without any: the lists of sheets/corpus.
test.each([
  ['row numbers', `番号|事業所名|サービス\n1|あ|GH\n2|い|GH`, '- N S'],
  ['row numbers from 999 on', `番号|事業所名|サービス\n999|あ|GH\n1000|い|GH`, '- N S'],
  ['numbers from 1000 on', `番号|事業所名|サービス\n1000|あ|GH\n1001|い|GH`, '# N S'],
  ['numbers that do not count', `番号|事業所名|サービス\n3|あ|GH\n2|い|GH`, '# N S'],
  ['numbers without check digits', `あ|${X}|${Y}|GH`, 'N # - S ? #'],
  ['nothing but names', 'あ|い', 'cells'],
])('%s', (_, text, expected) => {
  expect(columnsOf(text)).toBe(expected)
})

describe('a column that the source hides', () => {
  const hiddenColumns = new Set([0])

  test('is taken where no other will do', () => {
    expect(columnsOf(`あ|え|${A}|GH\nい|お|${B}|GH`, { hiddenColumns })).toBe('- N # S')
    expect(columnsOf(`あ|${A}|GH\nい|${B}|GH`, { hiddenColumns })).toBe('N # S')
  })

  test('adds no further service', () => {
    expect(columnsOf(`GH|あ|${A}|児発\nGH|い|${B}|児発`, { hiddenColumns })).toBe('- N # S')
  })
})

test.each([
  ['a name at the number', 'facilityNumber', [['あ']], null],
  ['two names at the service', 'serviceKey', [['あ', 'い']], null],
  ['a number at the name', 'facilityName', [[A]], 'facilityNumber'],
  ['a number at the number', 'facilityNumber', [[A]], null],
  ['a service at the number', 'facilityNumber', [['GH']], 'serviceKey'],
] as const)('%s looks like another column: %s', (_, cell, grid, looksLike) => {
  expect(planPaste({ ...target, focus: { no: 1, cell } }, { grid }).layout).toMatchObject({
    shape: 'cells',
    looksLike,
    doubtful: [],
  })
})
