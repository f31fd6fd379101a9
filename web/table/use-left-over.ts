/** The lines of a paste for which the table had no room: kept for the tab until a person has dealt with them. */
import { useState } from 'react'
import type { PastePlan } from '#domain/paste.ts'
import { leftOverKey } from '../draft.ts'
import { forget, keep, recall } from '../session.ts'

/** As pasted, with the line of headings above them where there was one. */
export type LeftOver = { count: number; lines: string[][] }

export function useLeftOver(draft: string) {
  const key = leftOverKey(draft)
  const [leftOver, setLeftOver] = useState(() => recallLeftOver(key))
  const put = (next: LeftOver | null) => {
    if (next) keep(key, next)
    else forget(key)
    setLeftOver(next)
  }
  return {
    leftOver,
    keepLeftOver: ({ leftOver: lines, layout }: PastePlan) => {
      const headings = layout.headings.some((heading) => heading !== '') ? [layout.headings] : []
      put({ count: lines.length, lines: [...headings, ...lines] })
    },
    /** As before a paste, for its undo. */
    restoreLeftOver: put,
    dropLeftOver: () => put(null),
  }
}

function recallLeftOver(key: string): LeftOver | null {
  const kept = recall(key)
  if (typeof kept !== 'object' || kept === null) return null
  const { count, lines } = kept as Partial<LeftOver>
  return typeof count === 'number' && Array.isArray(lines) ? { count, lines } : null
}
