import { describe, expect, test } from 'vitest'
import type { ServiceKey } from './catalogue.ts'
import { directoryNotes, offerText } from './directory-notes.ts'
import type { FacilityRow } from './facilities.ts'

const [SAKURA, KAEDE, SHARED, NOBODY] = ['1310000018', '1310000026', '1310000034', '1399999992']
/** Of two corporations. */
const TWO = '1310000042'
const facility = (number: string, name: string, serviceKey: ServiceKey) => ({
  ...{ number, name, serviceKey },
  ...{ corporation: '株式会社　みほん', corporationId: 'x' },
})
const excerpt = {
  facilities: new Map([
    [SAKURA, [facility(SAKURA, 'さくら', 'SYUKEI_B')]],
    [KAEDE, [facility(KAEDE, 'かえで', 'HOME_HELP'), facility(KAEDE, 'かえで', 'JUHO')]],
    [SHARED, [facility(SHARED, 'ゆり', 'TANKI'), facility(SHARED, 'すみれ', 'TANKI')]],
    [NOBODY, []],
    [
      TWO,
      [facility(TWO, 'つばき', 'IDO'), { ...facility(TWO, 'うめ', 'IDO'), corporation: 'うめ会' }],
    ],
  ]),
  services: new Set<ServiceKey>(['SYUKEI_B', 'IDO']),
  period: '2025-03',
}
const row = (no: number, facilityNumber: string, more: Partial<FacilityRow> = {}) => ({
  ...{ no, facilityName: '', facilityNumber, serviceKey: '' },
  ...more,
})
const notes = (rows: FacilityRow[], corporation = '') =>
  directoryNotes({
    rows,
    excerpt,
    corporation,
    offered: new Set(['SYUKEI_B', 'HOME_HELP', 'JUHO']),
  })

describe('an offer', () => {
  test('has the name and the services of a number, typed in any width', () => {
    const [note] = notes([row(1, ' １３１００００026 ')])
    expect(note?.offers).toEqual([
      { no: 1, name: 'かえで', number: KAEDE, services: ['HOME_HELP', 'JUHO'] },
    ])
    expect(note?.offers.map(offerText)).toEqual(['公表：かえで（居宅介護・重度訪問介護）'])
  })

  test('leaves out what stands in other rows, and what the row says itself', () => {
    const rows = [row(1, KAEDE, { facilityName: 'かえで', serviceKey: 'JUHO' }), row(2, KAEDE)]
    expect(notes(rows)).toMatchObject([{ no: 2, offers: [{ services: ['HOME_HELP'] }] }])
    const [named] = notes([row(1, SAKURA, { serviceKey: 'SYUKEI_B' })])
    expect(named?.offers.map(offerText)).toEqual(['公表：さくら'])
  })

  test('is not touched by rows of other numbers, and not made where nothing is missing', () => {
    const other = row(1, SAKURA, { facilityName: 'x', serviceKey: 'JUHO' })
    expect(notes([other, row(2, KAEDE)])[0]?.offers[0]?.services).toEqual(['HOME_HELP', 'JUHO'])
    const present = ['HOME_HELP', 'JUHO'].map((serviceKey, no) =>
      row(no, KAEDE, { facilityName: 'かえで', serviceKey }),
    )
    expect(notes([...present, row(3, KAEDE, { facilityName: 'かえで' })])).toEqual([])
    expect(notes([row(1, KAEDE, { facilityName: 'かえで' })])[0]?.offers[0]?.services).toHaveLength(
      2,
    )
  })

  test.each([
    ['a full row', row(1, SAKURA, { facilityName: 'x', serviceKey: 'TANKI' })],
    ['another name', row(1, SAKURA, { facilityName: 'さくら第二' })],
    ['another service', row(1, SAKURA, { serviceKey: 'TANKI' })],
    ['a number that was not asked for', row(1, '1300000000')],
  ])('is not made for %s', (_, typed) => {
    expect(notes([typed])).toEqual([])
  })
})

test('each name that is published under one number is offered, five at most', () => {
  const offered = (typed: FacilityRow, excerptOfNumber = excerpt) =>
    directoryNotes({
      rows: [typed],
      excerpt: excerptOfNumber,
      corporation: '',
      offered: new Set(['SYUKEI_B', 'HOME_HELP', 'JUHO']),
    }).flatMap(({ offers }) => offers.map(({ name, services }) => [name, ...services]))
  expect(offered(row(1, SHARED))).toEqual([['ゆり'], ['すみれ']])
  // A name that was typed says which one is meant.
  expect(offered(row(1, SAKURA, { facilityName: 'さくら' }))).toEqual([['さくら', 'SYUKEI_B']])
  expect(offered(row(1, SHARED, { facilityName: 'ばら' }))).toEqual([])
  const [one] = excerpt.facilities.get(SHARED) ?? []
  const many = one ? Array.from({ length: 9 }, (_, at) => ({ ...one, name: `第${at}作業所` })) : []
  expect(
    offered(row(1, SHARED), { ...excerpt, facilities: new Map([[SHARED, many]]) }),
  ).toHaveLength(5)
})

describe('a remark', () => {
  const full = (number: string, serviceKey = 'SYUKEI_B') =>
    row(1, number, { facilityName: 'さくら', serviceKey })

  test('names the other corporation, whatever way ours is spelled', () => {
    expect(notes([full(SAKURA)], 'べつの会')[0]?.message).toContain('「株式会社　みほん」の事業所')
    for (const same of ['㈱みほん', 'みほん', 'ミホン東営業所', ''])
      expect(notes([full(SAKURA)], same)).toEqual([])
  })

  test('is not made where one of several corporations is ours', () => {
    expect(notes([full(TWO, 'IDO')], 'うめ会')).toEqual([])
    expect(notes([full(TWO, 'IDO')], 'べつの会')[0]?.message).toContain('「株式会社　みほん」')
  })

  test('says that a number is not published, where it would be', () => {
    expect(notes([full(NOBODY)])[0]?.message).toContain('一覧（2025年3月末時点）にありません。')
    for (const service of ['IDO', 'TANKI', '']) expect(notes([full(NOBODY, service)])).toEqual([])
  })

  test('does not add to a doubtful check digit', () => {
    const facilities = new Map([['1399999993', []]])
    const facts = {
      corporation: '',
      offered: new Set<string>(),
      excerpt: { ...excerpt, facilities },
    }
    expect(directoryNotes({ ...facts, rows: [full('1399999993')] })).toEqual([])
  })
})
