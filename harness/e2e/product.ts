/** The product as a visitor and the staff meet it: the real server and the real command, on a database of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectNode, ROOT } from '../../bin/run.js'

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
  const mailFolder = join(folder, 'mail')
  const settings = {
    ...process.env,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'applications.db')}`,
    DIRECTORY_FILE: join(folder, 'directory.db'),
    LIMIT_LOOK_UPS_PER_MINUTE: '0',
    MAIL_FOLDER: mailFolder,
    INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
    LINK_KEYS_FILE: join(folder, 'link-keys'),
    STAFF_KEY_FILE: join(folder, 'staff-key'),
    LIMIT_ADDRESS_PER_HOUR: '0',
    LIMIT_MAIL_PER_HOUR: '0',
    LIMIT_BYTES_PER_HOUR: '0',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const server = spawn(projectNode(), ['server/main.ts'], {
    cwd: root,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const closed = new Promise((resolve) => server.once('close', resolve))
    if (server.exitCode === null && server.kill('SIGTERM')) await closed
    await rm(folder, { recursive: true })
  }
  try {
    const [url, staffUrl] = await addressesOf(server)
    await ready(url)
    return { url, staffUrl, mailFolder, admin: (...args) => staffCommand(args, settings), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function staffCommand(args: string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const command = ['server/admin.ts', ...args, '--json']
  const options = { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(projectNode(), command, options)
  return JSON.parse(stdout)
}

/** The addresses that the server prints: of the pages, then of the staff console. */
function addressesOf(server: ChildProcess): Promise<[pages: string, staff: string]> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk
      const [pages, staff] = printed.match(/http:\/\/[\w.:[\]-]+(?=\s)/g) ?? []
      if (pages && staff) resolve([pages, staff])
    })
    server.once('error', reject)
    server.once('close', (code) =>
      reject(new Error(`the server ended with status ${code} before it printed its addresses`)),
    )
  })
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.status === 200) return
    await pause(50)
  }
  throw new Error(`${url}/readyz did not answer 200 within 15 seconds`)
}
