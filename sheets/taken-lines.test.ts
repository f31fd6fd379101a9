import { describe, expect, test } from 'vitest'
import type { PasteCorrections } from './paste-plan.ts'
import { planPaste } from './plan.ts'
import { A, B, C, drawn, HEADS, target } from './testing/drawn-sheet.ts'

describe('a line that a person takes in all the same', () => {
  const grid = drawn(`一覧||\n${HEADS}\nあ|${A}|GH\n合計||\nい|${B}|GH\n（例）う|${C}|GH`)
  const planOf = (...lines: number[]) => {
    const corrections: PasteCorrections = { takenLines: new Set(lines) }
    const { rows, skipped } = planPaste(target, { grid }, corrections)
    return {
      rows: rows.map(({ key, line, cells }) => [key, line, cells.facilityName?.value]),
      skipped: skipped.map(({ line }) => line),
    }
  }

  test('has no name from above where it says nothing else', () => {
    const text = drawn(`${HEADS}|備考\nあ|${A}|GH|\n|||済`)
    const { rows } = planPaste(target, { grid: text }, { takenLines: new Set([3]) })
    expect(rows[1]?.cells.facilityName?.value).toBe('')
  })

  test('stands at its place, and the keys of the others stay', () => {
    expect(planOf()).toEqual({
      rows: [
        ['0.0', 3, 'あ'],
        ['2.0', 5, 'い'],
      ],
      skipped: [1, 2, 4, 6],
    })
    expect(planOf(4, 6)).toEqual({
      rows: [
        ['0.0', 3, 'あ'],
        ['1.0', 4, '合計'],
        ['2.0', 5, 'い'],
        ['3.0', 6, '（例）う'],
      ],
      skipped: [1, 2],
    })
  })

  test('even above the headings', () => {
    expect(planOf(1)).toEqual({
      rows: [
        ['line1.0', 1, '一覧'],
        ['0.0', 3, 'あ'],
        ['2.0', 5, 'い'],
      ],
      skipped: [2, 4, 6],
    })
  })

  test('and where cells fill from the focused one, hidden lines', () => {
    const sheet = { grid: [['あ'], ['い'], ['う']], hiddenLines: new Set([1]) }
    const valuesOf = (corrections?: PasteCorrections) =>
      planPaste(target, sheet, corrections).rows.map(({ cells }) => cells.facilityName?.value)
    expect(valuesOf()).toEqual(['あ', 'う'])
    expect(valuesOf({ takenLines: new Set([2]) })).toEqual(['あ', 'い', 'う'])
  })
})
