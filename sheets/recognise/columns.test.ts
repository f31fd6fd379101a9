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

describe('columns without headings', () => {
  test.each([
    [
      'telling cells of the lines that are full',
      `東 部| |\n西 部| |\n北 部| |\n生活介護|あ|${A}\n短期入所|い|${B}`,
      'S N #',
    ],
    ['single lines, where there are no others', `生活介護|\n短期入所|`, 'S -'],
    ['words and kana beside names', `ヒマワリ|ひまわり|${A}|GH\nツバメ|つばめ|${B}|GH`, '- N # S'],
    ['kana alone, for names', `ヒマワリ|${A}|20|GH\nツバメ|${B}|30|GH`, 'N # - S'],
    ['a word that is the same everywhere', `東|あ|${A}|GH\n東|い|${B}|GH`, '- N # S'],
    ['two columns of names', `あ|え|${A}|GH\nい|お|${B}|GH`, 'N - # S ? N'],
    ['what facilities are called by', `あ|え作業所|${A}|GH\nい|お作業所|${B}|GH`, '- N # S'],
    ['names in half of the cells', `あ|${A}|GH\n20|${B}|GH`, 'N # S'],
    ['names in a third of the cells', `あ|${A}|GH\n20|${B}|GH\n30|${C}|GH`, '- # S'],
    ['numbers of persons', `あ|20|GH\nい|30|GH`, 'N - S'],
    ['numbers of corporations', 'あ|3430005000676|GH\nい|3430005000677|GH', 'N - S'],
    ['numbers without their zero', 'あ|110100013|GH\nい|110100021|GH', 'N # S'],
    ['rounded numbers', 'あ|1.31E+09|GH\nい|1.31E+09|GH', 'N # S'],
    ['several numbers in a cell', `あ|${A}・${B}|GH`, 'N # S'],
    ['numbers in a few lines, and white space', `あ|${A}|GH\nい| |GH\nう| |GH`, 'N # S'],
    ['two digits that might be codes', `あ|${A}|46\nい|${B}|22`, 'N # -'],
    ['numbers in half of the cells', `あ|${A}|GH\nい|やすみ|GH`, 'N # S'],
    ['numbers in a third of the cells', `あ|${A}|GH\nい|やすみ|GH\nう|やすみ|GH`, 'N - S ? N'],
    ['numbers with check digits beside others', `あ|${X}|${A}|GH\nい|${Y}|${B}|GH`, 'N - # S'],
    [
      'numbers without a zero beside others',
      `あ|${X}|110100013|GH\nい|${Y}|110100021|GH`,
      'N - # S',
    ],
    [
      'pairs of which one is right beside others',
      `あ|${X}|${A}・${X}|GH\nい|${Y}|${B}・${Y}|GH`,
      'N - # S',
    ],
    ['numbers without check digits', `あ|${X}|${Y}|GH`, 'N # - S ? #'],
    ['two numbers each', `あ|${A}|${B}|GH\nい|${C}|${A}|GH`, 'N # # S'],
    ['telephones among numbers', `あ|0312345678|${X}|GH\nい|1234567890|${Y}|GH`, 'N - # S ? #'],
    ['services in half of the cells', `あ|${A}|GH\nい|${B}|東`, 'N # S'],
    ['services in a third of the cells', `あ|${A}|GH\nい|${B}|東\nう|${C}|西`, 'N # - ? N'],
    ['two services each', `さ|${A}|放デイ|生活介護\nつ|${B}|児発|短期入所`, 'N # S S'],
    [
      'a second service in four of five cells',
      `あ|${A}|GH|GH\nい|${B}|GH|GH\nう|${C}|GH|GH\nえ|${C}|GH|GH\nお|${C}|GH|東`,
      'N # S S',
    ],
    [
      'a second service in most cells',
      `あ|${A}|GH|GH\nい|${B}|GH|GH\nう|${C}|GH|東`,
      'N # S - ? N',
    ],
    ['a blank column of three', 'あ||生活介護\nい||短期入所', 'N # S'],
    ['a blank column in front', `|${A}|生活介護\n|${B}|短期入所`, 'N # S'],
    ['a blank column of four', `あ|20||生活介護\nい|30||短期入所`, 'N - - S'],
    ['words that are marks', `${A}|はい|GH\n${B}|実施|GH`, '# - S'],
    ['nothing but names', 'あ|い', 'cells'],
  ])('%s', (_, text, expected) => {
    expect(columnsOf(text)).toBe(expected)
  })

  test('the first fifty cells of a column tell what it is', () => {
    const lines = (count: number, service: string) => Array(count).fill(`あ|${A}|${service}`)
    const text = [...lines(50, 'GH'), ...lines(60, '20')].join('\n')
    expect(columnsOf(text)).toBe('N # S')
  })
})

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

describe('columns under headings', () => {
  test.each([
    ['one of ours', '事業所名|備考\nあ|済', 'N -'],
    ['row numbers', `番号|事業所名|サービス\n1|あ|GH\n2|い|GH`, '- N S'],
    ['row numbers from 999 on', `番号|事業所名|サービス\n999|あ|GH\n1000|い|GH`, '- N S'],
    ['numbers from 1000 on', `番号|事業所名|サービス\n1000|あ|GH\n1001|い|GH`, '# N S'],
    ['numbers that do not count', `番号|事業所名|サービス\n3|あ|GH\n2|い|GH`, '# N S'],
    ['codes that happen to count', `事業所名|番号|サービスコード\nあ|${A}|45\nい|${B}|46`, 'N # S'],
    [
      'two codes each',
      `事業所名|番号|サービス1|サービス2\nあ|${A}|46|22\nい|${B}|22|46`,
      'N # S S',
    ],
    ['a service that is meant', `事業所名|番号|居宅\nあ|${A}|○`, 'N # S'],
    ['a service that is meant, and words', `事業所名|番号|居宅\nあ|${A}|東\nい|${B}|○`, 'N # -'],
    ['a service that is counted', `事業所名|番号|サービス|生活介護定員\nあ|${A}|GH|20`, 'N # S -'],
    ['a service that is meant, and nothing', `事業所名|番号|居宅|備考\nあ|${A}||`, 'N # - -'],
    [
      'a service that somebody is there for',
      `事業所名|番号|担当|\n||相談|移行\nあ|${A}|○|○`,
      'N # - S',
    ],
    [
      'names in four of five cells under a service',
      `居宅介護事業所|番号\nあ|${A}\nい|${B}\nう|${C}\nえ|${A}\n有|${B}`,
      'N #',
    ],
    ['nothing of ours', `法人名|番号|サービス\n花の会|${A}|GH`, '- # S'],
    ['names twice', `名称|名称|番号|サービス\n社会福祉法人花会|あ|${A}|GH`, '- N # S'],
    ['names in short and in full', `名称|事業所名|番号|サービス\nあ|い|${A}|GH`, '- N # S'],
    ['names and what looks like services', `事業所名|施設|番号\nあ|GH|${A}\nい|GH|${B}`, 'N - #'],
    [
      'an old number beside one without a heading',
      `事業所名||旧番号|サービス\nあ|${A}|${B}|GH`,
      'N # - S',
    ],
    ['words beside the number', `事業所名|番号|施設番号|サービス\nあ|${A}|東|GH`, 'N # - S'],
    [
      'numbers in half of a second column',
      `事業所名|番号|施設番号\nあ|${A}|${B}\nい|${C}|東`,
      'N # #',
    ],
    ['words beside the service', `事業所名|番号|サービス|サービス内容\nあ|${A}|GH|送迎`, 'N # S -'],
    [
      'services in half of a second column',
      `事業所名|番号|種別|種類\nあ|${A}|GH|送迎\nい|${B}|GH|GH`,
      'N # S S',
    ],
    [
      'a heading over the one service, none over the other',
      `事業所名|番号|サービス|\nあ|${A}|GH|児発`,
      'N # S -',
    ],
    [
      'a heading over the one number, none over the other',
      `事業所名|番号||サービス\nあ|${A}|${B}|GH`,
      'N # - S',
    ],
    ['a blank column with a heading', '事業所名|備考|サービス\nあ||GH', 'N - S'],
  ])('%s', (_, text, expected) => {
    expect(columnsOf(text)).toBe(expected)
  })
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
