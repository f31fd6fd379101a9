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
  return {
    leftOver,
    keepLeftOver: ({ leftOver: lines, layout }: PastePlan) => {
      const headings = layout.headings.some((heading) => heading !== '') ? [layout.headings] : []
      const kept = { count: lines.length, lines: [...headings, ...lines] }
      keep(key, kept)
      setLeftOver(kept)
    },
    dropLeftOver: () => {
      forget(key)
      setLeftOver(null)
    },
  }
}

function recallLeftOver(key: string): LeftOver | null {
  const kept = recall(key)
  if (typeof kept !== 'object' || kept === null) return null
  const { count, lines } = kept as Partial<LeftOver>
  return typeof count === 'number' && Array.isArray(lines) ? { count, lines } : null
}
