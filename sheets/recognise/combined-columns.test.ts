/** Columns whose cells say two things at once. */
import { describe, expect, test } from 'vitest'
import { A, B, C, drawn, list, read } from '../testing/drawn-sheet.ts'
import { withSplitColumns } from './combined-columns.ts'
import { readTable } from './structure.ts'

const NUMBER = ['1310100118', 'facilityNumber']

/** The cells of the first line after the split, and what their columns are. */
function splitOf(text: string): (string | null)[][] {
  const { columns, lines } = withSplitColumns(list, readTable(list, { grid: drawn(text) }))
  return lines[0]?.cells.map((cell, index) => [cell, columns[index]?.use ?? null]) ?? []
}

describe('a number and a name', () => {
  test.each([
    [`${A}　あおば`, 'あおば'],
    [`あおば　${A}`, 'あおば'],
    [`あおば（${A}）`, 'あおば'],
    [`（番号：${A}）あおば`, 'あおば'],
    [`あおば No. ${A}`, 'あおば'],
    [`あおば№${A}`, 'あおば'],
    [`あおば No ${A}`, 'あおば'],
    [`【１３１０１００１１８】 あおば`, 'あおば'],
    [`あおば（${A}）東館`, 'あおば 東館'],
    [`あおば／${A}`, 'あおば'],
    [`あおば第2ホーム:${A}`, 'あおば第2ホーム'],
    [`${A} - あおば、`, 'あおば'],
  ])('%s', (cell, name) => {
    expect(splitOf(`${cell}|生活介護`)).toEqual([
      NUMBER,
      [name, 'facilityName'],
      ['生活介護', null],
    ])
  })

  test.each([
    `あおば|事業所番号：${A}`,
    `あおば|${A}（者）`,
    `あおば|第${A}号 東`,
    `${A}　あおば|${B}|GH`,
    `あおば ${A}・${B}|GH`,
    `${A}　あおば|GH\nわかば|GH`,
  ])('%s stays as it is', (text) => {
    expect(splitOf(text).map(([cell]) => cell)).toEqual(text.split('\n')[0]?.split('|'))
  })

  test('under a heading of names, of numbers, and of neither', () => {
    const usesOf = (heading: string) =>
      splitOf(`${heading}|種類\n${A} あおば|東`).map(([, use]) => use)
    expect(usesOf('施設')).toEqual(['facilityNumber', 'facilityName', 'serviceKey'])
    expect(usesOf('事業所番号')).toEqual(['facilityNumber', 'facilityName', 'serviceKey'])
    expect(usesOf('電話')).toEqual(['facilityNumber', 'facilityName', 'serviceKey'])
  })

  test('beside a column of numbers that is blank, or of which less than half are some', () => {
    expect(read(`事業所|番号|サービス\n${A} あおば||GH`)).toEqual([`あおば ${A} KYODO`, '見出し'])
    expect(splitOf(`${A} あおば|東\n${B} わかば|西\n${C} みどり|${A}`)[0]).toEqual(NUMBER)
    expect(splitOf(`${A} あおば|東\n${B} わかば|${A}`)[0]).toEqual([`${A} あおば`, null])
    expect(splitOf(`${A} あおば|1.31E+09`)[0]).toEqual([`${A} あおば`, null])
    expect(splitOf(`${A} あおば|${A}・${B}`)[0]).toEqual([`${A} あおば`, null])
  })

  test('in some cells, and the name alone or nothing in others', () => {
    const text = `事業所|種類\n${A} あおば|GH\n${B} わかば|GH\nみどり|GH\n|児発\n|児発\n|児発`
    expect(read(text).slice(0, 4)).toEqual([
      `あおば ${A} KYODO`,
      `わかば ${B} KYODO`,
      'みどり  KYODO',
      'みどり  JIHATSU',
    ])
  })

  test('a name of one letter', () => {
    expect(read(`事業所|サービス\nA ${A}|GH\nB ${B}|生活介護`)).toEqual([
      `A ${A} KYODO`,
      `B ${B} SEIKATSU_KAIGO`,
      '見出し',
    ])
  })

  test('what the first hundred lines say', () => {
    const lines = [...Array(100).fill(`${A} あおば`), ...Array(150).fill('みどり')]
    expect(splitOf(lines.join('\n'))[0]).toEqual(NUMBER)
  })

  test('a number and its service, and a number with its word', () => {
    expect(splitOf(`事業所名|サービス\nあ|${A} 生活介護`).slice(1)).toEqual([
      NUMBER,
      ['生活介護', 'serviceKey'],
    ])
    expect(splitOf(`事業所|種別\n事業所番号：${A}|GH`)[0]).toEqual([
      `事業所番号：${A}`,
      'facilityName',
    ])
  })

  test('a merged cell of both is a merged cell of each', () => {
    const grid = drawn(`東|${A} あおば|生活介護|東\n|||西`)
    const filledBy = (...columns: number[]) => {
      const merges = columns.map((column) => ({ line: 0, column, lines: 2, columns: 1 }))
      const [, second] = withSplitColumns(list, readTable(list, { grid, merges })).lines
      return [second?.cells.slice(0, 4), [...(second?.filled ?? [])]]
    }
    expect(filledBy(0, 1, 2)).toEqual([
      ['東', A, 'あおば', '生活介護'],
      [0, 1, 2, 3],
    ])
    expect(filledBy(0, 2)).toEqual([
      ['東', '', '', '生活介護'],
      [0, 3],
    ])
  })
})

describe('a name and its service', () => {
  test.each([
    ['ひまわり（生活介護）', 'ひまわり', '生活介護'],
    ['ひまわり【生活介護】 ', 'ひまわり', '生活介護'],
    [' ひまわり ／ 生活介護', 'ひまわり', '生活介護'],
    ['生活介護：ひまわり', 'ひまわり', '生活介護'],
    ['生活介護（ひまわり）', 'ひまわり', '生活介護'],
    ['ひまわり（短期入所・生活介護）', 'ひまわり', '短期入所・生活介護'],
    ['ひまわり（生活介護／短期入所）', 'ひまわり', '生活介護／短期入所'],
    ['ひまわり（就労選択支援）', 'ひまわり', '就労選択支援'],
    ['ひまわり（東館）／生活介護', 'ひまわり（東館）', '生活介護'],
  ])('%s', (cell, name, service) => {
    expect(splitOf(`事業所|番号\n${cell}|${A}`)).toEqual([
      [service, 'serviceKey'],
      [name, 'facilityName'],
      [A, 'facilityNumber'],
    ])
  })

  test.each([
    'ひまわり（東館）',
    'ひまわり（生活介護）東館',
    'ひまわり（就労継続支援）',
    '短期入所（生活介護）',
    '生活介護／短期入所',
    'ひまわり／すずらん',
  ])('%s stays as it is', (cell) => {
    expect(splitOf(`事業所|番号\n${cell}|${A}`)[0]).toEqual([cell, 'facilityName'])
  })

  test('beside words that are no service, but not beside a column of services', () => {
    expect(splitOf(`ひまわり（生活介護）|${A}|東`)[0]).toEqual(['生活介護', 'serviceKey'])
    expect(splitOf(`ひまわり（生活介護）|${A}|GH`)[0]).toEqual(['ひまわり（生活介護）', null])
  })

  test.each([
    ['its parts', '【東部】|\n【西部】|\n【南部】|\n', ['区切り', '区切り', '区切り']],
    ['its totals', '合計（2事業所）|30\n計|30\n', ['合計など', '合計など']],
  ])('in a list of which %s hold none', (_, lines, skipped) => {
    expect(read(`事業所|定員\n${lines}あ（生活介護）|20\nい（GH）|10`)).toEqual([
      'あ  SEIKATSU_KAIGO',
      'い  KYODO',
      '見出し',
      ...skipped,
    ])
  })

  test('a number and its service, where no column has names', () => {
    expect(read(`事業所番号|定員\n${A}（GH）|20\n${B}（生活介護）|10`)).toEqual([
      ` ${A} KYODO`,
      ` ${B} SEIKATSU_KAIGO`,
      '見出し',
    ])
  })
})
