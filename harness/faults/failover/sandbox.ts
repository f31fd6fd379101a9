/** A network of its own with a machine for each database, which nobody else sees and which ends with the command. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { programOnPath } from '../../../bin/programs.js'
import { PlainError, run } from '../../../bin/run.js'

/** As in deploy/: addresses of RFC 5737, which no real machine has. */
export const NODES = ['db1', 'db2', 'db3'] as const
export type Node = (typeof NODES)[number]
export const ADDRESS: Readonly<Record<Node, string>> = {
  db1: '192.0.2.11',
  db2: '192.0.2.12',
  db3: '192.0.2.13',
}
const OURS = ['10', '21', '22', '31', '32', '33'].map((last) => `192.0.2.${last}`)

const PROGRAMS = [
  ['etcd', 'etcd-server'],
  ['patroni', 'patroni'],
  ['haproxy', 'haproxy'],
  ['pgbouncer', 'pgbouncer'],
  ['nginx', 'nginx'],
  ['caddy', 'caddy'],
  ['ip', 'iproute2'],
  ['unshare', 'util-linux'],
  ['setpriv', 'util-linux'],
] as const

type Program = (typeof PROGRAMS)[number][0]
const OF_SANDBOX: readonly Program[] = ['ip', 'unshare', 'setpriv']

/** Throws, and says everything that is missing with the command that installs it. */
export function requirePrograms(...needed: readonly Program[]): void {
  const missing = PROGRAMS.filter(
    ([name]) => [...OF_SANDBOX, ...needed].includes(name) && !programOnPath(name),
  ).map(([, debian]) => debian)
  if (missing.length > 0)
    throw new PlainError(
      `This needs programs that are missing. On Debian: apt-get install --no-install-recommends ${[...new Set(missing)].join(' ')}`,
    )
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new PlainError('This needs Linux and root, for networks of its own (sudo).')
}

const MARK = 'MOUSHIKOMI_SANDBOX'

/** True inside. Outside it runs this same command inside, and false is returned when that has ended. */
export async function inSandbox(script: string): Promise<boolean> {
  if (process.env[MARK]) {
    layNetwork()
    return true
  }
  const spaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell reaps what a killed machine leaves: PostgreSQL takes a zombie for a server that still runs.
  const reaper = ['sh', '-c', '"$@"; exit $?', 'sh']
  const command = [...spaces, ...reaper, process.execPath, script, ...process.argv.slice(2)]
  process.exitCode = await run('unshare', command, { env: { [MARK]: '1' } })
  return false
}

function layNetwork(): void {
  // Names of networks are files; these go with the sandbox.
  mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns'])
  ip('link set lo up')
  ip('link add switch type bridge')
  for (const address of OURS) ip(`addr add ${address}/24 dev switch`)
  ip('link set switch up')
  for (const node of NODES) {
    ip(`netns add ${node}`)
    ip(`link add ${node} type veth peer name eth0 netns ${node}`)
    ip(`link set ${node} master switch`)
    ip(`link set ${node} up`)
    ip(`-n ${node} addr add ${ADDRESS[node]}/24 dev eth0`)
    ip(`-n ${node} link set eth0 up`)
    ip(`-n ${node} link set lo up`)
  }
}

/** The network of a machine is cut off from all others, or is there again. */
export function setNetwork(node: Node, state: 'up' | 'down'): void {
  ip(`link set ${node} ${state}`)
}

/** All that runs on a machine ends at once, as when its power fails. */
export function killMachine(node: Node): void {
  for (const pid of pidsOf(node)) send(pid, 'SIGKILL')
}

function pidsOf(node: Node): number[] {
  return ip(`netns pids ${node}`).split('\n').filter(Boolean).map(Number)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended with another one.
  }
}

function ip(args: string): string {
  return execFileSync('ip', args.split(' '), { encoding: 'utf8' })
}

const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']

type StartOptions = { node?: Node; log: string; env?: Record<string, string>; asRoot?: boolean }
export type Service = { child: ChildProcess; ended: Promise<void> }

/** A program of a machine, or of ours where none is named, as the user of PostgreSQL; what it prints goes to the log. */
export function start(
  command: readonly string[],
  { node, log, env = {}, asRoot = false }: StartOptions,
): Service {
  const place = node ? ['ip', 'netns', 'exec', node] : []
  const user = asRoot ? [] : AS_POSTGRES
  const [program = '', ...args] = [...place, ...user, ...command]
  const output = openSync(log, 'a')
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  return { child, ended: new Promise((resolve) => child.once('close', () => resolve())) }
}
