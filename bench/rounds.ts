/** Contenders take turns, so that what else the machine does meets all of them alike; the middle round counts. */

export type Contender = () => Promise<number>

/** Runs every contender once a round, in an order that turns; the median of each, under its name. */
export async function takeTurns<N extends string>(
  rounds: number,
  contenders: Record<N, Contender>,
): Promise<Record<N, number>> {
  const names = Object.keys(contenders) as N[]
  const results = new Map<N, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results.get(name)?.push(await contenders[name]())
    names.reverse()
  }
  return Object.fromEntries([...results].map(([name, values]) => [name, median(values)])) as Record<
    N,
    number
  >
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
