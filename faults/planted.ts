/** Bugs that the cases must find: each is planted in a copy of the server, and its case has to turn red. */
import { COUNT_FSYNCS, FAILED_FSYNC, KILL_AT_FSYNC } from './cases/fsync.ts'
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
  /** Where it shows. */
  in: 'lost' | 'doubled' | 'complaints'
}

const EARLY_REPLY: readonly Patch[] = [
  {
    file: 'server/store/group.ts',
    find: '      for (const outcome of outcomes) settle(outcome)\n',
    replace: '',
  },
  {
    file: 'server/store/group.ts',
    find: '      await session.commit()\n',
    replace: `      for (const outcome of outcomes) settle(outcome)
      await setImmediate()
      await session.commit()
`,
  },
]

export const PLANTED: readonly Planted[] = [
  {
    bug: 'the reply goes out before the commit',
    patches: EARLY_REPLY,
    case: KILL_SQLITE,
    rounds: 30,
    in: 'lost',
  },
  {
    bug: 'the reply goes out before the commit',
    patches: EARLY_REPLY,
    case: KILL_AT_FSYNC,
    rounds: 40,
    in: 'lost',
  },
  {
    bug: 'the key is not unique',
    patches: [
      {
        file: 'server/store/migrations.ts',
        find: 'application_key text unique,',
        replace: 'application_key text,',
      },
    ],
    case: RACE,
    rounds: 20,
    in: 'doubled',
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
    in: 'complaints',
  },
  {
    bug: 'PostgreSQL does not wait for the disk (synchronous_commit = off)',
    patches: [
      {
        file: 'server/store/postgres.ts',
        find: '  const session = createSession(config)\n  const readers',
        replace:
          "  const session = createSession({ ...config, options: '-c synchronous_commit=off' })\n  const readers",
      },
    ],
    case: OUTAGE,
    rounds: 10,
    in: 'lost',
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
    in: 'complaints',
  },
  {
    bug: 'a mail is written down as sent before it is',
    patches: [
      {
        file: 'server/outbox.ts',
        find: '  const outcome = await deliver(row, whole, now)\n',
        replace: `  await settle(channel, row, { status: 'delivered' }, wasDown)
  const outcome = await deliver(row, whole, now)
`,
      },
    ],
    case: KILL_MAILING,
    rounds: 5,
    in: 'complaints',
  },
]

/** Whether the bug was found, and where it shows. */
export function isCaught(planted: Planted, figures: Figures): boolean {
  const shown = figures[planted.in]
  return typeof shown === 'number' ? shown > 0 : shown.length > 0
}
