/** A server with its console and its metrics for the trials of exports, and what the public notices of it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../bin/run.js'
import { freePorts } from '../../server/testing/ports.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { launch, settingsIn } from '../../server/testing/process.ts'

export type Engine = 'sqlite' | 'postgres'
/** Addresses, and the memory of both processes. */
export type Server = {
  url: string
  staff: string
  database: string
  memory: () => Promise<Memory>
}
/** Resident megabytes. */
export type Memory = { public: number; staff: number }

const PROBE = { seconds: 30, everyMs: 20 }
/** So much longer than on a quiet server may the slowest hundredth take, which is five milliseconds at least. */
const SLOWER = { times: 2, leastMs: 5 }

export async function withServer(
  engine: Engine,
  work: (server: Server) => Promise<boolean>,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-exports-'))
  const cluster = engine === 'postgres' ? await startPostgres() : undefined
  const database = (await cluster?.createDatabase()) ?? `sqlite:${join(folder, 'exports.db')}`
  const [staffPort = 0, metricsPort = 0] = await freePorts(2)
  const env = {
    ...settingsIn(folder, database),
    STAFF_PORT: String(staffPort),
    METRICS_PORT: String(metricsPort),
    STAFF_MAIL: '',
  }
  const server = launch({ tree: ROOT, env, log: join(folder, 'server.log') })
  try {
    return await work({
      url: await server.listening,
      staff: `http://127.0.0.1:${staffPort}`,
      database,
      memory: () => memoryOf(`http://127.0.0.1:${metricsPort}/metrics`),
    })
  } finally {
    await server.stop()
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Probed = { good: number; median: number; slowest: number; text: string }

/** The public port, asked for half a minute from another process. */
export async function probe(url: string): Promise<Probed> {
  const argv = ['harness/fuzz/probe.ts', url, String(PROBE.seconds), String(PROBE.everyMs)]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: ROOT })
  const [, good = 0, median = 0, slowest = 0] =
    /\(([\d.]+) %\), median (\d+) ms, 99 % within (\d+) ms/.exec(stdout)?.map(Number) ?? []
  return { good, median, slowest, text: stdout.trim() }
}

/** Whether the slowest hundredth of public answers took too long. */
export function isSlower(busy: Probed, quiet: Probed): boolean {
  return busy.slowest > SLOWER.times * Math.max(quiet.slowest, SLOWER.leastMs)
}

async function memoryOf(metrics: string): Promise<Memory> {
  const text = await (await fetch(metrics)).text()
  const of = (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0) / 2 ** 20
  return {
    public: of('process_resident_memory_bytes'),
    staff: of('staff_process_resident_memory_bytes'),
  }
}
