/**
 * `npm run sheets:fuzz [-- count [first seed [folder of published ZIP files]]]`: random tables, three times as many as
 * texts, and known lists written down in other ways; the figures that docs/decisions/0160 holds them to.
 */
import { argv, exit } from 'node:process'
import { variantOutcome } from '#sheets/testing/known-lists.ts'
import type { Outcome } from '#sheets/testing/list-trial.ts'
import type { Variant } from '#sheets/testing/list-variants.ts'
import { publishedIn, publishedSample } from '#sheets/testing/published-facilities.ts'
import { drawnOutcome, type Tally, tallyOf } from '#sheets/testing/random-trial.ts'

const [count = 3000, first = 1] = argv.slice(2, 4).map(Number)
const [, , , , folder] = argv
const published = folder ? await publishedIn(folder) : publishedSample()

/** Shares of lists that are wrong in silence and that ask, and of right rows that carry a mark. */
type Held = { silent: number; asked: number; marked: number }
/** So many mistakes of each kind are printed. */
const PRINTED = 12

type Trial = { variant: Variant; outcome: Outcome }
const texts = Math.ceil(count / 3)
const areHeld = [
  held('tables', count, (seed) => drawnOutcome('tables', seed, published), 0.001),
  held('texts', texts, (seed) => drawnOutcome('texts', seed, published), 0.005),
  held('variants', texts, variantOutcome, 0),
]
exit(areHeld.every(Boolean) ? 0 : 1)

function held(kind: string, number: number, outcomeOf: (seed: number) => Trial, silent: number) {
  const start = performance.now()
  const trials = Array.from({ length: number }, (_, at) => outcomeOf(first + at))
  const tally = tallyOf(trials.map(({ outcome }) => outcome))
  const wrong = trials.filter(({ outcome }) => outcome.verdict === 'wrong without a mark')
  for (const { variant, outcome } of wrong.slice(0, PRINTED)) printMistake(variant, outcome)
  console.log(`${kind} from seed ${first}, ${Math.round(performance.now() - start)} ms`, tally)
  return isHeld(tally, { silent, asked: 0.12, marked: 0.05 })
}

function isHeld(tally: Tally, most: Held): boolean {
  return (
    tally.silent <= most.silent * tally.lists &&
    tally.asked <= most.asked * tally.lists &&
    tally.rightMarked <= most.marked * tally.right
  )
}

function printMistake({ drawn, source }: Variant, { questions, wrong }: Outcome): void {
  console.log(drawn, questions.join(), wrong.slice(0, 5))
  const text =
    'sheet' in source
      ? source.sheet.grid.map((row) => row.join(' | ')).join('\n')
      : source.clipboard.text
  console.log(text)
}
