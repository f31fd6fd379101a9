/** A copy of the server's sources, as they are or with a bug planted in them; the product itself has no switch for that. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bin/run.js'

export type Patch = { file: string; find: string; replace: string }

/** Throws where a patch does not fit exactly once: a bug that is not there proves nothing. */
export function copyTree(folder: string, patches: readonly Patch[] = []): string {
  mkdirSync(folder)
  const copied = ['package.json', 'domain', 'server']
  for (const name of copied) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'build']) symlinkSync(join(ROOT, name), join(folder, name))
  for (const { file, find, replace } of patches) {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    const places = source.split(find).length - 1
    if (places !== 1) throw new Error(`${file} has ${places} places for the planted bug: ${find}`)
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
    if (!readFileSync(path, 'utf8').includes(replace)) throw new Error(`${file} is unchanged`)
  }
  return folder
}
