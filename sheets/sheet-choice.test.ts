/** Which sheets of a workbook are read. */
import { expect, test } from 'vitest'
import { planPaste } from './plan.ts'
import type { Sheet } from './sheet.ts'
import { leftOutSheets, sheetChoices } from './sheet-choice.ts'
import { A, B, C, drawn, HEADS, target } from './testing/drawn-sheet.ts'

const sheetOf = (name: string, text: string): Sheet => ({ name, grid: drawn(text) })
const rowsOf = (sheet: Sheet | undefined) =>
  planPaste(target, sheet ?? { grid: [] }).rows.map(({ cells }) =>
    [cells.facilityName, cells.facilityNumber, cells.serviceKey]
      .map((cell) => cell?.value)
      .join(' '),
  )
const EAST = sheetOf('東部', `${HEADS}\nあ|${A}|生活介護\n||\nい|${B}|GH`)
const STAFF = sheetOf('職員', '氏名|所属\n山田太郎|あ')
const DAY = sheetOf('短期入所', `番号|事業所名\n${C}|う`)

test('sheets with facilities are taken together, the name of each naming its service', () => {
  const { choices, likeliest } = sheetChoices(target, [STAFF, EAST, DAY])
  expect(choices.map(({ label }) => label)).toEqual([
    'すべてのシート（2枚、合計3件）を取り込む',
    '職員',
    '東部（2件）',
    '短期入所（1件）',
  ])
  expect(likeliest).toBe(0)
  expect(rowsOf(choices[0]?.sheet)).toEqual([
    `あ ${A} SEIKATSU_KAIGO`,
    `い ${B} KYODO`,
    `う ${C} TANKI`,
  ])
})

test('what a choice leaves out is named with its rows', () => {
  const offered = sheetChoices(target, [EAST, STAFF, DAY])
  expect(leftOutSheets(offered, 0)).toBeNull()
  expect(leftOutSheets(offered, 1)).toBe('次のシートは取り込みません：短期入所（1件）')
  expect(leftOutSheets(sheetChoices(target, [EAST, STAFF]), 0)).toBeNull()
})

test('sheets with the same facilities are states of one list: the longest is read, and the others named', () => {
  const before = { ...EAST, name: '令和6年度', grid: EAST.grid.slice(0, 2) }
  const offered = sheetChoices(target, [before, EAST])
  expect(offered.choices[offered.likeliest]?.label).toBe('東部（2件）')
  expect(leftOutSheets(offered, offered.likeliest)).toBe(
    '次のシートは取り込みません：令和6年度（1件）',
  )
})

test('a sheet of one facility beside the whole list is part of it', () => {
  const fresh = sheetOf('新規', `${HEADS}\nあ|${A}|生活介護`)
  const whole = sheetOf('全体', `${HEADS}\nあ|${A}|生活介護\nい|${B}|GH\nう|${C}|GH\nえ||GH`)
  const { choices, likeliest } = sheetChoices(target, [fresh, whole])
  expect(choices[likeliest]?.label).toBe('全体（4件）')
})

test('sheets without a name are called by their place; one without numbers is read too', () => {
  const sheets = [EAST, { grid: drawn('事業所名|サービス\nう|GH') }, { grid: drawn(HEADS) }]
  const { choices } = sheetChoices(target, sheets)
  expect(choices.map(({ label }) => label)).toEqual([
    'すべてのシート（2枚、合計3件）を取り込む',
    '東部（2件）',
    '2枚目（1件）',
    '3枚目',
  ])
})

test('merged cells, hidden and struck-through lines move with their sheet, hidden columns are left out', () => {
  const more: Sheet = {
    name: '西部',
    grid: drawn(
      `${HEADS}|旧番号\nう|${C}|GH|${B}\n||短期入所|\nえ|${B}|GH|\nお|${A}|GH|\nか|${A}|生活介護|\nき|${C}||`,
    ),
    merges: [
      { line: 1, column: 0, lines: 2, columns: 1 },
      { line: 5, column: 2, lines: 2, columns: 1 },
    ],
    hiddenLines: new Set([3]),
    struckLines: new Set([4]),
    hiddenColumns: new Set([3]),
  }
  const { choices } = sheetChoices(target, [EAST, more])
  expect(rowsOf(choices[0]?.sheet).slice(2)).toEqual([
    `う ${C} KYODO`,
    `う ${C} TANKI`,
    `か ${A} SEIKATSU_KAIGO`,
    `き ${C} SEIKATSU_KAIGO`,
  ])
})

test('a sheet without headings is no part of one list', () => {
  const bare = sheetOf('西部', `${C}|う|短期入所`)
  const offered = sheetChoices(target, [EAST, bare])
  expect(offered.choices.map(({ label }) => label)).toEqual(['東部（2件）', '西部（1件）'])
  expect(leftOutSheets(offered, 0)).toBe('次のシートは取り込みません：西部（1件）')
})

test('a workbook of one sheet leaves no choice', () => {
  expect(sheetChoices(target, [EAST])).toEqual({
    choices: [{ label: '', sheet: EAST, count: 0 }],
    likeliest: 0,
  })
  expect(sheetChoices(target, [])).toEqual({ choices: [], likeliest: 0 })
})
