/** What the suite needs of the machine. */
import { existsSync } from 'node:fs'
import { postgresProgram, programOnPath } from '../../bin/programs.js'
import { PlainError } from '../../bin/run.js'

/** Throws, and says everything that is missing: nothing is skipped. */
export function requireTools(): void {
  const missing = [
    programOnPath('strace') ? '' : 'strace (Debian: apt-get install strace)',
    postgresProgram('initdb') ? '' : 'a PostgreSQL server (Debian: apt-get install postgresql)',
    process.getuid?.() === 0
      ? ''
      : 'root, to mount small disks that become full or lose their power (sudo)',
    programOnPath('mkfs.ext4') ? '' : 'mkfs.ext4 and debugfs (Debian: apt-get install e2fsprogs)',
    existsSync('/dev/loop-control') ? '' : 'loop devices, for power cuts',
    existsSync('/dev/fuse') ? '' : 'FUSE, for power cuts',
    process.platform === 'linux' ? '' : 'Linux',
  ].filter((need) => need !== '')
  if (missing.length > 0)
    throw new PlainError(`The fault suite needs:\n${missing.map((need) => `  ${need}`).join('\n')}`)
}
