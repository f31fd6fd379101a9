/** One empty database, its ledger and its crowd; and the servers that come and go on it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  admin,
  isReady,
  launch,
  type Server,
  settingsIn,
  until,
} from '../../server/testing/process.ts'
import { audit, type Findings } from './audit.ts'
import { type Crowd, createCrowd } from './crowd.ts'
import { type Ledger, openLedger, type Tally, tallyOf } from './ledger.ts'
import { brokenParts, readStored, recoverFile } from './stored.ts'

export type SceneOptions = {
  /** Part of every key, of mail addresses and of customer numbers. */
  name: string
  folder: string
  tree: string
  /** As DATABASE_URL. */
  database: string
  /** Further settings of every server, such as a bug to plant. */
  env: Record<string, string>
  complain: (about: string) => void
}

export type LaunchSettings = { under?: readonly string[]; env?: Record<string, string> }
export type Running = Server & { url: string }

export type Scene = {
  folder: string
  /** As DATABASE_URL. */
  database: string
  crowd: Crowd
  launch(settings?: LaunchSettings): Server
  /** Resolves when it is ready. */
  start(settings?: LaunchSettings): Promise<Running>
  /** The staff's command on its database; rejects where its status is not 0. */
  admin(words: readonly string[]): Promise<string>
  /** Compares the ledger with what the database holds at this moment. */
  audit(): Promise<void>
  /** Compares the ledger with what a power cut left of the database, and looks whether that is whole. */
  auditCut(database: string, cutAt: number): Promise<void>
  /** After the last fault: retries what is unknown, compares, stops the server. */
  close(server: Running): Promise<void>
  /** Leaves nothing of it running, however its case ended. */
  stop(): Promise<void>
  tally(): Tally
  findings: Record<keyof Findings, Set<string>>
}

export const READY_MS = 15_000

export function openScene(options: SceneOptions): Scene {
  const { name, folder, tree, database, env, complain } = options
  mkdirSync(folder)
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const crowd = createCrowd(name, ledger, complain)
  const settings = { ...settingsOf(folder, database, tree), ...env }
  const servers: Server[] = []
  const scene: Scene = {
    folder,
    database,
    crowd,
    ...createAudits(ledger, database, complain),
    // A planted bug is the server's.
    admin: (words) => admin(words, { tree, env: settingsOf(folder, database, tree) }),
    tally: () => tallyOf(ledger.read()),
    launch({ env, ...options } = {}) {
      const log = join(folder, 'server.log')
      const server = launch({ tree, env: { ...settings, ...env }, log, ...options })
      servers.push(server)
      return server
    },
    async start(options) {
      const server = scene.launch(options)
      const url = await server.listening
      await until(() => isReady(url).catch(() => false), READY_MS, 'ready')
      return { ...server, url }
    },
    async stop() {
      for (const server of servers) server.signal('SIGKILL')
      await Promise.all([crowd.stop(), ...servers.map(({ ended }) => ended)])
    },
    async close(server) {
      await crowd.settle(server.url)
      await scene.audit()
      for (const part of await brokenParts(database)) complain(`broken: ${part}`)
      const { code } = await server.stop()
      if (code !== 0) complain(`SIGTERM at rest: exit code ${code}`)
    },
  }
  return scene
}

function createAudits(ledger: Ledger, database: string, complain: (about: string) => void) {
  const findings = {
    lost: new Set<string>(),
    doubled: new Set<string>(),
    unexpected: new Set<string>(),
  }
  const note = (found: Findings) => {
    for (const kind of Object.keys(found) as (keyof Findings)[])
      for (const line of found[kind]) findings[kind].add(line)
  }
  return {
    findings,
    async audit() {
      note(audit(ledger.read(), await readStored(database)))
    },
    async auditCut(left: string, cutAt: number) {
      recoverFile(left)
      note(audit(ledger.read(cutAt), await readStored(left)))
      for (const part of await brokenParts(left)) complain(`broken: ${part}`)
    },
  }
}

/** Only a server that ends by itself leaves its code compiled for the next start: those of the cases are killed. */
export async function compile(tree: string, folder: string): Promise<void> {
  const database = `sqlite:${join(folder, 'applications.db')}`
  const complain = (about: string) => {
    throw new Error(about)
  }
  const scene = openScene({ name: 'compile', folder, tree, database, env: {}, complain })
  await scene.close(await scene.start())
}

/** What staff see: the number of applications by the command line. */
export async function countByAdmin(scene: Scene): Promise<number> {
  return JSON.parse(await scene.admin(['applications', 'list', '--json'])).length
}

/** No mail is held. */
export function settingsOf(folder: string, database: string, tree: string): Record<string, string> {
  return {
    ...settingsIn(folder, database),
    LIMIT_SENT_PER_ADDRESS_PER_DAY: '0',
    LIMIT_SENT_PER_HOUR: '0',
    NODE_COMPILE_CACHE: join(tree, 'build', 'compile-cache'),
  }
}
