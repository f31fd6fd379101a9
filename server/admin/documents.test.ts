/** The documents name commands, settings and scripts that there are. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT, REMOVED_SETTINGS, SETTINGS } from '../config/settings.ts'
import { COMMANDS } from './commands.ts'

const CURRENT = /^- Status: superseded on/m
const DOCUMENTS = [
  ...documentsIn('.', /\.md$/),
  ...documentsIn('docs', /\.md$/),
  ...documentsIn('docs/decisions', /^\d.*\.md$/),
  ...documentsIn('deploy', /\.(yml|toml|service|conf|html|timer)$|^env$/),
].filter((document) => !CURRENT.test(textOf(document)))

function documentsIn(folder: string, names: RegExp): string[] {
  const entries = readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && names.test(entry.name))
  return files.map(({ name }) => join(folder, name))
}

function textOf(document: string): string {
  return readFileSync(join(PROJECT_ROOT, document), 'utf8')
}

/** What follows the staff command on its line, without what a shell takes for itself. */
function commandLinesIn(text: string): string[] {
  return [...text.matchAll(/(?:npm run (?:-s )?admin --|server\/admin\.ts) ([^`\n|>#"]+)/g)].map(
    ([, line = '']) => line.trim(),
  )
}

/** Undefined where the line is a command with options that it has; else what is wrong with it. */
function faultOf(line: string): string | undefined {
  const words = line.split(/\s+/).filter((word) => word !== '…')
  const names = words.filter((word) => !word.startsWith('--')).join(' ')
  if (words.length === 0 || /^-/.test(line)) return undefined
  const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${names} `))
  const command = COMMANDS.filter(({ name }) => `${names} `.startsWith(`${name} `)).sort(
    (a, b) => b.name.length - a.name.length,
  )[0]
  if (!command) return isGroup ? undefined : `no command: ${line}`
  const options = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
  const unknown = options.filter((option) => !(option in command.options))
  return unknown.length > 0 ? `${command.name} has no --${unknown.join(', --')}` : undefined
}

test.each(DOCUMENTS)('every staff command in %s can be called', (document) => {
  const faults = commandLinesIn(textOf(document)).flatMap((line) => faultOf(line) ?? [])
  expect(faults).toEqual([])
})

test('the commands are really found in the documents', () => {
  const lines = DOCUMENTS.flatMap((document) => commandLinesIn(textOf(document)))
  expect(lines.length).toBeGreaterThan(30)
  expect(faultOf('applications lost')).toBe('no command: applications lost')
  expect(faultOf('applications list --colour')).toBe('applications list has no --colour')
})

/** Names in capitals that are no settings of this program, each with whose it is. */
const OTHERS_NAMES = new Set([
  'API_ERRORS', // a table in domain/messages.ts
  'MALLOC_ARENA_MAX', // the C library's
  'NODE_COMPILE_CACHE', // Node's
  'JOURNEYS_MAX_DELAY_MS', // the tests'
  'NO_NAVSTART', // an error of Lighthouse
  'REPLACED_LIST_MS', // a constant of the price lists
  'STAFF_STATUSES', // a table in domain/staff.ts
  'SUDO_USER', // sudo's
  ...Object.keys(REMOVED_SETTINGS),
])

test.each(DOCUMENTS)('every setting that %s names is in the table', (document) => {
  const names = [...textOf(document).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(
    ([, name = '']) => name,
  )
  expect(names.filter((name) => !(name in SETTINGS) && !OTHERS_NAMES.has(name))).toEqual([])
})

test.each(DOCUMENTS)('every script that %s names is in package.json', (document) => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const names = [...textOf(document).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  )
  expect(names.filter((name) => !(name in scripts))).toEqual([])
})
