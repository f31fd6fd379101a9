/** A real PostgreSQL of a test's own: a throw-away cluster in a temporary folder, gone with the process that started it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

export type Cluster = {
  /** The address of a database that did not exist before. */
  createDatabase(): Promise<string>
  /** Starts it again after a stop, with further settings such as `fsync=off`. */
  start(...settings: string[]): Promise<void>
  /** fast: disconnects everybody and shuts down. immediate: as in a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Lets the whole server hang (SIGSTOP) or go on (SIGCONT). */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Stops it for good and removes its folder. */
  remove(): Promise<void>
}

const START_MS = 20_000
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Throws, and says what is missing, where there is no PostgreSQL to start. */
export async function startPostgres(): Promise<Cluster> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let guard: ChildProcess | undefined
  const url = `postgres://app@localhost/postgres?host=${folder}`

  const cluster: Cluster = {
    async start(...settings) {
      const options = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings]
      const command = [join(bin, 'postgres'), '-D', data, ...options.flatMap((o) => ['-c', o])]
      // The server ends when the shell's input does, that is when this process ends, however it ends.
      const script =
        'exec 3<&0; "$@" 3<&- & server=$!; (cat <&3 >/dev/null; kill -QUIT $server) & wait $server'
      guard = spawn('sh', ['-c', script, 'sh', ...command], {
        ...owner,
        cwd: '/',
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      await answers(url)
    },
    async stop(mode) {
      const ended = guard && once(guard, 'exit')
      process.kill(serverPid(data), SIGNALS[mode])
      await ended
      guard?.stdin?.end()
    },
    signal(signal) {
      // Every backend is a process of its own.
      const pid = serverPid(data)
      for (const process_ of [pid, ...childrenOf(pid)]) process.kill(process_, signal)
    },
    async createDatabase() {
      // A schema of its own is made a hundred times faster than a database, and is as empty.
      const name = `test_${randomBytes(6).toString('hex')}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`create schema ${name}`)
      await client.end()
      return `${url}&options=-c%20search_path%3D${name}`
    },
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await cluster.stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.start()
  return cluster
}

function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  )
  if (!found)
    throw new Error(
      'PostgreSQL is missing: the tests start one of their own. On Debian: apt-get install postgresql',
    )
  return found
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answers(url: string): Promise<void> {
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

function serverPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
