/** The project as another deployer has it: a copy with other settings in site.ts, built. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectNode, ROOT } from '../../bin/run.js'

/** Sources, and of what is built all that site.ts does not change. */
const COPIED = [
  'bin',
  'console',
  'contract',
  'deploy/maintenance.html',
  'domain',
  'server',
  'sheets',
  'ui',
  'web',
  'build/staff',
  'build/staff console.fingerprint',
  'build/postal-codes.db',
  'build/postal codes.fingerprint',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

export type Variant = { root: string; remove(): Promise<void> }

/** Text that is inserted into a file before its next `]` at the start of a line, behind the words that stand before it. */
export type Insertion = readonly [file: string, behind: string, text: string]

/** `settings` replace the constants of these names in site.ts. */
export async function buildVariant(
  settings: Record<string, string | boolean>,
  insertions: readonly Insertion[] = [],
): Promise<Variant> {
  const root = await mkdtemp(join(tmpdir(), 'moushikomi-variant-'))
  const remove = () => rm(root, { recursive: true })
  try {
    for (const name of COPIED) await cp(join(ROOT, name), join(root, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    await change(join(root, 'web/site.ts'), settings)
    for (const [file, behind, text] of insertions) await insert(join(root, file), behind, text)
    // Not the whole set-up: nothing may be installed through the link.
    const build = "import('./bin/build.js').then(({ build }) => build())"
    await promisify(execFile)(projectNode(), ['-e', build], { cwd: root })
    return { root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The build after this one, which lacks a file that a page of this one loads at the first touch of its table. */
export async function buildLater(): Promise<Variant> {
  // The same address as a browser reads it.
  const later = await buildVariant({ postalService: '/api/./postal-codes' })
  const built = join(later.root, 'build', 'web')
  for (const name of await readdir(built, { recursive: true })) {
    const file = join(built, name)
    if (/\.(br|gz)$/.test(name)) await rm(file)
    if (!/\.(js|html)$/.test(name)) continue
    const text = (await readFile(file, 'utf8')).replaceAll(TABLE_TOOLS, 'table-tools-later.js')
    if (name.search(TABLE_TOOLS) >= 0) await rm(file)
    await writeFile(file.replace(TABLE_TOOLS, 'table-tools-later.js'), text)
  }
  return later
}

const TABLE_TOOLS = /table-tools-(?!later)[\w-]+\.js/g

async function insert(file: string, behind: string, text: string): Promise<void> {
  const source = await readFile(file, 'utf8')
  const end = source.indexOf('\n]', source.indexOf(behind) + 1)
  if (!source.includes(behind) || end < 0) throw new Error(`${file} has no ${behind}`)
  await writeFile(file, `${source.slice(0, end + 1)}${text}${source.slice(end + 1)}`)
}

async function change(site: string, settings: Record<string, string | boolean>): Promise<void> {
  let text = await readFile(site, 'utf8')
  for (const [name, value] of Object.entries(settings)) {
    const constant = new RegExp(`^(export const ${name}\\b[^=]*=).*$`, 'm')
    if (!constant.test(text)) throw new Error(`site.ts has no constant ${name}`)
    text = text.replace(constant, (_, head) => `${head} ${JSON.stringify(value)}`)
  }
  await writeFile(site, text)
}
