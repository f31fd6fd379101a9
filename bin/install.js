/** Installs exactly what package-lock.json names, when node_modules does not hold it already. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PlainError, PROGRAMS, ROOT, run } from './run.js'

/** The oldest Node that runs the server: TypeScript without a build step, SQLite built in. */
const NODE_MAJOR = 24
const LOCK = join(ROOT, 'package-lock.json')
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
/** Stands while an installation is under way, so that one that was killed is done again. */
const UNFINISHED = join(ROOT, 'build', 'installing')

const PASSING_CACHE = join(ROOT, 'build', 'npm-cache')
const INSTALLED_NODE = join(PROGRAMS, 'node')

// NODE_ENV=production would leave out what the build needs; no package here needs its install script.
const FLAGS = [
  'ci',
  '--include=dev',
  '--ignore-scripts',
  '--loglevel=error',
  '--no-update-notifier',
]

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean }>} Packages a lockfile's, by path */

/** Throws where neither the machine nor the registry has a Node that can run this. */
export function requireNode() {
  if (!comesWithNode() && !isNewEnough(process.versions.node)) throw new PlainError(nodeIsMissing())
}

/** Whether node_modules holds what the lock names, however it came there. */
export function isInstalled() {
  if (existsSync(UNFINISHED) || !existsSync(INSTALLED)) return false
  if (comesWithNode() && !existsSync(INSTALLED_NODE)) return false
  return holdsAll(packagesOf(LOCK), packagesOf(INSTALLED))
}

/**
 * Whether everything wanted is there in its version; an optional package may be missing, a stray one may stay.
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function holdsAll(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

/**
 * @param {(pid: number) => void} guard is told the process that goes on should this one be killed
 */
export async function install(guard) {
  console.error('Installing dependencies (npm ci) …')
  mkdirSync(join(ROOT, 'build'), { recursive: true })
  writeFileSync(UNFINISHED, '')
  const [npm, ...args] = npmCommand()
  const code = await run(npm, [...args, ...FLAGS, ...cacheFlags()], {
    env: npmEnv(),
    onStart: guard,
  })
  if (code !== 0) throw new PlainError(`npm ci failed with status ${code}; see its message above.`)
  if (comesWithNode() && !isNewEnough(versionOf(INSTALLED_NODE)))
    throw new PlainError(nodeIsMissing())
  rmSync(PASSING_CACHE, { recursive: true, force: true })
  rmSync(UNFINISHED)
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
