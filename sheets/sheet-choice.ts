/** Which sheets of a workbook a paste reads. */

import type { PasteTarget } from './paste-plan.ts'
import { planPaste } from './plan.ts'
import type { Sheet } from './sheet.ts'

/** So many lines of a sheet tell whether it is the one. */
const TELLING_LINES = 100

/** The index of the sheet that gives the most whole rows. */
export function likelySheet(target: PasteTarget, sheets: readonly Sheet[]): number {
  if (sheets.length < 2) return 0
  const whole = sheets.map((sheet) => {
    const { rows } = planPaste(target, { ...sheet, grid: sheet.grid.slice(0, TELLING_LINES) })
    return rows.filter(({ cells }) => cells.facilityName?.value && cells.serviceKey?.value).length
  })
  return Math.max(0, whole.indexOf(Math.max(...whole)))
}
