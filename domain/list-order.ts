/** In which order staff see applications: what is open first, the oldest of it on top; or all of them, newest first. */
import { isClosed, type StaffStatus } from './staff.ts'

/** A list is made of these, one after another. */
export const PARTS = { open: 'oldest first', rest: 'newest first', all: 'newest first' } as const
export type Part = keyof typeof PARTS
export const PART_NAMES = /* @__PURE__ */ Object.keys(PARTS) as Part[]

/** As it stands in a filter; empty for the order of work. */
export const ORDER_NAMES = ['newest'] as const

const NEWEST_FIRST: readonly Part[] = ['all']
const ORDER_OF_WORK: readonly Part[] = ['open', 'rest']

/** What a search finds are the newest: they are listed like that. */
export function partsOf({ order, search }: { order: string; search: string }): readonly Part[] {
  return order === 'newest' || search.trim() !== '' ? NEWEST_FIRST : ORDER_OF_WORK
}

type Standing = { state: string; status: StaffStatus; isErased: boolean }

/** Staff have something left to do with it. */
export function isOpen({ state, status, isErased }: Standing): boolean {
  return state === 'complete' && !isErased && !isClosed(status)
}

/** The part of a list that an application stands in. */
export function partOf(parts: readonly Part[], standing: Standing): Part {
  if (!parts.includes('open')) return 'all'
  return isOpen(standing) ? 'open' : 'rest'
}

/** Instants in one unit. */
export type PlaceInList = { part: Part; at: number }

/** Below zero where `a` stands before `b`. */
export function compareInList(a: PlaceInList, b: PlaceInList): number {
  const difference = PART_NAMES.indexOf(a.part) - PART_NAMES.indexOf(b.part)
  return difference || (a.part === 'open' ? a.at - b.at : b.at - a.at)
}
