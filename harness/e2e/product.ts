/** The product as a visitor and the staff meet it: the real server and the real command, on a database of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'
import { admin, isReady, launch, settingsIn, until } from '../../server/testing/process.ts'

export type Product = {
  /** Address of pages and API, without a slash at its end. */
  url: string
  /** Address of the staff console. */
  staffUrl: string
  /** Where its mails are, as .eml files. */
  mailFolder: string
  /** Runs the staff command with `--json`; what it prints, parsed. */
  admin(...args: string[]): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a server on free ports with an empty SQLite database; `env` adds settings, `root` is another copy of the project. */
export async function startProduct(
  env: Record<string, string> = {},
  root = ROOT,
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-'))
  const settings: Record<string, string> = {
    ...settingsIn(folder, `sqlite:${join(folder, 'applications.db')}`),
    STAFF_PORT: '0',
    ...env,
  }
  const server = launch({ tree: root, env: settings, log: join(folder, 'server.log') })
  const stop = async () => {
    server.signal('SIGTERM')
    await server.ended
    await rm(folder, { recursive: true })
  }
  try {
    // As a person types it: cookies and storage belong to the name.
    const url = (await server.listening).replace('127.0.0.1', 'localhost')
    const staffUrl = await server.consoleListening
    await until(() => isReady(url).catch(() => false), 15_000, 'ready', 50)
    return {
      ...{ url, staffUrl, stop },
      mailFolder: settings.MAIL_FOLDER ?? '',
      admin: async (...words) =>
        JSON.parse(await admin([...words, '--json'], { tree: ROOT, env: settings })),
    }
  } catch (error) {
    await stop()
    throw error
  }
}
