/** A machine with systemd of its own (systemd-nspawn), installed as docs/operations.md says: the units of deploy/, a user, settings. */
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '../../../bin/run.js'
import { until } from '../../../server/testing/process.ts'
import { fromSample } from '../failover/cluster.ts'
import { type LogLine, linesOf } from './desk.ts'
import { tool } from './drill.ts'

export type Machine = {
  /** Runs a command inside; rejects where it fails. */
  run(...command: readonly string[]): Promise<string>
  /** A file inside, with its folders. */
  write(path: string, content: string): Promise<void>
  /** What `journalctl` shows with these options, message by message. */
  journal(...options: readonly string[]): Promise<string[]>
  events(): Promise<LogLine[]>
  stop(): Promise<void>
}

/** Where the product answers: the machine is in the network of the drills. */
export const URL_INSIDE = 'http://127.0.0.1:3000'
const STATE = '/var/lib/moushikomi'
const BOOTED_MS = 40_000
const TARGET = `[Unit]
Description=Drills
Wants=systemd-journald.service dbus.service
`

/** `state` is the machine's /var/lib/moushikomi. */
export async function bootMachine(folder: string, tree: string, state: string): Promise<Machine> {
  for (const path of [folder, state, join(folder, 'root'), join(folder, 'etc')])
    mkdirSync(path, { recursive: true })
  await tool('mount', ['--bind', '/', join(folder, 'root')])
  writeFileSync(join(folder, 'drill.target'), TARGET)
  settle(join(folder, 'etc'), tree)
  const { child, leader } = await boot(folder, tree, state)
  const run = async (...command: readonly string[]) => {
    const options = { maxBuffer: 2 ** 26 }
    return (await tool('nsenter', ['-t', String(leader()), '-a', ...command], options)).stdout
  }
  const isBooted = () =>
    run('systemctl', 'is-active', 'drill.target').then(
      () => true,
      () => false,
    )
  await until(isBooted, BOOTED_MS, 'booted', 250)
  // nspawn leaves version 1 of cgroups read only, and then no MemoryMax would hold.
  if (existsSync('/sys/fs/cgroup/memory'))
    await run('sh', '-c', 'mount -o remount,bind,rw /sys/fs/cgroup/memory; systemctl daemon-reexec')
  await run('useradd', '--system', 'moushikomi')
  await run('chown', '-R', 'moushikomi:', STATE)
  return {
    run,
    async write(path, content) {
      const script = 'mkdir -p "$(dirname "$0")" && printf %s "$1" > "$0"'
      await run('sh', '-c', script, path, content)
    },
    journal: async (...options) =>
      (await run('journalctl', '--no-pager', '-o', 'cat', ...options)).split('\n').filter(Boolean),
    events: async () =>
      linesOf(await run('journalctl', '--no-pager', '-o', 'cat', '-u', 'moushikomi')),
    async stop() {
      await run('systemctl', 'poweroff').catch(() => {})
      await Promise.race([
        new Promise((resolve) => child.once('exit', resolve)),
        setTimeout(10_000),
      ])
      child.kill('SIGKILL')
      await tool('umount', ['--lazy', join(folder, 'root')])
    },
  }
}

async function boot(folder: string, tree: string, state: string) {
  const units = readdirSync(join(tree, 'deploy')).filter((name) => /\.(service|timer)$/.test(name))
  const binds = [
    `${join(folder, 'drill.target')}:/etc/systemd/system/drill.target`,
    `${join(folder, 'etc')}:/etc/moushikomi`,
    ...units.map((name) => `${join(tree, 'deploy', name)}:/etc/systemd/system/${name}`),
    // Each by itself: the frozen tree's packages are a link that leads out of it.
    ...readdirSync(tree)
      .filter((name) => name !== 'node_modules')
      .map((name) => `${join(tree, name)}:/opt/moushikomi/${name}`),
    `${join(ROOT, 'node_modules')}:/opt/moushikomi/node_modules`,
  ]
  const uuid = crypto.randomUUID().replaceAll('-', '')
  const child = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', `--directory=${join(folder, 'root')}`, '--volatile=overlay', '--register=no'],
      ...['--keep-unit', '--machine=drill', `--uuid=${uuid}`, '--console=pipe'],
      ...binds.map((bind) => `--bind-ro=${bind}`),
      `--bind=${state}:${STATE}`,
      ...['--boot', 'systemd.unit=drill.target'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk))
  const children = `/proc/${child.pid}/task/${child.pid}/children`
  // Looked up each time: the first child is of the way to the machine.
  const leader = () =>
    existsSync(children) ? Number(readFileSync(children, 'utf8').split(' ')[0]) : 0
  await until(async () => leader() > 0 || child.exitCode !== null, BOOTED_MS, 'a machine', 100)
  if (child.exitCode !== null) throw new Error(`systemd-nspawn ended: ${said}`)
  return { child, leader }
}

/** The samples of settings and of the operator's file, as they are but for limits: all of a drill comes from one address. */
function settle(etc: string, tree: string): void {
  for (const name of ['operator.toml', 'terms.pdf', 'privacy.pdf'])
    copyFileSync(join(tree, 'deploy', name), join(etc, name))
  const limits = ['ADDRESS', 'MAIL', 'BYTES'].map((name) => `LIMIT_${name}_PER_HOUR=0`)
  fromSample('env', join(etc, 'env'), {
    'RETENTION_COMPLETE_DAYS=0': (line) => [line, ...limits],
    // Nobody is there: mails wait, as in the night that a drill plays.
    'smtp://relay.example.jp:587': 'smtp://127.0.0.1:9',
  })
}
