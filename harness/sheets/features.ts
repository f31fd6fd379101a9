/** What the recogniser's source is made of that can be switched off: read from the source itself, so that no list of it has to be kept. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../../bin/run.js'

export type Feature = {
  file: string
  name: string
  /** What stands in its place: it says no, changes nothing, or fits nothing. */
  without: 'no' | 'nothing' | 'unchanged' | 'never fits'
  /** The file's source without it. */
  source: string
}

/** Files that judge what a sheet says. */
const RECOGNISER = ['sheets/recognise/*.ts', 'sheets/read/text*.ts', 'sheets/audit.ts']
/** What is no judgement: how a cell is worded, and the plan's order. */
const LEFT_OUT = /\.test\.ts$/

export function featuresOfRecogniser(): Feature[] {
  const files = RECOGNISER.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
  return files
    .filter((file) => !LEFT_OUT.test(file))
    .flatMap((file) => featuresOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

export function featuresOf(file: string, source: string): Feature[] {
  const { program } = parseSync(file, source)
  const declarations = (program.body as unknown as Node[]).map((node) =>
    node.type === 'ExportNamedDeclaration' ? ((node.declaration as Node | null) ?? node) : node,
  )
  return declarations.flatMap((node) => [
    ...functionFeature(file, source, node),
    ...expressionFeatures(file, source, node),
  ])
}

function functionFeature(file: string, source: string, node: Node): Feature[] {
  if (node.type !== 'FunctionDeclaration') return []
  const { id, body, params, returnType } = node as unknown as {
    id: { name: string }
    body: Node
    params: (Node & { name?: string; typeAnnotation?: Node })[]
    returnType: Node | null
  }
  const typeOf = (annotation: Node | null | undefined) =>
    annotation ? source.slice(annotation.start + 1, annotation.end).trim() : ''
  const returned = typeOf(returnType)
  const same = params.find(
    (param) =>
      param.name && returned !== '' && plain(typeOf(param.typeAnnotation)) === plain(returned),
  )
  const rewritten = (without: Feature['without'], result: string): Feature[] => [
    {
      file,
      name: id.name,
      without,
      source: `${source.slice(0, body.start)}{ return ${result} }${source.slice(body.end)}`,
    },
  ]
  if (returned === 'boolean' || / is /.test(returned)) return rewritten('no', 'false')
  if (/\| null$/.test(returned)) return rewritten('nothing', 'null')
  return same?.name ? rewritten('unchanged', same.name) : []
}

function plain(type: string): string {
  return type.replace(/^readonly /, '')
}

function expressionFeatures(file: string, source: string, node: Node): Feature[] {
  if (node.type !== 'VariableDeclaration') return []
  return (node.declarations as Node[]).flatMap((declaration) => {
    const { id, init } = declaration as unknown as { id: { name?: string }; init: Node | null }
    const regex = (init as { regex?: { flags: string } } | null)?.regex
    if (!init || !regex || !id.name) return []
    const never = `/(?!)/${regex.flags}`
    return [
      {
        file,
        name: id.name,
        without: 'never fits' as const,
        source: source.slice(0, init.start) + never + source.slice(init.end),
      },
    ]
  })
}
