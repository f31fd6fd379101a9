/** Contenders take turns, so that what else the machine does meets all of them alike; the middle round counts. */

export type Contender = () => Promise<number>

/** Medians by name; and the ratios of two contenders, round by round: what a round met, both of them met. */
export type Turns<N extends string> = Record<N, number> & {
  ratios(value: N, floor: N): number[]
  /** A figure's part of two contenders whose least time is judged: whatever else the machine does can only make them slower. */
  leastOf(value: N, floor: N): { value: number; floor: number; ratios: number[]; isLeast: true }
}

/** Runs every contender once a round, in an order that turns. */
export async function takeTurns<N extends string>(
  rounds: number,
  contenders: Record<N, Contender>,
): Promise<Turns<N>> {
  const names = Object.keys(contenders) as N[]
  const results = new Map<N, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results.get(name)?.push(await contenders[name]())
    names.reverse()
  }
  const seen = (name: N) => results.get(name) ?? []
  const least = (name: N) => Math.min(...seen(name))
  const ratios = (value: N, floor: N) =>
    seen(value).map((each, round) => each / (seen(floor)[round] ?? 0))
  return {
    ...(Object.fromEntries(names.map((name) => [name, median(seen(name))])) as Record<N, number>),
    ratios,
    leastOf: (value, floor) => ({
      value: least(value),
      floor: least(floor),
      ratios: ratios(value, floor),
      isLeast: true,
    }),
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
