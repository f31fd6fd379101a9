/** Names of persons: the operating system's name of the local user, and the rule for names of staff accounts. */

import { userInfo } from 'node:os'
import { STAFF_NAME_LIMIT } from '#contract/console.ts'
import { isUnstorable } from '#domain/text.ts'
import type { Actor } from '../audit.ts'

/** Whoever runs the command line. */
export function localActor(): Actor {
  return { name: localPerson(), via: 'command' }
}

/** Who started this process: through sudo, the person who called it, and not the user it runs as. */
export function localPerson(env: NodeJS.ProcessEnv = process.env): string {
  return env.SUDO_USER || systemUser()
}

/** The user id in a container whose user has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

// Names of staff accounts.

/** A name as accounts, history and audit trail keep it; null for any other text. */
export function staffName(text: string): string | null {
  const name = text.trim()
  return name === '' || name.length > STAFF_NAME_LIMIT || isUnstorable(name) ? null : name
}
