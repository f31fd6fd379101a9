/** A real PostgreSQL of a test's own: a throw-away cluster in a temporary folder, gone with the process that started it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { postgresProgram } from '../../bin/programs.js'

export type Cluster = {
  /** The address of its first database. */
  readonly url: string
  /** The address of a database that did not exist before. */
  createDatabase(): Promise<string>
  /** The address of a schema that a copy has from its original. */
  addressOf(schema: string): string
  /** A cluster of its own, started from a base backup of this one that was taken while it works. */
  restoredCopy(): Promise<Cluster>
  /** A standby that follows this one. */
  standby(): Promise<Cluster>
  /** Makes a standby a primary of its own. */
  promote(): Promise<void>
  /** Runs a file of SQL as an administrator does, with psql. */
  runFile(path: string): void
  /** Starts it again after a stop, with further settings such as `fsync=off`. */
  start(...settings: string[]): Promise<void>
  /** fast: disconnects everybody and shuts down. immediate: as in a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Lets the whole server hang (SIGSTOP) or go on (SIGCONT). */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Stops it for good and removes its folder. */
  remove(): Promise<void>
}

const START_MS = 50_000
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Throws, and says what is missing, where there is no PostgreSQL to start. */
export async function startPostgres(parent = tmpdir()): Promise<Cluster> {
  const folder = ownFolder(parent)
  await initialise(folder, '--no-sync')
  return started(folder)
}

/** One in a folder that does not exist, small and wholly on disk, for tests of what the disk keeps. */
export async function startPostgresIn(folder: string): Promise<Cluster> {
  mkdirSync(folder)
  own(folder)
  await initialise(folder, '--wal-segsize=1')
  return started(folder, 'kept')
}

/** What is left of one after a crash. */
export async function resumePostgres(folder: string): Promise<Cluster> {
  // They name a process of before, or one that works on the original.
  for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, lock), { force: true })
  return started(folder, 'kept')
}

function initialise(folder: string, ...options: string[]): Promise<void> {
  return runMeanwhile('initdb', [
    ...['-D', join(folder, 'data'), '-U', 'app', '-A', 'trust'],
    ...['-E', 'UTF8', '--locale=C.UTF-8', ...options],
  ])
}

/** What becomes of the folder where this process ends without a word. */
type Left = 'removed' | 'kept'

async function started(folder: string, left: Left = 'removed'): Promise<Cluster> {
  const cluster = clusterIn(folder, left)
  await cluster.start()
  return cluster
}

function clusterIn(folder: string, left: Left): Cluster {
  const data = join(folder, 'data')
  const url = `postgres://app@localhost/postgres?host=${folder}`
  const addressOf = (schema: string) => inSchema(url, schema)
  let guard: ChildProcess | undefined

  const cluster: Cluster = {
    url,
    async start(...settings) {
      guard = startServer(folder, settings, left)
      await answers(url)
    },
    async stop(mode) {
      const ended = guard && once(guard, 'exit')
      process.kill(serverPid(data), SIGNALS[mode])
      await ended
      guard?.stdin?.end()
    },
    signal(signal) {
      // Every backend is a process of its own; while their parent hangs, none is begun and the pid of none is free.
      const pid = serverPid(data)
      process.kill(pid, 'SIGSTOP')
      for (const each of [...childrenOf(pid), pid]) process.kill(each, signal)
    },
    createDatabase: () => createSchema(url),
    addressOf,
    restoredCopy: async () => started(await baseBackup(folder)),
    standby: async () => started(await baseBackup(folder, '--write-recovery-conf')),
    runFile: (path) => run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', url], readFileSync(path)),
    promote: () => runMeanwhile('pg_ctl', ['promote', '-D', data, '-s']),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await cluster.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function startServer(folder: string, settings: readonly string[], left: Left): ChildProcess {
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings]
  const server = [program('postgres'), '-D', join(folder, 'data')]
  // The server ends when the shell's input does, that is when this process ends, however it ends; also one that hangs.
  const removal = 'while kill -0 $server; do sleep 0.1; done; rm -rf "$0"'
  const orphaned = `kill -QUIT $server && kill -CONT $server && { ${left === 'removed' ? removal : ':'}; }`
  const script = `exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; ${orphaned}) & wait $server`
  return spawn('sh', ['-c', script, folder, ...server, ...options.flatMap((o) => ['-c', o])], {
    ...unprivileged(),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

const inSchema = (url: string, schema: string) => `${url}&options=-c%20search_path%3D${schema}`

/** A schema of its own is made a hundred times faster than a database, and is as empty; gives its address. */
export async function createSchema(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
  return inSchema(url, name)
}

/** The folder of a copy, beside the original; not through execFileSync, for whoever stores meanwhile must go on. */
async function baseBackup(folder: string, ...options: string[]): Promise<string> {
  const copy = ownFolder(dirname(folder))
  await runMeanwhile('pg_basebackup', [
    ...['-D', join(copy, 'data'), '-h', folder, '-U', 'app', '--checkpoint=fast', ...options],
  ])
  return copy
}

/** A temporary folder that the server's user may write to. */
export function ownFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'pg-'))
  own(folder)
  return folder
}

function own(folder: string): void {
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

/** The input is read here: the server's user may not see our folders. */
function run(name: string, parameters: readonly string[], input: Buffer): void {
  execFileSync(program(name), parameters, {
    ...unprivileged(),
    cwd: '/',
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
}

async function runMeanwhile(name: string, parameters: readonly string[]): Promise<void> {
  const child = spawn(program(name), parameters, {
    ...unprivileged(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}

/** The path of a program of PostgreSQL, or of pgbouncer. */
export function program(name: string): string {
  const found = postgresProgram(name)
  if (!found)
    throw new Error(
      `PostgreSQL is missing (${name}): the tests start one of their own. On Debian: apt-get install postgresql pgbouncer`,
    )
  return found
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function answers(url: string): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (performance.now() > deadline)
        throw new Error('PostgreSQL does not start', { cause: error })
      await setTimeout(20)
    }
  }
}

export function serverPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** Runs statements as an administrator, each by itself; gives the rows of the last. */
export async function administer(
  cluster: Cluster,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.addressOf('public') })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    // A setting, or the end of a process, reaches the other connections in a moment.
    await setTimeout(100)
    return rows
  } finally {
    await client.end()
  }
}
