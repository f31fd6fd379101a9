/** How much is left to do by hand after a paste was taken in: the measure of reading spreadsheets. */

/** Name, number and service key. */
export type ExpectedRow = readonly [name: string, number: string, serviceKey: string]

/** Cells to type, rows to delete and rows to add (with their cells) until `taken` is `expected`, at least. */
export function repairsBetween(
  taken: readonly ExpectedRow[],
  expected: readonly ExpectedRow[],
): number {
  // Edit distance, where exchanging a row costs the cells that differ.
  let costs = Array.from({ length: expected.length + 1 }, (_, count) => count * ADDED_ROW)
  for (const row of taken) {
    const next = [(costs[0] ?? 0) + 1]
    for (const [index, wanted] of expected.entries())
      next.push(
        Math.min(
          (costs[index] ?? 0) + cellsToType(row, wanted),
          (costs[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + ADDED_ROW,
        ),
      )
    costs = next
  }
  return costs[expected.length] ?? 0
}

/** A press and three cells. */
const ADDED_ROW = 4

function cellsToType(row: ExpectedRow, wanted: ExpectedRow): number {
  return row.filter((cell, index) => cell !== wanted[index]).length
}
