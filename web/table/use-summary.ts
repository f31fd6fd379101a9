/** Follows the rows at each pause: the total so far, notes beside the rows, numbers that lack their zero. */
import { type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RowRules } from '#domain/flows.ts'
import type { Estimate, PriceList } from '#domain/prices.ts'
import { useDebounce } from '#ui/debounce.ts'
import { placeOf, rowsOnScreen } from './cells.ts'
import { numberRepairs, provisionalEstimate, type RowNote, rowNotes } from './row-notes.ts'

/** Milliseconds without a key before notes and total are updated. */
const PAUSE_MS = 400

export type RowNotes = ReadonlyMap<number, readonly RowNote[]>

type Summary = {
  estimate: Estimate | null
  notes: RowNotes
  repairs: ReturnType<typeof numberRepairs>
}

/** `tableRef` holds the table. */
type Options = { tableRef: RefObject<HTMLElement | null>; rules: RowRules; list: PriceList }

/** What follows from the rows, and `updateSummary()` to bring it up to date at once. */
export function useSummary({ tableRef, rules, list }: Options) {
  const [summary, setSummary] = useState<Summary>({
    estimate: null,
    notes: new Map(),
    repairs: numberRepairs(rules, []),
  })
  /** The row whose text is being typed: an unfinished word gets no note. */
  const typing = useRef<number>(undefined)

  const updateSummary = () => {
    const rows = rowsOnScreen()
    const notes = notesByRow(rowNotes(rules, list, rows))
    const finished = rows.filter(({ no }) => no !== typing.current)
    const estimate = provisionalEstimate(rules, list, rows)
    const repairs = numberRepairs(rules, finished)
    // Typing goes before notes and total.
    startTransition(() =>
      setSummary((before) => ({
        estimate,
        repairs,
        notes: mergedNotes(before.notes, notes, typing.current),
      })),
    )
  }
  const update = useEffectEvent(updateSummary)
  const debounce = useDebounce(PAUSE_MS)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price list changes the total without an event.
  useEffect(() => {
    const table = tableRef.current
    const soon = (event: Event) => {
      const isTyped = event.type === 'input' && event.isTrusted
      typing.current = isTyped ? placeOf((event.target as HTMLInputElement).name)?.no : undefined
      debounce.run(() => update())
    }
    // This code may come while a word is being typed.
    typing.current = placeOf((document.activeElement as HTMLInputElement).name)?.no
    update()
    for (const type of OBSERVED_EVENTS) table?.addEventListener(type, soon)
    return () => {
      debounce.cancel()
      for (const type of OBSERVED_EVENTS) table?.removeEventListener(type, soon)
    }
  }, [tableRef, list])

  return { ...summary, updateSummary }
}

const OBSERVED_EVENTS = ['input', 'focusout'] as const

function notesByRow(notes: readonly RowNote[]): RowNotes {
  const byRow = new Map<number, RowNote[]>()
  for (const note of notes) byRow.set(note.no, [...(byRow.get(note.no) ?? []), note])
  return byRow
}

/** The new notes, with the old object for each row where they say the same, and for the row being typed. */
function mergedNotes(before: RowNotes, after: RowNotes, typing: number | undefined): RowNotes {
  const notes = new Map(after)
  if (typing !== undefined) notes.delete(typing)
  for (const [no, old] of before)
    if (no === typing || JSON.stringify(old) === JSON.stringify(after.get(no))) notes.set(no, old)
  return notes
}
