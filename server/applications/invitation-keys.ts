/** Invitation keys from a setting, else from a file that is reloaded when it changes. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/settings.ts'
import { type InvitationKey, newInvitationKey, parseInvitationKeys } from './invitations.ts'

type KeyConfig = Pick<Config, 'INVITATION_KEYS' | 'INVITATION_KEYS_FILE'>

/** Every key, the one that signs first; none where neither holds any. Throws RangeError for what is no key. */
export function readInvitationKeys(config: KeyConfig): readonly InvitationKey[] {
  const { INVITATION_KEYS: keys, INVITATION_KEYS_FILE: file } = config
  if (keys.length > 0 || !existsSync(file)) return keys
  return parseInvitationKeys(readFileSync(file, 'utf8'))
}

/** Reads the keys anew at each call where the file changed. An unreadable file keeps the last good keys. */
export function watchInvitationKeys(config: KeyConfig): () => readonly InvitationKey[] {
  let keys = readInvitationKeys(config)
  let readVersion = versionOf(config.INVITATION_KEYS_FILE)
  return () => {
    const version = versionOf(config.INVITATION_KEYS_FILE)
    if (version === readVersion) return keys
    readVersion = version
    try {
      keys = readInvitationKeys(config)
    } catch {
      // The file is being written or is invalid: keep the last good keys.
    }
    return keys
  }
}

/** Puts a new key first in the file, readable by its owner alone, and gives it. */
export function addInvitationKey(file: string, now: number): InvitationKey {
  const line = newInvitationKey(now)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const keys = parseInvitationKeys(`${line}\n${before}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, `${line}\n${before}`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
  const [added] = keys
  if (!added) throw new RangeError('no key was made')
  return added
}

function versionOf(file: string): string {
  const { mtimeMs, ino, size } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return `${ino} ${mtimeMs} ${size}`
}
