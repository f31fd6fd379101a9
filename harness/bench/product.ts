/** The product as `npm start` runs it, on free ports and a database of the bench's own. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { delimiter, join } from 'node:path'
import { PROGRAMS, ROOT } from '../../bin/run.js'
import { launch } from '../../server/testing/process.ts'
import { withFolder } from './folder.ts'

export type Server = {
  /** Of pages and API. */
  port: number
  /** Milliseconds from the start of the process to its listening. */
  startedIn: number
  /** The most resident memory it ever had, in megabytes. */
  peakMemory(): number
  stop(): Promise<void>
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const START: string = scripts.start
const ADMIN: string = scripts.admin
/** What the product tells Node of its memory; a floor that runs in Node is told the same. */
export const NODE_SETTINGS: readonly string[] = START.match(/--max-\S+/g) ?? []
/** The variables that it is started with. */
const START_ENV = Object.fromEntries(
  [...START.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

/** `folder` takes database and mails; `settings` add to the environment. */
export async function startProduct(
  folder: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  return startServer('server/main.ts', {
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'applications.db')}`,
    DIRECTORY_FILE: join(folder, 'directory.db'),
    MAIL_FOLDER: join(folder, 'mail'),
    INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
    // The limits count, and the load generator's many addresses are believed.
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  })
}

/** It is there while `work` runs, which is given the address of its pages. */
export function withProduct(work: (url: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const product = await startProduct(folder)
    try {
      await work(`http://localhost:${product.port}`)
    } finally {
      await product.stop()
    }
  })
}

/** A bare server, with the settings of Node that the product has. */
export function startFloor(
  floor: 'constant' | 'durable' = 'constant',
  settings: Record<string, string> = {},
): Promise<Server> {
  return startServer(`harness/bench/floors/${floor}.ts`, settings)
}

/** Any server that prints its address when it listens. */
async function startServer(
  program: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const from = performance.now()
  const env = { ...START_ENV, ...settings }
  const server = launch({ tree: ROOT, env, log: devNull, flags: NODE_SETTINGS, program })
  const port = Number(new URL(await server.listening).port)
  const startedIn = performance.now() - from
  const status = () => readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return {
    port,
    startedIn,
    peakMemory: () => Number(/^VmHWM:\s+(\d+) kB/m.exec(status())?.[1]) / 1024,
    async stop() {
      await server.stop()
    },
  }
}

/** The staff's command line, as `npm run admin` runs it. */
export function startAdmin(args: readonly string[], env: Record<string, string>) {
  return spawn('sh', ['-c', `${ADMIN} ${args.join(' ')}`], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${PROGRAMS}${delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
