/** What the suite runs: every case on the server as it is, then every planted bug. */

import { isCaught, PLANTED } from './bug-cases.ts'
import { BUGS, type Bug } from './bugs.ts'
import { CASES } from './cases.ts'
import { type Case, type Figures, runCase } from './play.ts'
import type { Line } from './report.ts'

export type Run = {
  title: string
  case: Case
  rounds: number
  bug?: Bug
  /** As it is, nothing may be found; a planted bug must be. */
  judge(figures: Figures): 'ok' | 'caught' | 'FAILED'
}

/** All of them, or those whose title or database contains one of the words. */
export function runsOf(words: readonly string[], isLong: boolean): Run[] {
  const asItIs = CASES.map(
    (kase): Run => ({
      title: kase.name,
      case: kase,
      rounds: roundsOf(kase, isLong),
      judge: (figures) => (isClean(figures, roundsOf(kase, isLong)) ? 'ok' : 'FAILED'),
    }),
  )
  const planted = PLANTED.map(
    (bug): Run => ({
      title: `planted: ${BUGS[bug.bug]} → ${bug.case.name}`,
      case: bug.case,
      rounds: bug.rounds,
      bug: bug.bug,
      judge: (figures) => (isCaught(bug, figures) ? 'caught' : 'FAILED'),
    }),
  )
  return [...asItIs, ...planted].filter(
    ({ title, case: { engine } }) =>
      words.length === 0 || words.some((word) => `${title} ${engine}`.includes(word)),
  )
}

export async function runOne(
  run: Run,
  place: { name: string; folder: string; tree: string },
): Promise<Line> {
  const { title, case: kase, rounds, bug, judge } = run
  const figures = await runCase(kase, { ...place, bug, rounds })
  return { case: title, database: kase.engine, figures, verdict: judge(figures) }
}

function roundsOf({ rounds, longRounds }: Case, isLong: boolean): number {
  return isLong ? (longRounds ?? rounds) : rounds
}

function isClean(figures: Figures, wanted: number): boolean {
  const { rounds, lost, doubled, unexpected, complaints } = figures
  return rounds === wanted && lost + doubled + unexpected + complaints.length === 0
}
