/** Whatever is pasted: nothing is lost, and nothing fails. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS, SERVICES } from '#domain/catalogue.ts'
import { isOffered } from '#domain/prices.ts'
import type { PastePlan, PasteTarget } from './paste-plan.ts'
import { rowsAfter } from './plan.ts'
import { list } from './testing/drawn-sheet.ts'
import { HIMAWARI, numberOf, planPaste, ten, top } from './testing/pasting.ts'

describe('whatever is pasted', () => {
  test.each([[[]], [[[]]], [[['']]], [[['', ' '], ['\n']]], [[['事業所名', '番号']]]])(
    '%j has nothing to take',
    (grid) => {
      const plan = planPaste(top, grid)
      expect(plan.rows).toEqual([])
      expect(plan.notices[0]).toBe(
        '取り込める内容がありません。事業所名、事業所番号、サービス種類の表をコピーしてから貼り付けてください。',
      )
      expect(rowsAfter(plan, ten)).toEqual(ten)
    },
  )

  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '事業所名',
      'No.',
      '生活介護',
      '自立訓練',
      HIMAWARI,
      '1.31E+09',
      'なし',
      '1',
      '2',
    ),
  )
  const grid = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 })

  const linesIn = ({ offered, overflow, skipped }: PastePlan) => ({
    entries: new Set([
      ...offered.map(({ line }) => `${line}`),
      ...overflow.map((_, index) => `overflow ${index}`),
    ]),
    skipped: new Set(skipped.map(({ line }) => line)),
  })

  test('no line is lost: each is a row, left over, left out or blank', () => {
    const rules = { initial: 1, step: 1, max: 4, number: 'lenient' } as const
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 4 }), (lines, no) => {
        const target: PasteTarget = {
          list,
          rules,
          rows: ten.slice(0, 4),
          focus: { no, cell: 'facilityName' },
        }
        const plan = planPaste(target, lines)
        const filled = lines.filter((line) => line.some((text) => text.trim() !== ''))
        const { entries, skipped } = linesIn(plan)
        // Of a line that becomes several rows some may be left over.
        const isWhole = plan.layout.shape === 'table' && plan.overflow.length === 0
        expect(entries.size + skipped.size).toBeGreaterThanOrEqual(filled.length)
        if (isWhole) expect(entries.size + skipped.size).toBe(filled.length)
        expect(plan.rows.every((row) => row.no <= 4)).toBe(true)
        expect(rowsAfter(plan, target.rows).map((row) => row.no)).toEqual([1, 2, 3, 4])
      }),
    )
  })

  test('a table of our own comes back as it was, in any order of columns', () => {
    const row = fc.record({
      facilityName: fc.stringMatching(/^[ぁ-ん]{2,6}園$/),
      facilityNumber: fc.integer({ min: 1, max: 999_999 }).map((serial) => numberOf(13, serial)),
      serviceKey: fc.constantFrom(...SERVICE_KEYS.filter((key) => isOffered(list, key))),
    })
    const order = fc.shuffledSubarray(['facilityName', 'facilityNumber', 'serviceKey'] as const, {
      minLength: 3,
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), order, (rows, cells) => {
        const lines = rows.map((each) =>
          cells.map((name) =>
            name === 'serviceKey' ? SERVICES[each.serviceKey].name : each[name],
          ),
        )
        expect(rowsAfter(planPaste(top, lines), [])).toEqual(
          rows.map((each, index) => ({ no: index + 1, ...each })),
        )
      }),
    )
  })
})
