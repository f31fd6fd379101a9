import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DirectoryHits } from '#domain/directory.ts'
import { buildDirectory } from '../store/directory-build.ts'
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
import { searchDirectory } from './search.ts'

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
  importDirectory([folder], {
    out,
    period: '',
    now: Date.parse('2026-01-01'),
    zipcodeOf: () => '',
    progress: () => {},
  })
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
  test('gives first what was meant', () => {
    const { names } = directoryOf(SAMPLE)
    for (const [typed, name] of [
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
    ] as const)
      expect([typed, names(typed)[0]]).toEqual([typed, name])
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

  test('of anything at all is no error', () => {
    const { hits } = directoryOf(SAMPLE)
    for (const text of [
      '',
      ' ',
      '"',
      '" OR names:*',
      '〈',
      '株',
      'ない名前',
      '😀',
      '%',
      'x'.repeat(60),
    ])
      expect(hits(text).corporations.length).toBeLessThanOrEqual(10)
  })
})

/** Corporations, and the ways in which people ask for each of them. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  社会福祉法人障がい者支援会ひなた: [
    '障害者支援会',
    '障碍者支援会ひなた',
    '障がい者支援会',
    '社福 障害者支援会',
    '社福）障がい者支援',
    '福）障害者支援',
    'フク）障害者支援',
    'ﾌｸ)障害者支援',
    'ひなた',
  ],
  '特定非営利活動法人　障害者自立の森': [
    '障がい者自立の森',
    'NPO 障害者自立',
    'NPO障がい者自立',
    'ＮＰＯ　障害者自立の森',
    'npo法人障がい者自立',
    '特非 障害者自立',
    '特非）障害者自立',
    'トクヒ）障害者自立の森',
    '障害者じりつのもり',
    'しょうがい者自立',
  ],
  医療法人社団ヴィラ緑風会: [
    'ビラ緑風会',
    'ヴィラ緑風会',
    'びら緑風会',
    '医）ヴィラ',
    'イ)ビラ緑風会',
    '医療法人ビラ',
    'ヴィラりょくふう会',
    'びらりょくふうかい',
  ],
  株式会社みほんケアバンク: [
    '㈱みほんケアヴァンク',
    'カ)ミホンケア',
    'ｶ)ﾐﾎﾝｹｱ',
    '株)みほんケア',
    '（株）みほんケア',
    'ミホンケアバンク(カ',
    'みほんケアバンク（株',
    'みほんけあばんく株式会社',
  ],
  社会福祉法人見本市社会福祉協議会: [
    '見本市社協',
    '社福）見本市社協',
    '社会福祉法人見本市社協',
    'みほん市社会福祉協議会',
    'みほんし社協',
    '見本社会福祉協議会',
  ],
  社会福祉法人さくら福祉会: [
    'さくらふくし会',
    'さくら福祉かい',
    '桜福祉会',
    'サクラ福祉会',
    'さくらふくしかい',
    '社福さくら福祉会',
    '社福　さくら',
  ],
  有限会社ヴェルデ: ['ベルデ', 'ユ)ヴェルデ', '有)ベルデ', 'ヴェルデ(有', 'べるで'],
}
const READINGS: Readonly<Record<string, string>> = {
  社会福祉法人障がい者支援会ひなた: 'しょうがいしゃしえんかいひなた',
  '特定非営利活動法人　障害者自立の森': 'しょうがいしゃじりつのもり',
  医療法人社団ヴィラ緑風会: 'びらりょくふうかい',
  株式会社みほんケアバンク: 'みほんけあばんく',
  社会福祉法人見本市社会福祉協議会: 'みほんししゃかいふくしきょうぎかい',
  社会福祉法人さくら福祉会: 'さくらふくしかい',
  有限会社ヴェルデ: 'べるで',
}
/** Asked for in a form that no rule covers: other kanji, a word left out. */
const NOT_FOUND = ['見本社会福祉協議会', '桜福祉会']

test('abbreviated, varied and half-phonetic names are found', () => {
  const names = Object.keys(WAYS)
  const { names: found } = directoryOf([
    ...names.map((name) => ({ 法人の名称: name, 法人の名称_かな: READINGS[name] ?? '' })),
    ...['支援会', '自立の会', '緑風荘', 'ケア', '協議会', '福祉会'].map((name) => ({
      法人の名称: `株式会社${name}`,
      法人の名称_かな: '',
    })),
  ])
  const missed = Object.entries(WAYS).flatMap(([name, ways]) =>
    ways.filter((way) => !found(way).slice(0, 3).includes(name)),
  )
  expect(missed).toEqual(NOT_FOUND)
  // The kanji beside the reading have to be those of the name.
  expect(found('さくらふくし園')).toEqual([])
})

test('a directory of the first layout, whose names are indexed as written, serves until the next import', () => {
  const file = join(temporaryFolder(), 'directory.db')
  const build = buildDirectory(file)
  const row = {
    corporateNumber: '',
    identity: 'a',
    branch: 'a',
    corporationName: '障がい者の家ヴィラ',
  }
  const place = { corporationKana: '', corporationAddress: '', corporationTel: '', address: '' }
  build.add({ ...row, ...place, number: '1', name: '作業所', service: 'KYODO' })
  build.finish(
    {
      entryOf: ([{ name } = { name: '' }]) => ({ ...NO_FACTS, key: name, name }),
      namesOf: () => ({ spellings: ['障がい者の家ゔいら'], cores: ['障がい者の家ゔいら'] }),
    },
    {},
  )
  build.close()
  const store = openDirectoryFile(file)
  onTestFinished(() => store.close())
  const found = (isIndexedAsWritten: boolean) =>
    ['障がい者', 'ヴィラ'].map(
      (text) => searchDirectory({ ...store, isIndexedAsWritten }, text).length,
    )
  expect([found(false), found(true)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

const NO_FACTS = { kana: '', address: '', zipcode: '', tel: '' }

test('a corporate number is found behind the T of an invoice', () => {
  const { names } = directoryOf(SAMPLE)
  for (const typed of [
    `T${corporateNumber(2)}`,
    `Ｔ ${corporateNumber(2)}`,
    `t-${corporateNumber(2)}`,
  ])
    expect(names(typed)).toEqual(['株式会社　みほん'])
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
