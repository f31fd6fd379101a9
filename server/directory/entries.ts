/** How published rows become corporations: their keys, the spelling that counts, and what they are searched by. */
import { createHash } from 'node:crypto'
import { foldName, foldText } from '#domain/search-folding.ts'
import type { CollectedRow, EntryFacts, EntryRow, IndexedName } from '../store/directory-build.ts'
import type { PublishedRow } from './published-table.ts'

export function collected(row: PublishedRow): CollectedRow {
  const branch = foldName(row.corporationName).core || row.corporationName
  return { ...row, branch, identity: `${branch} ${foldText(row.corporationAddress)}` }
}

/** The entry of all rows of one corporation under one folded name: of each cell the value that most rows have. */
export function entryOf(
  rows: readonly EntryRow[],
  zipcodeOf: (address: string) => string,
): EntryFacts {
  const [first] = rows
  const address = mostFrequent(rows.map((row) => row.address))
  return {
    key: keyOf(first?.corporateNumber ?? '', first?.identity ?? '', first?.branch ?? ''),
    name: mostFrequent(rows.map((row) => row.name)),
    kana: mostFrequent(rows.map((row) => row.kana)),
    address,
    zipcode: zipcodeOf(address),
    tel: mostFrequent(rows.map((row) => row.tel)),
  }
}

/** Stable from one import to the next: number and branch, or a digest of name and address. */
function keyOf(corporateNumber: string, identity: string, branch: string): string {
  if (corporateNumber === '') return `n-${digest(identity)}`
  return `${corporateNumber}-${digest(branch).slice(0, 6)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Of equally frequent ones the longest, which is the one with the legal form. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  const sorted = [...counts].sort(
    ([a, ofA], [b, ofB]) => ofB - ofA || b.length - a.length || (a < b ? -1 : 1),
  )
  return sorted[0]?.[0] ?? ''
}

export function indexedName(name: string, kana: string): IndexedName {
  const folded = [name, kana].filter((text) => text !== '').map(foldName)
  const cores = [...new Set(folded.map(({ core }) => core).filter((core) => core !== ''))]
  const spellings = new Set([...cores, ...folded.flatMap(({ whole, plain }) => [whole, plain])])
  return { cores, spellings: [...spellings].filter((spelling) => spelling !== '') }
}
