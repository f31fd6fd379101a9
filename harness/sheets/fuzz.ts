/** `npm run sheets:fuzz [-- count [first seed]]`: known lists written down in other ways; none may be read wrong without a mark. */
import { argv, exit } from 'node:process'
import { variantOutcome } from '#sheets/testing/known-lists.ts'
import { VERDICTS, type Verdict } from '#sheets/testing/list-trial.ts'

const [count = 10_000, first = 1] = argv.slice(2).map(Number)

/** Of rows that are right, the share that may carry a mark; and kinds of questions of one list. */
const MOST_MARKED = 0.1
const MOST_QUESTIONS = 2
/** So many mistakes are printed. */
const PRINTED = 12

const verdicts = new Map<Verdict, number>(VERDICTS.map((verdict) => [verdict, 0]))
let [right, rightMarked, questions, printed] = [0, 0, 0, 0]
const start = performance.now()
for (let seed = first; seed < first + count; seed += 1) {
  const { variant, outcome } = variantOutcome(seed)
  verdicts.set(outcome.verdict, (verdicts.get(outcome.verdict) ?? 0) + 1)
  right += outcome.right
  rightMarked += outcome.rightMarked
  questions = Math.max(questions, outcome.questions.length)
  const isMistake = outcome.verdict === 'wrong without a mark'
  if ((isMistake || outcome.questions.length > MOST_QUESTIONS) && printed < PRINTED) {
    printed += 1
    console.log(variant.drawn, outcome.questions.join(), outcome.wrong.slice(0, 5))
    console.log(
      'sheet' in variant.source
        ? variant.source.sheet.grid.map((row) => row.join(' | ')).join('\n')
        : variant.source.clipboard.text,
    )
  }
}
const share = rightMarked / right
console.log(`${count} variants from seed ${first}, ${Math.round(performance.now() - start)} ms`)
for (const [verdict, number] of verdicts) console.log(`${verdict}: ${number}`)
console.log(`right rows with a mark: ${(100 * share).toFixed(1)} %; most questions: ${questions}`)
const silent = verdicts.get('wrong without a mark') ?? 0
exit(silent > 0 || share > MOST_MARKED || questions > MOST_QUESTIONS ? 1 : 0)
