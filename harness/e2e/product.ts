/** The product as a visitor and the staff meet it: the real server and the real command, on a database of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Flow } from '#domain/flows.ts'
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
  /** Path of the link that the staff command invites a customer with. */
  invite(procedure: Flow, customerNumber: string): Promise<string>
  stop(): Promise<void>
}

/** Of the server and of its console: an answer that its route does not state is a 500. */
const ANSWERS = 'server/testing/answers-of-processes.ts'

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
  const answers = `--import=${pathToFileURL(join(root, ANSWERS))}`
  const held = { ...settings, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${answers}` }
  const server = launch({ tree: root, env: held, log: join(folder, 'server.log') })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  }
  const run = (words: readonly string[]) => admin(words, { tree: ROOT, env: settings })
  try {
    // As a person types it: cookies and storage belong to the name.
    const url = (await server.listening).replace('127.0.0.1', 'localhost')
    const staffUrl = await server.consoleListening
    await until(() => isReady(url).catch(() => false), 15_000, 'ready', 50)
    return {
      ...{ url, staffUrl, stop },
      mailFolder: settings.MAIL_FOLDER ?? '',
      admin: async (...words) => JSON.parse(await run([...words, '--json'])),
      invite: async (procedure, number) => {
        const link = await run(['invite', '--procedure', procedure, '--number', number])
        return link.trim().replace(/^https?:\/\/[^/]+/, '')
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
