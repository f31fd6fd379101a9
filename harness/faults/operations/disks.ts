/** Disks and files that fail beneath a product: full, read only, frozen, of another owner. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../../server/testing/process.ts'
import { fill } from '../cases/full-disk.ts'
import type { Scene } from '../scene.ts'
import type { Desk } from './desk.ts'
import { type Drill, drill, type Stage, tool } from './drill.ts'

const SECONDS = 1000
const FROZEN_MS = 8 * SECONDS
/** The shell stays, so that a signal finds the server below it. */
const AS_NOBODY = [
  ...['sh', '-c', '"$@"; exit $?', 'sh', 'setpriv'],
  ...['--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'],
]

/** A small ext4 of its own under the database; gone with the drill. */
async function onDisk(stage: Stage, options = ''): Promise<{ scene: Scene; disk: string }> {
  const scene = await stage.play.open()
  const disk = join(scene.folder, 'db')
  mkdirSync(disk)
  const image = join(scene.folder, 'image')
  await tool('truncate', ['-s', '48M', image])
  await tool('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  await tool('mount', ['-o', `loop${options}`, image, disk])
  stage.after(() => tool('umount', ['--lazy', disk]))
  return { scene, disk }
}

const FULL = drill({
  part: 'disk',
  name: 'full, then room again',
  row: 'the disk is full',
  events: ['not_ready'],
  heals: true,
  async run(stage) {
    const { scene, disk } = await onDisk(stage)
    const desk = await stage.desk({ scene })
    await scene.crowd.apply(desk.url, 2)
    fill(join(disk, 'filler'))
    scene.crowd.start(desk.url, 4)
    await desk.becomes('red')
    await toldWith(desk, '"errcode":13')
    await until(
      async () => (await desk.metric('moushikomi_ready')) === 0,
      5000,
      'moushikomi_ready 0',
    )
    const status = (await fetch(`${desk.url}/entry/input`)).status
    if (status !== 200) stage.play.complain(`pages: ${status}`)
    await scene.crowd.stop()
    rmSync(join(disk, 'filler'))
    await desk.becomes('ready')
    await scene.close(desk)
  },
})

const READ_ONLY = drill({
  part: 'disk',
  name: 'gone read-only',
  row: 'the file system has gone read-only',
  events: ['crash'],
  heals: false,
  async run(stage) {
    const { scene, disk } = await onDisk(stage, ',errors=remount-ro')
    const desk = await stage.desk({ scene })
    await scene.crowd.apply(desk.url, 2)
    const { stdout } = await tool('findmnt', ['-no', 'SOURCE', disk])
    const device = stdout.trim().split('/').at(-1)
    // As the kernel does when it meets damage of the file system.
    writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'drill')
    scene.crowd.start(desk.url, 2)
    const { code } = await desk.ended
    await scene.crowd.stop()
    if (code !== 1) stage.play.complain(`it ended with ${code}`)
    await refusedStart(stage, scene)
    await tool('umount', [disk])
    // 1: errors were corrected.
    await tool('fsck.ext4', ['-p', '-f', join(scene.folder, 'image')]).catch(({ code }) => {
      if (code !== 1) stage.play.complain(`fsck ended with ${code}`)
    })
    await tool('mount', ['-o', 'loop', join(scene.folder, 'image'), disk])
    await scene.close(await desk.restart())
  },
})

/** As systemd tries each second: status 1, and a sentence that names the setting. */
export async function refusedStart({ play }: Stage, scene: Scene, under?: readonly string[]) {
  const refused = scene.launch(under && { under })
  const { code } = await refused.ended
  const log = readFileSync(join(scene.folder, 'server.log'), 'utf8')
  const said = log.trim().split('\n').at(-1) ?? ''
  if (code !== 1 || !said.includes('DATABASE_URL')) play.complain(`the start: ${code} ${said}`)
}

const FROZEN = drill({
  part: 'disk',
  name: 'its file system is frozen (fsfreeze)',
  row: 'the file system is frozen, as for a snapshot of the machine',
  events: ['stalled'],
  heals: true,
  async run(stage) {
    const { scene, disk } = await onDisk(stage)
    const thaw = () => tool('fsfreeze', ['--unfreeze', disk]).catch(() => {})
    stage.after(thaw)
    const desk = await stage.desk({ scene })
    scene.crowd.start(desk.url, 2)
    await setTimeout(SECONDS)
    await tool('fsfreeze', ['--freeze', disk])
    await setTimeout(FROZEN_MS)
    await thaw()
    await desk.logged('stalled')
    await desk.becomes('ready')
    await scene.crowd.stop()
    await scene.close(desk)
  },
})

const STALLED = drill({
  part: 'disk',
  name: 'its device answers nothing',
  row: 'the disk stands still (a device that does not answer)',
  events: ['not_ready'],
  heals: true,
  async run(stage) {
    const disk = await stage.play.disk(48)
    const scene = await stage.play.open({ database: `sqlite:${join(disk.folder, 'desk.db')}` })
    await standStill(stage, scene, {
      freeze: async () => disk.stall(true),
      thaw: async () => disk.stall(false),
    })
  },
})

type Stall = { freeze(): Promise<unknown>; thaw(): Promise<unknown> }

/** Pages and /livez are answered all the while; what is sent waits, or is refused, and is sent again. */
async function standStill({ play, ...stage }: Stage, scene: Scene, { freeze, thaw }: Stall) {
  const desk = await stage.desk({ scene })
  scene.crowd.start(desk.url, 2)
  await setTimeout(SECONDS)
  await freeze()
  const began = performance.now()
  const answers: string[] = []
  while (performance.now() - began < FROZEN_MS) {
    const signal = AbortSignal.timeout(SECONDS)
    const status = (path: string) =>
      fetch(`${desk.url}${path}`, { signal }).then(
        (response) => response.status,
        () => 0,
      )
    answers.push((await Promise.all(['/livez', '/entry/input', '/readyz'].map(status))).join(' '))
    await setTimeout(SECONDS / 2)
  }
  await thaw()
  console.log(`    /livez, a page, /readyz meanwhile: ${answers.join('; ')}`)
  if (answers.some((each) => !each.startsWith('200 200'))) play.complain(`no answer: ${answers}`)
  if (!answers.some((each) => each.endsWith('503')))
    play.complain(`ready all the while: ${answers}`)
  await desk.becomes('ready')
  await scene.crowd.stop()
  await scene.close(desk)
}

const STOPPED = drill({
  part: 'disk',
  name: 'the process is stopped (SIGSTOP)',
  row: 'the process stands still (SIGSTOP, a machine that sleeps)',
  events: ['stalled'],
  heals: true,
  async run(stage) {
    const desk = await stage.desk()
    await desk.scene.crowd.apply(desk.url, 2)
    desk.signal('SIGSTOP')
    await setTimeout(FROZEN_MS)
    desk.signal('SIGCONT')
    await desk.logged('stalled')
    await desk.becomes('ready')
    await desk.scene.close(desk)
  },
})

const OWNER = drill({
  part: 'disk',
  name: 'a restored file of root',
  row: 'files of another owner, as after a restore by root',
  events: [],
  heals: false,
  async run(stage) {
    const scene = await stage.play.open()
    chmodSync(scene.folder, 0o777)
    const desk = await stage.desk({ scene, under: AS_NOBODY })
    await scene.crowd.apply(desk.url, 2)
    await desk.stop()
    const files = readdirSync(join(scene.folder, 'db')).map((name) =>
      join(scene.folder, 'db', name),
    )
    await tool('chown', ['root', ...files])
    await refusedStart(stage, scene, AS_NOBODY)
    await tool('chown', ['nobody', ...files])
    await scene.close(await desk.restart())
  },
})

async function toldWith({ scene }: Desk, words: string): Promise<void> {
  const log = join(scene.folder, 'server.log')
  await until(async () => readFileSync(log, 'utf8').includes(words), 10_000, `told: ${words}`, 100)
}

export const DISK: readonly Drill[] = [FULL, READ_ONLY, FROZEN, STALLED, STOPPED, OWNER]
