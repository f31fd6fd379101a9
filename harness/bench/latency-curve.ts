/** `node harness/bench/latency-curve.ts`: how long a call takes at more and more of full speed, on SQLite; prints a chart for README.md. */
import { atFullSpeed, slowestCall, startLoad } from './registrations.ts'
import { takeTurns } from './rounds.ts'

const SHARES = [10, 25, 50, 75, 90] as const
const ROUNDS = 3

const load = startLoad()
try {
  const { perSecond } = await atFullSpeed(load)
  const at = (share: number) => () => slowestCall(load, (perSecond * share) / 100)
  const seen = await takeTurns(
    ROUNDS,
    Object.fromEntries(SHARES.map((share) => [`${share}%`, at(share)])),
  )
  const times = SHARES.map((share) => seen[`${share}%`] ?? Number.NaN)
  console.log(chart(Math.round(perSecond), times))
} finally {
  await load.stop()
}

function chart(perSecond: number, times: readonly number[]): string {
  return [
    '```mermaid',
    'xychart-beta',
    `  title "A call in the slowest hundredth, SQLite, full speed ${perSecond} registrations a second"`,
    `  x-axis "share of full speed" [${SHARES.map((share) => `"${share} %"`).join(', ')}]`,
    '  y-axis "ms"',
    `  line [${times.map((ms) => ms.toFixed(1)).join(', ')}]`,
    '```',
  ].join('\n')
}
