/** The real server as a process of its own, from a tree of sources, to be stopped in every way there is. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type Server = {
  /** Its address without a slash at its end; rejects where it ends before it listens. */
  listening: Promise<string>
  ended: Promise<Ended>
  /** To the server, or to its staff console's process as well, as when a machine ends. */
  signal(name: NodeJS.Signals, to?: 'both'): void
}

const { PATH, NODE_COMPILE_CACHE } = process.env
/** Of this process's environment; a run of all tests compiles the sources once, not at each of hundreds of starts. */
export const PASSED_ON = { PATH, NODE_COMPILE_CACHE }

export type LaunchOptions = {
  /** Folder that the server runs from. */
  tree: string
  env: Record<string, string>
  /** File that its standard error is added to. */
  log: string
  /** A command that runs it, such as strace with its options. */
  under?: readonly string[]
}

/** For a server alone on free ports, its files in one folder. Limits are off: everything comes from one address. */
export function settingsIn(folder: string, database: string): Record<string, string> {
  return {
    PORT: '0',
    STAFF_PORT: 'off',
    METRICS_PORT: 'off',
    DATABASE_URL: database,
    DIRECTORY_FILE: join(folder, 'directory.db'),
    MAIL_FOLDER: join(folder, 'mail'),
    INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
    STAFF_KEY_FILE: join(folder, 'staff-key'),
    LINK_KEYS_FILE: join(folder, 'link-keys'),
    LIMIT_ADDRESS_PER_HOUR: '0',
    LIMIT_MAIL_PER_HOUR: '0',
    LIMIT_BYTES_PER_HOUR: '0',
    LIMIT_STATUS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalServer(child, 'SIGKILL')
})

export function launch({ tree, env, log, under = [] }: LaunchOptions): Server {
  const [program = '', ...args] = [...under, process.execPath, 'server/main.ts']
  const errors = openSync(log, 'a')
  const child = spawn(program, args, {
    cwd: tree,
    env: { ...PASSED_ON, ...env },
    stdio: ['ignore', 'pipe', errors],
  })
  closeSync(errors)
  running.add(child)
  const ended = new Promise<Ended>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      running.delete(child)
      resolve({ code, signal })
    }
    child.once('close', end)
    // It was never there.
    child.once('error', () => end(null, null))
  })
  const listening = addressOf(child, ended)
  // Whoever waits for the end alone is not interested.
  listening.catch(() => {})
  return { listening, ended, signal: (name, to) => signalServer(child, name, to) }
}

function addressOf({ stdout }: ChildProcess, ended: Promise<Ended>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    stdout?.on('data', (chunk: Buffer) => {
      printed += chunk
      const [, port] = /http:\/\/localhost:(\d+)\s/.exec(printed) ?? []
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    ended.then(({ code, signal }) =>
      reject(new Error(`the server ended (${signal ?? code}) before it listened`)),
    )
  })
}

/** To the server itself, not to the command that it runs under; nothing where it has ended. */
function signalServer(child: ChildProcess, name: NodeJS.Signals, to?: 'both'): void {
  const { pid, spawnfile, exitCode, signalCode } = child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  const servers = spawnfile === process.execPath ? [pid] : childrenOf(pid)
  const consoles = to === 'both' ? servers.flatMap(childrenOf) : []
  for (const target of [...servers, ...consoles]) process.kill(target, name)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** Whether /readyz answers 200; rejects where nothing answers. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`)
  await response.arrayBuffer()
  return response.status === 200
}
