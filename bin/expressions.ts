/** Every regular expression of the source, read by a parser, and strings that would make one of them slow. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from './run.js'

export type Expression = { at: string; pattern: RegExp }
/** A call of RegExp(…): its expression is known once the module has been loaded. */
export type Built = { file: string; calls: number }

/** All literals in the product files of these folders, and the files that build expressions. */
export function expressionsIn(folders: readonly string[]): { found: Expression[]; built: Built[] } {
  const found: Expression[] = []
  const built: Built[] = []
  for (const file of folders.flatMap(filesIn)) {
    const { literals, calls } = expressionsOf(file, readFileSync(join(ROOT, file), 'utf8'))
    found.push(...literals)
    if (calls > 0) built.push({ file, calls })
  }
  return { found, built }
}

function filesIn(folder: string): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
  if (files.length === 0) throw new Error(`${folder} has no source`)
  return files.filter((file) => !/\.test\.tsx?$|(?:^|\/)testing\b|vite\.config/.test(file)).sort()
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Throws where a file cannot be parsed, or makes an expression in a way that is not seen here. */
export function expressionsOf(
  file: string,
  source: string,
): { literals: Expression[]; calls: number } {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const literals: Expression[] = []
  let calls = 0
  const lineOf = ({ start }: Node) => `${file}:${source.slice(0, start).split('\n').length}`
  const visit = (node: unknown, parent?: Node): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent)
      return
    }
    const syntax = node as Node
    const { regex } = syntax as { regex?: { pattern: string; flags: string } }
    if (regex)
      literals.push({ at: lineOf(syntax), pattern: new RegExp(regex.pattern, regex.flags) })
    if (syntax.type === 'Identifier' && syntax.name === 'RegExp') {
      if (parent?.callee === syntax) calls += 1
      else if (parent?.type !== 'TSTypeReference' && parent?.operator !== 'instanceof')
        throw new Error(`${lineOf(syntax)}: RegExp under another name`)
    }
    if (syntax.type === 'CallExpression' && searchesText(syntax))
      throw new Error(`${lineOf(syntax)}: a string that is made an expression`)
    for (const part of Object.values(syntax)) visit(part, syntax)
  }
  visit(program)
  return { literals, calls }
}

/** `text.match('…')` makes an expression of its argument. */
function searchesText({ callee, arguments: given }: Node): boolean {
  const { property } = callee as { property?: { name?: string } }
  const [first] = given as { type: string; regex?: unknown }[]
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && !first.regex)
  return isText && ['match', 'matchAll', 'search'].includes(property?.name ?? '')
}

/** What a pattern consists of. Atoms match one character; edges none. */
type Part =
  | { kind: 'atom'; source: string }
  | { kind: 'edge' }
  | { kind: 'repeat'; of: Part; least: number; most: number }
  | { kind: 'sequence' | 'choice'; parts: Part[] }
  | { kind: 'around'; of: Part }

const TOKEN =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|\(\?|\{\d+(?:,\d*)?\}|[\s\S]/gu

/** Throws where it knows no such syntax: then it has to learn it. */
export function partsOf(source: string): Part {
  const tokens = source.match(TOKEN) ?? []
  if (tokens.join('') !== source) throw new Error(`not read: ${source}`)
  let at = 0
  const choice = (): Part => {
    const options: Part[] = []
    do {
      const parts: Part[] = []
      while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(repeated())
      options.push({ kind: 'sequence', parts })
    } while (tokens[at] === '|' && ++at)
    return { kind: 'choice', parts: options }
  }
  const repeated = (): Part => {
    const of = single()
    const [, least, most] =
      /^(?:\{(\d+)(?:,(\d*))?\})$/.exec(tokens[at] ?? '') ?? BOUNDS.get(tokens[at] ?? '') ?? []
    if (least === undefined) return of
    const exact = tokens[at]?.startsWith('{') && !tokens[at]?.includes(',')
    at += tokens[at + 1] === '?' ? 2 : 1
    return { kind: 'repeat', of, least: +least, most: exact ? +least : +(most || Infinity) }
  }
  const single = (): Part => {
    const token = tokens[at++] ?? ''
    if (token === '(?' || /^\\[1-9k]$/.test(token)) throw new Error(`${token} in ${source}`)
    if (token === '^' || token === '$' || /^\\[bB]$/.test(token)) return { kind: 'edge' }
    if (!token.startsWith('(')) return { kind: 'atom', source: token }
    const of = choice()
    if (tokens[at++] !== ')') throw new Error(`unclosed: ${source}`)
    return /[=!]$/.test(token) ? { kind: 'around', of } : of
  }
  const whole = choice()
  if (at < tokens.length) throw new Error(`not read to its end: ${source}`)
  return whole
}

const BOUNDS: ReadonlyMap<string, readonly [string, string, string]> = new Map([
  ['*', ['', '0', '']],
  ['+', ['', '1', '']],
  ['?', ['', '0', '1']],
])

/** One or more of every kind that is typed or pasted here. */
const KINDS = [
  ...' 　\u00a0\t\n\r\0\u200b\ufeff0159０１aeExXzAZａＺ-‐‑–—―−ー－ｰあがアｱﾞ漢市県々名有()（）[]【】「」<>{}',
  ...'"\'“”’`.,、。・:：;/／|｜_=+*※○□☑#@%&\\?!~$¥^〒ⅠàЖ😀',
  '\ud800',
]

/** A loop of more than so many turns may be what makes an expression slow. */
const LONG = 8

export type Pump = { before: string; word: string; after: string }

/**
 * Words to repeat, what stands before and behind them: each kind of character that the expression tells
 * from others, what its loops take, what leads to them, and what it would match as a whole.
 */
export function pumpsOf({ source, flags }: RegExp): Pump[] {
  const whole = partsOf(source)
  const atoms = [...new Set(atomsOf(whole))]
  const tests = atoms.map((atom) => new RegExp(`^${atom}$`, flags.replace(/[gy]/g, '')))
  const byMeaning = Map.groupBy(new Set([...KINDS, ...atoms.flatMap(writtenIn)]), (character) =>
    tests.map((is) => +is.test(character)).join(''),
  )
  const kinds = [...byMeaning.values()].flatMap(([first]) => first ?? [])
  const other = byMeaning.get('0'.repeat(atoms.length))?.[0] ?? '\u0001'
  const takenBy = (atom: string) => kinds.filter((kind) => tests[atoms.indexOf(atom)]?.test(kind))
  for (const atom of atoms)
    if (takenBy(atom).length === 0) throw new Error(`no character for ${atom} of ${source}`)
  const exampleOf = (part: Part, turns: 0 | 1): string => exampleWith(takenBy, part, turns)
  const loops = loopsOf(whole, '', exampleOf)
  const looped = [...new Set(loops.flatMap(({ of }) => atomsOf(of).flatMap(takenBy)))]
  const few =
    looped.length > 12 ? looped.filter((_, at) => at % Math.ceil(looped.length / 12) === 0) : looped
  const pairs = few.flatMap((one) => few.map((two) => one + two))
  const matches = optionsOf(whole).flatMap((part) => [exampleOf(part, 0), exampleOf(part, 1)])
  const leads = [...new Set(loops.flatMap(({ before }) => before))]
  const led = leads.flatMap((lead) => [lead, ...few.map((one) => lead + one)])
  const words = [
    ...kinds,
    ...pairs,
    ...matches,
    ...matches.map((text) => text.slice(0, -1)),
    ...led,
  ]
  const ends = ['', other, '\n', `${other} `]
  return [
    ...product(['', other], words, ends),
    ...product(leads, [...looped, ...loops.map(({ of }) => exampleOf(of, 1))], ends),
    ...product(['', ...leads], few, looped.length > 40 ? few : kinds),
    // One loop after the other.
    ...few.flatMap((one) => few.map((word) => ({ before: one.repeat(1000), word, after: other }))),
  ]
}

function product(
  befores: Iterable<string>,
  words: Iterable<string>,
  afters: Iterable<string>,
): Pump[] {
  const all = [...new Set(words)].filter((word) => word !== '')
  return [...new Set(befores)].flatMap((before) =>
    all.flatMap((word) => [...new Set(afters)].map((after) => ({ before, word, after }))),
  )
}

function atomsOf(part: Part): string[] {
  if (part.kind === 'atom') return [part.source]
  if (part.kind === 'edge') return []
  return 'of' in part ? atomsOf(part.of) : part.parts.flatMap(atomsOf)
}

/** The characters that an atom names. */
function writtenIn(atom: string): string[] {
  const plain = atom.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi, (_, ...codes) =>
    String.fromCodePoint(Number.parseInt(codes.slice(0, 3).find(Boolean), 16)),
  )
  return [...plain]
}

/** The expression and each of its alternatives. */
function optionsOf(part: Part): Part[] {
  if (part.kind === 'atom' || part.kind === 'edge') return []
  const within = 'of' in part ? optionsOf(part.of) : part.parts.flatMap(optionsOf)
  return part.kind === 'choice' ? [...part.parts, ...within] : within
}

/** A text that the part takes, with as few turns of its loops as may be, or one more. */
function exampleWith(takenBy: (atom: string) => string[], part: Part, turns: 0 | 1): string {
  if (part.kind === 'atom') return takenBy(part.source)[0] ?? ''
  if (part.kind === 'edge' || part.kind === 'around') return ''
  if (part.kind === 'repeat')
    return exampleWith(takenBy, part.of, turns).repeat(Math.min(part.most, part.least + turns))
  const parts = part.kind === 'choice' ? part.parts.slice(0, 1) : part.parts
  return parts.map((each) => exampleWith(takenBy, each, turns)).join('')
}

type Loop = { before: string[]; of: Part }

/** Every loop with the shortest texts that lead to it. */
function loopsOf(
  part: Part,
  before: string,
  exampleOf: (part: Part, turns: 0 | 1) => string,
): Loop[] {
  if (part.kind === 'atom' || part.kind === 'edge') return []
  if (part.kind === 'choice') return part.parts.flatMap((each) => loopsOf(each, before, exampleOf))
  if ('of' in part) {
    const isLoop = part.kind === 'repeat' && part.most > LONG
    const within = loopsOf(part.of, before, exampleOf)
    return isLoop ? [{ before: [before], of: part.of }, ...within] : within
  }
  return part.parts.flatMap((each, at) => {
    const leading = { kind: 'sequence' as const, parts: part.parts.slice(0, at) }
    const found = ([0, 1] as const).map((turns) => before + exampleOf(leading, turns))
    return [...new Set(found)].flatMap((lead) => loopsOf(each, lead, exampleOf))
  })
}
