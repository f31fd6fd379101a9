/** `npm run bench`: measures, prints every figure beside its floor and its goal, and writes results.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { cellsOf, type Figure, HEADINGS } from './figure.ts'
import { documentOf, type Part } from './results.ts'
import type { Suite } from './suite.ts'
import { counterSuite } from './suites/counter.ts'
import { directorySuite } from './suites/directory.ts'
import { domainSuite } from './suites/domain.ts'
import { figuresSuite } from './suites/figures.ts'
import { isolationSuite } from './suites/isolation.ts'
import { lighthouseSuite } from './suites/lighthouse.ts'
import { mailSuite } from './suites/mail.ts'
import { operationSuite } from './suites/operation.ts'
import { pagesSuite } from './suites/pages.ts'
import { pastingSuite } from './suites/pasting.ts'
import { postgresSuite } from './suites/postgres.ts'
import { readsSuite } from './suites/reads.ts'
import { searchSuite } from './suites/search.ts'
import { sqliteSuite } from './suites/sqlite.ts'
import { typingSuite } from './suites/typing.ts'

/** In the order in which they are measured. */
const SUITES = {
  sqlite: { group: 'server', run: sqliteSuite },
  postgres: { group: 'server', run: postgresSuite },
  mail: { group: 'server', run: mailSuite },
  isolation: { group: 'server', run: isolationSuite },
  operation: { group: 'server', run: operationSuite },
  search: { group: 'server', run: searchSuite },
  figures: { group: 'server', run: figuresSuite },
  counter: { group: 'server', run: counterSuite },
  reads: { group: 'server', run: readsSuite },
  directory: { group: 'server', run: directorySuite },
  pages: { group: 'web', run: pagesSuite },
  typing: { group: 'web', run: typingSuite },
  pasting: { group: 'web', run: pastingSuite },
  lighthouse: { group: 'web', run: lighthouseSuite },
  domain: { group: 'domain', run: domainSuite },
} as const satisfies Record<string, { group: string; run: Suite }>
type SuiteName = keyof typeof SUITES
const NAMES = Object.keys(SUITES) as SuiteName[]

const RESULTS = join(import.meta.dirname, 'results.md')
const WIDTHS = [72, 14, 14, 20, 16, 4]

await bench(argv.slice(2))

async function bench(wanted: readonly string[]): Promise<void> {
  const names = NAMES.filter(
    (name) => wanted.length === 0 || wanted.includes(name) || wanted.includes(SUITES[name].group),
  )
  if (names.length === 0) {
    console.error(`There is no such part. Choose among: server, web, ${NAMES.join(', ')}.`)
    process.exitCode = 1
    return
  }
  const parts: Part[] = []
  print(HEADINGS)
  for (const name of names) parts.push(await measure(name))
  if (names.length < NAMES.length) return console.log('\nA part alone leaves results.md as it is.')
  writeFileSync(RESULTS, documentOf(parts))
  console.log(`\nWritten to ${RESULTS}.`)
}

/** A part that cannot be measured says why, and does not keep the others from it. */
async function measure(name: SuiteName): Promise<Part> {
  console.log(`\n— ${name}`)
  const figures: Figure[] = []
  const note = (figure: Figure) => {
    figures.push(figure)
    print(cellsOf(figure))
  }
  try {
    await SUITES[name].run(note)
    return { name, figures }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    console.error(failure)
    process.exitCode = 1
    return { name, figures, failure: failure.split('\n')[0] ?? '' }
  }
}

function print(cells: readonly string[]): void {
  console.log(
    cells
      .map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
