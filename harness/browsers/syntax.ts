/** How syntax that a promised browser lacks is recognised in a parsed script. What is lacking stands in the data; a test demands a row here for it. */
import type { ESTree } from 'vite'

/** A node of the syntax tree, as loosely as a walk needs it. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

type Recognised = (node: Node, text: () => string) => boolean

const isOf = (type: ESTree.Node['type']) => (node: Node) => node.type === type

const isDeclaration = (kind: string) => (node: Node) =>
  node.type === 'VariableDeclaration' && node.kind === kind

const isImport = (phase: string) => (node: Node) =>
  /^Import(Declaration|Expression)$/.test(node.type) && node.phase === phase

/** A pattern stands in a literal, or in the text that RegExp is given. */
const hasPattern = (pattern: RegExp) => (node: Node) => pattern.test(patternOf(node) ?? '')

/** By the path of the data below `javascript`. */
export const SYNTAX: Readonly<Record<string, Recognised>> = {
  'statements.using': isDeclaration('using'),
  'statements.await_using': isDeclaration('await using'),
  'statements.import.defer': isImport('defer'),
  'statements.import.import_source': isImport('source'),
  'statements.import.import_attributes': (node) =>
    node.type === 'ImportDeclaration' && (node.attributes as Node[]).length > 0,
  'operators.import.defer': isImport('defer'),
  'operators.import.import_source': isImport('source'),
  'operators.import.options_parameter': (node) =>
    node.type === 'ImportExpression' && node.options !== null,
  'operators.import_meta.resolve': (node, text) =>
    node.type === 'MemberExpression' && /^import\.meta\s*\.\s*resolve$/.test(text()),
  'classes.static.initialization_blocks': isOf('StaticBlock'),
  'grammar.trailing_commas.trailing_commas_in_dynamic_import': (node, text) =>
    node.type === 'ImportExpression' && /,\s*\)$/.test(text()),
  'regular_expressions.lookbehind_assertion': hasPattern(/\(\?<[=!]/),
  'regular_expressions.modifier': hasPattern(/\(\?(?=[ims-])[ims]*-?[ims]*:/),
  'regular_expressions.buffer_boundary_assertion': hasPattern(/\\[AzZ]/),
  'regular_expressions.named_capturing_group.duplicate_named_capturing_groups': (node) => {
    const names = [...(patternOf(node) ?? '').matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name)
    return new Set(names).size < names.length
  },
  'builtins.RegExp.unicodeSets': (node) => flagsOf(node).includes('v'),
  'builtins.RegExp.hasIndices': (node) => flagsOf(node).includes('d'),
}

/** Lacking too, and nothing that a script shows: how a browser behaves, or part of a row above. */
export const NOT_SHOWN: readonly string[] = [
  'statements.import.http_errors_not_cached',
  'operators.import.http_errors_not_cached',
  'statements.import.service_worker_support',
  'statements.import.worklet_support',
  'statements.import.import_attributes.type_css',
  'statements.import.import_attributes.type_json',
  'statements.import.import_attributes.type_text',
  // The form before attributes, which the parser refuses.
  'statements.import.import_assertions',
  'statements.import.import_assertions.type_css',
  'statements.import.import_assertions.type_json',
  'statements.import.import_source.import_wasm_modules',
]

/** Roots of the data whose features are syntax. */
export const SYNTAX_ROOTS = [
  'statements',
  'operators',
  'classes',
  'functions',
  'grammar',
  'regular_expressions',
] as const

type RegExpLiteral = { pattern: string; flags: string }

/** Of a regular expression, or of a text that may become one: a builder writes a pattern that its target lacks as such a text. */
function patternOf(node: Node): string | undefined {
  if (node.type === 'Literal' && node.regex) return (node.regex as RegExpLiteral).pattern
  const isText = node.type === 'Literal' || node.type === 'TemplateLiteral'
  return isText ? textsOf(node).join('') : undefined
}

function flagsOf(node: Node): string {
  if (node.type === 'Literal' && node.regex) return (node.regex as RegExpLiteral).flags
  const [callee, args] = [node.callee as Node | undefined, node.arguments as Node[] | undefined]
  const isRegExp = /^(New|Call)Expression$/.test(node.type) && callee?.name === 'RegExp'
  return isRegExp && args?.[1] ? textsOf(args[1]).join('') : ''
}

/** The written texts of a string or a template. */
export function textsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral') return []
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
}
