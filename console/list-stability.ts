/** Keeps a list still while polls bring newer ones: a row that is shown may change its words, never its place. */
import type { ApplicationPage, ListedApplication } from '#contract/console-answers.ts'
import { compareInList, type Part, partOf } from '#domain/list-order.ts'

export type StableList = {
  rows: readonly ListedApplication[]
  /** References of rows that the filter no longer fits; they stay where they are. */
  left: ReadonlySet<string>
  /** Where the page after these rows begins; null where there is none. */
  next: string | null
}

const NOBODY: ReadonlySet<string> = new Set()

export function listOf({ applications, next }: ApplicationPage): StableList {
  return { rows: applications, left: NOBODY, next }
}

/** The shown list with the words of a newer answer to the same question, and what of it waits to be shown. */
export function withNews(
  shown: StableList,
  fresh: ApplicationPage,
  parts: readonly Part[],
): { list: StableList; waiting: readonly ListedApplication[] } {
  const words = new Map(fresh.applications.map((row) => [row.reference, row]))
  const rows = shown.rows.map((row) => words.get(row.reference) ?? row)
  const isKnown = knowledgeOf(fresh, parts)
  const left = new Set(
    shown.rows
      .filter((row) => !words.has(row.reference) && isKnown(row))
      .map((row) => row.reference),
  )
  const list = { rows, left: left.size === 0 ? NOBODY : left, next: shown.next }
  return { list, waiting: waitingIn(shown, fresh, parts) }
}

/** Whether an answer would name a row if the filter fitted it: further arrivals push the last rows to the next page. */
function knowledgeOf({ applications, next }: ApplicationPage, parts: readonly Part[]) {
  const last = applications.at(-1)
  return (row: ListedApplication) =>
    next === null || last === undefined || compare(parts, row, last) < 0
}

function compare(parts: readonly Part[], a: ListedApplication, b: ListedApplication): number {
  const placeOf = ({ state, status, erasedAt, createdAt }: ListedApplication) => ({
    part: partOf(parts, { state, status, isErased: erasedAt !== null }),
    at: Date.parse(createdAt),
  })
  return compareInList(placeOf(a), placeOf(b))
}

/** What a page holds instead of rows that left it belongs to the next page, and is not new. */
function waitingIn(
  { rows, next }: StableList,
  { applications }: ApplicationPage,
  parts: readonly Part[],
) {
  const shown = new Set(rows.map(({ reference }) => reference))
  const last = rows.at(-1)
  return applications.filter(
    (row) =>
      !shown.has(row.reference) &&
      (next === null || last === undefined || compare(parts, row, last) < 0),
  )
}
