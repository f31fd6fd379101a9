/** A directory file with names that a test sets, and what its indexes answer. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/databases.ts'
import { openFilesIn } from '../testing/open-files.ts'
import { buildDirectory, type CollectedRow } from './directory-build.ts'
import { compareDirectories, openDirectoryFile } from './directory-file.ts'

type Row = Partial<CollectedRow>

/** Each corporation by its name, which is also its key; ranked in the order of their numbers of rows. */
function fileOf(rows: readonly Row[]): string {
  const file = join(temporaryFolder(), 'directory.db')
  const build = buildDirectory(file)
  for (const row of rows) {
    const name = row.corporationName ?? ''
    build.add({
      corporateNumber: '',
      identity: name,
      branch: name,
      corporationName: name,
      corporationKana: '',
      corporationAddress: '',
      corporationTel: '',
      number: '1',
      name: '作業所',
      service: '生活介護',
      address: '',
      ...row,
    })
  }
  const counted = build.finish(
    {
      entryOf: ([first]) => ({
        key: first?.name ?? '',
        name: first?.name ?? '',
        kana: '',
        address: '',
        zipcode: '',
        tel: '',
      }),
      namesOf: (name, kana) => ({ spellings: [name, kana].filter(Boolean), cores: [name] }),
    },
    { made: 'today' },
  )
  build.close()
  build.close()
  expect(counted.rows).toBe(rows.length)
  return file
}

function opened(rows: readonly Row[]) {
  const store = openDirectoryFile(fileOf(rows))
  onTestFinished(() => store.close())
  const names = (ids: readonly number[]) => ids.map((id) => store.entry(id)?.name)
  return { store, names }
}

test('names are found by their beginnings and parts, those that begin so and have more rows first', () => {
  const named = (corporationName: string, rows: number) =>
    Array.from({ length: rows }, () => ({ corporationName }))
  const { store, names } = opened([
    ...named('あおい', 1),
    ...named('いあお', 4),
    ...named('あおぞら', 3),
    ...named('ひなたのあおぞら', 2),
  ])
  expect(names(store.named('あお', 'begins'))).toEqual(['あおぞら', 'あおい'])
  expect(names(store.named('あお', 'holds'))).toEqual([
    'あおぞら',
    'あおい',
    'いあお',
    'ひなたのあおぞら',
  ])
  expect(names(store.named('い', 'begins'))).toEqual(['いあお', 'あおい'])
  expect(names(store.named('んん', 'begins'))).toEqual([])
  expect(names(store.named('ひ', 'holds'))).toEqual(['ひなたのあおぞら'])
  expect(names(store.named('あおぞら', 'begins'))).toEqual(['あおぞら'])
  expect(names(store.named('あおぞら', 'holds'))).toEqual(['あおぞら', 'ひなたのあおぞら'])
  expect(names(store.named('あおぞら', 'holds', 1))).toEqual(['あおぞら'])
  expect(names(store.named('あおい', 'is'))).toEqual(['あおい'])
  expect(names(store.named('おぞら', 'is'))).toEqual([])
  expect(store.counts()).toEqual({ corporations: 4, rows: 10, numbers: 1 })
  expect(store.meta).toMatchObject({ made: 'today' })
})

test('one or two characters give ten corporations, each once', () => {
  const { store, names } = opened(
    Array.from({ length: 12 }, (_, at) => ({ corporationName: `ああ${at + 10}ああ` })),
  )
  for (const text of ['あ', 'ああ']) {
    const found = names(store.named(text, 'holds'))
    expect(found).toHaveLength(10)
    expect(new Set(found).size).toBe(10)
  }
  expect(names(store.named('1あ', 'holds'))).toEqual(['ああ11ああ', 'ああ21ああ'])
  const inside = opened(
    Array.from({ length: 12 }, (_, at) => ({ corporationName: `${at + 10}ああああ` })),
  )
  expect(inside.store.named('あ', 'holds')).toHaveLength(10)
  const both = opened(
    ['あ', '第あ'].flatMap((start) =>
      Array.from({ length: 6 }, (_, at) => ({ corporationName: `${start}${at}` })),
    ),
  )
  expect(both.names(both.store.named('あ', 'holds'))).toHaveLength(10)
})

test('facilities are found by three characters and more, by the rank of their entries', () => {
  const { store } = opened([
    { corporationName: 'い', name: 'ひまわり作業所' },
    { corporationName: 'い', name: '花' },
    { corporationName: 'ろ', name: '新ひまわり' },
  ])
  const found = (text: string, how: 'begins' | 'holds') =>
    store.withFacilityNamed(text, how).map(({ name }) => name)
  expect(found('ひまわり', 'holds')).toEqual(['ひまわり作業所', '新ひまわり'])
  expect(found('ひま', 'begins')).toEqual(['ひまわり作業所'])
  expect(found('まわり', 'holds')).toEqual(['ひまわり作業所', '新ひまわり'])
  expect(found('まわ', 'holds')).toEqual([])
  expect(found('"', 'holds')).toEqual([])
})

test('rows of one corporation under two names are two entries of it', () => {
  const { store } = opened([
    { corporateNumber: '9', corporationName: '本部', number: '2' },
    { corporateNumber: '9', corporationName: '本部', number: '1' },
    { corporateNumber: '9', corporationName: '支部', number: '3' },
    { corporationName: '他', number: '3' },
  ])
  const entries = store.entriesOfNumber('9')
  expect(entries.map(({ name, facilities }) => [name, facilities])).toEqual([
    ['本部', 2],
    ['支部', 1],
  ])
  const [main] = entries
  expect(new Set(entries.map(({ corporation }) => corporation))).toEqual(new Set([main?.id]))
  expect(store.facilitiesOf(main?.id ?? 0).map(({ number }) => number)).toEqual(['1', '2', '3'])
  expect(store.facilitiesOfNumber('3').map(({ entry }) => store.entry(entry)?.name)).toEqual([
    '支部',
    '他',
  ])
  expect(store.entryOfKey('他')?.corporateNumber).toBe('')
  expect(store.counts().corporations).toBe(2)
})

test('an import is told by what is new, gone and changed since the last one', () => {
  const row = (number: string, given: Row = {}) => ({ corporationName: 'い', number, ...given })
  const before = fileOf([row('1'), row('2'), row('3'), row('4'), row('5', { address: '甲' })])
  const after = fileOf([
    row('1'),
    row('2', { name: '別名' }),
    row('3', { corporationName: 'ろ' }),
    row('5', { address: '乙' }),
    row('5', { service: '共同生活援助' }),
    row('6'),
  ])
  expect(compareDirectories(before, after)).toMatchObject({ new: 2, gone: 1, changed: 3 })
  expect(compareDirectories(before, before)).toMatchObject({ new: 0, gone: 0, changed: 0 })
  expect(existsSync(`${after}-journal`)).toBe(false)
  for (const file of [before, after]) expect(openFilesIn(dirname(file))).toEqual([])
})
