/** Where programs that npm does not bring are found on this machine. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @param {string} name
 * @returns {string | undefined} the full path of a program on the path, or where only root's path leads
 */
export function programOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const ofRoot = folders.map((folder) => join(folder, '..', 'sbin'))
  return [...folders, ...ofRoot].map((folder) => join(folder, name)).find(existsSync)
}

/** @returns {string | undefined} Chromium, or its engine without a window, which is what the tests install */
export const chromiumProgram = () =>
  programOnPath('chromium') ?? programOnPath('chromium-headless-shell')

/** Chromium refuses to run as root inside its sandbox. */
export const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Chromium for tests: it draws without a graphics card, and calls nobody of its own accord. */
export const CHROMIUM_SWITCHES = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...SANDBOX,
]

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** @returns {string | undefined} a PostgreSQL server program; Debian keeps them off the path, the newest version wins */
export function postgresProgram(/** @type {string} */ name) {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort() : []
  const candidates = versions
    .toReversed()
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin', name))
  return candidates.find((path) => existsSync(path)) ?? programOnPath(name)
}
