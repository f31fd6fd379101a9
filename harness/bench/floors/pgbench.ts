/** The floor of the server on PostgreSQL: pgbench with the same statements, each call's in one transaction. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresProgram } from '../../../bin/programs.js'
import type { SqlValue } from '../../../server/store/statement.ts'
import { withFolder } from '../folder.ts'
import type { Recorded } from '../recorded-statements.ts'
import { percentile } from '../rounds.ts'

const CLIENTS = 16
const THREADS = 2

export type Pgbench = { url: string; script: string; seconds: number }

/** Registrations a second. */
export async function pgbench(options: Pgbench): Promise<number> {
  return Number(/^tps = ([\d.]+)/m.exec(await run(options))?.[1])
}

/** Until its connections are open and their statements prepared. */
const WARM_UP_SECONDS = 1

/** A registration in the slowest hundredth, where so many a second come at random: milliseconds from when each was due. */
export function slowestOfPgbench({ rate, ...options }: Pgbench & { rate: number }) {
  return withFolder(async (folder) => {
    const seconds = WARM_UP_SECONDS + options.seconds
    const pace = [`--rate=${rate}`, '--log', `--log-prefix=${join(folder, 'log')}`]
    await run({ ...options, seconds }, pace)
    const ended = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n').map(timesOf),
    )
    const from = Math.min(...ended.map(({ at }) => at)) + 1000 * WARM_UP_SECONDS
    return percentile(
      ended.filter(({ at }) => at > from).map(({ ms }) => ms),
      0.99,
    )
  })
}

/** A line of its log: client, number, microseconds since it was due, script, and when it ended in seconds and microseconds. */
function timesOf(line: string): { ms: number; at: number } {
  const [, , taken, , second, microsecond] = line.split(' ').map(Number)
  return { ms: (taken ?? 0) / 1000, at: 1000 * (second ?? 0) + (microsecond ?? 0) / 1000 }
}

/** What it prints. */
async function run({ url, script, seconds }: Pgbench, more: string[] = []): Promise<string> {
  const program = postgresProgram('pgbench')
  if (!program) throw new Error('pgbench is missing. On Debian: apt-get install postgresql')
  const { searchParams, username, pathname } = new URL(url)
  const { stdout } = await promisify(execFile)(
    program,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${CLIENTS}`, `--jobs=${THREADS}`],
      ...[`--time=${seconds}`, `--file=${script}`, `--username=${username}`, ...more],
      `--host=${searchParams.get('host')}`,
      pathname.slice(1),
    ],
    { env: { ...process.env, PGOPTIONS: searchParams.get('options') ?? '' } },
  )
  return stdout
}

/**
 * Writes the script: the statements of one registration, in which whatever another one has differently is a
 * random number of pgbench's, bound as a parameter. Gives its path.
 */
export function writeScript(folder: string, one: Recorded, other: Recorded): string {
  const variables = new Map<SqlValue, string>()
  const written = one.map((transaction, t) =>
    transaction.map(({ sql, values }, s) =>
      sql.replace(/\$(\d+)/g, (_, position) => {
        const at = Number(position) - 1
        const value = values[at] ?? null
        if (other[t]?.[s]?.values[at] === value) return literal(value)
        const name = variables.get(value) ?? `v${variables.size}`
        variables.set(value, name)
        return `:${name}`
      }),
    ),
  )
  const lines = [
    ...[...variables.values()].map((name) => `\\set ${name} random(1, ${Number.MAX_SAFE_INTEGER})`),
    ...written.flatMap((statements) => ['begin', ...statements, 'commit'].map((sql) => `${sql};`)),
  ]
  const path = join(folder, 'registration.pgbench')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

function literal(value: SqlValue): string {
  if (value === null) return 'null'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
