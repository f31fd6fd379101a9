/** A real server on a real database, to be sent anything at all. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'
import { launch, settingsIn } from '../../server/testing/process.ts'

export type Engine = 'sqlite' | 'postgres'

export type TestServer = {
  engine: Engine
  /** Its address without a slash at its end. */
  url: string
  /** As DATABASE_URL. */
  database: string
  /** Throws where it ended, or logged a fault of its own. */
  requireWell(): void
  /** Resolves when it has ended in order; rejects where it did not. */
  stop(): Promise<void>
  kill(): void
}

/** What it logs when something went wrong inside. */
const FAULTS = /"event":"(fault|crash)".*/

/** Resolves when it listens. */
export async function startTestServer(
  engine: Engine,
  database: string,
  folder: string,
): Promise<TestServer> {
  mkdirSync(folder)
  const log = join(folder, 'server.log')
  const child = launch({ tree: ROOT, env: settingsIn(folder, database), log })
  let end: string | undefined
  void child.ended.then(({ code, signal }) => {
    end = `the server on ${engine} ended (${signal ?? code})`
  })
  const server: TestServer = {
    engine,
    database,
    url: await child.listening,
    requireWell() {
      const [fault] = FAULTS.exec(readFileSync(log, 'utf8')) ?? []
      if (end !== undefined || fault !== undefined) throw new Error(end ?? `${engine}: ${fault}`)
    },
    async stop() {
      server.requireWell()
      const { code } = await child.stop()
      if (code !== 0) throw new Error(`the server on ${engine} ended with ${code}`)
    },
    kill: () => child.signal('SIGKILL'),
  }
  return server
}
