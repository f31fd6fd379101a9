/** Takes chosen facilities into the table: in one step, said in one sentence, undone in one press. */
import { useEffect, useEffectEvent } from 'react'
import { SERVICES } from '#domain/catalogue.ts'
import type { DirectoryFacility } from '#domain/directory.ts'
import { withFacilities } from '#domain/directory-rows.ts'
import { CELL_LABELS, cellName, FACILITY_CELLS } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { rowsOnScreen } from './cells.ts'
import { takeOffered } from './offered-rows.ts'
import { reverted } from './row-edits.ts'
import type { useEdits } from './use-edits.ts'
import type { Overflow, useOverflow } from './use-overflow.ts'

type Options = {
  rules: RowRules
  edits: Pick<ReturnType<typeof useEdits>, 'apply'>
  overflowRows: ReturnType<typeof useOverflow>
}

export function useOfferedRows({ rules, edits, overflowRows }: Options): void {
  const take = useEffectEvent((facilities: readonly DirectoryFacility[]) => {
    const before = rowsOnScreen()
    const { rows: after, first, left } = withFacilities(before, facilities, rules.max)
    const kept = overflowRows.overflow
    const next = left.length > 0 ? overflowOf(left) : kept
    const putOverflow = (overflow: typeof kept) => {
      if (left.length > 0) overflowRows.restoreOverflow(overflow)
    }
    edits.apply({
      rows: after,
      sentence: sentenceOf(facilities.length - left.length, left.length),
      focus: cellName(Math.min(first, rules.max), 'facilityName'),
      undo: (now) => {
        putOverflow(kept)
        return reverted(now, before, after)
      },
      redo: (now) => {
        putOverflow(next)
        return reverted(now, after, before)
      },
    })
    putOverflow(next)
  })
  // Not inside the effect, where React does not flush synchronously: new rows would not be there to be filled.
  useEffect(() => takeOffered((facilities) => queueMicrotask(() => take(facilities))), [])
}

function overflowOf(left: readonly DirectoryFacility[]): Overflow {
  return { count: left.length, lines: [Object.values(CELL_LABELS), ...left.map(lineOf)] }
}

function lineOf({ name, number, serviceKey }: DirectoryFacility): string[] {
  const texts = {
    facilityName: name,
    facilityNumber: number,
    serviceKey: SERVICES[serviceKey].name,
  }
  return FACILITY_CELLS.map((cell) => texts[cell])
}

function sentenceOf(taken: number, left: number): string {
  return `${taken}件を取り込みました${left > 0 ? `（残り${left}件は表の下）` : ''}。`
}
