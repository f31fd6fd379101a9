/** Bugs that the cases must find: each is planted in a copy of the server, and its case has to turn red. */
import { DRAIN_SQLITE } from './cases/drain.ts'
import { COUNT_FSYNCS, FAILED_FSYNC, KILL_AT_FSYNC } from './cases/fsync.ts'
import { FULL_DISK } from './cases/full-disk.ts'
import { KILL_SQLITE } from './cases/kill.ts'
import { KILL_MAILING } from './cases/mail.ts'
import { OUTAGE } from './cases/outage.ts'
import { RACE } from './cases/race.ts'
import type { Case, Figures } from './play.ts'
import type { Patch } from './tree.ts'

export type Planted = {
  bug: string
  patches: readonly Patch[]
  case: Case
  /** Rounds in which it must show. */
  rounds: number
  /** Where it shows: in a figure, or in a complaint that says so. */
  shows: 'lost' | 'doubled' | RegExp
}

const EARLY_REPLY: readonly Patch[] = [
  {
    file: 'server/store/group-commit.ts',
    find: '      await commit()\n      return outcomes\n',
    replace: `      for (const outcome of outcomes) settle(outcome)
      await setImmediate()
      await commit()
      return outcomes
`,
  },
]

export const PLANTED: readonly Planted[] = [
  {
    bug: 'the reply goes out before the commit',
    patches: EARLY_REPLY,
    case: KILL_SQLITE,
    rounds: 30,
    shows: 'lost',
  },
  {
    bug: 'the reply goes out before the commit',
    patches: EARLY_REPLY,
    case: KILL_AT_FSYNC,
    rounds: 40,
    shows: 'lost',
  },
  {
    bug: 'the key is not unique',
    patches: [
      {
        file: 'server/store/migrations/0001-applications.ts',
        find: 'application_key text unique,',
        replace: 'application_key text,',
      },
    ],
    case: RACE,
    rounds: 20,
    shows: 'doubled',
  },
  {
    bug: 'SQLite does not wait for the disk (synchronous = normal)',
    patches: [
      {
        file: 'server/store/sqlite.ts',
        find: 'pragma synchronous = full;',
        replace: 'pragma synchronous = normal;',
      },
    ],
    case: COUNT_FSYNCS,
    rounds: 1,
    shows: /fsyncs of the log for/,
  },
  {
    bug: 'PostgreSQL does not wait for the disk (synchronous_commit = off)',
    patches: [
      {
        file: 'server/store/postgres.ts',
        find: 'later(`begin; ',
        replace: 'later(`begin; set local synchronous_commit = off; ',
      },
    ],
    case: OUTAGE,
    rounds: 10,
    shows: 'lost',
  },
  {
    bug: 'a failed fsync counts as a passing trouble',
    patches: [
      {
        file: 'server/store/sqlite.ts',
        find: "    return 'fatal'\n",
        replace: "    return 'unavailable'\n",
      },
    ],
    case: FAILED_FSYNC,
    rounds: 6,
    shows: /the fault did not end the server/,
  },
  {
    bug: 'a failed commit is overlooked',
    patches: [
      {
        file: 'server/store/group-commit.ts',
        find: "      throw new CommitFailed('the commit failed', { cause })\n",
        replace: '      void cause\n',
      },
    ],
    case: FULL_DISK,
    rounds: 1,
    shows: 'lost',
  },
  {
    bug: 'SIGTERM ends the process at once',
    patches: [
      {
        file: 'server/main.ts',
        find: "  stopOn(['SIGTERM', 'SIGINT'], delayMs, async () => {\n",
        replace: "  stopOn(['SIGTERM', 'SIGINT'], delayMs, async () => {\n    process.exit(0)\n",
      },
    ],
    case: DRAIN_SQLITE,
    rounds: 1,
    shows: /^half sent at the signal/,
  },
  {
    bug: 'a mail is written down as sent before it is',
    patches: [
      {
        file: 'server/delivery/dispatcher.ts',
        find: '  const outcome = await deliver(row, ',
        replace: `  await dispatcher.database.atomic((tx) => markSent(tx, row.id, clock()))
  const outcome = await deliver(row, `,
      },
    ],
    case: KILL_MAILING,
    rounds: 5,
    shows: /was never mailed/,
  },
]

/** Whether the bug was found, and where it shows. */
export function isCaught(planted: Planted, figures: Figures): boolean {
  const { shows } = planted
  if (typeof shows === 'string') return figures[shows] > 0
  return figures.complaints.some((complaint) => shows.test(complaint))
}
