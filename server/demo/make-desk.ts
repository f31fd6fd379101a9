/** Makes the folder of a demo: its settings, keys, database, directory, and the one account with a password of its own. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { invitationKeysOf, makeFirstKey } from '../apply/signing-keys.ts'
import { type Config, POSTAL_CODES, PROJECT_ROOT, readConfig } from '../config/settings.ts'
import { importDirectory } from '../directory/import.ts'
import { createZipcodeOf } from '../directory/zipcode-of-address.ts'
import { OperatorError } from '../errors.ts'
import { openStatusLinks } from '../follow-up/link.ts'
import { choosePostalCodes, openPostalCodes } from '../postal/look-up.ts'
import { createStaffAccounts } from '../staff/sign-in/accounts.ts'
import { totpCode, totpStep } from '../staff/sign-in/second-factor.ts'
import { createSecretBox } from '../staff/sign-in/secret-box.ts'
import { openDatabase } from '../store/open-database.ts'
import { rowsOfBeacon, writeUsageRows } from '../usage.ts'
import { COLLEAGUES, inventApplications } from './invent.ts'
import { playDesk } from './play.ts'
import { inventVisits } from './visits.ts'

/** Of the pages; the console has the one above. */
export const DEMO_PORT = 3010
export const DEMO_APPLICATIONS = 400
const MARK = 'これはデモのフォルダーです。フォルダーごと削除すると、何も残りません。'
const SAMPLE_DIRECTORY = join(PROJECT_ROOT, 'deploy/sample-directory')

/** Whoever uses the demo; the second factor is for an authenticator app, or for the codes that the demo prints. */
export type Access = { name: string; password: string; secret: string; recoveryCodes: string[] }

/** Every setting of a demo; nothing of the environment counts. */
export function demoSettings(folder: string, port = DEMO_PORT): Record<string, string> {
  return {
    ...{ DEMO: 'on', HOST: '127.0.0.1', STAFF_HOST: '127.0.0.1', METRICS_PORT: 'off' },
    ...{ PORT: String(port), STAFF_PORT: String(port + 1) },
    DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
    DIRECTORY_FILE: join(folder, 'directory.db'),
    STAFF_KEY_FILE: join(folder, 'staff-key'),
    INVITATION_KEYS_FILE: join(folder, 'invitation-keys'),
    LINK_KEYS_FILE: join(folder, 'link-keys'),
    // Mails become files: there is no relay.
    MAIL_FOLDER: join(folder, 'mail'),
    STAFF_MAIL: 'staff@demo.example.jp',
    LOG_LEVEL: 'warn',
  }
}

/** Opens the demo of a folder, or makes it. Throws OperatorError where the folder is something else. */
export async function openDesk(
  folder: string,
  { now, count = DEMO_APPLICATIONS }: { now: number; count?: number },
): Promise<Access> {
  const access = join(folder, 'access.json')
  if (existsSync(access)) return JSON.parse(readFileSync(access, 'utf8'))
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new OperatorError(
      'usage',
      `${folder} は空ではなく、デモのフォルダーでもありません。別のフォルダーを指定してください。`,
    )
  // Whole or not at all: one that was broken off is made anew.
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(join(unfinished, 'DEMO.txt'), `${MARK}\n`)
  const config = readConfig(demoSettings(unfinished))
  fillDirectory(config, now)
  makeFirstKey(invitationKeysOf(config), now)
  const made = await fillDatabase(config, now, count)
  writeFileSync(join(unfinished, 'access.json'), JSON.stringify(made), { mode: 0o600 })
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return made
}

function fillDirectory({ DIRECTORY_FILE: out }: Config, now: number): void {
  const zipcodeOf = createZipcodeOf(() =>
    openPostalCodes(choosePostalCodes(POSTAL_CODES.imported, POSTAL_CODES.built)).rows(),
  )
  importDirectory([SAMPLE_DIRECTORY], { out, period: '', now, zipcodeOf, progress: () => {} })
}

async function fillDatabase(config: Config, now: number, count: number): Promise<Access> {
  const database = await openDatabase(config.DATABASE_URL, {
    onlyServer: true,
    onFatal: (error) => {
      throw error
    },
  })
  try {
    const links = openStatusLinks(config, now)
    const applications = inventApplications(count, now)
    await playDesk(database, links, applications, now)
    const told = inventVisits(applications).map(({ at, told }) => rowsOfBeacon(told, at))
    await writeUsageRows(database, {
      usage: told.flatMap(({ usage }) => usage),
      errors: told.flatMap(({ errors }) => errors),
    })
    const box = createSecretBox(config.STAFF_KEY_FILE)
    const accounts = createStaffAccounts({ database, clock: () => now, box })
    const by = { name: 'demo', via: 'command' } as const
    for (const name of COLLEAGUES) await accounts.add(by, name, 'worker')
    const [name, password] = ['demo', randomBytes(12).toString('base64url')]
    const code = await accounts.add(by, name, 'administrator')
    const begun = await accounts.beginSetup(name, code)
    if (!begun) throw new Error('no setup')
    const totp = codeOf(begun.secret, now)
    const done = await accounts.finishSetup({ name, code, password, totp })
    if (!done) throw new Error('no account')
    return { name, password, secret: begun.secret, recoveryCodes: done.recoveryCodes }
  } finally {
    await database.close()
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a secret. */
export function codeOf(secret: string, now: number): string {
  const bits = Array.from(secret, (c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), totpStep(now))
}
