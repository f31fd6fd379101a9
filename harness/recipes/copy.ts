/** A copy of the project to change: edits find their place in the syntax tree, so that they outlive a reformatting. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../../bin/run.js'

/** What a copy does without: `build` is made anew where a recipe needs it. */
const LEFT_OUT = ['node_modules', 'build', 'data', '.git']

export class Copy {
  readonly root: string
  /** Files that were written, added ones too. */
  readonly changed = new Set<string>()

  /** Makes a copy in a folder that does not exist yet. */
  constructor(root: string) {
    this.root = root
    mkdirSync(root, { recursive: true })
    const isWanted = (path: string) => !LEFT_OUT.includes(relative(ROOT, path))
    cpSync(ROOT, root, { recursive: true, filter: isWanted })
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8')
  }

  write(file: string, text: string): void {
    this.changed.add(file)
    writeFileSync(join(this.root, file), text)
  }

  /** Adds a row to the object or array that the constant `table` is: behind the row of a name, else at the end. */
  addRow(file: string, table: string, row: string, behind?: string): void {
    const source = this.read(file)
    const end = endOfRow(file, source, table, behind)
    const before = source.slice(0, end).trimEnd()
    const comma = before.endsWith(',') ? '' : ','
    const after = source.slice(end).replace(/^,/, '')
    this.write(file, `${before}${comma}\n  ${row},\n${after}`)
  }

  /** Adds a member to a union type. */
  addMember(file: string, type: string, member: string): void {
    this.replace(file, new RegExp(`(\\btype ${type} =[^\\n]+)`), `$1 | ${member}`)
  }

  /** Throws where `find` does not occur. */
  replace(file: string, find: string | RegExp, by: string): void {
    const before = this.read(file)
    const after = before.replace(find, by)
    if (after === before) throw new Error(`${file} has no ${find}`)
    this.write(file, after)
  }
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** The end of the row of a name; without one the place of the closing bracket. */
function endOfRow(file: string, source: string, table: string, name?: string): number {
  const declared = declarations(parseSync(file, source).program.body as unknown as Node[])
  let value = declared.find(({ id }) => (id as { name?: string }).name === table)?.init as Node
  // `as const` and `satisfies` stand around the literal.
  while (value && 'expression' in value) value = value.expression as Node
  if (!/^(Object|Array)Expression$/.test(value?.type ?? ''))
    throw new Error(`${file} has no table ${table}`)
  if (name === undefined) return value.end - 1
  const rows = (value.properties ?? []) as Node[]
  const row = rows.find(({ key }) => (key as { name?: string })?.name === name)
  if (!row) throw new Error(`${table} of ${file} has no row ${name}`)
  return row.end
}

function declarations(body: readonly Node[]): Node[] {
  return body.flatMap((node) => {
    const declaration = (node.type === 'ExportNamedDeclaration' ? node.declaration : node) as Node
    return declaration?.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : []
  })
}
