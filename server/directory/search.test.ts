import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DirectoryHits } from '#domain/directory.ts'
import { openDirectoryFile } from '../store/directory-file.ts'
import { temporaryFolder } from '../testing/databases.ts'
import {
  corporateNumber,
  facilityNumber,
  type PublishedCells,
  publishedCsv,
  publishedRow,
} from '../testing/published-files.ts'
import { importDirectory } from './import.ts'
import { createDirectory } from './look-up.ts'

/** Corporations with as many rows as is said, each with what it says besides. */
function directoryOf(corporations: readonly (PublishedCells & { rows?: number })[]) {
  const folder = temporaryFolder()
  const rows = corporations.flatMap(({ rows = 1, ...cells }, index) =>
    Array.from({ length: rows }, (_, row) =>
      publishedRow({
        法人番号: corporateNumber(index + 1),
        法人の名称_かな: '',
        事業所番号: facilityNumber(100 * (index + 1) + row),
        ...cells,
      }),
    ),
  )
  writeFileSync(join(folder, 'sfkopendata_202503_45.csv'), publishedCsv(rows))
  const out = join(folder, 'directory.db')
  importDirectory([folder], { out, period: '', now: 0, zipcodeOf: () => '', progress: () => {} })
  const store = openDirectoryFile(out)
  onTestFinished(() => store.close())
  const directory = createDirectory(store)
  const hits = (text: string): DirectoryHits => JSON.parse(directory.search(text).toString())
  return {
    directory,
    hits,
    names: (text: string) => hits(text).corporations.map(({ name }) => name),
  }
}

const SAMPLE = [
  {
    法人の名称: '社会福祉法人　髙﨑みほん会',
    法人の名称_かな: 'しゃかいふくしほうじんたかさきみほんかい',
  },
  { 法人の名称: '株式会社　みほん', '法人住所（市区町村）': '神奈川県横浜市中区' },
  { 法人の名称: '合同会社みほん' },
  { 法人の名称: 'みほんサービス㈱', rows: 3 },
  { 法人の名称: '森', 事業所の名称: 'どんぐり作業所' },
]

describe('a search', () => {
  test.each([
    ['髙﨑みほん会', '社会福祉法人　髙﨑みほん会'],
    ['高崎みほん', '社会福祉法人　髙﨑みほん会'],
    ['（福）高崎 みほん會', '社会福祉法人　髙﨑みほん会'],
    ['タカサキ', '社会福祉法人　髙﨑みほん会'],
    ['しゃかいふくしほうじんたか', '社会福祉法人　髙﨑みほん会'],
    ['ほん会', '社会福祉法人　髙﨑みほん会'],
    ['㈱みほん', '株式会社　みほん'],
    ['(株) ﾐﾎﾝ', '株式会社　みほん'],
    ['みほん 横浜', '株式会社　みほん'],
    ['合同会社みほん', '合同会社みほん'],
    ['みほんサービス', 'みほんサービス㈱'],
    ['みほんサービス株式会社', 'みほんサービス㈱'],
    ['森', '森'],
    ['崎', '社会福祉法人　髙﨑みほん会'],
  ])('of %s gives %s first', (typed, name) => {
    const { names } = directoryOf(SAMPLE)
    expect(names(typed)[0]).toBe(name)
  })

  test('gives the whole name first, then beginnings by size, then parts', () => {
    const { names } = directoryOf(SAMPLE)
    expect(names('みほん')).toEqual([
      '合同会社みほん',
      '株式会社　みほん',
      'みほんサービス㈱',
      '社会福祉法人　髙﨑みほん会',
    ])
  })

  test('by corporate number, by facility number and by name of a facility', () => {
    const { hits, names } = directoryOf(SAMPLE)
    expect(names(corporateNumber(2))).toEqual(['株式会社　みほん'])
    expect(names(` ${corporateNumber(2).replace(/(.{4})/g, '$1-')}`)).toEqual(['株式会社　みほん'])
    expect(names(corporateNumber(9))).toEqual([])
    expect(hits(facilityNumber(300)).corporations).toMatchObject([
      { name: '合同会社みほん', facility: 'みほん作業所' },
    ])
    expect(hits('どんぐり').corporations).toMatchObject([
      { name: '森', facility: 'どんぐり作業所' },
    ])
  })

  test.each(['', ' ', '"', '" OR names:*', '〈', '株', 'ない名前', '😀', '%', 'x'.repeat(60)])(
    'of %j is no error',
    (text) => {
      const { hits } = directoryOf(SAMPLE)
      expect(hits(text).corporations.length).toBeLessThanOrEqual(10)
    },
  )
})

test('a search gives ten at most', () => {
  const { names } = directoryOf(
    Array.from({ length: 15 }, (_, index) => ({ 法人の名称: `みほん${index}会` })),
  )
  for (const text of ['み', 'みほ', 'みほん', 'ほ', '会', 'みほん作業所'])
    expect(names(text)).toHaveLength(10)
})

describe('the facilities of a corporation', () => {
  const number = corporateNumber(1)
  const CORPORATION = [
    { 法人番号: number, 法人の名称: '独立行政法人みほん機構', rows: 2 },
    { 法人番号: number, 法人の名称: '独立行政法人みほん機構東病院', 事業所の名称: '東病棟' },
  ]

  test('are all of its number; those of a branch come with the branch', () => {
    const { directory, hits } = directoryOf(CORPORATION)
    const idOf = (name: string) =>
      hits(name).corporations.find((corporation) => corporation.name === name)?.id ?? ''
    const ofMain = directory.facilitiesOf(idOf('独立行政法人みほん機構'))
    expect(ofMain?.facilities.map(({ branch }) => branch)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const ofBranch = directory.facilitiesOf(idOf('独立行政法人みほん機構東病院'))
    expect(ofBranch?.facilities.map(({ name, branch }) => [name, branch])).toEqual([
      ['みほん作業所', '独立行政法人みほん機構'],
      ['みほん作業所', '独立行政法人みほん機構'],
      ['東病棟', undefined],
    ])
  })

  test('of no corporation are none', () => {
    const { directory } = directoryOf(CORPORATION)
    expect(directory.facilitiesOf('none')).toBeUndefined()
  })
})

test('numbers tell their facilities and corporations', () => {
  const { directory } = directoryOf(SAMPLE)
  const { facilities } = directory.facilitiesOfNumbers([facilityNumber(200), '0000000000'])
  expect(facilities).toMatchObject([
    { number: facilityNumber(200), corporation: '株式会社　みほん', serviceKey: 'SYUKEI_A' },
  ])
})

test('400 facilities of one corporation are all given, sorted', () => {
  const { directory, hits } = directoryOf([{ 法人の名称: '大きな会', rows: 400 }])
  const { facilities = [] } =
    directory.facilitiesOf(hits('大きな会').corporations[0]?.id ?? '') ?? {}
  const numbers = facilities.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(400)
  expect(numbers).toEqual(numbers.toSorted())
})
