/** What the screen reader's journeys need besides the browsers, and what is missing of it. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { programOnPath } from '../../../bin/programs.js'
import { BUS_LAUNCHER } from './desktop.ts'

type Requirement = { debian: string; isThere: () => boolean }

const program = (debian: string, name = debian): Requirement => ({
  debian,
  isThere: () => programOnPath(name) !== undefined,
})

const REQUIREMENTS: readonly Requirement[] = [
  program('orca'),
  program('speech-dispatcher'),
  program('espeak-ng'),
  program('xdotool'),
  program('openbox'),
  program('xvfb', 'Xvfb'),
  program('dbus-daemon', 'dbus-run-session'),
  program('libglib2.0-bin', 'gdbus'),
  program('chromium'),
  program('firefox-esr'),
  { debian: 'at-spi2-core', isThere: () => existsSync(BUS_LAUNCHER) },
]

/** A sentence on what to install; null where nothing is missing. */
export function whatIsMissing(): string | null {
  const packages = REQUIREMENTS.filter(({ isThere }) => !isThere()).map(({ debian }) => debian)
  if (packages.length > 0)
    return `The screen reader's journeys need these Debian packages: apt-get install --no-install-recommends ${packages.join(' ')}`
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' })
  return /^ja_JP\.utf-?8$/im.test(stdout)
    ? null
    : 'The screen reader speaks Japanese with the locale ja_JP.UTF-8: localedef -i ja_JP -f UTF-8 ja_JP.UTF-8 (Debian package locales)'
}
