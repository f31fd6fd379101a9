/** Follows the rows at each pause: the total so far, notes beside the rows, numbers that lack their zero. */
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { RowRules } from '#domain/flows.ts'
import type { Estimate, PriceList } from '#domain/pricing.ts'
import { lostZeroRepairs, provisionalEstimate, type RowNote, rowNotes } from '#domain/row-notes.ts'
import { placeOf, rowsOnScreen } from './cells.ts'

/** Milliseconds without a key before anything is said. */
const PAUSE_MS = 400

export type RowNotes = ReadonlyMap<number, readonly RowNote[]>

type Followed = {
  estimate: Estimate | null
  notes: RowNotes
  repairs: ReturnType<typeof lostZeroRepairs>
}

/** `room` holds the table. */
type Options = { room: RefObject<HTMLElement | null>; rules: RowRules; list: PriceList }

/** What follows from the rows, and `follow()` to have it brought up to date at once. */
export function useFollow({ room, rules, list }: Options) {
  const [followed, setFollowed] = useState<Followed>({
    estimate: null,
    notes: new Map(),
    repairs: [],
  })
  /** The row whose text is being typed: of an unfinished word nothing is said. */
  const typing = useRef<number>(undefined)

  const follow = () => {
    const rows = rowsOnScreen()
    const notes = notesByRow(rowNotes(rules, list, rows))
    const finished = rows.filter(({ no }) => no !== typing.current)
    const estimate = provisionalEstimate(rules, list, rows)
    const repairs = lostZeroRepairs(rules, finished)
    // Typing goes before whatever is said of it.
    startTransition(() =>
      setFollowed((before) => ({
        estimate,
        repairs,
        notes: settled(before.notes, notes, typing.current),
      })),
    )
  }
  const current = useRef(follow)
  current.current = follow

  useEffect(() => {
    const table = room.current
    let timer: ReturnType<typeof setTimeout>
    const soon = (event: Event) => {
      const isTyped = event.type === 'input' && event.isTrusted
      typing.current = isTyped ? placeOf((event.target as HTMLInputElement).name)?.no : undefined
      clearTimeout(timer)
      timer = setTimeout(() => current.current(), PAUSE_MS)
    }
    current.current()
    for (const type of FOLLOWED_EVENTS) table?.addEventListener(type, soon)
    return () => {
      clearTimeout(timer)
      for (const type of FOLLOWED_EVENTS) table?.removeEventListener(type, soon)
    }
  }, [room])

  return { ...followed, follow }
}

const FOLLOWED_EVENTS = ['input', 'focusout'] as const

function notesByRow(notes: readonly RowNote[]): RowNotes {
  const byRow = new Map<number, RowNote[]>()
  for (const note of notes) byRow.set(note.no, [...(byRow.get(note.no) ?? []), note])
  return byRow
}

/** The new notes, with the old object for each row where they say the same, and for the row being typed. */
function settled(before: RowNotes, after: RowNotes, typing: number | undefined): RowNotes {
  const notes = new Map(after)
  if (typing !== undefined) notes.delete(typing)
  for (const [no, old] of before)
    if (no === typing || JSON.stringify(old) === JSON.stringify(after.get(no))) notes.set(no, old)
  return notes
}
