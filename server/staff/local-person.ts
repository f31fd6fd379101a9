/** The operating system's name of the local user. */
import { userInfo } from 'node:os'

/** The user id in a container whose user has no name. */
export function localPerson(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
