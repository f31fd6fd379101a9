/** A desktop of its own for one screen reader: a display, an accessibility bus, a window manager, Orca. Runs inside `dbus-run-session`. */
import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, firefox, type Page } from '@playwright/test'
import { programOnPath } from '../../../bin/programs.js'
import { Ear } from './ear.ts'

const run = promisify(execFile)

export const BUS_LAUNCHER = '/usr/libexec/at-spi-bus-launcher'
export type BrowserName = 'chromium' | 'firefox'

/**
 * Orca with its debug file written line by line: with a buffer the last sentence would come with the next key. It leaves other
 * Orcas of this user alone, which it would refuse to run beside, or end with --replace.
 */
const ORCA = `
import builtins, importlib.machinery, importlib.util, sys
plain = builtins.open
def by_line(file, mode='r', buffering=-1, *rest, **more):
    return plain(file, mode, 1 if mode == 'w' else buffering, *rest, **more)
builtins.open = by_line
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader('launcher', '${programOnPath('orca')}')
launcher = importlib.util.module_from_spec(importlib.util.spec_from_loader('launcher', loader))
loader.exec_module(launcher)
launcher.otherOrcas = lambda: []
sys.argv[0] = 'orca'
sys.exit(launcher.main())
`

export class Desktop {
  readonly #folder: string
  readonly #limit: AbortSignal
  readonly #started: ChildProcess[] = []
  #env: NodeJS.ProcessEnv = {}
  #browser: ChildProcess | undefined
  /** What Orca writes down. */
  readonly log: string
  readonly ear: Ear

  /** The folder becomes the home of everything that is started here; nothing is started once the signal is given. */
  constructor(folder: string, limit: AbortSignal) {
    this.#folder = folder
    this.#limit = limit
    this.log = join(folder, 'orca.log')
    this.ear = new Ear(this.log)
  }

  async start(): Promise<void> {
    await writeFile(this.log, '')
    this.#env = await environmentOf(this.#folder)
    this.#env.DISPLAY = await this.#startDisplay()
    this.#start(BUS_LAUNCHER, ['--launch-immediately'])
    await this.#enableAccessibility()
    this.#start('openbox', [])
    this.#start('/usr/bin/python3', ['-c', ORCA, `--debug-file=${this.log}`])
  }

  /** Opens the address in a new window of a browser without history. */
  async open(name: BrowserName, url: string): Promise<void> {
    if (this.#browser) await ended(this.#browser)
    const profile = join(this.#folder, `${name}-${this.#started.length}`)
    this.#browser = this.#start(...(await commandOf(name, profile, url)))
    await this.#activate(name)
  }

  /** A browser that is driven by program, for what takes long to reach by keys. */
  async drive(name: BrowserName): Promise<Browser> {
    this.#limit.throwIfAborted()
    const options = { headless: false, env: definedOf(this.#env) }
    if (name === 'chromium')
      return chromium.launch({ ...options, executablePath: CHROMIUM, args: chromiumArguments() })
    return firefox.launch({
      ...options,
      channel: 'moz-firefox',
      executablePath: FIREFOX,
      firefoxUserPrefs: FIREFOX_PREFERENCES,
    })
  }

  /** Gives the keyboard to the one window of a browser. */
  async #activate(name: BrowserName): Promise<void> {
    const window = ['search', '--onlyvisible', '--class', name, 'windowactivate', '--sync']
    await this.#untilDone(() => this.#run('xdotool', window))
  }

  /** Gives the keyboard to a page of such a browser; in a new window its address has it. */
  async activatePage(name: BrowserName, page: Page): Promise<void> {
    await this.#activate(name)
    // The address takes it a moment later.
    await pause(1000, undefined, { signal: this.#limit })
    await page.bringToFront()
    if (name === 'chromium') await this.press('ctrl+F6')
  }

  /** Presses keys as a keyboard does, in xdotool's names. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#run('xdotool', ['key', '--clearmodifiers', key])
  }

  async type(text: string): Promise<void> {
    await this.#run('xdotool', ['type', '--delay', '30', text])
  }

  async stop(): Promise<void> {
    for (const child of this.#started.toReversed()) await ended(child)
  }

  #start(program: string, args: readonly string[], stdio: StdioOptions = 'ignore'): ChildProcess {
    this.#limit.throwIfAborted()
    const child = spawn(program, args, { env: this.#env, stdio, detached: true })
    child.on('error', () => {})
    this.#started.push(child)
    return child
  }

  #run(program: string, args: readonly string[]): Promise<unknown> {
    return run(program, args, { env: this.#env })
  }

  /** A free display; Xvfb says which. */
  async #startDisplay(): Promise<string> {
    const args = ['-displayfd', '3', '-screen', '0', '1366x768x24', '-nolisten', 'tcp', '-noreset']
    const display = this.#start('Xvfb', args, ['ignore', 'ignore', 'ignore', 'pipe'])
    const number = await new Promise<string>((resolve, reject) => {
      display.once('error', reject)
      display.once('exit', () => reject(new Error('Xvfb ended before it had a display')))
      display.stdio[3]?.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))
    })
    return `:${number}`
  }

  async #enableAccessibility(): Promise<void> {
    const set = (property: string) =>
      this.#run('gdbus', [
        ...['call', '--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'],
        ...['--method', 'org.freedesktop.DBus.Properties.Set'],
        ...['org.a11y.Status', property, '<true>'],
      ])
    await this.#untilDone(() => Promise.all([set('IsEnabled'), set('ScreenReaderEnabled')]))
  }

  /** Tries again what needs a program that is still starting. */
  async #untilDone(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const failure = await work().then(
        () => null,
        (error: unknown) => error ?? new Error('it failed'),
      )
      if (!failure) return
      if (tries === 60) throw failure
      await pause(500, undefined, { signal: this.#limit })
    }
  }
}

async function environmentOf(folder: string): Promise<NodeJS.ProcessEnv> {
  const runtime = join(folder, 'runtime')
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  return {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    LANG: 'ja_JP.UTF-8',
    LC_ALL: 'ja_JP.UTF-8',
    NO_AT_BRIDGE: '0',
    GTK_MODULES: 'gail:atk-bridge',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    GSETTINGS_BACKEND: 'memory',
    TZ: 'Asia/Tokyo',
  }
}

const CHROMIUM = programOnPath('chromium') ?? 'chromium'
const FIREFOX = programOnPath('firefox-esr') ?? 'firefox-esr'

const chromiumArguments = (): string[] => [
  ...['--force-renderer-accessibility', '--no-first-run', '--no-default-browser-check'],
  ...['--disable-gpu', '--disable-component-update', '--disable-background-networking'],
  ...['--disable-features=Translate', '--lang=ja'],
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
]

/** The program and its arguments: a window, no first-run pages, no offer of a translation. */
async function commandOf(
  name: BrowserName,
  profile: string,
  url: string,
): Promise<[program: string, args: string[]]> {
  if (name === 'chromium') {
    await mkdir(join(profile, 'Default'), { recursive: true })
    const preferences = { translate: { enabled: false }, credentials_enable_service: false }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    return [CHROMIUM, [...chromiumArguments(), `--user-data-dir=${profile}`, url]]
  }
  await mkdir(profile, { recursive: true })
  const lines = Object.entries(FIREFOX_PREFERENCES).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  return [FIREFOX, ['--no-remote', '--profile', profile, url]]
}

const FIREFOX_PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'app.normandy.enabled': false,
  'signon.rememberSignons': false,
  'browser.translations.enable': false,
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}

/** Ends a process with all that it started. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await Promise.race([gone, pause(3000)])
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}
