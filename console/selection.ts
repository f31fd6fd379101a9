/** Which rows of a list are ticked: one by one, or a range from the row ticked last. */

export type Selection = {
  chosen: ReadonlySet<string>
  /** The row ticked last: a range begins there. */
  anchor: string | null
}

export const NOTHING_CHOSEN: Selection = { chosen: new Set(), anchor: null }

/** Ticks a row, or takes its tick away; with Shift every row from the one before gets the same. */
export function ticked(
  { chosen, anchor }: Selection,
  order: readonly string[],
  reference: string,
  isRange: boolean,
): Selection {
  const isChosen = !chosen.has(reference)
  const rows = isRange ? between(order, anchor ?? reference, reference) : [reference]
  const next = new Set(chosen)
  for (const row of rows) {
    if (isChosen) next.add(row)
    else next.delete(row)
  }
  return { chosen: next, anchor: reference }
}

/** Ticks all rows, or none where all are ticked. */
export function allTicked({ chosen }: Selection, order: readonly string[]): Selection {
  return order.every((row) => chosen.has(row))
    ? NOTHING_CHOSEN
    : { chosen: new Set(order), anchor: null }
}

/** What is ticked and still in the list, in the list's order. */
export function chosenOf({ chosen }: Selection, order: readonly string[]): string[] {
  return order.filter((row) => chosen.has(row))
}

function between(order: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)]
  if (from < 0 || to < 0) return [other]
  return order.slice(Math.min(from, to), Math.max(from, to) + 1)
}
