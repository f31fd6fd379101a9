import { describe, expect, test } from 'vitest'
import { type DirectoryFacility, formatPeriod, sortFacilities } from '#domain/directory.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import type { PasteCorrections } from './paste-plan.ts'
import { planPaste, rowsAfter } from './plan.ts'
import { firstCorrections } from './published.ts'

const facility = (number: string, more: Partial<DirectoryFacility> = {}): DirectoryFacility => ({
  number,
  name: `事業所${number}`,
  serviceKey: 'SYUKEI_B',
  ...more,
})
const row = (no: number, facilityNumber = '', serviceKey = ''): FacilityRow => ({
  no,
  facilityName: '',
  facilityNumber,
  serviceKey,
})
const corporation = {
  ...{ id: 'x', corporateNumber: '', name: 'みほん会', kana: '', address: '' },
  ...{ zipcode: '', tel: '', facilities: 1 },
}

function planOf(facilities: DirectoryFacility[], rows: FacilityRow[], more?: PasteCorrections) {
  const list = priceListAt('contract', 0)
  const focus = { no: 1, cell: 'facilityName' } as const
  const target = { list, rules: FLOWS.entry.rows, rows, focus }
  const sheet = { grid: [], published: { corporation, facilities, period: '2025-03' } }
  return planPaste(target, sheet, {
    ...firstCorrections({ target, published: sheet.published }),
    ...more,
  })
}

test('a plan begins with what is new, and holds each facility as it is published', () => {
  const list = priceListAt('contract', 0)
  const focus = { no: 1, cell: 'facilityName' } as const
  const target = { list, rules: FLOWS.entry.rows, rows: [row(1, '2', 'SYUKEI_B')], focus }
  expect(firstCorrections({ target })).toEqual({})
  const facilities = [facility('1', { branch: '東病院' }), facility('2'), facility('3')]
  const sheet = { grid: [], published: { corporation, facilities, period: '2025-03' } }
  expect(firstCorrections({ target, published: sheet.published })).toEqual({
    leftOut: new Set(['0', '1']),
  })
  const cell = (value: string) => ({
    ...{ source: value, value, unclear: false, doubtful: false },
    ...{ note: null, candidates: [], numbers: [], replaces: '' },
  })
  const plan = planPaste(target, sheet)
  expect(plan).toMatchObject({ skipped: [], overflow: [], lostZeros: 0, fromDirectory: 0 })
  expect(plan.offered).toHaveLength(3)
  expect(plan.offered[0]).toEqual({
    ...{ key: '0', no: 2, line: 1, part: null, note: '別の名称で公表：東病院' },
    cells: {
      facilityName: cell('事業所1'),
      facilityNumber: cell('1'),
      serviceKey: cell('SYUKEI_B'),
    },
  })
})

describe('the plan of published facilities', () => {
  const facilities = [
    facility('1'),
    facility('2'),
    facility('2', { serviceKey: 'SYUKEI_A' }),
    facility('3', { branch: '東病院' }),
    facility('4', { serviceKey: 'SYURO_SENTAKU' }),
  ]

  test('ticks what is new, and says why it does not tick the others', () => {
    const { offered, notices } = planOf(facilities, [row(1, '2', 'SYUKEI_B')])
    expect(offered.map(({ no, note }) => [no, note])).toEqual([
      [2, undefined],
      [null, '入力済み'],
      [3, undefined],
      [null, '別の名称で公表：東病院'],
      [null, 'このお申し込みでは選べないサービス'],
    ])
    expect(notices).toEqual([
      '入力済みの1件、別の名称で公表されている1件、このお申し込みでは選べないサービスの1件は、チェックを外してあります。',
    ])
  })

  test('takes whatever is ticked, but for a service that is not offered', () => {
    const { rows } = planOf(facilities, [row(1, '2', 'SYUKEI_B')], { leftOut: new Set(['0']) })
    expect(rows.map(({ no, key }) => [no, key])).toEqual([
      [2, '1'],
      [3, '2'],
      [4, '3'],
    ])
  })

  test('puts them below the last row in use, exactly as published', () => {
    const name = ' 「合計」　ﾎｰﾑ（休止）１'
    const before = [row(1, 'x'), row(2), row(3)]
    const plan = planOf([facility('1310000001', { name }), facility('2')], before)
    expect(rowsAfter(plan, before)).toEqual([
      before[0],
      { no: 2, facilityName: name, facilityNumber: '1310000001', serviceKey: 'SYUKEI_B' },
      { no: 3, facilityName: '事業所2', facilityNumber: '2', serviceKey: 'SYUKEI_B' },
    ])
  })

  test('keeps what the table has no room for; the next ones come up when others are left out', () => {
    const many = Array.from({ length: 103 }, (_, index) => facility(String(index)))
    const full = planOf(many, [])
    expect(full.rows).toHaveLength(100)
    expect(full.overflow).toEqual(
      ['100', '101', '102'].map((no) => [`事業所${no}`, no, '就労継続支援B型']),
    )
    expect(full.notices).toEqual(['表に入るのは100件までのため、残りの3件は表の下に残します。'])
    expect(full.offered.at(-1)).toMatchObject({ no: null, isOver: true })
    const fewer = planOf(many, [], { leftOut: new Set(['0', '1', '2']) })
    expect([fewer.rows.at(-1)?.key, fewer.overflow]).toEqual(['102', []])
  })

  test('takes nothing where no row is free', () => {
    const { rows, notices } = planOf(
      [facility('1')],
      Array.from({ length: 100 }, (_, index) => row(index + 1, 'x')),
    )
    expect([rows, notices]).toEqual([[], ['表に空いている行がないため、取り込めません。']])
  })
})
test('facilities are sorted by district, place, number and service', () => {
  const sorted = sortFacilities([
    facility('2710000001'),
    facility('1310200001', { name: 'B', serviceKey: 'SYUKEI_B' }),
    facility('1310200001', { name: 'B', serviceKey: 'KEIKAKU_SOUDAN' }),
    facility('1350200009', { name: 'A' }),
    facility('1310100001', { name: 'C' }),
  ])
  expect(sorted.map(({ number, serviceKey }) => [number, serviceKey])).toEqual([
    ['1310100001', 'SYUKEI_B'],
    ['1350200009', 'SYUKEI_B'],
    ['1310200001', 'KEIKAKU_SOUDAN'],
    ['1310200001', 'SYUKEI_B'],
    ['2710000001', 'SYUKEI_B'],
  ])
})

test('a period is the end of its month', () => {
  expect(formatPeriod('2025-03')).toBe('2025年3月末時点')
})
