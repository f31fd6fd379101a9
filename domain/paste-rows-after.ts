/** Carrying a paste plan out: the rows before, and after. Apart from the planner, which loads later. */
import { FACILITY_CELLS, type FacilityRow } from './facilities.ts'
import type { PastePlan } from './paste-plan.ts'

/** The rows as they stand once a plan is carried out; what stood before is the one thing to keep for an undo. */
export function rowsAfter(plan: PastePlan, rows: readonly FacilityRow[]): FacilityRow[] {
  const planned = new Map(plan.rows.map((row) => [row.no, row.cells]))
  const last = Math.max(0, ...rows.map(({ no }) => no), ...planned.keys())
  const typed = new Map(rows.map((row) => [row.no, row]))
  return Array.from({ length: last }, (_, index) => {
    const no = index + 1
    const row = { no, facilityName: '', facilityNumber: '', serviceKey: '', ...typed.get(no) }
    for (const cell of FACILITY_CELLS) row[cell] = planned.get(no)?.[cell]?.value ?? row[cell]
    return row
  })
}
