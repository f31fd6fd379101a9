/** Reads HTML and XML tag by tag. Nothing is ever made an element of the page, so Trusted Types stay as they are. */

export type MarkupToken =
  | { kind: 'open' | 'empty'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** Elements of HTML whose content is not markup, and what ends it. */
const RAW: ReadonlyMap<string, RegExp> = new Map(
  ['style', 'script', 'title', 'textarea', 'xml'].map((name) => [
    name,
    new RegExp(`</${name}`, 'gi'),
  ]),
)

/** All tags and texts in order. Element names are in lower case without their prefix; comments are left out. */
export function* tokensOf(markup: string): Generator<MarkupToken> {
  let at = 0
  while (at < markup.length) {
    const start = markup.indexOf('<', at)
    if (start < 0) break
    if (start > at) yield { kind: 'text', text: decodeEntities(markup.slice(at, start)) }
    const special = endOfSpecial(markup, start)
    if (special) {
      if (special.text !== undefined) yield { kind: 'text', text: special.text }
      at = special.end
      continue
    }
    const end = endOfTag(markup, start)
    const token = tagOf(markup.slice(start + 1, end))
    at = end + 1
    if (!token) continue
    yield token
    const close = token.kind === 'open' && RAW.get(token.name)
    if (close) {
      close.lastIndex = at
      at = close.exec(markup)?.index ?? markup.length
    }
  }
  if (at < markup.length) yield { kind: 'text', text: decodeEntities(markup.slice(at)) }
}

const ATTRIBUTE = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** An attribute's value, by its name with prefix in any case, or by an expression for it; undefined where it is not given. */
export function attributeOf(attributes: string, name: string | RegExp): string | undefined {
  for (const [, key = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare
    const isIt =
      typeof name === 'string' ? key.toLowerCase() === name.toLowerCase() : name.test(key)
    if (isIt && value !== undefined) return decodeEntities(value)
  }
  return undefined
}

/** Comments and CDATA; null for anything else: declarations and processing instructions are read as tags without a name. */
function endOfSpecial(markup: string, start: number): { end: number; text?: string } | null {
  const after = (mark: string) => {
    const found = markup.indexOf(mark, start)
    return found < 0 ? markup.length : found + mark.length
  }
  if (markup.startsWith('<!--', start)) return { end: after('-->') }
  if (markup.startsWith('<![CDATA[', start)) {
    const end = after(']]>')
    return { end, text: markup.slice(start + 9, end - 3) }
  }
  return null
}

/** A > in quotes does not end a tag. */
function endOfTag(markup: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < markup.length; at += 1) {
    const character = markup[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at
    else if ((character === '"' || character === "'") && markup[at - 1] === '=') quote = character
  }
  const end = markup.indexOf('>', start)
  return end < 0 ? markup.length : end
}

function tagOf(inside: string): MarkupToken | null {
  const [, slash = '', prefixed = '', rest = ''] =
    /^(\/?)([A-Za-z][^\s/>]*)([\s\S]*)/.exec(inside) ?? []
  if (prefixed === '') return null
  const name = prefixed.slice(prefixed.indexOf(':') + 1).toLowerCase()
  if (slash) return { kind: 'close', name }
  return { kind: rest.endsWith('/') ? 'empty' : 'open', name, attributes: rest }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,6}));?/g, (whole, ...groups) => {
    const [decimal, hexadecimal, name] = groups as (string | undefined)[]
    if (name) return ENTITIES[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
