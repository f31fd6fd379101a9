/** What the tests need besides npm's packages, and how it is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { postgresProgram, programOnPath } from './programs.js'
import { PlainError, run } from './run.js'

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} debian the package that has it
 * @property {() => unknown} find something true where it is installed
 * @property {() => unknown} [instead] does as well, where the package cannot be had
 * @property {'chromium' | 'firefox'} [download] Playwright's own build does as well
 */

/** @type {readonly Tool[]} */
const TOOLS = [
  {
    name: 'Chromium',
    // The same engine without a window's machinery: the journeys take two thirds of the time.
    debian: 'chromium-headless-shell',
    find: () => programOnPath('chromium-headless-shell'),
    instead: () => programOnPath('chromium'),
    download: 'chromium',
  },
  {
    name: 'Chromium (extensions)',
    debian: 'chromium',
    find: () => programOnPath('chromium'),
    download: 'chromium',
  },
  {
    name: 'Firefox',
    debian: 'firefox-esr',
    find: () => programOnPath('firefox-esr'),
    download: 'firefox',
  },
  {
    name: 'Japanese fonts',
    debian: 'fonts-noto-cjk',
    find: () => outputOf('fc-list', [':lang=ja']),
  },
  { name: 'PostgreSQL server', debian: 'postgresql', find: () => postgresProgram('initdb') },
  { name: 'pgbouncer', debian: 'pgbouncer', find: () => programOnPath('pgbouncer') },
  { name: 'strace (disk faults)', debian: 'strace', find: () => programOnPath('strace') },
  { name: 'Postfix', debian: 'postfix', find: () => programOnPath('postfix') },
  { name: 'Dovecot', debian: 'dovecot-imapd', find: () => programOnPath('dovecot') },
  {
    name: 'Java (Nu HTML checker)',
    debian: 'default-jre-headless',
    find: () => programOnPath('java'),
  },
]

/** Installs what is missing as far as this user may, and says what is left to do where that is not enough. */
export async function installTestTools() {
  await installWithApt(TOOLS.filter((tool) => !tool.find()))
  await download(await missingTools())
  const missing = await missingTools()
  if (missing.length === 0) return
  const names = missing.map((tool) => `  ${tool.name}`).join('\n')
  const packages = missing.map((tool) => tool.debian).join(' ')
  throw new PlainError(
    `The tests need these programs, which are not installed and which this user cannot install:\n${names}\nInstall them (on Debian or Ubuntu: sudo apt-get install ${packages}) and run the command again.`,
  )
}

async function missingTools() {
  const found = await Promise.all(
    TOOLS.map(async (tool) => tool.find() || tool.instead?.() || (await isDownloaded(tool))),
  )
  return TOOLS.filter((_, index) => !found[index])
}

/** @param {readonly Tool[]} tools */
async function installWithApt(tools) {
  const asRoot = rootCommand()
  if (tools.length === 0 || !asRoot || !programOnPath('apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = [...asRoot, 'apt-get', '-q', '-y', '-o', 'DPkg::Lock::Timeout=300']
  const packages = tools.map((tool) => tool.debian)
  console.error(`Installing ${packages.join(', ')} with apt …`)
  // One at a time: a package that this distribution lacks must not hold the others back.
  const installs = packages.map((name) => ['install', '--no-install-recommends', name])
  for (const args of [['update'], ...installs]) {
    const [program = 'env', ...rest] = [...apt, ...args]
    await run(program, rest, { env })
  }
}

/** What to put before a command that root alone may run; undefined where this user cannot. */
function rootCommand() {
  if (process.getuid?.() === 0) return []
  const mayWithoutPassword = spawnSync('sudo', ['-n', 'true']).status === 0
  return mayWithoutPassword ? ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'] : undefined
}

/** @param {readonly Tool[]} tools */
async function download(tools) {
  const browsers = tools.flatMap((tool) => tool.download ?? [])
  if (browsers.length === 0) return
  console.error(`Downloading ${browsers.join(' and ')} with Playwright …`)
  await run('playwright', ['install', ...browsers])
}

/** @param {Tool} tool */
async function isDownloaded({ download }) {
  if (!download) return false
  const playwright = await import('playwright-core')
  return existsSync(playwright[download].executablePath())
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function outputOf(program, args) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout
}
