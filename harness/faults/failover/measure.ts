/** How long nobody was acknowledged anything. */
import type { Entry } from '../ledger.ts'

/** One fault as it was done, between two moments of the ledger's clock. */
export type Measured = { name: string; boundS: number; from: number; until: number }

export function tableOfFaults(
  measured: readonly Measured[],
  entries: readonly (Entry & { at: number })[],
): { rows: string; late: string[] } {
  const times = entries.filter(({ event }) => event === 'acknowledged').map(({ at }) => at)
  const gaps = measured.map((fault) => ({ ...fault, seconds: longestGap(times, fault) / 1000 }))
  const late = gaps
    .filter(({ seconds, boundS }) => seconds > boundS)
    .map(({ name, seconds }) => `${name}: ${seconds.toFixed(1)} s without an answer`)
  const byName = Map.groupBy(gaps, ({ name }) => name)
  const rows = [...byName].map(([name, group]) => {
    const seconds = group.map((gap) => gap.seconds).sort((a, b) => a - b)
    const [median, most] = [seconds[seconds.length >> 1] ?? 0, seconds.at(-1) ?? 0]
    return `| ${name} | ${group.length} | ${median.toFixed(1)} | ${most.toFixed(1)} | ${group[0]?.boundS} |`
  })
  const head = '| Fault | times | median seconds without an answer | longest | allowed |'
  return { rows: [head, '|---|---:|---:|---:|---:|', ...rows].join('\n'), late }
}

/** Milliseconds; from the last acknowledgement before the fault on. */
function longestGap(times: readonly number[], { from, until }: Measured): number {
  const before = times.findLast((at) => at < from) ?? from
  const inside = times.filter((at) => at >= from && at <= until)
  const marks = [before, ...inside, until]
  return Math.max(...marks.slice(1).map((at, index) => at - (marks[index] ?? at)))
}
