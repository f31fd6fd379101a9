/** Keys that sign links, one `id:secret` a line: from a setting, else from a file that is read anew when it changes. The first signs, all verify. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { isoTime } from '#domain/tokyo-time.ts'
import { ABSENT, versionOf } from '../file-version.ts'

export type SigningKey = { id: string; secret: Buffer }

/** The keys of a setting, and the file that is read where there are none. */
export type KeySource = { keys: readonly SigningKey[]; file: string }

export function invitationKeysOf(config: {
  INVITATION_KEYS: readonly SigningKey[]
  INVITATION_KEYS_FILE: string
}): KeySource {
  return { keys: config.INVITATION_KEYS, file: config.INVITATION_KEYS_FILE }
}

export function linkKeysOf(config: {
  LINK_KEYS: readonly SigningKey[]
  LINK_KEYS_FILE: string
}): KeySource {
  return { keys: config.LINK_KEYS, file: config.LINK_KEYS_FILE }
}

const SECRET_BYTES = 32
const KEY_LINE = /^([0-9A-Za-z_-]{1,32}):([0-9A-Za-z_-]{43})$/

/** A new key as one line of a key file: `id:secret`, the id telling the day it was made. */
export function newSigningKey(now: number): string {
  const day = isoTime(now).slice(0, 10).replaceAll('-', '')
  return `k${day}-${randomBytes(3).toString('hex')}:${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Keys from text, one `id:secret` a line or between commas. Throws RangeError. */
export function parseSigningKeys(text: string): SigningKey[] {
  const lines = text.split(/[\s,]/).filter((line) => line !== '')
  return lines.map((line, index) => {
    const [, id, secret] = KEY_LINE.exec(line) ?? []
    // The line itself is a secret and is not repeated in the message.
    if (!id || !secret) throw new RangeError(`key ${index + 1} is not "id:secret"`)
    return { id, secret: Buffer.from(secret, 'base64url') }
  })
}

/** Every key, the one that signs first; none where neither holds any. Throws RangeError for what is no key. */
export function readSigningKeys({ keys, file }: KeySource): readonly SigningKey[] {
  if (keys.length > 0 || !existsSync(file)) return keys
  return parseSigningKeys(readFileSync(file, 'utf8'))
}

/** Reads the keys anew at each call where the file changed. A file that is unreadable or gone keeps the last good keys: a key ends with its line. */
export function watchSigningKeys(source: KeySource): () => readonly SigningKey[] {
  let keys = readSigningKeys(source)
  let readVersion = versionOf(source.file)
  return () => {
    const version = versionOf(source.file)
    if (version === readVersion) return keys
    readVersion = version
    if (version === ABSENT || source.keys.length > 0) return keys
    try {
      keys = parseSigningKeys(readFileSync(source.file, 'utf8'))
    } catch {
      // The file is being replaced or is invalid: keep the last good keys.
    }
    return keys
  }
}

/** Puts a new key first in the file, readable by its owner alone, and gives it. */
export function addSigningKey(file: string, now: number): SigningKey {
  const line = newSigningKey(now)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const keys = parseSigningKeys(`${line}\n${before}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, `${line}\n${before}`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
  const [added] = keys
  if (!added) throw new RangeError('no key was made')
  return added
}

/** Makes the file with a first key where there is none: of processes that start at once, one does. */
export function makeFirstKey({ keys, file }: KeySource, now: number): void {
  if (keys.length > 0 || existsSync(file)) return
  const own = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, `${newSigningKey(now)}\n`, { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(own)
  }
}
