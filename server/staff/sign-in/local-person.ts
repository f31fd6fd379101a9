/** Names of persons: the operating system's name of the local user, and the rule for names of staff accounts. */

import { userInfo } from 'node:os'
import { STAFF_NAME_LIMIT } from '#contract/console.ts'
import { UNASSIGNED } from '#domain/figures.ts'
import { APPLICANT } from '#domain/staff.ts'
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

/** Reserved: one stands for whoever applied in a history, the other for nobody in a filter. */
const OTHERS: readonly string[] = [APPLICANT, UNASSIGNED]

/** A name as accounts, history and audit trail keep it; null for any other text. */
export function staffName(text: string): string | null {
  const name = text.trim()
  return name === '' || name.length > STAFF_NAME_LIMIT || isUnstorable(name) ? null : name
}

/** The same where a name begins to be used; an account that has a reserved one can still be disabled. */
export function newStaffName(text: string): string | null {
  const name = staffName(text)
  return name === null || OTHERS.includes(name) ? null : name
}

/** What may be one, for whoever gave another. */
export const STAFF_NAME_RULE = `${STAFF_NAME_LIMIT}文字以内で、${OTHERS.map((name) => `「${name}」`).join('と')}以外の名前を指定してください。`
