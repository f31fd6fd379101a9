/** Elements and attributes that a browser lacks, in documents and where React makes them. */
import type { Identifier } from '@mdn/browser-compat-data'
import { type Browser, DATA, lackingIn, type Problem } from './support.ts'

const { elements, global_attributes: globals } = DATA.html as Record<string, Identifier>

type Element = {
  tag: string
  attributes: readonly { name: string; value: string | null }[]
}

const TAG = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g

export function markupProblems(html: string, browsers: readonly Browser[]): Problem[] {
  return [...html.matchAll(TAG)].flatMap(([excerpt, tag = '', written = '']) => {
    const attributes = [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = null]) => ({
      name,
      value,
    }))
    return attributeProblems({ tag, attributes }, browsers, excerpt)
  })
}

/** Null is no element. */
export function attributeProblems(
  element: Element | null,
  browsers: readonly Browser[],
  excerpt: string,
): Problem[] {
  const known = element && elements?.[element.tag]
  if (!known) return []
  const used = element.attributes.flatMap(({ name, value }) => {
    // React's names of attributes are those of HTML but for their case.
    const attribute = name.toLowerCase()
    const feature = known[attribute] ?? globals?.[attribute]
    const values = (value ?? '')
      .split(/\s+/)
      .map((word): [string, Identifier | undefined] => [
        `<${element.tag} ${attribute}="${word}">`,
        feature?.[word],
      ])
    return [[`<${element.tag} ${attribute}>`, feature] as const, ...values]
  })
  return [[`<${element.tag}>`, known] as const, ...used]
    .map(([feature, found]) => ({ feature, lacking: lackingIn(browsers, found), excerpt }))
    .filter(({ lacking }) => lacking.length > 0)
}
