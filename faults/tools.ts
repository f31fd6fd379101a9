/** What the suite needs of the machine. */

import { postgresProgram, programOnPath } from '../bin/programs.js'
import { PlainError } from '../bin/run.js'

/** Throws, and says everything that is missing: nothing is skipped. */
export function requireTools(): void {
  const missing = [
    programOnPath('strace') ? '' : 'strace (Debian: apt-get install strace)',
    postgresProgram('initdb') ? '' : 'a PostgreSQL server (Debian: apt-get install postgresql)',
    process.getuid?.() === 0 ? '' : 'root, to mount the small tmpfs that becomes full (sudo)',
    process.platform === 'linux' ? '' : 'Linux',
  ].filter((need) => need !== '')
  if (missing.length > 0)
    throw new PlainError(`The fault suite needs:\n${missing.map((need) => `  ${need}`).join('\n')}`)
}
