/** Where the keys of the invitation links are kept: a setting, else a file. */
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { type InvitationKey, parseInvitationKeys } from './invitations.ts'

/** Every key, the one that signs first; none where neither holds any. Throws RangeError for what is no key. */
export function readInvitationKeys(
  config: Pick<Config, 'INVITATION_KEYS' | 'INVITATION_KEYS_FILE'>,
): readonly InvitationKey[] {
  const { INVITATION_KEYS: keys, INVITATION_KEYS_FILE: file } = config
  if (keys.length > 0 || !existsSync(file)) return keys
  return parseInvitationKeys(readFileSync(file, 'utf8'))
}
