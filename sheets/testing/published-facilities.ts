/** For tests: facilities as they are published, to draw lists from. Source: WAM NET, open data of the disclosure system, state of March 2025 (出典：WAM NET). */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isServiceKey } from '#domain/catalogue.ts'
import { parseSeparated } from '../read/csv.ts'
import { openZip } from '../read/zip.ts'
import { serviceOfCode } from '../recognise/service-codes.ts'
import type { Published } from './random-facilities.ts'

const SAMPLE = join(import.meta.dirname, '../corpus/published/facilities.csv')

/** Five hundred of them, odd names among them, for runs without the published files. */
export function publishedSample(): Published[] {
  const [, ...rows] = parseSeparated(readFileSync(SAMPLE, 'utf8'), ',') ?? []
  return rows.flatMap(
    ([
      name = '',
      kana = '',
      number = '',
      service = '',
      corporation = '',
      city = '',
      street = '',
      telephone = '',
    ]) =>
      isServiceKey(service)
        ? [{ name, kana, number, service, corporation, city, street, telephone }]
        : [],
  )
}

/** Where the published tables have them: 法人の名称, 事業所の名称, its reading, 事業所番号, address, telephone. */
const PLACES = {
  corporation: 3,
  name: 12,
  kana: 13,
  number: 14,
  city: 15,
  street: 16,
  telephone: 17,
}

/** All of a folder of published ZIP files. */
export async function publishedIn(folder: string): Promise<Published[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.zip'))
  const all = await Promise.all(files.sort().map((name) => facilitiesOf(join(folder, name))))
  return all.flat()
}

async function facilitiesOf(file: string): Promise<Published[]> {
  const [, code = ''] = /_(\d\d)\.zip$/.exec(file) ?? []
  const service = serviceOfCode('published', code)
  const bytes = await openZip(new Uint8Array(readFileSync(file)))(`csvdownload0${code}.csv`)
  if (!service || !bytes) throw new Error(`${file} is no published file`)
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n')
  const [, ...rows] = parseSeparated(text, ',') ?? []
  return rows.flatMap((row) => {
    const at = (place: keyof typeof PLACES) => (row[PLACES[place]] ?? '').trim()
    const [name, number] = [at('name'), at('number')]
    if (!/^\d{10}$/.test(number) || name === '' || name.includes('\n')) return []
    const [corporation, kana, city] = [at('corporation'), at('kana'), at('city')]
    const [street, telephone] = [at('street').replace(/\s/g, ''), at('telephone')]
    return [{ name, kana, number, service, corporation, city, street, telephone }]
  })
}
