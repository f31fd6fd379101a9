import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDirectoryFile } from '../store/directory-file.ts'
import { temporaryFolder } from '../testing/databases.ts'
import {
  corporateNumber,
  facilityNumber,
  type PublishedCells,
  publishedCsv,
  publishedRow,
  zipOf,
} from '../testing/published-files.ts'
import { importDirectory } from './import.ts'

const NOW = Date.parse('2026-01-31T15:30:00Z')

function createImport() {
  const folder = temporaryFolder()
  const out = join(folder, 'data', 'directory.db')
  const files = join(folder, 'published')
  mkdirSync(files)
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(files, name), content)
    return join(files, name)
  }
  const lines: string[] = []
  const progress = (text: string) => void lines.push(text)
  const run = (paths = [files], period = '', force = false) =>
    importDirectory(paths, { out, period, force, now: NOW, zipcodeOf: () => '', progress })
  const rows = (cells: PublishedCells[], name = 'sfkopendata_202503_45.csv') =>
    put(name, publishedCsv(cells))
  return { out, files, put, rows, run, lines }
}

describe('importDirectory', () => {
  test('takes ZIPs and CSVs of a folder', () => {
    const { out, put, rows, run } = createImport()
    rows([publishedRow()])
    const second = publishedCsv([publishedRow({ サービス種別: '就労移行支援' })])
    put('sfkopendata_202503_60.zip', zipOf('csvdownload060.csv', second))
    put('readme.txt', 'not read')
    expect(run()).toMatchObject({ period: '2025-03', corporations: 1, rows: 2, changes: null })
    const store = openDirectoryFile(out)
    expect(store.meta).toMatchObject({ period: '2025-03', source: 'WAM NET' })
    expect(store.facilitiesOf(1).map(({ service }) => service)).toEqual(['SYUKEI_A', 'SYURO_IKOU'])
    store.close()
  })

  test('tells on its way how many of the bytes are read', () => {
    const { put, run, lines } = createImport()
    const content = publishedCsv([publishedRow()])
    for (const service of ['45', '46', '47', '48'])
      put(`sfkopendata_202503_${service}.csv`, content)
    run()
    expect(lines[1]).toMatch(/^25%　2\/4 sfkopendata_202503_46.csv を読んでいます/)
    expect(lines[3]).toMatch(/^75%　4\/4 /)
  })

  test('joins by number, and without one by name and address', () => {
    const { rows, run } = createImport()
    const without = { 法人番号: '', 法人の名称: '（福）みほん會' }
    rows([
      publishedRow(),
      publishedRow({ 事業所番号: facilityNumber(2), 法人の名称: '社会福祉法人みほん会' }),
      publishedRow({ 事業所番号: facilityNumber(3), ...without }),
      publishedRow({ 事業所番号: facilityNumber(4), ...without, '法人住所（番地以降）': '別' }),
      publishedRow({ 事業所番号: facilityNumber(5), 法人番号: corporateNumber(2) }),
    ])
    // Two numbers at one name and address: the row without a number stays by itself.
    expect(run().corporations).toBe(4)
    rows([
      publishedRow(),
      publishedRow({ 事業所番号: facilityNumber(3), ...without }),
      publishedRow({ 事業所番号: facilityNumber(4), ...without, '法人住所（番地以降）': '別' }),
    ])
    expect(run().corporations).toBe(2)
  })

  test('a row that stands there twice is taken once; another place is another row', () => {
    const { rows, run } = createImport()
    rows([publishedRow(), publishedRow(), publishedRow({ '事業所住所（番地以降）': '別' })])
    expect(run()).toMatchObject({ rows: 2, repeated: 1 })
  })

  test('says what is new, gone and changed', () => {
    const { rows, run } = createImport()
    const of = (serial: number, cells = {}) =>
      publishedRow({ 事業所番号: facilityNumber(serial), ...cells })
    rows([of(1), of(2), of(3)])
    run()
    rows([of(2), of(3, { 事業所の名称: '改名した作業所' }), of(4), of(5)])
    expect(run().changes).toMatchObject({ before: 3, new: 2, gone: 1, changed: 1 })
    expect(run().changes).toMatchObject({ before: 4, new: 0, gone: 0, changed: 0 })
  })

  test.each<[string, (put: ReturnType<typeof createImport>['put']) => unknown, string]>([
    [
      'a cut ZIP',
      (put) => put('sfkopendata_202503_60.zip', zipOf('a.csv', 'x').subarray(0, 40)),
      '壊れている',
    ],
    [
      'a ZIP without a table',
      (put) => put('sfkopendata_202503_60.zip', zipOf('a.txt', 'x')),
      'CSVがありません',
    ],
    [
      'another encoding',
      (put) => put('sfkopendata_202503_60.csv', Buffer.from([0x96, 0x40, 0x0a])),
      'UTF-8',
    ],
    [
      'another period',
      (put) => put('sfkopendata_202509_60.csv', publishedCsv([publishedRow()])),
      '時点の違う',
    ],
    ['no period', (put) => put('csvdownload060.csv', publishedCsv([publishedRow()])), '--period'],
  ])('%s changes nothing, and names its file', (_, spoil, message) => {
    const { out, put, rows, run } = createImport()
    rows([publishedRow()])
    run()
    const before = readFileSync(out)
    spoil(put)
    expect(() => run()).toThrow(message)
    expect(readFileSync(out).equals(before)).toBe(true)
    expect(readdirSync(join(out, '..'))).toEqual(['directory.db'])
  })

  test('no usable row, no file, an empty folder: nothing is changed', () => {
    const { files, out, rows, run } = createImport()
    expect(() => run()).toThrow('ZIPもCSVもありません')
    expect(() => run([join(files, 'none')])).toThrow('ファイルがありません')
    rows([publishedRow({ 事業所番号: '1' })])
    expect(() => run()).toThrow('取り込める行がありません')
    expect(() => openDirectoryFile(out)).toThrow()
  })

  test('a period may be stated for files that do not tell it', () => {
    const { put, run } = createImport()
    put('csvdownload060.csv', publishedCsv([publishedRow()]))
    expect(run(undefined, '2025-09').period).toBe('2025-09')
  })

  test('what a killed import left is removed', () => {
    const { out, rows, run } = createImport()
    rows([publishedRow()])
    run()
    writeFileSync(`${out}.999999999.unfinished`, 'x')
    run()
    expect(readdirSync(join(out, '..'))).toEqual(['directory.db'])
  })

  test('what another file or an import that still runs needs stays', () => {
    const { out, rows, run } = createImport()
    rows([publishedRow()])
    const folder = join(out, '..')
    mkdirSync(folder, { recursive: true })
    const others = [
      `directory.db.${process.ppid}.unfinished`,
      'directory.db.999999999.old',
      'directory.dbx.999999999.unfinished',
      'postal.db.999999999.unfinished',
    ]
    for (const name of others) writeFileSync(join(folder, name), 'x')
    run()
    expect(readdirSync(folder)).toEqual(['directory.db', ...others].toSorted())
  })

  test('a period that is still to come is refused; the month in Japan counts', () => {
    const { put, run } = createImport()
    put('csvdownload060.csv', publishedCsv([publishedRow()]))
    expect(() => run(undefined, '2026-03')).toThrow('まだ来ていない時点です（2026年3月末時点）')
    // 15:30 of the last of January in UTC is the first of February.
    expect(run(undefined, '2026-02').period).toBe('2026-02')
  })
})

describe('files that seem damaged are taken on demand alone:', () => {
  const of = (serial: number, cells: PublishedCells = {}) =>
    publishedRow({ 事業所番号: facilityNumber(serial), ...cells })
  const many = (count: number, cells: (serial: number) => PublishedCells = () => ({})) =>
    Array.from({ length: count }, (_, serial) => of(serial, cells(serial)))

  const WHOLE = many(100)
  test.each<[string, PublishedCells[], string]>([
    [
      'numbers without their leading zeros',
      many(100, (serial) => (serial < 13 ? { 事業所番号: '411000000' } : {})),
      '100行のうち13行（13.0%）が取り込めません',
    ],
    [
      'corporate numbers that a spreadsheet rounded',
      many(100, (serial) => (serial < 20 ? { 法人番号: '1.23457E+12' } : {})),
      '100行のうち20行（20.0%）の法人番号が正しくありません',
    ],
    [
      'rows that are not there any more',
      WHOLE.slice(20),
      'いまの名簿の100件（事業所番号とサービスの組）のうち20件（20.0%）がなくなります',
    ],
    [
      'corporate numbers that are not there any more',
      many(100, (serial) => (serial < 20 ? { 法人番号: '', 法人の名称: `会${serial}` } : {})),
      '法人番号のある行が、いまの名簿の100.0%から80.0%に減ります',
    ],
  ])('%s', (_, spoilt, doubt) => {
    const { out, rows, run } = createImport()
    rows(WHOLE)
    expect(run().doubts).toEqual([])
    const before = readFileSync(out)
    rows(spoilt)
    expect(() => run()).toThrow(doubt)
    expect(() => run()).toThrow('--force')
    expect(readFileSync(out).equals(before)).toBe(true)
    expect(run(undefined, '', true).doubts).toContain(doubt)
  })

  test('an older period', () => {
    const { put, run } = createImport()
    const content = publishedCsv([publishedRow()])
    const path = put('sfkopendata_202503_45.csv', content)
    run([put('sfkopendata_202509_45.csv', content)])
    expect(() => run([path])).toThrow(
      'いまの名簿（2025年9月末時点）より古いものです（2025年3月末時点）',
    )
    expect(run([path], '', true).period).toBe('2025-03')
  })

  test('what changes from one publication to the next is taken', () => {
    const { rows, run } = createImport()
    rows(WHOLE)
    run()
    rows([...WHOLE.slice(14), of(200), of(201, { 法人番号: '1' })])
    expect(run()).toMatchObject({ doubts: [], changes: { before: 100, gone: 14, new: 2 } })
  })
})
