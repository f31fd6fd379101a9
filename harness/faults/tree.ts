/** The copy of the project that a suite runs. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'

const SOURCES = ['package.json', 'contract', 'deploy', 'domain', 'sheets', 'server']

/** The project as it stands now, so that nothing changes under a suite that runs for minutes. */
export function freeze(folder: string): string {
  mkdirSync(folder)
  for (const name of [...SOURCES, 'build'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
