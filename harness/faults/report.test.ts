/** What a run leaves in docs/evidence.md: planted bugs are no failures of the product. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../bin/run.js'
import { type Line, roundsOf, sumsOf } from './report.ts'

const line = (name: string, database: string, verdict: string, sent: number): Line => ({
  case: name,
  database,
  verdict,
  figures: {
    rounds: 2,
    sent,
    acknowledged: sent - 1,
    unknown: 1,
    retried: 1,
    lost: verdict === 'caught' ? 5 : 0,
    doubled: 0,
    unexpected: 0,
    seconds: 1,
    found: [],
    complaints: [],
  },
})
const LINES = [
  line('kill', 'SQLite', 'ok', 10),
  line('kill', 'PostgreSQL', 'ok', 20),
  line('planted: no fsync', 'SQLite', 'caught', 30),
]

test('sums and rounds are those of the product as it is', () => {
  expect(sumsOf(LINES)).toBe(
    '2 cases, 30 calls, 2 of them without an answer at first; **lost 0, doubled 0, unexpected 0**; 1 runs with a planted bug, each found.',
  )
  expect(roundsOf(LINES)).toBe(
    '| Rounds, calls | SQLite | PostgreSQL |\n|---|---|---|\n| kill | 2, 10 | 2, 20 |',
  )
})

test.each(['npm run test:faults', 'npm run test:operations'])('%s has its place', (command) => {
  const text = readFileSync(join(ROOT, 'docs/evidence.md'), 'utf8')
  expect(text).toMatch(new RegExp(`<!-- figures: ${command} -->[^<]+<!-- end of figures -->`))
})
