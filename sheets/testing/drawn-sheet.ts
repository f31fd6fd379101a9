/** For tests: a sheet written as text, and what its plan makes of it. */
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { SKIP_REASONS } from '../messages.ts'
import type { PasteTarget } from '../paste-plan.ts'
import { planPaste } from '../plan.ts'
import { sheetOfText, unquoted } from '../read/clipboard.ts'

export const list = priceListAt('contract', 0)
export const target: PasteTarget = {
  list,
  rules: FLOWS.entry.rows,
  rows: [],
  focus: { no: 1, cell: 'facilityName' },
}
/** Numbers with their check digit. */
export const [A, B, C] = ['1310100118', '1310100126', '1310100134']
export const HEADS = '事業所名|事業所番号|サービス種類'

/** A sheet written as text: cells between bars, ⏎ for a line break in one. */
export const drawn = (text: string): string[][] =>
  text.split('\n').map((line) => line.split('|').map((cell) => cell.replace('⏎', '\n')))

/** Rows, and the kinds of lines that are left out: `?` before what is left blank, `!` before what is to be looked at. */
export function read(written: string): string[] {
  const text = unquoted(written)
  const grid = drawn(text)
  const isTable = text.includes('|')
  const plan = planPaste(target, isTable ? { grid } : sheetOfText(text, grid))
  const rows = plan.rows.map(({ cells }) =>
    [cells.facilityName, cells.facilityNumber, cells.serviceKey]
      .map((cell) => `${cell?.unclear ? '?' : ''}${cell?.doubtful ? '!' : ''}${cell?.value ?? ''}`)
      .join(' '),
  )
  return [...rows, ...plan.skipped.map(({ why }) => SKIP_REASONS[why])]
}
