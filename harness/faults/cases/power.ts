/** Power cuts under SQLite: what the disk held at that moment must hold what was acknowledged before. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../../server/testing/process.ts'
import type { Cut, Disk } from '../disk.ts'
import type { CutMode } from '../disk-server.ts'
import type { Case, Play } from '../play.ts'
import type { Running, Scene } from '../scene.ts'
import { tracedFsyncs } from './fsync.ts'

const MODES: readonly CutMode[] = ['flushed', 'some', 'all']
const DISK_MB = 64
const CLIENTS = 8
/** Rounds on one database: it grows, and every audit reads all of it. */
const ROUNDS_A_DISK = 5
const MOST_DELAY_MS = 250

export const POWER_AT_RANDOM: Case = {
  name: 'power cut at a random moment',
  engine: 'SQLite',
  rounds: 50,
  longRounds: 100,
  cutsCalls: false,
  run: (play) =>
    onDisks(play, async ({ disk, scene }, round) => {
      await setTimeout(Math.random() * MOST_DELAY_MS)
      await auditCut(disk, scene, await disk.cut(modeOf(round)))
    }),
}

export const POWER_IN_CHECKPOINT: Case = {
  name: 'power cut during a checkpoint',
  engine: 'SQLite',
  rounds: 4,
  longRounds: 20,
  cutsCalls: false,
  run: (play) =>
    onDisks(play, async ({ disk, scene, file }, round) => {
      // The database file itself is written by nothing else.
      const changedAt = () => statSync(file).mtimeMs
      const last = changedAt()
      await until(async () => changedAt() !== last, CHECKPOINT_MS, 'a checkpoint', 1)
      await auditCut(disk, scene, await disk.cut(modeOf(round)))
    }),
}
const CHECKPOINT_MS = 30_000

/** The kernel keeps what the killed server had written, and its successor answers from it: that must be on disk first. */
export const POWER_AFTER_KILL: Case = {
  name: 'power cut after a kill at the Nth fsync and a restart',
  engine: 'SQLite',
  rounds: 12,
  longRounds: 40,
  cutsCalls: true,
  async run(play) {
    for (const round of play.rounds()) {
      const { disk, scene } = await openPlace(play)
      const killed = scene.launch({
        under: tracedFsyncs(scene, `signal=SIGKILL:when=${nthOf(round)}`),
      })
      const url = await killed.listening.catch(() => undefined)
      if (url) scene.crowd.start(url, 1)
      await killed.ended
      await scene.crowd.stop()
      await auditCut(disk, scene, await disk.cut('flushed'))
      const server = await scene.start()
      await scene.crowd.retry(server.url)
      await auditCut(disk, scene, await disk.cut('flushed'))
      await closePlace(disk, scene, server)
    }
  },
}

/** After a failed fsync the kernel takes what it could not write for clean: only what is written again is on disk. */
export const POWER_AFTER_EIO: Case = {
  name: 'power cut after an I/O error and a restart',
  engine: 'SQLite',
  rounds: 5,
  longRounds: 20,
  cutsCalls: true,
  async run(play) {
    for (const round of play.rounds()) {
      const { disk, scene } = await openPlace(play)
      const failing = await scene.start()
      scene.crowd.start(failing.url, 1 + (round % CLIENTS))
      await setTimeout(100 + 20 * round)
      await disk.fail(true)
      const { code } = await failing.ended
      if (code === 0) play.complain('exit code 0 after an I/O error')
      await scene.crowd.stop()
      await disk.fail(false)
      await auditCut(disk, scene, await disk.cut('flushed'))
      const server = await scene.start()
      await scene.crowd.retry(server.url)
      await auditCut(disk, scene, await disk.cut('flushed'))
      await scene.crowd.apply(server.url, 6)
      await auditCut(disk, scene, await disk.cut(modeOf(round)))
      await closePlace(disk, scene, server)
    }
  },
}

export const POWER_TWICE: Case = {
  name: 'power cut, and another while the next server starts',
  engine: 'SQLite',
  rounds: 4,
  longRounds: 20,
  cutsCalls: true,
  async run(play) {
    for (const round of play.rounds()) {
      const { disk, scene } = await openPlace(play)
      const first = await scene.start()
      scene.crowd.start(first.url, CLIENTS)
      await setTimeout(100 + Math.random() * MOST_DELAY_MS)
      await killAndCut(disk, scene, first, modeOf(round))
      const second = scene.launch()
      // From its first flush, in the midst of what it recovers, to its first answers.
      await Promise.race([disk.cutAtFlush(1 + (round % 6), 'some'), setTimeout(START_MS)])
      await killAndCut(disk, scene, second, modeOf(round + 1))
      const third = await scene.start()
      await scene.audit()
      await scene.crowd.retry(third.url)
      await auditCut(disk, scene, await disk.cut('flushed'))
      await closePlace(disk, scene, third)
    }
  },
}
const START_MS = 3000

/** Each of 1 to 40 once, so that few rounds already reach from the schema to the calls. */
function nthOf(round: number): number {
  return 1 + ((round * 17 + 9) % 40)
}

type Place = { disk: Disk; scene: Scene; file: string }

async function openPlace(play: Play): Promise<Place> {
  const disk = await play.disk(DISK_MB)
  const file = join(disk.folder, NAME)
  return { disk, file, scene: await play.open({ database: `sqlite:${file}` }) }
}
const NAME = 'applications.db'

/** Everything comes to its end on the disk that was not cut. */
async function closePlace(disk: Disk, scene: Scene, server: Running): Promise<void> {
  await scene.close(server)
  disk.remove()
}

/** A server under load on one disk after another, for so many rounds each. */
async function onDisks(play: Play, work: (place: Place, round: number) => Promise<void>) {
  let current: (Place & { server: Running }) | undefined
  const close = async () => {
    if (!current) return
    await current.scene.crowd.stop()
    await closePlace(current.disk, current.scene, current.server)
  }
  for (const round of play.rounds()) {
    if (round % ROUNDS_A_DISK === 0) {
      await close()
      const place = await openPlace(play)
      const server = await place.scene.start()
      place.scene.crowd.start(server.url, CLIENTS)
      current = { ...place, server }
    }
    if (current) await work(current, round)
  }
  await close()
}

async function killAndCut(
  disk: Disk,
  scene: Scene,
  server: Pick<Running, 'signal' | 'ended'>,
  mode: CutMode,
): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
  await scene.crowd.stop()
  await disk.restart(await disk.cut(mode))
}

async function auditCut(disk: Disk, scene: Scene, cut: Cut): Promise<void> {
  await disk.inspect(cut, (folder) => scene.auditCut(`sqlite:${join(folder, NAME)}`, cut.at))
}

function modeOf(round: number): CutMode {
  return MODES[round % MODES.length] ?? 'some'
}
