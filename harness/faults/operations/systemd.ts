/** The units of deploy/ under a systemd that booted: what restarts, what does not, and what the journal says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isReady, until } from '../../../server/testing/process.ts'
import type { Scene } from '../scene.ts'
import { type Drill, drill, type Stage } from './drill.ts'
import { bootMachine, type Machine, URL_INSIDE } from './machine.ts'

const READY_MS = 40_000
const LOAD_MS = 1500
const CLIENTS = 4
const DROP_IN = '/run/systemd/system/moushikomi.service.d/drill.conf'

type Site = { machine: Machine; scene: Scene; etc: string }

let machines = 0

async function installed(stage: Stage): Promise<Site> {
  const folder = join(stage.play.tree, '..', `machine-${machines++}`)
  const state = join(folder, 'state')
  const scene = await stage.play.open({ database: `sqlite:${join(state, 'moushikomi.db')}` })
  const machine = await bootMachine(folder, stage.play.tree, state)
  stage.after(() => machine.stop())
  return { machine, scene, etc: join(folder, 'etc') }
}

const isUp = () => isReady(URL_INSIDE).catch(() => false)
const becomesReady = () => until(isUp, READY_MS, 'ready under systemd', 200)
const restarts = async ({ run }: Machine) =>
  Number(await run('systemctl', 'show', '-p', 'NRestarts', '--value', 'moushikomi'))

/** Nothing that was acknowledged is gone; what was not answered is sent again. */
async function settle(stage: Stage, { machine, scene }: Site): Promise<void> {
  await scene.crowd.settle(URL_INSIDE)
  stage.hear(await machine.events())
  await machine.run('systemctl', 'stop', 'moushikomi')
  await scene.audit()
}

const WRONG_SETTING = drill({
  part: 'systemd',
  name: 'a setting that is not allowed',
  row: 'a setting, or a file that it names',
  events: [],
  heals: false,
  async run(stage) {
    const site = await installed(stage)
    const { machine, etc } = site
    const env = join(etc, 'env')
    const right = readFileSync(env, 'utf8')
    writeFileSync(env, right.replace('TRUST_PROXY=127.0.0.1', 'TRUST_PROXY=true'))
    await machine.run('systemctl', 'start', 'moushikomi').catch(() => {})
    const told = async () =>
      (await machine.journal('-p', 'err', '-u', 'moushikomi')).some((line) =>
        line.startsWith('TRUST_PROXY: "true" is not allowed.'),
      )
    await until(told, READY_MS, 'told by journalctl -p err', 250)
    writeFileSync(env, right)
    // No command: it is tried once a second for as long as it takes.
    await becomesReady()
    await site.scene.crowd.apply(URL_INSIDE, 2)
    await settle(stage, site)
  },
})

const KILLED = drill({
  part: 'systemd',
  name: 'kill -9 under load',
  row: 'the process is killed',
  events: [],
  heals: true,
  async run(stage) {
    const site = await installed(stage)
    const { machine, scene } = site
    await machine.run('systemctl', 'start', 'moushikomi')
    await becomesReady()
    scene.crowd.start(URL_INSIDE, CLIENTS)
    await setTimeout(LOAD_MS)
    await machine.run('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'moushikomi')
    await until(async () => (await restarts(machine)) > 0, READY_MS, 'started again', 200)
    await becomesReady()
    await scene.crowd.stop()
    const told = await machine.journal('-u', 'moushikomi')
    if (!told.some((line) => line.includes('code=killed, status=9/KILL')))
      stage.play.complain('the journal does not say that it was killed')
    await settle(stage, site)
  },
})

/** From the signal on a piece of memory at a time: beyond what the unit allows, and not beyond the machine. */
const LEAK = `process.on('SIGUSR2', () => {
  const taken = []
  setInterval(() => taken.length < 64 && taken.push(Buffer.alloc(2 ** 24, 1)), 20)
})`

const OUT_OF_MEMORY = drill({
  part: 'systemd',
  name: 'memory beyond MemoryMax',
  row: 'memory beyond `MemoryMax`',
  events: [],
  heals: true,
  async run(stage) {
    const site = await installed(stage)
    const { machine, scene } = site
    await machine.write('/opt/leak.mjs', LEAK)
    await machine.write(
      DROP_IN,
      '[Service]\nEnvironment=NODE_OPTIONS=--import=/opt/leak.mjs\nMemoryMax=400M\n',
    )
    await machine.run('systemctl', 'daemon-reload')
    await machine.run('systemctl', 'start', 'moushikomi')
    await becomesReady()
    scene.crowd.start(URL_INSIDE, CLIENTS)
    await setTimeout(LOAD_MS)
    await machine.run('systemctl', 'kill', '--kill-whom=main', '--signal=USR2', 'moushikomi')
    await until(async () => (await restarts(machine)) > 0, READY_MS, 'ended by the kernel', 200)
    await becomesReady()
    await scene.crowd.stop()
    const told = await machine.journal('-u', 'moushikomi')
    if (!told.some((line) => /status=9\/KILL|oom-kill|OOM killer/.test(line)))
      stage.play.complain('the journal does not say that it was killed')
    await settle(stage, site)
  },
})

const BACKUP_FAILS = drill({
  part: 'systemd',
  name: 'the backup fails',
  row: 'a backup fails',
  events: [],
  heals: false,
  async run(stage) {
    const site = await installed(stage)
    const { machine, scene } = site
    await machine.run('systemctl', 'start', 'moushikomi')
    await becomesReady()
    await scene.crowd.apply(URL_INSIDE, 2)
    const kept = '/var/lib/moushikomi-backup'
    await machine.run('systemctl', 'start', 'moushikomi-backup')
    const files = async () => (await machine.run('ls', kept)).split('\n').filter(Boolean)
    const before = await files()
    if (before.length !== 1) stage.play.complain(`backups: ${before}`)
    await machine.run('mount', '-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', kept)
    const failed = await machine.run('systemctl', 'start', 'moushikomi-backup').then(
      () => false,
      () => true,
    )
    if (!failed) stage.play.complain('the unit did not fail')
    const left = await files()
    if (left.length > 0) stage.play.complain(`a failed backup left ${left}`)
    const told = async () =>
      (await machine.journal('-p', 'alert', '-t', 'moushikomi')).some((line) =>
        line.startsWith('moushikomi-backup.service failed on '),
      )
    await until(told, READY_MS, 'told with the priority of an alert', 250)
    await machine.run('umount', kept)
    await machine.run('systemctl', 'start', 'moushikomi-backup')
    // Again at once: the second one of a minute has a name of its own.
    await setTimeout(1100)
    await machine.run('systemctl', 'start', 'moushikomi-backup', 'moushikomi-check')
    if ((await files()).length !== 3) stage.play.complain(`backups: ${await files()}`)
    await settle(stage, site)
  },
})

const RSYSLOG = drill({
  part: 'systemd',
  name: 'rsyslog, stopped and started',
  row: 'rsyslog in place of the journal',
  events: [],
  heals: true,
  async run(stage) {
    const site = await installed(stage)
    const { machine, scene } = site
    const log = '/var/log/drill.log'
    await machine.write(
      '/etc/rsyslog.d/drill.conf',
      `if $programname == "node" or $programname == "moushikomi" then { action(type="omfile" file="${log}" template="RSYSLOG_SyslogProtocol23Format") }\n`,
    )
    await machine.run('systemctl', 'start', 'syslog.socket', 'rsyslog')
    await machine.run('systemctl', 'start', 'moushikomi')
    await becomesReady()
    await scene.crowd.apply(URL_INSIDE, 2)
    await machine.run('systemctl', 'stop', 'syslog.socket', 'rsyslog')
    await scene.crowd.apply(URL_INSIDE, 2)
    if (!(await isUp())) stage.play.complain('not ready without rsyslog')
    await machine.run('systemctl', 'start', 'syslog.socket', 'rsyslog')
    await scene.crowd.apply(URL_INSIDE, 2)
    const inFile = async () => (await machine.run('cat', log)).split('\n').filter(Boolean)
    const whole = async () => (await inFile()).filter((line) => line.includes('"event":"request"'))
    await until(
      async () => (await whole()).length >= 4,
      READY_MS,
      'lines in the file of rsyslog',
      300,
    )
    for (const line of await whole())
      if (!line.trimEnd().endsWith('}')) stage.play.complain(`cut off: ${line.slice(-80)}`)
    await settle(stage, site)
  },
})

export const SYSTEMD: readonly Drill[] = [
  WRONG_SETTING,
  KILLED,
  OUT_OF_MEMORY,
  BACKUP_FAILS,
  RSYSLOG,
]
