/** Random lists of published facilities, from a seed that changes daily: a sample of `npm run sheets:fuzz`. */
import { expect, test } from 'vitest'
import { publishedSample } from './testing/published-facilities.ts'
import { type DrawnKind, drawnOutcome, tallyOf } from './testing/random-trial.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** To repeat a day's run: `SHEETS_SEED=20418000 npx vitest run sheets/random-lists`. */
const SEED = Number(process.env.SHEETS_SEED ?? Math.floor(Date.now() / DAY_MS) * 1000)
const published = publishedSample()

/**
 * Of so many lists, so many may be wrong in silence; with air, for the seed changes daily: five of a thousand are expected,
 * and one list may lose many rows. `marked`: of right rows the part that is asked about; of texts it was 0.02 to 0.07 on eight days.
 */
const HELD: readonly [DrawnKind, number, { silent: number; lost: number; marked: number }][] = [
  ['tables', 120, { silent: 4, lost: 30, marked: 0.06 }],
  ['texts', 120, { silent: 4, lost: 30, marked: 0.12 }],
]

test.each(HELD)('%s: %i lists are read right, or say where they are not', (kind, count, most) => {
  const drawn = Array.from({ length: count }, (_, at) => drawnOutcome(kind, SEED + at, published))
  const tally = tallyOf(drawn.map(({ outcome }) => outcome))
  const wrong = drawn.filter(({ outcome }) => outcome.verdict === 'wrong without a mark')
  const report = `seed ${SEED}: ${JSON.stringify(tally)}\n${wrong
    .map(({ variant, outcome }) => `${variant.drawn}: ${outcome.wrong.slice(0, 2).join(', ')}`)
    .join('\n')}`
  console.log(report)
  expect(tally.silent, report).toBeLessThanOrEqual(most.silent)
  expect(tally.lost, report).toBeLessThanOrEqual(most.lost)
  expect(tally.asked / count, report).toBeLessThan(0.15)
  expect(tally.rightMarked / tally.right, report).toBeLessThan(most.marked)
  expect(tally.exact / count, report).toBeGreaterThan(0.9)
})
