/** The lines of a paste for which the table had no tableRef: kept for the tab until a person has dealt with them. */
import { useState } from 'react'
import type { PastePlan } from '#domain/paste.ts'
import { forget, keep, recall } from '../browser/session.ts'
import { overflowKey } from '../form/draft.ts'

/** As pasted, with the line of headings above them where there was one. */
export type Overflow = { count: number; lines: string[][] }

export function useOverflow(draft: string) {
  const key = overflowKey(draft)
  const [overflow, setLeftOver] = useState(() => recallOverflow(key))
  const put = (next: Overflow | null) => {
    if (next) keep(key, next)
    else forget(key)
    setLeftOver(next)
  }
  return {
    overflow,
    keepOverflow: ({ overflow: lines, layout }: PastePlan) => {
      const headings = layout.headings.some((heading) => heading !== '') ? [layout.headings] : []
      put({ count: lines.length, lines: [...headings, ...lines] })
    },
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
