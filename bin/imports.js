/** The imports of every source file, types included, as Vite's own parser reads them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

const SOURCE = /\.(ts|tsx|js)$/
/** Folders that hold no source of this project. */
const SKIPPED = ['node_modules', 'build', 'data', 'public']

/**
 * `target` is a path under the root, or a package's name. What is `isType` is gone when the code runs: `import type`,
 * `export type`, `import('…').T`; of `import { type T }` an import without names remains.
 * @typedef {{ line: number, target: string, isType: boolean }} Import
 */

/**
 * @param {string} root
 * @returns {string[]} every source file, as a path under the root
 */
export function sourceFiles(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.includes(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(root, path)
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/**
 * What was read last of each path: tests look at all files many times, of which a few have changed.
 * @type {Map<string, { source: string, imports: Import[] }>}
 */
const read = new Map()

/**
 * @param {string} root
 * @param {string} file
 * @returns {Import[]} throws where the file cannot be parsed
 */
export function importsOf(root, file) {
  const source = readFileSync(join(root, file), 'utf8')
  const last = read.get(file)
  if (last?.source === source) return last.imports
  const imports = importsIn(file, source)
  read.set(file, { source, imports })
  return imports
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Import[]}
 */
function importsIn(file, source) {
  const { module, program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const typeImports = source.includes('import(') ? importTypes(program) : []
  const starts = new Set(
    [...typeImports, ...typeStatements(program.body)].map(({ start }) => start),
  )
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest)),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
    ...typeImports,
  ]
  return requests.flatMap((request) => {
    if (!request) return []
    // A name that is put together at run time has no quotes around it, and is not seen.
    const [, name] = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(request.start, request.end)) ?? []
    if (!name) return []
    const line = source.slice(0, request.start).split('\n').length
    return [{ line, target: targetOf(file, name), isType: starts.has(request.start) }]
  })
}

/**
 * The names in `import('…').Type`, which the parser does not list among the imports.
 * @param {unknown} node
 * @returns {{ start: number, end: number }[]}
 */
function importTypes(node) {
  if (typeof node !== 'object' || node === null) return []
  const own =
    'type' in node && node.type === 'TSImportType' && 'source' in node ? [node.source] : []
  return [
    .../** @type {{ start: number, end: number }[]} */ (own),
    ...Object.values(node).flatMap(importTypes),
  ]
}

/**
 * The names in `import type … from` and `export type … from`.
 * @param {import('vite').ESTree.Program['body']} body
 * @returns {{ start: number }[]}
 */
function typeStatements(body) {
  return body.flatMap((node) => {
    const isType =
      ('importKind' in node && node.importKind === 'type') ||
      ('exportKind' in node && node.exportKind === 'type')
    return isType && 'source' in node && node.source ? [node.source] : []
  })
}

/**
 * @param {string} file
 * @param {string} name as it is written in the import
 */
function targetOf(file, name) {
  const path = name.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  if (path.startsWith('.')) return posix.join(dirname(file), path)
  return path.startsWith('@') ? path.split('/', 2).join('/') : (path.split('/', 1)[0] ?? path)
}
