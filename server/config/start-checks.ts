/** What the settings name is tried before a start: files, folders, and settings that contradict each other. */
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSigningKeys } from '../apply/signing-keys.ts'
import { OperatorError } from '../errors.ts'
import { publicOrigin } from '../follow-up/link.ts'
import { openDirectoryFile } from '../store/directory-file.ts'
import type { Settings } from './setting.ts'
import { type Config, REMOVED_SETTINGS, SETTINGS } from './settings.ts'

/** A setting that does not do what whoever set it may expect; the start goes on. */
export type SettingWarning = { name: string; reason: string }

type Names = readonly (keyof Config)[]
type Faults = readonly string[]

/** Throws OperatorError, a line for each setting that cannot work; gives the warnings. `env` tells which are set at all. */
export function checkStart(
  config: Config,
  env: NodeJS.ProcessEnv = process.env,
): readonly SettingWarning[] {
  const isSet = (name: keyof Config) => (env[name] ?? '') !== ''
  const faults = [
    ...sharedPorts(config),
    ...readUrlFaults(config),
    ...mailFolderFaults(config),
    ...certificateFaults(config),
    ...returnedMailFaults(config),
    ...invitationFaults(config),
    ...linkKeyFaults(config),
  ]
  if (faults.length > 0) throw new OperatorError('settings', faults.join('\n'))
  return [
    ...mistypedNames(env),
    ...settingsWithoutEffect(config, isSet),
    ...missingFiles(config, isSet),
    ...unknownConsoleName(config, isSet),
    ...privateAddress(config),
    ...unnoticedReturns(config),
  ]
}

const PORTS = [
  ['PORT', 'HOST'],
  ['STAFF_PORT', 'STAFF_HOST'],
  ['METRICS_PORT', 'METRICS_HOST'],
] as const

function sharedPorts(config: Config): Faults {
  return PORTS.flatMap(([name, host], index) =>
    PORTS.slice(0, index)
      .filter(
        ([other, otherHost]) =>
          config[name] === config[other] &&
          config[name] !== 0 &&
          config[name] !== 'off' &&
          overlap(config[host], config[otherHost]),
      )
      .map(([other]) => `${name}: ${config[name]} is the port of ${other} too. Give each its own.`),
  )
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function overlap(host: string, other: string): boolean {
  return host === other || EVERY_ADDRESS.has(host) || EVERY_ADDRESS.has(other)
}

function readUrlFaults({ DATABASE_URL, DATABASE_READ_URL }: Config): Faults {
  if (DATABASE_READ_URL === '' || !DATABASE_URL.startsWith('sqlite:')) return []
  return [
    'DATABASE_READ_URL: its value names a standby of PostgreSQL, and DATABASE_URL is SQLite. Leave it empty, or set DATABASE_URL to the primary.',
  ]
}

function mailFolderFaults({ MAIL_URL, MAIL_FOLDER }: Config): Faults {
  const reason = MAIL_URL === '' ? whyNotWritable(MAIL_FOLDER) : undefined
  return reason === undefined
    ? []
    : [`MAIL_FOLDER: ${quoted(MAIL_FOLDER)} cannot be used: ${reason}.`]
}

function certificateFaults({ MAIL_CA_FILE: file }: Config): Faults {
  if (file === '') return []
  try {
    new X509Certificate(readFileSync(file))
    return []
  } catch (error) {
    return [
      `MAIL_CA_FILE: ${quoted(file)} holds no certificate that can be read (${codeOf(error)}).`,
    ]
  }
}

function returnedMailFaults(config: Config): Faults {
  const { MAIL_RETURN, MAIL_RETURN_URL, MAIL_RETURN_PASSWORD_FILE: file, MAIL_URL } = config
  if (MAIL_RETURN_URL === '') return []
  if (MAIL_RETURN === '' || MAIL_URL === '')
    return [
      'MAIL_RETURN_URL: a mailbox is named, and no mail comes back to it: set MAIL_URL and MAIL_RETURN too.',
    ]
  try {
    if (returnPassword(file) !== '') return []
    return [`MAIL_RETURN_PASSWORD_FILE: ${quoted(file)} holds no password.`]
  } catch (error) {
    return [`MAIL_RETURN_PASSWORD_FILE: ${quoted(file)} cannot be read (${codeOf(error)}).`]
  }
}

/** The password of the mailbox of returned mails. Throws where the file cannot be read. */
export function returnPassword(file: string): string {
  return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? ''
}

/** Mails go out, and nobody would learn that one came back. */
function unnoticedReturns({ MAIL_URL, MAIL_RETURN }: Config): SettingWarning[] {
  if (MAIL_URL === '' || MAIL_RETURN !== '') return []
  return [
    {
      name: 'MAIL_RETURN',
      reason:
        'MAIL_RETURN: it is empty, so a mail that comes back after the relay has taken it stays 送信済み, and nobody learns of it.',
    },
  ]
}

/** Why no file can be made in a folder, or in the nearest one above it that is there; undefined where it can. */
export function whyNotWritable(folder: string): string | undefined {
  let place = folder
  while (!existsSync(place)) place = dirname(place)
  if (!statSync(place).isDirectory()) return `${place} is not a folder`
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `${place} cannot be written (${codeOf(error)})`
  }
}

function invitationFaults(config: Config): Faults {
  const { INVITATIONS, INVITATION_KEYS, INVITATION_KEYS_FILE: file } = config
  const keys = INVITATION_KEYS.length > 0 ? INVITATION_KEYS.length : countKeys(file)
  if (typeof keys === 'string')
    return [`INVITATION_KEYS_FILE: ${quoted(file)} cannot be used: ${keys}.`]
  if (INVITATIONS !== 'required' || keys > 0) return []
  return [
    `INVITATIONS: "required" needs a key, and neither INVITATION_KEYS nor the file of INVITATION_KEYS_FILE, ${quoted(file)}, has one: nobody could apply for a migration or a suspension. Make one with "npm run -s admin -- invite keys new".`,
  ]
}

function linkKeyFaults({ LINK_KEYS, LINK_KEYS_FILE: file }: Config): Faults {
  const keys = LINK_KEYS.length > 0 ? LINK_KEYS.length : countKeys(file)
  return typeof keys === 'string'
    ? [`LINK_KEYS_FILE: ${quoted(file)} cannot be used: ${keys}.`]
    : []
}

/** How many keys are in the file, none where it is not there; a text says why it cannot be read. */
function countKeys(file: string): number | string {
  try {
    return parseSigningKeys(readFileSync(file, 'utf8')).length
  } catch (error) {
    if (error instanceof RangeError) return error.message
    return codeOf(error) === 'ENOENT' ? 0 : `it cannot be read (${codeOf(error)})`
  }
}

/** Settings that another one switches on, with that one. */
const NEEDS = [
  [['MAIL_TLS', 'MAIL_CA_FILE', 'MAIL_RETURN'], 'MAIL_URL'],
  [['MAIL_RETURN_PASSWORD_FILE', 'MAIL_RETURN_DAYS'], 'MAIL_RETURN_URL'],
  [['WEBHOOK_SECRET', 'WEBHOOK_EVENTS'], 'WEBHOOK_URL'],
  [['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'], 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [
    ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM', 'OIDC_ROLES', 'OIDC_NAME_CLAIM'],
    'OIDC_ISSUER',
  ],
] as const satisfies readonly (readonly [Names, keyof Config])[]

function settingsWithoutEffect(
  config: Config,
  isSet: (name: keyof Config) => boolean,
): SettingWarning[] {
  const idle = NEEDS.flatMap(([names, other]) =>
    config[other] === ''
      ? names.filter(isSet).map((name) => ({ name, reason: withoutEffect(name, other) }))
      : [],
  )
  const unread =
    config.INVITATION_KEYS.length > 0 && isSet('INVITATION_KEYS_FILE')
      ? [
          {
            name: 'INVITATION_KEYS_FILE',
            reason: `INVITATION_KEYS_FILE: ${quoted(config.INVITATION_KEYS_FILE)} is not read, because INVITATION_KEYS is set.`,
          },
        ]
      : []
  return [...idle, ...unread]
}

function withoutEffect(name: keyof Config, other: keyof Config): string {
  return `${name}: it is set and has no effect, because ${other} is empty.`
}

/** Files that were named and are not there, or are something else: the product works without. */
function missingFiles(config: Config, isSet: (name: keyof Config) => boolean): SettingWarning[] {
  const { DIRECTORY_FILE, INVITATION_KEYS_FILE, INVITATION_KEYS } = config
  const warnings: SettingWarning[] = []
  const warn = (name: 'DIRECTORY_FILE' | 'INVITATION_KEYS_FILE', reason: string) =>
    warnings.push({ name, reason: `${name}: ${quoted(config[name])} ${reason}` })
  if (existsSync(DIRECTORY_FILE)) {
    const fault = whyNoDirectory(DIRECTORY_FILE)
    if (fault !== undefined)
      warn('DIRECTORY_FILE', `is no imported directory (${fault}): applicants are offered none.`)
  } else if (isSet('DIRECTORY_FILE'))
    warn('DIRECTORY_FILE', 'is not there: applicants are offered no directory.')
  const isWanted = isSet('INVITATION_KEYS_FILE') && INVITATION_KEYS.length === 0
  if (isWanted && !existsSync(INVITATION_KEYS_FILE))
    warn('INVITATION_KEYS_FILE', 'is not there: no invitation link is taken for genuine.')
  return warnings
}

function whyNoDirectory(file: string): string | undefined {
  try {
    openDirectoryFile(file).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The console refuses a request whose Host it does not know: it would refuse everybody. */
function unknownConsoleName(
  { STAFF_PORT, STAFF_URL, STAFF_NAMES, STAFF_HOST }: Config,
  isSet: (name: keyof Config) => boolean,
): SettingWarning[] {
  const { hostname } = new URL(STAFF_URL)
  const known = ['localhost', '127.0.0.1', '[::1]', STAFF_HOST, ...STAFF_NAMES]
  if (STAFF_PORT === 'off' || !isSet('STAFF_URL') || known.includes(hostname)) return []
  if (EVERY_ADDRESS.has(STAFF_HOST) && /^[\d.]+$|^\[/.test(hostname)) return []
  return [
    {
      name: 'STAFF_URL',
      reason: `STAFF_URL: ${quoted(STAFF_URL)} has a host name that STAFF_NAMES lacks: the console refuses everybody who opens it there.`,
    },
  ]
}

function privateAddress(config: Config): SettingWarning[] {
  if (publicOrigin(config) !== null) return []
  return [
    {
      name: 'PUBLIC_URL',
      reason: `PUBLIC_URL: ${quoted(config.PUBLIC_URL)} is an address of this machine alone: no mail and no result page has the link to the status of an application.`,
    },
  ]
}

/** Shorter names are near to names of other programs, such as HOME to HOST. */
const SHORTEST_MISTYPED = 8
const MOST_SLIPS = 2

/** Names of the environment that are nearly those of a setting; a value is never shown, for it may be a secret. */
function mistypedNames(env: NodeJS.ProcessEnv): SettingWarning[] {
  const rows: Settings = SETTINGS
  const names = Object.keys(rows).filter((name) => name.length >= SHORTEST_MISTYPED)
  return Object.keys(env).flatMap((found) => {
    if (Object.hasOwn(rows, found) || Object.hasOwn(REMOVED_SETTINGS, found)) return []
    const meant = names.find((name) => isNear(found.toUpperCase(), name))
    return meant === undefined
      ? []
      : [{ name: found, reason: `${found}: no setting has this name. Is ${meant} meant?` }]
  })
}

/** Whether at most MOST_SLIPS letters were left out, added, or replaced (Levenshtein). */
function isNear(found: string, name: string): boolean {
  if (Math.abs(found.length - name.length) > MOST_SLIPS) return false
  let row = Array.from({ length: name.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...found].entries()) {
    const next = [at + 1]
    for (let i = 1; i <= name.length; i += 1) {
      const [left = 0, above = 0, corner = 0] = [next[i - 1], row[i], row[i - 1]]
      next.push(Math.min(left + 1, above + 1, corner + (name[i - 1] === letter ? 0 : 1)))
    }
    row = next
  }
  return (row.at(-1) ?? 0) <= MOST_SLIPS
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
