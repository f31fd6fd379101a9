/** For tests: the lists of the corpus, each through reader, recogniser and plan, and the facilities that they name. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isServiceKey } from '#domain/catalogue.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { sheetOfClipboard } from '../read/clipboard.ts'
import { sheetsOfFile } from '../read/file.ts'
import { type Outcome, readList, type TrueRow, targetOf } from './list-trial.ts'
import { type Facility, type Variant, variantOf } from './list-variants.ts'

type Sample = { id: string; title: string; page: string; truth: TrueRow[] }
type Clipboard = Sample & { text: string; html: string }
type Drop = Sample & { file: string }

type KnownList = { id: string; title: string; isFile: boolean; read(): Promise<Outcome> }

export type ListOutcome = Omit<KnownList, 'read'> & { outcome: Outcome }

const CORPUS = join(import.meta.dirname, '../corpus')
const listed = <T>(name: string) =>
  JSON.parse(readFileSync(join(CORPUS, 'lists', name), 'utf8')) as T[]
const CLIPBOARDS = listed<Clipboard>('clipboards.json')
const FILES = listed<Drop>('files.json')

/** The lists of `corpus/lists`; `read` gives what becomes of one. */
export const KNOWN_LISTS: readonly KnownList[] = [
  ...CLIPBOARDS.map((sample) => known(sample, false, async () => clipboardOutcome(sample))),
  ...FILES.map((sample) => known(sample, true, () => fileOutcome(sample))),
]

function known({ id, title }: Sample, isFile: boolean, read: KnownList['read']): KnownList {
  return { id, title, isFile, read }
}

function clipboardOutcome(sample: Clipboard): Outcome {
  const target = targetOf(sample.page)
  const sheet = sheetOfClipboard(sample)
  return readList(target, sheet ? [sheet] : [], sample.truth)
}

async function fileOutcome({ file, page, truth }: Drop): Promise<Outcome> {
  const bytes = new Uint8Array(readFileSync(join(CORPUS, 'lists/files', file)))
  const content = await sheetsOfFile(new File([bytes], file))
  const outcome = readList(targetOf(page), 'sheets' in content ? content.sheets : [], truth)
  return 'message' in content
    ? { ...outcome, wrong: [content.message], verdict: 'refused' }
    : outcome
}

export function listOutcomes(): Promise<ListOutcome[]> {
  return Promise.all(
    KNOWN_LISTS.map(async ({ read, ...list }) => ({ ...list, outcome: await read() })),
  )
}

/** Eight lists whose facilities are known whole, to be written down in other ways. */
function knownFacilities(): Facility[][] {
  const lists = CLIPBOARDS.filter(({ page }) => page === '/entry/input')
    .map(({ truth }) => facilitiesOf(truth))
    .filter((facilities) => facilities.length >= 3)
  return lists.slice(0, 8)
}

function facilitiesOf(truth: readonly TrueRow[]): Facility[] {
  const isWhole = ([name, number, key]: TrueRow) =>
    name !== '' && hasValidCheckDigit(number) && isServiceKey(key)
  if (!truth.every(isWhole)) return []
  const facilities = Map.groupBy(truth, ([name, number]) => `${name}\n${number}`)
  return [...facilities.values()].flatMap((rows) => {
    const [name = '', number = ''] = rows[0] ?? []
    return [{ name, number, services: rows.map(([, , key]) => key).filter(isServiceKey) }]
  })
}

type Earlier = { id: string; text?: string; html?: string; file?: string; expected: TrueRow[] }

/** What becomes of the clipboards and files of `corpus/sheets`. */
export async function earlierOutcomes(): Promise<{ id: string; outcome: Outcome }[]> {
  const folder = join(CORPUS, 'sheets')
  const samples = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Earlier[]
  const contentOf = (name = '') => (name === '' ? '' : readFileSync(join(folder, name), 'utf8'))
  const target = targetOf('/entry/input')
  return Promise.all(
    samples.map(async ({ id, text, html, file, expected }) => {
      const content = { text: contentOf(text), html: contentOf(html) }
      const read = file
        ? await sheetsOfFile(new File([readFileSync(join(folder, file))], file))
        : { sheets: [sheetOfClipboard(content) ?? { grid: [] }] }
      return { id, outcome: readList(target, 'sheets' in read ? read.sheets : [], expected) }
    }),
  )
}

const EIGHT = knownFacilities()

/** What becomes of the variant of a seed, of one of the eight lists. */
export function variantOutcome(seed: number): { variant: Variant; outcome: Outcome } {
  const known = EIGHT[Math.abs(seed) % EIGHT.length] ?? []
  const variant = variantOf(seed, known)
  const target = targetOf('/entry/input')
  const { source } = variant
  const sheet = 'sheet' in source ? source.sheet : sheetOfClipboard(source.clipboard)
  return { variant, outcome: readList(target, sheet ? [sheet] : [], variant.truth) }
}
