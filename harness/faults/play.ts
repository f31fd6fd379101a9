/** One run of a case: the scenes it opens, and the figures that come of it. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startPostgres } from '../../server/testing/postgres.ts'
import type { Findings } from './audit.ts'
import type { Bug } from './bugs.ts'
import { type Disk, openDisk } from './disk.ts'
import type { Tally } from './ledger.ts'
import { plantedBy } from './plant.ts'
import { openScene, type Scene } from './scene.ts'

export type Play = {
  tree: string
  /** The PostgreSQL of this run alone. */
  cluster(): Promise<Cluster>
  /** Counts the rounds from 0; where one finding is enough it ends with the first. */
  rounds(): Generator<number, void>
  /** A scene with a database of its own, or with one somewhere else. */
  open(elsewhere?: { database: string }): Promise<Scene>
  /** A disk whose power can be cut. */
  disk(megabytes: number): Promise<Disk>
  /** Anything that is wrong and is neither lost, doubled nor unexpected. */
  complain(about: string): void
}

export type Case = {
  name: string
  engine: 'SQLite' | 'PostgreSQL'
  rounds: number
  /** Rounds of the long half, where it has more. */
  longRounds?: number
  /** Whether the fault must have left clients without an answer: else it was none. */
  cutsCalls: boolean
  run(play: Play): Promise<void>
}

export type Figures = Tally &
  Record<keyof Findings, number> & {
    rounds: number
    seconds: number
    /** What was lost, doubled or unexpected, in words. */
    found: string[]
    /** Whatever else was wrong. */
    complaints: string[]
  }

export type PlayOptions = {
  /** A short word that no other run of this suite has. */
  name: string
  folder: string
  /** The frozen project. */
  tree: string
  /** A bug to plant in the server. */
  bug: Bug | undefined
  rounds: number
}

/** Never rejects: what breaks off is a complaint. A run with planted bugs ends with the first finding. */
export async function runCase(kase: Case, options: PlayOptions): Promise<Figures> {
  const start = performance.now()
  const stage = createStage(kase, options)
  const { play, scenes, complaints } = stage
  try {
    mkdirSync(options.folder)
    await kase.run(play)
    if (options.bug && !existsSync(markOf(options))) complaints.push('the bug was not planted')
  } catch (error) {
    const what = error instanceof Error ? error.stack : error
    complaints.push(`broke off in round ${stage.rounds}: ${what}`)
  } finally {
    await stage.clear()
  }
  const tally = sumOf(scenes.map((scene) => scene.tally()))
  if (kase.cutsCalls && tally.unknown === 0) complaints.push('the fault met no call')
  const found = findingsOf(scenes)
  return {
    ...tally,
    rounds: stage.rounds,
    lost: found.lost.length,
    doubled: found.doubled.length,
    unexpected: found.unexpected.length,
    seconds: (performance.now() - start) / 1000,
    found: Object.entries(found).flatMap(([kind, lines]) =>
      lines.map((line) => `${kind}: ${line}`),
    ),
    complaints,
  }
}

/** A play, and what its director knows of it. */
function createStage(kase: Case, options: PlayOptions) {
  const { name, folder, tree, bug, rounds } = options
  const [scenes, disks, complaints] = [[] as Scene[], [] as Disk[], [] as string[]]
  const complain = (about: string) => void complaints.push(about)
  let opened = 0
  let cluster: Promise<Cluster> | undefined
  const isOver = () =>
    bug !== undefined &&
    (complaints.length > 0 || Object.values(findingsOf(scenes)).some(({ length }) => length > 0))

  const play: Play = {
    tree,
    complain,
    cluster() {
      cluster ??= startPostgres()
      return cluster
    },
    *rounds() {
      while (stage.rounds < rounds && !isOver()) yield stage.rounds++
    },
    async open(elsewhere) {
      const sceneName = `${name}${opened++}`
      const place = join(folder, sceneName)
      const database = elsewhere?.database ?? (await ownDatabase(kase, play, place))
      const env = bug ? plantedBy(bug, markOf(options)) : {}
      const scene = openScene({ name: sceneName, folder: place, tree, database, env, complain })
      scenes.push(scene)
      return scene
    },
    async disk(megabytes) {
      const disk = await openDisk(join(folder, `disk-${opened++}`), megabytes)
      disks.push(disk)
      return disk
    },
  }
  const stage = {
    play,
    scenes,
    complaints,
    rounds: 0,
    async clear() {
      await Promise.all(scenes.map((scene) => scene.stop()))
      await (await cluster)?.remove()
      for (const disk of disks) disk.remove()
    },
  }
  return stage
}

async function ownDatabase({ engine }: Case, play: Play, place: string): Promise<string> {
  if (engine === 'SQLite') return `sqlite:${join(place, 'db', 'applications.db')}`
  return (await play.cluster()).createDatabase()
}

/** The planted bug writes this file when it takes effect: one that does not would prove nothing. */
function markOf({ folder }: PlayOptions): string {
  return join(folder, 'planted')
}

function findingsOf(scenes: readonly Scene[]): Findings {
  const all = (kind: keyof Findings) => scenes.flatMap(({ findings }) => [...findings[kind]])
  return { lost: all('lost'), doubled: all('doubled'), unexpected: all('unexpected') }
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0)
  return {
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    unknown: sum('unknown'),
    retried: sum('retried'),
  }
}
