import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS, type ServiceKey } from './catalogue.ts'
import type { CorporationFacilities, DirectoryFacility } from './directory.ts'
import {
  auditedNumbers,
  auditRows,
  corporationOfMost,
  facilityText,
  isOneSlipOff,
} from './directory-audit.ts'
import type { FacilityRow } from './facilities.ts'

const [SAKURA, KAEDE, HOKKAIDO] = ['1310000018', '1310000026', '0110000019']
const PUBLISHED: readonly DirectoryFacility[] = [
  { number: SAKURA, name: '株式会社みほん　さくらセンター', serviceKey: 'SYUKEI_B' },
  { number: SAKURA, name: '株式会社みほん　さくらセンター', serviceKey: 'SYUKEI_A' },
  { number: KAEDE, name: 'かえで', serviceKey: 'TANKI' },
  { number: KAEDE, name: 'かえで　分場', serviceKey: 'TANKI' },
  { number: HOKKAIDO, name: '澤の家', serviceKey: 'KYODO' },
]
const OTHER = { number: '1310000034', name: 'ゆり', serviceKey: 'TANKI' } as const
const list = { corporation: { name: '株式会社みほん' }, facilities: PUBLISHED } as unknown

function excerptOf(numbers: readonly string[]) {
  const all = [
    ...PUBLISHED.map((one) => ({ ...one, corporation: '株式会社みほん', corporationId: 'm' })),
    { ...OTHER, corporation: '合同会社べつ', corporationId: 'b' },
  ]
  return {
    facilities: new Map(numbers.map((no) => [no, all.filter(({ number }) => number === no)])),
    services: new Set<ServiceKey>(['SYUKEI_A', 'SYUKEI_B', 'TANKI', 'KYODO', 'IDO']),
    period: '2025-03',
  }
}

const row = (facilityName: string, facilityNumber: string, serviceKey: string) => ({
  ...{ no: 1, facilityName, facilityNumber, serviceKey },
})
const WHOLE = [
  row('㈱みほん さくらｾﾝﾀｰ', ' 1310000018', 'SYUKEI_B'),
  row('(株)みほんさくらセンター', '131-000-0018', 'SYUKEI_A'),
  row('カエデ', KAEDE, 'TANKI'),
  // The zero that a spreadsheet dropped.
  row('沢の家', HOKKAIDO.slice(1), 'KYODO'),
]

function audit(
  rows: readonly FacilityRow[],
  published: unknown = list,
  offered: readonly string[] = SERVICE_KEYS,
) {
  return auditRows({
    rows,
    list: published as CorporationFacilities | null,
    excerpt: excerptOf(auditedNumbers(rows)),
    offered: new Set(offered),
  })
}
const findings = (rows: readonly FacilityRow[], published?: unknown) =>
  audit(rows, published).findings.map((one) =>
    'facility' in one ? `${one.kind} ${facilityText(one.facility)}` : one.kind,
  )

test('a table that says the same in other spellings differs nowhere', () => {
  expect(audit(WHOLE)).toEqual({ findings: [], compared: 4, leftOut: 0 })
})

describe('found is', () => {
  test('what is in the list and not in the table, each number and service once', () => {
    expect(findings(WHOLE.slice(0, 2))).toEqual([
      'missing 1310000026 かえで（短期入所）',
      'missing 0110000019 澤の家（共同生活援助）',
    ])
  })

  test.each(['1310000028', '131000026', '13100000266', '1310000062'])(
    'a number that is a slip off: %s',
    (number) => {
      const rows = WHOLE.map((one) =>
        one.facilityNumber === KAEDE ? { ...one, facilityNumber: number } : one,
      )
      expect(findings(rows)).toEqual(['number 1310000026 かえで（短期入所）'])
    },
  )

  test('the number of a row that has none, by its name and service', () => {
    const [first, second, , last] = WHOLE as [FacilityRow, FacilityRow, FacilityRow, FacilityRow]
    const rows = [first, second, row('かえで', '', 'TANKI'), last]
    expect(findings(rows)).toEqual(['number 1310000026 かえで（短期入所）'])
    expect(findings([first, second, row('もみじ', '', 'TANKI'), last])).toEqual([
      'unpublished',
      'missing 1310000026 かえで（短期入所）',
    ])
  })

  test('another name, and a service that the number does not have', () => {
    const [first, ...rest] = WHOLE
    expect(
      findings([{ ...first, facilityName: '株式会社みほん　うめ' } as FacilityRow, ...rest]),
    ).toEqual(['name'])
    expect(findings([...WHOLE, row('かえで', KAEDE, 'KYODO')])).toEqual(['service'])
  })

  test('a number of another corporation, and one of nobody', () => {
    expect(findings([...WHOLE, row('ゆり', OTHER.number, 'TANKI')])).toEqual(['elsewhere'])
    expect(findings([...WHOLE, row('ゆり', '1399999992', 'TANKI')])).toEqual(['unpublished'])
  })
})

test('municipal services and those without a list are never compared', () => {
  const rows = [...WHOLE, row('移動', SAKURA, 'IDO'), row('相談', '1399999992', 'KEIKAKU_SOUDAN')]
  expect(audit(rows)).toEqual({ findings: [], compared: 4, leftOut: 2 })
})

test('services that the page does not offer are not missed', () => {
  expect(audit(WHOLE.slice(0, 2), list, ['SYUKEI_A', 'SYUKEI_B', 'TANKI']).findings).toEqual([
    { kind: 'missing', facility: PUBLISHED[2] },
  ])
})

test('a number that may be a slip of two, or that is published for another service, is no slip', () => {
  const two = [KAEDE, '1310000097'].map((number) => ({ number, name: '', serviceKey: 'TANKI' }))
  const facilities = { corporation: { name: '' }, facilities: two }
  const [slip] = audit([row('もみじ', '1310000036', 'TANKI')], facilities).findings
  expect(slip?.kind).toBe('number')
  const [unclear] = audit([row('もみじ', '1310000016', 'TANKI')], {
    ...facilities,
    facilities: [...two, { number: '1310000017', name: '', serviceKey: 'TANKI' }],
  }).findings
  expect(unclear?.kind).toBe('unpublished')
  const [other] = audit([row('もみじ', '1310000036', 'KYODO')], facilities).findings
  expect(other?.kind).toBe('unpublished')
})

test('one corporation under two spellings, without a number of its own, is one', () => {
  const rows = [row('ゆり', OTHER.number, 'TANKI')]
  const spelled = (name: string) => ({ corporation: { name }, facilities: PUBLISHED })
  expect(findings(rows, spelled('(同)べつ'))[0]).not.toBe('elsewhere')
  expect(findings(rows, spelled('合同会社ほか'))[0]).toBe('elsewhere')
})

test('a row whose service is not chosen yet stands for all of its number', () => {
  const rows = [row('', SAKURA, ''), ...WHOLE.slice(2)]
  expect(findings(rows)).toEqual([])
})

test('without a corporation nothing is missing, and what a number has is compared all the same', () => {
  expect(findings([row('べつ', OTHER.number, 'KYODO')], null)).toEqual(['name', 'service'])
})

test('facilities of a branch are not missed in another branch’s table', () => {
  const facilities = PUBLISHED.map((one) => ({ ...one, branch: '東京支店' }))
  expect(findings(WHOLE, { corporation: { name: '' }, facilities })).toEqual([])
  expect(findings([], { corporation: { name: '' }, facilities })).toEqual([])
})

test('the corporation is that of more than half of the published numbers', () => {
  const of = (...numbers: string[]) => {
    const rows = numbers.map((number) => row('', number, ''))
    return corporationOfMost(rows, excerptOf(auditedNumbers(rows)))
  }
  expect(of(SAKURA, KAEDE, OTHER.number)).toBe('m')
  expect(of(SAKURA, OTHER.number)).toBeUndefined()
  expect(of('1399999992', OTHER.number)).toBe('b')
  expect(of('1399999992')).toBeUndefined()
})

test('a slip is one digit, or two neighbours exchanged', () => {
  expect(isOneSlipOff('123', '123')).toBe(false)
  expect(isOneSlipOff('12', '1234')).toBe(false)
  expect(isOneSlipOff('1324', '1234')).toBe(true)
  expect(isOneSlipOff('3214', '1234')).toBe(false)
})
