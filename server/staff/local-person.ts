/** Who sits at this machine, as its system names them. */
import { userInfo } from 'node:os'

/** A container may run under a user without a name. */
export function localPerson(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
