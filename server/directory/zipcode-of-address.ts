/** The postal code of an address, where the address belongs to one code and no other. */
import type { PostalRow } from '../store/postal-file.ts'

/** Prefecture and city → town → its codes. */
type Towns = Map<string, Map<string, Set<string>>>

/** Seven digits, or an empty text where several codes are possible. The rows are read at the first address. */
export function createZipcodeOf(rows: () => Iterable<PostalRow>): (address: string) => string {
  let towns: Towns | undefined
  return (address) => {
    towns ??= townsOf(rows())
    return zipcodeOf(towns, plain(address))
  }
}

function townsOf(rows: Iterable<PostalRow>): Towns {
  const towns: Towns = new Map()
  for (const { address1, address2, address3, zipcode, office } of rows) {
    if (office || address3 === '') continue
    const city = plain(address1 + address2)
    const ofCity = towns.get(city) ?? new Map<string, Set<string>>()
    towns.set(city, ofCity)
    const town = withoutPrefix(plain(address3))
    ofCity.set(town, (ofCity.get(town) ?? new Set()).add(zipcode))
  }
  return towns
}

function zipcodeOf(towns: Towns, address: string): string {
  const city = longestStart(address, towns)
  const ofCity = towns.get(city)
  if (!ofCity) return ''
  const rest = withoutPrefix(address.slice(city.length))
  const town = longestStart(rest, ofCity)
  const codes = [...(ofCity.get(town) ?? [])]
  if (codes.length !== 1 || !ENDS_TOWN.test(rest.slice(town.length))) return ''
  // 「六本木」 beside 「六本木アークヒルズ」: which of them is meant does not follow from the address.
  const isOnly = [...ofCity.keys()].every((other) => other === town || !other.startsWith(town))
  return isOnly ? (codes[0] ?? '') : ''
}

/** What may follow a town's name: the end, a number, or a part of the town. */
const ENDS_TOWN = /^(?:$|[0-9一二三四五六七八九十]|字|小字|番|丁目)/

function longestStart(text: string, names: ReadonlyMap<string, unknown>): string {
  for (let length = Math.min(text.length, LONGEST_NAME); length > 0; length--)
    if (names.has(text.slice(0, length))) return text.slice(0, length)
  return ''
}

const LONGEST_NAME = 40

function withoutPrefix(town: string): string {
  return town.replace(/^(?:大字|字)/, '')
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').replaceAll('ヶ', 'ケ')
}
