/** Hook: applications that arrived since the list was first shown. */
import { useRef } from 'react'
import type { ApplicationPage } from '#domain/console.ts'

const NONE: ReadonlySet<string> = new Set()

/** References that were not there when the list at this path was first seen. */
export function useArrivals(path: string, page: ApplicationPage | null): ReadonlySet<string> {
  const first = useRef<{ path: string; newest: string }>(undefined)
  if (!page) return NONE
  if (first.current?.path !== path)
    first.current = { path, newest: page.applications[0]?.createdAt ?? '' }
  const { newest } = first.current
  const later = page.applications.filter(({ createdAt }) => createdAt > newest)
  return new Set(later.map(({ reference }) => reference))
}
