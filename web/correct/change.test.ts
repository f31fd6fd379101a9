import { expect, test } from 'vitest'
import { type Applicant, EMPTY_APPLICANT } from '#domain/applicant.ts'
import { versionOf } from '#domain/difference.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { priceListAt } from '#domain/prices.ts'
import { type Change, changeOf, isSameChange } from './change.ts'

const APPLICANT: Applicant = {
  ...EMPTY_APPLICANT,
  companyName: 'あおば会',
  zipcode: '1040061',
  address: '東京都中央区銀座1-2',
  tel: '03-1234-5678',
  email: 'a@b.example',
  person: '山田',
}
const row = (no: number, text: string): FacilityRow => {
  const [facilityName = '', facilityNumber = '', serviceKey = ''] = text.split(' ')
  return { no, facilityName, facilityNumber, serviceKey }
}
const A = row(1, 'あおば 1310100011 KYODO')
const BASE = versionOf('entry', APPLICANT, [A])
const LIST = priceListAt('contract', Date.parse('2026-11-23T00:00:00Z'))

const of = (applicant: Partial<Applicant>, ...rows: FacilityRow[]) =>
  changeOf('entry', BASE, { applicant: { ...APPLICANT, ...applicant }, rows }, LIST)
const change = (...typed: Parameters<typeof of>): Change => {
  const found = of(...typed)
  if (Array.isArray(found)) throw new Error(found.map(({ message }) => message).join())
  return found
}

test('where numbers and services stay, no price is asked', () => {
  const named = change({ companyName: 'あおぞら会' }, { ...A, facilityName: 'あおぞら' })
  expect(named.quote).toBeNull()
  expect(named.difference.fields).toEqual([
    { name: 'companyName', before: 'あおば会', after: 'あおぞら会' },
  ])
  expect(named.difference.rows).toMatchObject([{ kind: 'changed', cells: ['facilityName'] }])
})

test('not even where the list in force does not offer the service any more', () => {
  const without = { ...LIST, prices: {} }
  const typed = { applicant: APPLICANT, rows: [A] }
  expect(changeOf('entry', BASE, typed, without)).toMatchObject({ quote: null })
})

test('else all rows are priced by the list, blank ones left out', () => {
  const { version, quote } = change({}, A, row(2, ''), row(3, 'いちご 1310100029 TANKI'))
  expect(quote?.estimate).toMatchObject({ total: 19_960, priceList: LIST.version })
  expect(version.rows.map(({ no }) => no)).toEqual([1, 3])
})

test.each<[string, Parameters<typeof of>, string[]]>([
  ['a field', [{ tel: '' }, A], ['tel']],
  ['half a row beside rows that stay', [{}, A, row(2, 'いちご')], ['facilities.2.serviceKey']],
  ['no row at all', [{}], ['facilities.1.facilityName']],
  [
    'a field and a row',
    [{ zipcode: '1' }, row(1, ' 1 KYODO')],
    ['zipcode', 'facilities.1.facilityName'],
  ],
])('%s that is wrong is said, in screen order', (_, typed, fields) => {
  const problems = of(...typed)
  expect(Array.isArray(problems) && problems.map(({ field }) => field)).toEqual(fields)
})

test('what would be sent is what was shown where texts and price are the same', () => {
  const shown = change({ tel: '03' }, A)
  expect(isSameChange(shown, change({ tel: '03' }, A))).toBe(true)
  expect(isSameChange(shown, change({ tel: '04' }, A))).toBe(false)
  expect(isSameChange(null, shown)).toBe(false)
  const more = { applicant: APPLICANT, rows: [A, row(2, 'いちご 1310100029 TANKI')] }
  const revised = changeOf('entry', BASE, more, { ...LIST, version: 'later' })
  expect(isSameChange(change({}, ...more.rows), revised as Change)).toBe(false)
})
