/** The product as `npm start` runs it, on free ports and a database of the bench's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROGRAMS, ROOT } from '../../bin/run.js'
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

/** `folder` takes database and mails; `settings` add to the environment. */
export async function startProduct(
  folder: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  return startServer(START, {
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
  return startServer(START.replace('server/main.ts', `harness/bench/floors/${floor}.ts`), settings)
}

/** Any server that prints its address when it listens. */
async function startServer(command: string, env: Record<string, string> = {}): Promise<Server> {
  const from = performance.now()
  const server = spawn('sh', ['-c', command], {
    ...inProject(env),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const port = await portOf(server)
  const startedIn = performance.now() - from
  const proc = (file: string) => readFileSync(`/proc/${server.pid}/${file}`, 'utf8')
  return {
    port,
    startedIn,
    peakMemory: () => Number(/^VmHWM:\s+(\d+) kB/m.exec(proc('status'))?.[1]) / 1024,
    async stop() {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    },
  }
}

/** The staff's command line, as `npm run admin` runs it. */
export function startAdmin(args: readonly string[], env: Record<string, string>) {
  return spawn('sh', ['-c', `${ADMIN} ${args.join(' ')}`], {
    ...inProject(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function inProject(env: Record<string, string>) {
  const path = `${PROGRAMS}${delimiter}${process.env.PATH}`
  return { cwd: ROOT, env: { ...process.env, PATH: path, ...env } }
}

async function portOf(server: ChildProcess): Promise<number> {
  if (!server.stdout) throw new Error('the server has no standard output')
  for await (const line of createInterface(server.stdout)) {
    const [, port] = /http:\/\/localhost:(\d+)/.exec(line) ?? []
    if (port === undefined) continue
    server.stdout.resume()
    return Number(port)
  }
  throw new Error('the server ended before it listened')
}
