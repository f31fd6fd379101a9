/** What keeps a hostile or damaged file, or search, from doing more than being refused. */
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDirectoryFile } from '../store/directory-file.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { publishedCsv, publishedRow, zipOf } from '../testing/published-files.ts'
import { importDirectory } from './import.ts'
import { readPublishedTable } from './published-table.ts'
import { searchDirectory } from './search.ts'
import { readZip } from './zip.ts'

const NOW = Date.parse('2026-01-01')
const FILE = 'sfkopendata_202503_45.csv'

function importOf(csv: string | Buffer) {
  const folder = temporaryFolder()
  const file = join(folder, FILE)
  writeFileSync(file, csv)
  const out = join(folder, 'directory.db')
  const options = { out, period: '', now: NOW, zipcodeOf: () => '', progress: () => {} }
  return { file, out, run: () => importDirectory([file], options) }
}

function storeOf(name: string) {
  const { out, run } = importOf(publishedCsv([publishedRow({ 法人の名称: name })]))
  run()
  const store = openDirectoryFile(out)
  onTestFinished(() => store.close())
  return { store }
}

test('an archive is inflated no further than it claims', () => {
  const bomb = zipOf('a.csv', Buffer.alloc(4 * 2 ** 20), { size: 1000 })
  let cause: unknown
  try {
    ;[...readZip(bomb, '.csv')]
  } catch (error) {
    ;({ cause } = error as Error)
  }
  // Not what came out was judged: there was nothing to judge.
  expect(cause).toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})

test('a table whose last line has no end is refused, with or without a cell cut in two', () => {
  const csv = publishedCsv([publishedRow(), publishedRow({ 事業所の名称: '二つ目' })]).trimEnd()
  for (const cut of [0, 1, 40])
    expect(() => readPublishedTable(Buffer.from(csv.slice(0, csv.length - cut)), () => {})).toThrow(
      '最後の行が改行で終わっていません',
    )
})

test('a file larger than any published one is not read', () => {
  const { file, run } = importOf('')
  truncateSync(file, 128 * 2 ** 20 + 1)
  expect(run).toThrow('大きすぎます')
})

test('a quote in a search ends no phrase of the index', () => {
  const { store } = storeOf('みほん会')
  expect(store.named('みほん" or "会', 'holds')).toEqual([])
  expect(store.named('みほ"ん会', 'holds')).toHaveLength(1)
  expect(store.withFacilityNamed('みほん"作', 'holds')).toHaveLength(1)
})

test('thirteen digits with a wrong check digit are a name, not a corporate number', () => {
  const { store } = storeOf('1234567890123作業所')
  expect(searchDirectory(store, '1234567890123')).toHaveLength(1)
})
