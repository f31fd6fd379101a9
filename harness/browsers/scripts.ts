/** What a built script uses that a browser lacks: syntax, global names, methods, events, kinds of workers, attributes that React sets. */
import type { Identifier } from '@mdn/browser-compat-data'
import { parseSync } from 'vite'
import { attributeProblems } from './markup.ts'
import { type Browser, DATA, featuresBelow, lackingIn, membersOf, type Problem } from './support.ts'
import { type Node, SYNTAX, textsOf } from './syntax.ts'

const { api, javascript } = DATA
const builtins = javascript.builtins as Identifier
const intl = builtins.Intl as Identifier

/** Throws where a script cannot be parsed. */
export function scriptProblems(code: string, browsers: readonly Browser[]): Problem[] {
  const { program, errors } = parseSync('built.js', code)
  if (errors[0]) throw new SyntaxError(errors[0].message)
  const script = read(program as unknown as Node, code)
  const lacking = (feature: Identifier | undefined) => lackingIn(browsers, feature)
  return script.nodes.flatMap(({ node, parent }) => {
    const excerpt = code.slice(Math.max(0, node.start - 30), node.end + 30)
    return [
      ...syntaxUsed(node, code),
      ...globalsUsed(node, parent, script),
      ...membersUsed(node, parent, script, browsers),
      ...eventsUsed(node, browsers),
    ]
      .map(([feature, found]) => ({ feature, lacking: lacking(found), excerpt }))
      .filter((problem) => problem.lacking.length > 0)
      .concat(attributeProblems(attributesSet(node), browsers, excerpt))
  })
}

type Used = [name: string, feature: Identifier | undefined]
type Visited = { node: Node; parent: Node | null }
type Script = {
  nodes: Visited[]
  /** Names that the script declares somewhere: minified, they hide no name of the browser's. */
  declared: Set<string>
  /** Names that it asks for before it uses them: by `typeof`, by `in`, as a member of the global object. */
  asked: Set<string>
}

function read(program: Node, code: string): Script {
  const nodes: Visited[] = []
  const declared = new Set<string>()
  const asked = new Set<string>()
  visit(program, null, (node, parent) => {
    nodes.push({ node, parent })
    for (const pattern of declaredBy(node)) for (const name of namesIn(pattern)) declared.add(name)
    const operand = node.argument as Node | undefined
    if (node.type === 'UnaryExpression' && node.operator === 'typeof' && operand)
      asked.add(code.slice(operand.start, operand.end).replace(/^(window|globalThis|self)\./, ''))
    if (node.type === 'MemberExpression' && isGlobalObject(node.object as Node))
      asked.add((node.property as Node).name as string)
    if (node.type === 'BinaryExpression' && node.operator === 'in')
      for (const name of textsOf(node.left as Node)) asked.add(name)
  })
  return { nodes, declared, asked }
}

function visit(node: Node, parent: Node | null, look: (node: Node, parent: Node | null) => void) {
  look(node, parent)
  for (const value of Object.values(node))
    for (const child of [value].flat()) if (isNode(child)) visit(child, node, look)
}

const isGlobalObject = ({ name }: Node) => /^(window|globalThis|self)$/.test(`${name}`)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function declaredBy(node: Node): (Node | null | undefined)[] {
  if (node.type === 'VariableDeclarator') return [node.id as Node]
  if (node.type === 'CatchClause') return [node.param as Node]
  if (/^Import\w*Specifier$/.test(node.type)) return [node.local as Node]
  if (/Function|Class/.test(node.type))
    return [node.id as Node | null, ...((node.params as Node[] | undefined) ?? [])]
  return []
}

/** The names that a pattern binds. */
function namesIn(pattern: Node | null | undefined): string[] {
  if (!pattern) return []
  if (pattern.type === 'Identifier') return [pattern.name as string]
  const parts = [pattern.left, pattern.argument, pattern.elements, pattern.properties].flat()
  const nodes = pattern.type === 'Property' ? [pattern.value] : parts
  return nodes.flatMap((part) => (isNode(part) ? namesIn(part) : []))
}

function syntaxUsed(node: Node, code: string): Used[] {
  const text = () => code.slice(node.start, node.end)
  return Object.entries(SYNTAX)
    .filter(([, isUsed]) => isUsed(node, text))
    .map(([path]) => [path, featureAt(javascript, path)])
}

function featureAt(root: Identifier, path: string): Identifier | undefined {
  return path.split('.').reduce<Identifier | undefined>((at, name) => at?.[name], root)
}

/** A name that nobody declares is the browser's: without it, it throws. */
function globalsUsed(node: Node, parent: Node | null, { declared, asked }: Script): Used[] {
  if (node.type !== 'Identifier' || isKey(node, parent)) return []
  const name = node.name as string
  if (declared.has(name) || asked.has(name)) return []
  return [[name, globalOf(name)], ...workerOf(node, parent)]
}

const globalOf = (name: string): Identifier | undefined =>
  api[name] ?? builtins[name] ?? api.Window?.[name]

function isKey(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  return /Property|Method/.test(parent?.type ?? '') && parent?.key === node && !parent.computed
}

/** A worker that is a module. */
function workerOf(node: Node, parent: Node | null): Used[] {
  if (parent?.type !== 'NewExpression' || parent.callee !== node || node.name !== 'Worker')
    return []
  const options = (parent.arguments as Node[])[1]
  const isModule = attributesOf(options).some(({ value }) => value === 'module')
  return isModule ? [['Worker, a module', api.Worker?.Worker?.ecmascript_modules]] : []
}

/**
 * Members by name, for a script does not say whose they are: of every interface that the browsers have, since objects of
 * another cannot be had. Members that an interface has itself are looked up with it.
 */
function membersByName(browsers: readonly Browser[]): ReadonlyMap<string, Identifier[]> {
  const interfaces = [builtins, intl, api].flatMap((of) => membersOf(of).map(([, one]) => one))
  const members = interfaces
    .filter((one) => lackingIn(browsers, one).length === 0)
    .flatMap((one) => membersOf(one))
    .filter(([name]) => !/_(static|permission)$/.test(name))
  return new Map(
    [...Map.groupBy(members, ([name]) => name)].map(([name, of]) => [name, of.map(([, m]) => m)]),
  )
}

const indexes = new WeakMap<readonly Browser[], ReadonlyMap<string, Identifier[]>>()

function membersFor(browsers: readonly Browser[]): ReadonlyMap<string, Identifier[]> {
  const members = indexes.get(browsers) ?? membersByName(browsers)
  indexes.set(browsers, members)
  return members
}

/** Of several with one name, one that the browsers have is enough. */
function leastLacking(name: string, browsers: readonly Browser[]): Identifier | undefined {
  const found = membersFor(browsers).get(name) ?? []
  return found.every((member) => lackingIn(browsers, member).length > 0) ? found[0] : undefined
}

/** A member that is missing reads as undefined; what calls it, looks into it or assigns it fails. */
function membersUsed(
  node: Node,
  parent: Node | null,
  { declared }: Script,
  browsers: readonly Browser[],
): Used[] {
  if (node.type !== 'MemberExpression' || node.computed || !failsWithout(node, parent)) return []
  const name = (node.property as Node).name as string
  const object = node.object as Node
  const owner = object.type === 'Identifier' && !declared.has(object.name as string)
  const of = owner ? (builtins[object.name as string] ?? api[object.name as string]) : undefined
  if (of) return [[`${object.name}.${name}`, of[`${name}_static`] ?? of[name]]]
  return [[name, leastLacking(name, browsers)]]
}

function failsWithout(node: Node, parent: Node | null): boolean {
  if (node.optional && parent?.type === 'ChainExpression') return false
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node && !parent.optional
    case 'MemberExpression':
      return parent.object === node && !parent.optional
    case 'AssignmentExpression':
      return parent.left === node
    default:
      return parent?.type === 'UpdateExpression' || parent?.type === 'TaggedTemplateExpression'
  }
}

/** An event that never comes. */
function eventsUsed(node: Node, browsers: readonly Browser[]): Used[] {
  const callee = node.callee as Node | undefined
  const name = ((callee?.property ?? callee) as Node | undefined)?.name
  if (node.type !== 'CallExpression' || name !== 'addEventListener') return []
  const [type] = node.arguments as Node[]
  return (type ? textsOf(type) : []).map((event) => [
    `${event} event`,
    leastLacking(`${event}_event`, browsers),
  ])
}

type Attribute = { name: string; value: string | null }

/** Of an element that React makes: the tag is a text, properties follow. */
function attributesSet(node: Node): { tag: string; attributes: Attribute[] } | null {
  if (node.type !== 'CallExpression') return null
  const [tag, properties] = node.arguments as Node[]
  const [text] = tag ? textsOf(tag) : []
  if (!text || properties?.type !== 'ObjectExpression') return null
  return { tag: text, attributes: attributesOf(properties) }
}

function attributesOf(object: Node | undefined): Attribute[] {
  return ((object?.properties as Node[] | undefined) ?? []).flatMap((property) => {
    const key = property.key as Node | undefined
    const name = key && (key.name ?? key.value)
    if (typeof name !== 'string') return []
    return [{ name, value: textsOf(property.value as Node)[0] ?? null }]
  })
}

/** What the data calls syntax and the browsers lack, by path below `javascript`. */
export function lackingSyntax(browsers: readonly Browser[], roots: readonly string[]): string[] {
  return roots
    .flatMap((root) => featuresBelow(javascript[root as keyof typeof javascript], root))
    .filter(([, feature]) => lackingIn(browsers, feature).length > 0)
    .map(([path]) => path)
}
