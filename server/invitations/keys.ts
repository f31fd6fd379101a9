/** Where the keys of the invitation links are kept: a setting, else a file that may change while the server runs. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { type InvitationKey, newInvitationKey, parseInvitationKeys } from './invitations.ts'

type KeyConfig = Pick<Config, 'INVITATION_KEYS' | 'INVITATION_KEYS_FILE'>

/** Every key, the one that signs first; none where neither holds any. Throws RangeError for what is no key. */
export function readInvitationKeys(config: KeyConfig): readonly InvitationKey[] {
  const { INVITATION_KEYS: keys, INVITATION_KEYS_FILE: file } = config
  if (keys.length > 0 || !existsSync(file)) return keys
  return parseInvitationKeys(readFileSync(file, 'utf8'))
}

/** The keys as they are at every call: a new key is known without a restart. A file gone wrong changes nothing. */
export function watchInvitationKeys(config: KeyConfig): () => readonly InvitationKey[] {
  let keys = readInvitationKeys(config)
  let seen = versionOf(config.INVITATION_KEYS_FILE)
  return () => {
    const version = versionOf(config.INVITATION_KEYS_FILE)
    if (version === seen) return keys
    seen = version
    try {
      keys = readInvitationKeys(config)
    } catch {
      // A key being written, or a slip of the editor: the keys of before stay good.
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
