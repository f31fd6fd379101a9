/** Copies of the server to run: as it is, or with a bug planted in it; the product itself has no switch for that. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bin/run.js'

export type Patch = { file: string; find: string; replace: string }

const SOURCES = ['package.json', 'domain', 'server']

/** The project as it stands now, so that nothing changes under a suite that runs for minutes. */
export function freeze(folder: string): string {
  mkdirSync(folder)
  for (const name of [...SOURCES, 'build'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A copy of a frozen project. Throws where a patch does not fit exactly once: a bug that is not there proves nothing. */
export function copyTree(origin: string, folder: string, patches: readonly Patch[]): void {
  mkdirSync(folder)
  for (const name of SOURCES) cpSync(join(origin, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'build']) symlinkSync(join(origin, name), join(folder, name))
  for (const { file, find, replace } of patches) {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    const places = source.split(find).length - 1
    if (places !== 1) throw new Error(`${file} has ${places} places for the planted bug: ${find}`)
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
  }
}
