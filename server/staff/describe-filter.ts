/** A list's filter as the audit trail keeps it. */
import type { Filter } from '#domain/console.ts'

/** Conditions as name=value. What was searched for may name a person, and would outlive an erasure: only that it was. */
export function describeFilter({ search, ...exact }: Filter, after = ''): string {
  const conditions = Object.entries(exact).filter(([, value]) => value !== '')
  const texts = conditions.map(([name, value]) => `${name}=${value}`)
  return [...texts, ...(search === '' ? [] : ['search']), ...(after === '' ? [] : ['next'])].join(
    ' ',
  )
}
