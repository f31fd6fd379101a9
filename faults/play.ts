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
  Record<keyof Findings, number> & { rounds: number; seconds: number; complaints: string[] }

export type PlayOptions = {
  /** A short word that no other run of this suite has. */
  name: string
  folder: string
  /** Bugs to plant in the server. */
  patches: readonly Patch[]
  rounds: number
}

/** Never rejects: what breaks off is a complaint. A run with planted bugs ends with the first finding. */
export async function runCase(kase: Case, options: PlayOptions): Promise<Figures> {
  const { folder, patches } = options
  const start = performance.now()
  const scenes: Scene[] = []
  const complaints: string[] = []
  let rounds = 0
  let cluster: Promise<Cluster> | undefined
  const found = () => scenes.some(({ findings }) => sizeOf(findings) > 0) || complaints.length > 0
  mkdirSync(folder)

  const play: Play = {
    tree: join(folder, 'tree'),
    cluster() {
      cluster ??= startPostgres()
      return cluster
    },
    *rounds() {
      while (rounds < options.rounds && !(patches.length > 0 && found())) yield rounds++
    },
    async open() {
      const name = `${options.name}${scenes.length}`
      const place = join(folder, name)
      const database =
        kase.engine === 'PostgreSQL'
          ? await (await play.cluster()).createDatabase()
          : `sqlite:${join(place, 'db', 'applications.db')}`
      const { complain } = play
      const scene = openScene({ name, folder: place, tree: play.tree, database, complain })
      scenes.push(scene)
      return scene
    },
    complain: (about) => void complaints.push(about),
  }
  try {
    copyTree(play.tree, patches)
    await kase.run(play)
  } catch (error) {
    complaints.push(`broke off in round ${rounds}: ${error instanceof Error ? error.stack : error}`)
  } finally {
    await Promise.all(scenes.map((scene) => scene.stop()))
    await (await cluster)?.remove()
  }
  const figures = sum(scenes)
  if (kase.cutsCalls && figures.unknown === 0) complaints.push('the fault met no call')
  return { ...figures, rounds, seconds: (performance.now() - start) / 1000, complaints }
}

function sum(scenes: readonly Scene[]): Tally & Record<keyof Findings, number> {
  const total = {
    sent: 0,
    acknowledged: 0,
    unknown: 0,
    retried: 0,
    lost: 0,
    doubled: 0,
    unexpected: 0,
  }
  for (const { tally, findings } of scenes) {
    const counted = tally()
    for (const key of Object.keys(counted) as (keyof Tally)[]) total[key] += counted[key]
    for (const key of Object.keys(findings) as (keyof Findings)[]) total[key] += findings[key].size
  }
  return total
}

function sizeOf(findings: Scene['findings']): number {
  return Object.values(findings).reduce((size, lines) => size + lines.size, 0)
}
