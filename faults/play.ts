/** One run of a case: the scenes it opens, and the figures that come of it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startPostgres } from '../server/testing/postgres.ts'
import type { Findings } from './audit.ts'
import type { Tally } from './ledger.ts'
import { openScene, type Scene } from './scene.ts'
import { copyTree, type Patch } from './tree.ts'

export type Play = {
  tree: string
  /** The PostgreSQL of this run alone. */
  cluster(): Promise<Cluster>
  /** Counts the rounds from 0; where one finding is enough it ends with the first. */
  rounds(): Generator<number, void>
  /** A scene with a database of its own. */
  open(): Promise<Scene>
  /** Anything that is wrong and is neither lost, doubled nor unexpected. */
  complain(about: string): void
}

export type Case = {
  name: string
  engine: 'SQLite' | 'PostgreSQL'
  rounds: number
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
  origin: string
  /** Bugs to plant in the server. */
  patches: readonly Patch[]
  rounds: number
}

/** Never rejects: what breaks off is a complaint. A run with planted bugs ends with the first finding. */
export async function runCase(kase: Case, options: PlayOptions): Promise<Figures> {
  const start = performance.now()
  const stage = createStage(kase, options)
  const { play, scenes, complaints } = stage
  try {
    mkdirSync(options.folder)
    copyTree(options.origin, play.tree, options.patches)
    await kase.run(play)
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
function createStage(kase: Case, { name, folder, patches, rounds }: PlayOptions) {
  const tree = join(folder, 'tree')
  const scenes: Scene[] = []
  const complaints: string[] = []
  const complain = (about: string) => void complaints.push(about)
  let cluster: Promise<Cluster> | undefined
  const isOver = () =>
    patches.length > 0 &&
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
    async open() {
      const sceneName = `${name}${scenes.length}`
      const place = join(folder, sceneName)
      const database =
        kase.engine === 'PostgreSQL'
          ? await (await play.cluster()).createDatabase()
          : `sqlite:${join(place, 'db', 'applications.db')}`
      const scene = openScene({ name: sceneName, folder: place, tree, database, complain })
      scenes.push(scene)
      return scene
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
    },
  }
  return stage
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
