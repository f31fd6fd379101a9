/** The real server as a process of its own, from a tree of sources, to be stopped in every way there is. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectNode } from '../../bin/run.js'

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type Server = {
  /** Of the process, or of the command that it runs under. */
  pid: number
  /** Its address without a slash at its end; rejects where it ends before it listens. */
  listening: Promise<string>
  /** The address of its staff console, likewise; never, where it has none. */
  consoleListening: Promise<string>
  ended: Promise<Ended>
  /** To the server, or to its staff console's process as well, as when a machine ends. */
  signal(name: NodeJS.Signals, to?: 'both'): void
  /** As an operator ends it (SIGTERM). */
  stop(): Promise<Ended>
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
  /** Options of Node; none unless told. */
  flags?: readonly string[]
  /** Another server that prints its address as the product does. */
  program?: string
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
    LIMIT_LOOK_UPS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) signalServer(child, 'SIGKILL')
})

export function launch({
  tree,
  env,
  log,
  under = [],
  flags = [],
  program = 'server/main.ts',
}: LaunchOptions): Server {
  const [first = '', ...args] = [...under, projectNode(), ...flags, program]
  const errors = openSync(log, 'a')
  const child = spawn(first, args, {
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
  const [listening, consoleListening] = addressesOf(child, ended)
  return {
    pid: child.pid ?? 0,
    listening,
    consoleListening,
    ended,
    signal: (name, to) => signalServer(child, name, to),
    stop() {
      signalServer(child, 'SIGTERM')
      return ended
    },
  }
}

/** The addresses that it prints: of the pages, then of the staff console. */
function addressesOf(
  { stdout }: ChildProcess,
  ended: Promise<Ended>,
): [pages: Promise<string>, staff: Promise<string>] {
  const [pages, staff] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let printed = ''
  stdout?.on('data', (chunk: Buffer) => {
    printed += chunk
    const [first, second] = printed.match(/http:\/\/[\w.:[\]-]+(?=\s)/g) ?? []
    if (first) pages.resolve(first.replace('localhost', '127.0.0.1'))
    if (second) staff.resolve(second)
  })
  void ended.then(({ code, signal }) => {
    const error = new Error(`the server ended (${signal ?? code}) before it listened`)
    for (const { reject } of [pages, staff]) reject(error)
  })
  // Whoever waits for the end alone is not interested.
  for (const { promise } of [pages, staff]) promise.catch(() => {})
  return [pages.promise, staff.promise]
}

/** To the server itself, not to the command that it runs under; nothing where it has ended. */
function signalServer(child: ChildProcess, name: NodeJS.Signals, to?: 'both'): void {
  const { pid, spawnfile, exitCode, signalCode } = child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  const servers = spawnfile === projectNode() ? [pid] : childrenOf(pid)
  const consoles = to === 'both' ? servers.flatMap(childrenOf) : []
  for (const target of [...servers, ...consoles]) process.kill(target, name)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** What the staff's command prints; rejects where its status is not 0. */
export async function admin(
  words: readonly string[],
  { tree, env }: Pick<LaunchOptions, 'tree' | 'env'>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(projectNode(), ['server/admin.ts', ...words], {
    cwd: tree,
    env: { ...PASSED_ON, ...env },
    maxBuffer: 2 ** 28,
  })
  return stdout
}

/** A suite that hangs has failed; what it started goes with it, as where it is interrupted. */
export function endInTime(limitMs: number): void {
  void setTimeout(limitMs, undefined, { ref: false }).then(() => {
    console.error(`not finished within ${limitMs / 60_000} minutes`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(1))
}

/** Rejects where it does not come about in time. */
export async function until(
  condition: () => Promise<boolean>,
  patienceMs: number,
  what: string,
  betweenMs = 20,
): Promise<void> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > patienceMs) throw new Error(`not ${what} in ${patienceMs} ms`)
    await setTimeout(betweenMs)
  }
}

/** Whether /readyz answers 200; rejects where nothing answers. */
export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`)
  await response.arrayBuffer()
  return response.status === 200
}
