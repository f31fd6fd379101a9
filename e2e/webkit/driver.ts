/** WebKitGTK through WebDriver: as much of the protocol as the journeys use. Safari's engine, not Safari. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { programOnPath } from '../../bin/programs.js'
import { PlainError } from '../../bin/run.js'

const DEBIAN_LIBRARIES = '/usr/lib/x86_64-linux-gnu'
/** The protocol's name for a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** How long an element, a text or an address may take to be there. */
const PATIENCE_MS = 15_000

export type Browser = Awaited<ReturnType<typeof startWebKit>>

/** Starts a window of its own on a display of its own; `port` is WebDriver's. */
export async function startWebKit(port: number) {
  const driver = spawnDriver(port)
  const base = `http://127.0.0.1:${port}`
  const stop = () => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid, 'SIGTERM')
  }
  try {
    await until('WebDriver', async () => (await call(base, 'GET', '/status')) !== undefined)
    const { sessionId } = await openSession(base)
    const at = (method: string, path: string, body?: object) =>
      call(base, method, `/session/${sessionId}${path}`, body)
    return {
      ...pageOf(at),
      stop: async () => {
        await at('DELETE', '').catch(() => {})
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

type Command = (method: string, path: string, body?: object) => Promise<unknown>

function pageOf(at: Command) {
  const find = (xpath: string) =>
    until(xpath, async () => {
      const found = await at('POST', '/element', { using: 'xpath', value: xpath })
      return (found as Record<string, string>)[ELEMENT]
    })
  const run = (script: string) => at('POST', '/execute/sync', { script, args: [] })
  return {
    open: (url: string) => at('POST', '/url', { url }),
    click: async (xpath: string) => {
      const element = await find(xpath)
      // A press that finds the control still off, or something passing over it, is made again.
      await until(`a press of ${xpath}`, async () => {
        if ((await at('GET', `/element/${element}/enabled`)) !== true) return undefined
        await at('POST', `/element/${element}/click`, {})
        return true
      })
    },
    type: async (xpath: string, text: string) =>
      at('POST', `/element/${await find(xpath)}/value`, { text }),
    holds: (xpath: string, value: string) =>
      until(`${value} in ${xpath}`, async () => {
        const held = await at('GET', `/element/${await find(xpath)}/property/value`)
        return held === value || undefined
      }),
    see: (text: string) =>
      until(text, async () =>
        String(await run('return document.body.innerText')).includes(text) ? true : undefined,
      ),
    path: () => run('return location.pathname'),
    title: () => at('GET', '/title'),
    /** Where the focus is: tag, id and text of the element. */
    focus: () =>
      run('const e = document.activeElement; return [e.tagName, e.id, e.textContent].join("|")'),
  }
}

function spawnDriver(port: number): ChildProcess {
  for (const program of ['WebKitWebDriver', 'xvfb-run'])
    if (!programOnPath(program))
      throw new PlainError(
        `${program} is missing: sudo apt-get install webkit2gtk-driver xvfb xauth, and run the command again.`,
      )
  return spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    // WebKit refuses to run as root inside its sandbox.
    env: {
      ...process.env,
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
  })
}

async function openSession(base: string): Promise<{ sessionId: string }> {
  const library = readdirSync(DEBIAN_LIBRARIES).find((name) =>
    existsSync(join(DEBIAN_LIBRARIES, name, 'MiniBrowser')),
  )
  if (!library) throw new PlainError('WebKitGTK has no MiniBrowser here.')
  const binary = join(DEBIAN_LIBRARIES, library, 'MiniBrowser')
  const alwaysMatch = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  }
  const session = await call(base, 'POST', '/session', { capabilities: { alwaysMatch } })
  return session as { sessionId: string }
}

async function call(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

/** What `attempt` gives, once it gives something and does not throw. */
async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const given = await attempt().catch((error: unknown) => {
      if (Date.now() > deadline) throw error
      return undefined
    })
    if (given !== undefined) return given
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`)
    await pause(100)
  }
}
