/** The list that was looked at last: what leads back to it, and from one of its applications to the next. */
import { createContext, useContext, useState } from 'react'
import type { ApplicationPage, Neighbours } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import type { StableList } from './list-stability.ts'

export type LastList = {
  /** What the list answers, as its address on the server, and as filter and page. */
  path: string
  filter: Filter
  after: string
  list: StableList
  /** The answer in which the list began. */
  first: ApplicationPage
  /** Pixels from the top of the page. */
  scrolled: number
  /** The application that was opened from it last. */
  opened: string | null
}

/** Lives as long as the page; `confirmation` is a sentence for the page that comes next. */
export type Walk = { last: LastList | null; confirmation: string }

export const WalkContext = createContext<Walk>({ last: null, confirmation: '' })

/** Its neighbours, and its place from one; 0 where the list does not have it. */
type Place = Neighbours & { place: number }

export function neighboursOf(list: StableList | undefined, reference: string): Place {
  const rows = list?.rows ?? []
  const index = rows.findIndex((row) => row.reference === reference)
  if (index < 0) return { previous: null, next: null, place: 0 }
  return {
    previous: rows[index - 1]?.reference ?? null,
    next: rows[index + 1]?.reference ?? null,
    place: index + 1,
  }
}

/** What was done on the page before, once. */
export function takeConfirmation(walk: Walk): string {
  const { confirmation } = walk
  walk.confirmation = ''
  return confirmation
}

/** What was done on the page before, and what is done on this one. */
export function useConfirmation() {
  const walk = useContext(WalkContext)
  return useState(() => takeConfirmation(walk))
}
