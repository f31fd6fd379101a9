/** What browsers have, by MDN's compatibility data. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'

export type Browser = { name: string; from: string; ids: readonly string[] }

/** A feature that a file uses and a browser lacks. */
export type Problem = {
  /** As the data calls it, for instance `Array.toSorted`. */
  feature: string
  /** Oldest promised versions that lack it. */
  lacking: readonly string[]
  /** The place in the file. */
  excerpt: string
}

/** Read as text: an import of 20 MB would be transformed first. */
export const DATA: CompatData = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
)

const known = new WeakMap<readonly Browser[], Map<Identifier, readonly string[]>>()

/** Which of the browsers lack a feature, by name and version; none where the data does not know it. */
export function lackingIn(
  browsers: readonly Browser[],
  feature: Identifier | undefined,
): readonly string[] {
  if (!feature?.__compat) return []
  const ofThese = known.get(browsers) ?? new Map<Identifier, readonly string[]>()
  known.set(browsers, ofThese)
  const lacking = ofThese.get(feature) ?? lookedUp(browsers, feature.__compat)
  ofThese.set(feature, lacking)
  return lacking
}

function lookedUp(browsers: readonly Browser[], { support }: CompatStatement): readonly string[] {
  return browsers
    .filter(({ ids, from }) =>
      ids.some((id) => {
        const given = support[id as BrowserName]
        return given !== undefined && ![given].flat().some((entry) => covers(entry, Number(from)))
      }),
    )
    .map(({ name, from }) => `${name} ${from}`)
}

/** Behind a flag or under another name it is not there. */
function covers(entry: SimpleSupportStatement, version: number): boolean {
  const { version_added: added, version_removed: removed } = entry
  if (!added || entry.flags || entry.prefix || entry.alternative_name) return false
  return numberOf(added) <= version && (!removed || numberOf(removed) > version)
}

/** `≤79` is 79; a preview comes after every version. */
function numberOf(version: string): number {
  const number = Number.parseFloat(version.replace('≤', ''))
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}

/** The features below one, with their paths; those of the data itself are left out. */
export function featuresBelow(feature: Identifier | undefined, path = ''): [string, Identifier][] {
  return membersOf(feature).flatMap(([name, below]) => {
    const here = path ? `${path}.${name}` : name
    return [[here, below] as [string, Identifier], ...featuresBelow(below, here)]
  })
}

export function membersOf(feature: Identifier | undefined): [string, Identifier][] {
  const members = Object.entries(feature ?? {}) as [string, Identifier][]
  return members.filter(([name]) => name !== '__compat')
}
