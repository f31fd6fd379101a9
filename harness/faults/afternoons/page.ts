/** The two pages of docs/operations.md that install the product in an afternoon: what is run is read from the page itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../bin/run.js'

export const PAGES = ['SQLite', 'PostgreSQL'] as const
export type Page = (typeof PAGES)[number]

/** `commands` are lines of a shell; behind `# Is it right?` they look whether the step did its work. */
export type Step = { title: string; commands: string }

const SHELL = /```sh\n([\s\S]*?)```/
const OPERATIONS = join(ROOT, 'docs/operations.md')
/** Throws where a step is neither commands nor steps of the other page. */
export function stepsOf(page: Page, text = readFileSync(OPERATIONS, 'utf8')): Step[] {
  const section =
    text.split(/\n(?=## )/).find((each) => each.startsWith(`## An afternoon: ${page}\n`)) ?? ''
  const parts = section.split(/\n(?=\*\*\d)/).slice(1)
  return parts.flatMap((part) => {
    const [, numbers = '', own = ''] = /^\*\*([\d–]+)\. ?([^.*]*)/.exec(part) ?? []
    const [, commands] = SHELL.exec(part) ?? []
    if (commands !== undefined) return [{ title: `${numbers}. ${own}`, commands }]
    const [, from, to] = /As (?:steps (\d+) to (\d+) )?on SQLite\.$/.exec(part.trim()) ?? []
    const [first, last] = [from, to].every(Boolean) ? [from, to] : numbers.split('–')
    const taken = page === 'SQLite' ? [] : stepsOf('SQLite', text)
    const steps = taken.slice(Number(first) - 1, Number(last))
    if (steps.length !== lengthOf(numbers)) throw new Error(`no commands: ${part}`)
    return steps
  })
}

function lengthOf(numbers: string): number {
  const [first = 0, last = first] = numbers.split('–').map(Number)
  return last - first + 1
}

/** A shell that ends at the first line that fails, and says which step it was at. */
export function scriptOf(steps: readonly Step[]): string {
  const said = steps.map(
    ({ title, commands }) => `echo "${STEP}${title} ($SECONDS s)"\n${commands}`,
  )
  return [
    'set -eE -o pipefail',
    `trap 'echo "${FAILED}$BASH_COMMAND"' ERR`,
    ...said,
    `echo "${STEP}end ($SECONDS s)"\n`,
  ].join('\n')
}

export const STEP = '=== '
export const FAILED = '=!= '
