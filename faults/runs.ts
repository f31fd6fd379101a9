/** What the suite runs: every case on the server as it is, then every planted bug. */
import { CASES } from './cases.ts'
import { isCaught, PLANTED } from './planted.ts'
import { type Case, type Figures, runCase } from './play.ts'
import type { Line } from './report.ts'
import type { Patch } from './tree.ts'

export type Run = {
  title: string
  case: Case
  rounds: number
  patches: readonly Patch[]
  /** As it is, nothing may be found; a planted bug must be. */
  judge(figures: Figures): 'ok' | 'caught' | 'FAILED'
}

/** All of them, or those whose title or database contains one of the words. */
export function runsOf(words: readonly string[]): Run[] {
  const asItIs = CASES.map(
    (kase): Run => ({
      title: kase.name,
      case: kase,
      rounds: kase.rounds,
      patches: [],
      judge: (figures) => (isClean(figures, kase) ? 'ok' : 'FAILED'),
    }),
  )
  const planted = PLANTED.map(
    (bug): Run => ({
      title: `planted: ${bug.bug} → ${bug.case.name}`,
      case: bug.case,
      rounds: bug.rounds,
      patches: bug.patches,
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
  place: { name: string; folder: string; origin: string },
): Promise<Line> {
  const { title, case: kase, rounds, patches, judge } = run
  const figures = await runCase(kase, { ...place, patches, rounds })
  return { case: title, database: kase.engine, figures, verdict: judge(figures) }
}

function isClean({ rounds, lost, doubled, unexpected, complaints }: Figures, kase: Case): boolean {
  return rounds === kase.rounds && lost + doubled + unexpected + complaints.length === 0
}
