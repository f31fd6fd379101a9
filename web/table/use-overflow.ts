/** The rows of a paste for which the table had no room: kept for the tab until a person has dealt with them. */
import { useState } from 'react'
import { CELL_LABELS } from '#domain/facilities.ts'
import type { PastePlan } from '#domain/paste-plan.ts'
import { forget, keep, recall } from '../browser/session.ts'
import { overflowKey } from '../form/draft.ts'

/** Rows as they were read, below a line of headings. */
export type Overflow = { count: number; lines: string[][] }

export function useOverflow(draft: string) {
  const key = overflowKey(draft)
  const [overflow, setOverflow] = useState(() => recallOverflow(key))
  const put = (next: Overflow | null) => {
    if (next) keep(key, next)
    else forget(key)
    setOverflow(next)
  }
  return {
    overflow,
    keepOverflow: ({ overflow: lines }: PastePlan) =>
      put({ count: lines.length, lines: [Object.values(CELL_LABELS), ...lines] }),
    /** As before a paste, for its undo. */
    restoreOverflow: put,
    dropOverflow: () => put(null),
  }
}

function recallOverflow(key: string): Overflow | null {
  const kept = recall(key)
  if (typeof kept !== 'object' || kept === null) return null
  const { count, lines } = kept as Partial<Overflow>
  return typeof count === 'number' && Array.isArray(lines) ? { count, lines } : null
}
