/** Bugs that the cases must find: each is planted in the server, and its case has to turn red. */
import type { Bug } from './bugs.ts'
import { DRAIN_SQLITE } from './cases/drain.ts'
import { COUNT_FSYNCS, FAILED_FSYNC, KILL_AT_FSYNC } from './cases/fsync.ts'
import { FULL_DISK } from './cases/full-disk.ts'
import { KILL_SQLITE } from './cases/kill.ts'
import { KILL_APPLICANTS, KILL_APPLICANTS_POSTGRES } from './cases/kill-applicants.ts'
import { LATE_ANSWER } from './cases/late-answer.ts'
import { KILL_MAILING } from './cases/mail.ts'
import { OUTAGE } from './cases/outage.ts'
import { POWER_AFTER_EIO, POWER_AT_RANDOM } from './cases/power.ts'
import { POWER_POSTGRES } from './cases/power-postgres.ts'
import { RACE } from './cases/race.ts'
import type { Case, Figures } from './play.ts'

export type Planted = {
  bug: Bug
  case: Case
  /** Rounds in which it must show. */
  rounds: number
  /** Where it shows: in a figure, or in a complaint that says so. */
  shows: 'lost' | 'doubled' | RegExp
}

export const PLANTED: readonly Planted[] = [
  { bug: 'early-reply', case: KILL_SQLITE, rounds: 30, shows: 'lost' },
  { bug: 'early-reply', case: KILL_AT_FSYNC, rounds: 40, shows: 'lost' },
  { bug: 'key-not-unique', case: RACE, rounds: 20, shows: 'doubled' },
  { bug: 'early-reply', case: KILL_APPLICANTS, rounds: 20, shows: /: \w+ is .*, not / },
  {
    bug: 'applicant-key-not-unique',
    case: KILL_APPLICANTS_POSTGRES,
    rounds: 20,
    shows: /: 409 |(calls|revisions) is \d, not \d/,
  },
  { bug: 'no-sync', case: COUNT_FSYNCS, rounds: 1, shows: /fsyncs of the log for/ },
  { bug: 'no-sync', case: POWER_AT_RANDOM, rounds: 20, shows: 'lost' },
  { bug: 'no-recovery', case: POWER_AFTER_EIO, rounds: 6, shows: 'lost' },
  { bug: 'no-sync-postgres', case: OUTAGE, rounds: 10, shows: 'lost' },
  { bug: 'no-sync-postgres', case: POWER_POSTGRES, rounds: 10, shows: 'lost' },
  {
    bug: 'fsync-error-passes',
    case: FAILED_FSYNC,
    rounds: 6,
    shows: /the fault did not end the server/,
  },
  { bug: 'commit-error-ignored', case: FULL_DISK, rounds: 1, shows: 'lost' },
  { bug: 'exit-at-once', case: DRAIN_SQLITE, rounds: 1, shows: /^half sent at the signal/ },
  { bug: 'sent-before-sending', case: KILL_MAILING, rounds: 5, shows: /was never mailed/ },
  { bug: 'short-lease', case: LATE_ANSWER, rounds: 1, shows: /mails too many/ },
  { bug: 'hastening', case: LATE_ANSWER, rounds: 1, shows: /mails too many/ },
]

/** Whether the bug was found, and where it shows. */
export function isCaught(planted: Planted, figures: Figures): boolean {
  const { shows } = planted
  if (typeof shows === 'string') return figures[shows] > 0
  return figures.complaints.some((complaint) => shows.test(complaint))
}
