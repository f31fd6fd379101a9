import { expect, test } from 'vitest'
import { isLight, isQuick, isQuickText, recogniserOf, shownOf } from './recognition.ts'
import { A, B, drawn, HEADS } from './testing/drawn-sheet.ts'
import { top } from './testing/pasting.ts'

const EAST = { name: '東部', grid: drawn(`${HEADS}|備考\nあ|${A}|GH|\nい|${B}|謎|x`) }
const WEST = { name: '西部', grid: drawn(`${HEADS}\nう|${A}|GH\n合計|||\n※注記||`) }

test('an offer names what can be chosen and what that leaves out, and each choice has its plans', () => {
  const { offer, plans } = recogniserOf(top, [EAST, WEST])
  expect(offer).toEqual({
    labels: ['すべてのシート（2枚、合計2件）を取り込む', '東部（1件）', '西部（1件）'],
    leftOut: [
      null,
      '次のシートは取り込みません：西部（1件）',
      '次のシートは取り込みません：東部（1件）',
    ],
    likeliest: 0,
  })
  const request = { chosen: 1, corrections: {}, fromDirectory: {} }
  const first = plans(request)
  expect(first.plan).toBe(first.asRecognised)
  expect(first.plan.rows.map(({ cells }) => cells.facilityName?.value)).toEqual(['あ', 'い'])
  const corrected = plans({ ...request, corrections: { leftOut: new Set(['0.0']) } })
  expect(corrected.plan.rows).toHaveLength(1)
  expect(corrected.asRecognised.rows).toHaveLength(2)
})

test('of the source a preview shows a text for each column and what was left out, and nothing else crosses', () => {
  const { plans } = recogniserOf(top, [EAST, WEST])
  const request = { chosen: 0, corrections: {}, fromDirectory: {} }
  const { asRecognised, plan } = shownOf(plans(request))
  expect(plan).toBe(asRecognised)
  expect(plan.table.lines.map(({ cells }) => cells[0])).toEqual(['あ', 'い'])
  expect(plan.skipped.map(({ cells }) => cells)).toContainEqual(['合計'])
  const corrected = shownOf(plans({ ...request, corrections: { leftOut: new Set(['0.0']) } }))
  expect(corrected.plan.rows).toHaveLength(2)
  expect(corrected.asRecognised.rows).toHaveLength(3)
})

test('few characters are read on the page, and a saved form crosses to it', () => {
  const sheets = (length: number) => [{ grid: [['あ'.repeat(length - 1)]] }]
  expect([isQuick(sheets(2500)), isQuick(sheets(2501))]).toEqual([true, false])
  expect([isQuickText('あ'.repeat(2500)), isQuickText('あ'.repeat(2501))]).toEqual([true, false])
  expect([isLight(sheets(100_000)), isLight(sheets(100_001))]).toEqual([true, false])
})
