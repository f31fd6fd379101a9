/** A product under drill, and what whoever operates it can see: log, metrics, readiness, console and commands. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { ApplicationPage, DeliveriesReply } from '#contract/console-answers.ts'
import { freePorts } from '../../../server/testing/ports.ts'
import { admin, isReady, until } from '../../../server/testing/process.ts'
import type { Play } from '../play.ts'
import { type LaunchSettings, type Running, type Scene, settingsOf } from '../scene.ts'

export type LogLine = { level: string; event: string; [field: string]: unknown }

export type Desk = Running & {
  scene: Scene
  /** Resolves with the first line of an event, at once where it is there already. */
  logged(event: string, patienceMs?: number): Promise<LogLine>
  /** The value of a metric without labels, or the sum over them. */
  metric(name: string): Promise<number>
  isReady(): Promise<boolean>
  becomes(state: 'ready' | 'red', patienceMs?: number): Promise<void>
  /** The console's list, as staff see it. */
  list(): Promise<ApplicationPage>
  /** What the console shows as not delivered. */
  undelivered(): Promise<DeliveriesReply['deliveries']>
  /** A command's standard output; rejects where its status is not 0. */
  admin(...words: string[]): Promise<string>
  /** The same product once more, after it ended or was stopped. */
  restart(settings?: LaunchSettings): Promise<Desk>
}

export type DeskOptions = LaunchSettings & { scene?: Scene; database?: string }

const SEEN_MS = 15_000

export async function openDesk(play: Play, options: DeskOptions = {}): Promise<Desk> {
  const { database, env, under } = options
  const scene =
    options.scene ?? (await play.open(database === undefined ? undefined : { database }))
  const [staff = 0, metrics = 0] = await freePorts(2)
  const settings = {
    LOG_LEVEL: 'info',
    STAFF_PORT: String(staff),
    METRICS_PORT: String(metrics),
    ...env,
  }
  const server = await scene.start({ env: settings, ...(under && { under }) })
  const log = join(scene.folder, 'server.log')
  const desk: Desk = {
    ...server,
    scene,
    async logged(event, patienceMs = SEEN_MS) {
      const find = () => linesIn(log).find((line) => line.event === event)
      await until(async () => find() !== undefined, patienceMs, `in the log: ${event}`, 100)
      return find() as LogLine
    },
    metric: async (name) => sumOf(await textOf(`http://127.0.0.1:${metrics}/metrics`), name),
    isReady: () => isReady(server.url).catch(() => false),
    becomes: (state, patienceMs = SEEN_MS) =>
      until(async () => (await desk.isReady()) === (state === 'ready'), patienceMs, state, 100),
    list: () => consoleReply<ApplicationPage>(staff, CONSOLE_PATHS.applications),
    undelivered: async () =>
      (await consoleReply<DeliveriesReply>(staff, CONSOLE_PATHS.deliveries)).deliveries,
    admin: async (...words) => {
      const settings = settingsOf(scene.folder, scene.database, play.tree)
      return admin(words, { tree: play.tree, env: { ...settings, ...env } })
    },
    restart: (changed = {}) =>
      openDesk(play, {
        scene,
        ...((changed.under ?? under) && { under: changed.under ?? under ?? [] }),
        env: { ...env, ...changed.env },
      }),
  }
  return desk
}

/** Lines that are not JSON, such as a refused start's sentence, are left out. */
export function linesIn(log: string): LogLine[] {
  if (!existsSync(log)) return []
  return linesOf(readFileSync(log, 'utf8'))
}

export function linesOf(text: string): LogLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = JSON.parse(line)
      return typeof parsed?.event === 'string' ? [parsed as LogLine] : []
    } catch {
      return []
    }
  })
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
  return response.text()
}

function sumOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => /^[\w:]+/.exec(line)?.[0] === name)
  if (lines.length === 0) throw new Error(`there is no metric ${name}`)
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** As a browser on this machine asks the console, which is open where nobody has an account. */
async function consoleReply<T>(port: number, path: string): Promise<T> {
  let reply: T | undefined
  const ask = async () => {
    const response = await fetch(`http://localhost:${port}${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    reply = (await response.json()) as T
    return true
  }
  // Its process starts beside the public one.
  await until(
    () => ask().catch((error) => !isUnreachable(error) && Promise.reject(error)),
    SEEN_MS,
    'answered by the console',
    200,
  )
  return reply as T
}

const isUnreachable = (error: unknown) => error instanceof TypeError
