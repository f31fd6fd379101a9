import { describe, expect, test } from 'vitest'
import type { ServiceKey } from '#domain/catalogue.ts'
import type { DirectoryExcerpt } from '#domain/directory-notes.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { planPaste } from './plan.ts'
import { numbersToAsk } from './published.ts'

const [SAKURA, KAEDE, ZERO] = ['1310000018', '1310000026', '0110000017']
const [EAST, TWINS, NEW] = ['1310000042', '1310000059', '1310000067']
const [MANY, SAME, CHILD] = ['1310000075', '1310000083', '1350100127']

const published = (number: string, name: string, ...services: ServiceKey[]) =>
  [
    number,
    services.map((serviceKey) => ({
      ...{ number, name, serviceKey },
      ...{ corporation: 'みほん会', corporationId: 'x' },
    })),
  ] as const
const excerpt: DirectoryExcerpt = {
  facilities: new Map([
    published(SAKURA, 'さくら作業所', 'SYUKEI_B'),
    published(KAEDE, 'かえで', 'HOME_HELP', 'JUHO'),
    published(EAST, 'さくら東', 'SYUKEI_B'),
    published(NEW, 'わかば', 'SYURO_SENTAKU'),
    published(MANY, 'けやき', 'SYUKEI_B', 'HOME_HELP', 'SYURO_SENTAKU'),
    published(SAME, 'さくら作業所', 'SYUKEI_B'),
    published(CHILD, 'こども', 'SYUKEI_B'),
    [TWINS, [...published(TWINS, 'ゆり', 'TANKI')[1], ...published(TWINS, 'すみれ', 'IDO')[1]]],
    published(ZERO, 'ゆきのや', 'SEIKATSU_KAIGO'),
  ]),
  services: new Set(),
  period: '2025-03',
}

type Typed = Partial<FacilityRow>[]
function planOf(lines: string[][], typed: Typed = [], has: DirectoryExcerpt | undefined = excerpt) {
  const rows = Array.from({ length: 10 }, (_, index) => ({
    ...{ no: index + 1, facilityName: '', facilityNumber: '', serviceKey: '' },
    ...typed[index],
  }))
  const focus = { no: 1, cell: 'facilityName' } as const
  const target = { list: priceListAt('contract', 0), rules: FLOWS.entry.rows, rows, focus }
  return planPaste(target, { grid: lines }, has && { excerpt: has })
}
const HEADINGS = ['事業所名', '事業所番号', 'サービス種類']
const firstRow = (lines: string[][], typed?: Typed) => {
  const { rows, fromDirectory } = planOf(lines, typed)
  const { facilityName, facilityNumber, serviceKey } = rows[0]?.cells ?? {}
  return [facilityName?.value, facilityNumber?.value, serviceKey?.value, fromDirectory]
}

describe('the directory fills in and corrects', () => {
  test.each([
    ['a service that is missing', ['さくら作業所', SAKURA, '']],
    ['a service that has several meanings', ['さくら作業所', SAKURA, '就労継続支援']],
    ['a service that is not read', ['さくら作業所', SAKURA, 'れんが']],
    ['a name that is missing', ['', SAKURA, '就労継続支援B型']],
    ['two numbers, by the service', ['さくら作業所', `${SAKURA} / ${KAEDE}`, '就労継続支援B型']],
    ['two numbers, by the name', ['さくら作業所', `${SAKURA} / ${KAEDE}`, '就労継続支援']],
    ['two numbers, one of them not published', ['さくら作業所', `9999999999、${SAKURA}`, '']],
    [
      'two numbers, by a service that one of them has',
      ['さくら作業所', `${SAKURA} ${TWINS}`, '就B'],
    ],
  ])('%s', (_, line) => {
    expect(firstRow([HEADINGS, line]).slice(0, 3)).toEqual(['さくら作業所', SAKURA, 'SYUKEI_B'])
  })

  test('two numbers of one service by the name, and says what was read and taken', () => {
    const { rows } = planOf([HEADINGS, ['さくら東', `${SAKURA} ${EAST}`, '就労継続支援B型']])
    expect(rows[0]?.cells.facilityNumber).toMatchObject({
      ...{ value: EAST, isFromDirectory: true, unclear: false, doubtful: false },
      note: expect.stringContaining(`「${SAKURA} ${EAST}」`),
    })
  })

  test('a name by the service, and a service by the name, where a number has several of both', () => {
    expect(firstRow([HEADINGS, ['', TWINS, '短期入所']]).slice(0, 3)).toEqual([
      'ゆり',
      TWINS,
      'TANKI',
    ])
    expect(firstRow([HEADINGS, ['すみれ', TWINS, '']]).slice(0, 3)).toEqual([
      'すみれ',
      TWINS,
      'IDO',
    ])
    // Neither says which: nothing is changed.
    expect(firstRow([HEADINGS, ['', TWINS, '']])[3]).toBe(0)
    // One that is not offered cannot be chosen for anybody.
    expect(firstRow([HEADINGS, ['わかば', NEW, '']])).toEqual(['わかば', NEW, '', 0])
  })

  test('a lost zero, and then what is published under the number', () => {
    expect(firstRow([HEADINGS, ['ゆきのや', ZERO.slice(1), '']])).toEqual([
      ...['ゆきのや', ZERO, 'SEIKATSU_KAIGO'],
      2,
    ])
  })

  test('a name in the wrong column: the published one of the same line', () => {
    const headings = ['事業所名', '略称', '事業所番号', 'サービス種類']
    const line = ['みほん会本部', 'さくら　作業所', SAKURA, '就労継続支援B型']
    expect(firstRow([headings, line])).toEqual(['さくら　作業所', SAKURA, 'SYUKEI_B', 1])
  })

  test('a blank name, although the line above has one', () => {
    const lines = [HEADINGS, ['かえで', KAEDE, '居宅介護'], ['', SAKURA, '就労継続支援B型']]
    expect(planOf(lines).rows[1]?.cells.facilityName?.value).toBe('さくら作業所')
  })

  test('a column that the sheet lacks, but not over what was typed', () => {
    const lines = [HEADINGS.slice(0, 2), ['さくら作業所', SAKURA]]
    expect(firstRow(lines)).toEqual(['さくら作業所', SAKURA, 'SYUKEI_B', 1])
    const focus = { no: 2, cell: 'facilityName' } as const
    const rows = [{ no: 1, facilityName: '', facilityNumber: '', serviceKey: 'KYODO' }]
    const target = { list: priceListAt('contract', 0), rules: FLOWS.entry.rows, rows, focus }
    expect(planPaste(target, { grid: lines }, { excerpt }).fromDirectory).toBe(1)
    const typed = [{ serviceKey: 'KYODO' }]
    expect(firstRow(lines, typed)).toEqual(['さくら作業所', SAKURA, undefined, 0])
  })
})

describe('the directory fills in what a sheet has no column for', () => {
  const cellsOf = (lines: string[][]) => planOf(lines).rows[0]?.cells

  test('a name, and its service', () => {
    expect(cellsOf([HEADINGS.slice(1), [SAKURA, '就労継続支援']])).toMatchObject({
      facilityName: {
        ...{ source: '', value: 'さくら作業所', isFromDirectory: true, doubtful: false },
        note: '空欄のため、この番号で公表されている「さくら作業所」を取り込みます。',
      },
      serviceKey: {
        ...{ value: 'SYUKEI_B', doubtful: false },
        note: '「就労継続支援」を、この番号で公表されている「就労継続支援B型」として取り込みます。',
      },
    })
    expect(cellsOf([HEADINGS.slice(1), [TWINS, '']])).not.toHaveProperty('facilityName')
  })

  test('a service, where there is one', () => {
    const lines = (number: string) => [HEADINGS.slice(0, 2), ['', number]]
    expect(cellsOf(lines(SAKURA))?.serviceKey).toMatchObject({
      ...{ source: '', value: 'SYUKEI_B', doubtful: false, replaces: '' },
      note: '空欄のため、この番号で公表されている「就労継続支援B型」を取り込みます。',
    })
    expect(cellsOf(lines(KAEDE))).not.toHaveProperty('serviceKey')
    expect(cellsOf(lines(NEW))).not.toHaveProperty('serviceKey')
  })

  test('one of two numbers', () => {
    const both = `${SAKURA} / ${KAEDE}`
    expect(
      cellsOf([
        ['事業所番号', '備考'],
        [both, ''],
      ])?.facilityNumber?.value,
    ).toBe('')
    const lines = [HEADINGS.slice(1), [both, '居宅介護']]
    expect(cellsOf(lines)?.facilityNumber).toMatchObject({
      value: KAEDE,
      note: `「${both}」のうち、この内容で公表されている${KAEDE}を取り込みます。`,
    })
  })

  test('a name that stands in a column for something else', () => {
    const lines = [
      ['事業所番号', 'サービス種類', '略称'],
      [SAKURA, '就労継続支援B型', 'さくら作業所'],
    ]
    expect(cellsOf(lines)?.facilityName).toMatchObject({
      ...{ value: 'さくら作業所', source: 'さくら作業所', isFromDirectory: true },
      note: '同じ行の「さくら作業所」が、この番号で公表されている名称のため取り込みます。',
    })
  })

  test('nothing without a number', () => {
    const plan = planOf([
      ['事業所名', 'サービス種類'],
      ['さくら作業所', ''],
    ])
    expect([plan.fromDirectory, plan.rows.flatMap(({ cells }) => numbersToAsk(cells))]).toEqual([
      0,
      [],
    ])
  })
})

describe('of a number with several names or services', () => {
  const cellsOf = (name: string, number: string, service: string, more = '') =>
    planOf([
      [...HEADINGS, '略称'],
      [name, number, service, more],
    ]).rows[0]?.cells

  test('the service is the one that the text may mean', () => {
    expect(cellsOf('けやき', MANY, '就労継続支援')?.serviceKey).toMatchObject({
      ...{ value: 'SYUKEI_B', doubtful: false, isFromDirectory: true },
    })
    const open = cellsOf('けやき', MANY, 'れんが')?.serviceKey
    expect(open).toMatchObject({ value: '', candidates: ['SYUKEI_B', 'HOME_HELP'] })
    expect(open?.note).toBe(
      '「れんが」と一致するサービス種類がありません。取り込んだあとに選んでください。この番号で公表されているのは、就労継続支援B型・居宅介護です。',
    )
    expect(cellsOf('わかば', NEW, 'れんが')?.serviceKey?.note).not.toContain('公表')
  })

  test('a service of another name says nothing of this one', () => {
    expect(cellsOf('べつ', TWINS, '')?.serviceKey).toMatchObject({
      value: '',
      candidates: ['TANKI', 'IDO'],
    })
  })

  test('a name that is one of them stays, one that stands elsewhere is taken', () => {
    expect(cellsOf('すみれ', TWINS, '短期入所')?.facilityName).toMatchObject({ value: 'すみれ' })
    expect(cellsOf('すみれ', TWINS, '')?.facilityName?.isFromDirectory).toBeUndefined()
    expect(cellsOf('みほん会本部', TWINS, '', 'ゆり')?.facilityName).toMatchObject({
      ...{ source: 'みほん会本部', value: 'ゆり', isFromDirectory: true },
      note: '「みほん会本部」ではなく、この番号で公表されている、同じ行の「ゆり」を取り込みます。',
    })
  })

  test('a blank name is filled whatever service was written', () => {
    expect(cellsOf(' ', SAKURA, '生活介護')?.facilityName?.value).toBe('さくら作業所')
  })
})

describe('it changes nothing', () => {
  test.each([
    ['two numbers of one service', [`${SAKURA} ${EAST}`, '就労継続支援B型', 'べつ']],
    ['two numbers, and no name that fits', [`${SAKURA} / ${KAEDE}`, '', 'べつ']],
    [
      'two numbers of one service and name',
      [`${SAKURA} ${SAME}`, '就労継続支援B型', 'さくら作業所'],
    ],
    ['two numbers that are not published', ['9999999999 8888888888', '就労継続支援B型', 'べつ']],
    [
      'a number that the kind of the service chose',
      [`${CHILD} 1310999990`, '就労継続支援B型', 'べつ'],
    ],
    ['a zero of a number that is not published', ['110100013', '就労継続支援B型', 'べつ']],
  ])('of %s', (_, [numbers = '', service = '', name = '']) => {
    const { rows, fromDirectory } = planOf([HEADINGS, [name, numbers, service]])
    expect(rows[0]?.cells.facilityNumber?.isFromDirectory).toBeUndefined()
    expect(fromDirectory).toBe(0)
  })

  test('where several are possible, but says which', () => {
    const { rows } = planOf([HEADINGS, ['かえで', KAEDE, '']])
    const cell = rows[0]?.cells.serviceKey
    expect([cell?.value, cell?.candidates]).toEqual(['', ['HOME_HELP', 'JUHO']])
    expect(cell?.note).toContain('この番号で公表されているのは、居宅介護・重度訪問介護です。')
  })

  test.each([
    ['what was read', ['さくら第二', SAKURA, '生活介護'], ['さくら第二', SAKURA, 'SEIKATSU_KAIGO']],
    ['a service that cannot be chosen', ['さくら', SAKURA, '就労選択支援'], ['さくら', SAKURA, '']],
    [
      'a blank name of an unknown number',
      ['', '1399999990', '居宅介護'],
      ['', '1399999990', 'HOME_HELP'],
    ],
    ['an unknown number', ['さくら', '1399999990', ''], ['さくら', '1399999990', '']],
  ])('%s stays', (_, line, row) => {
    expect(firstRow([HEADINGS, line])).toEqual([...row, 0])
  })

  test('in single cells, which go where they were pasted', () => {
    expect(planOf([[SAKURA.slice(1)], [KAEDE]]).fromDirectory).toBe(0)
    const focus = { no: 1, cell: 'facilityNumber' } as const
    const target = { list: priceListAt('contract', 0), rules: FLOWS.entry.rows, rows: [], focus }
    expect(planPaste(target, { grid: [[ZERO.slice(1)]] }, { excerpt }).fromDirectory).toBe(0)
  })
})

test('a text that means none of our services is marked to be looked at', () => {
  const { rows } = planOf([HEADINGS, ['さくら作業所', SAKURA, ' れんが ']])
  expect(rows[0]?.cells.serviceKey).toMatchObject({ doubtful: true, isFromDirectory: true })
  expect(rows[0]?.cells.serviceKey?.note).toBe(
    '「れんが」を、この番号で公表されている「就労継続支援B型」として取り込みます。',
  )
})

test('numbers to ask: whole ones, those that lack a zero, and each of several', () => {
  const asked = (text: string) =>
    planOf([HEADINGS, ['名称', text, '生活介護']]).rows.flatMap(({ cells }) => numbersToAsk(cells))
  expect(asked(SAKURA)).toEqual([SAKURA])
  expect(asked('110000017')).toEqual([ZERO])
  expect(asked(`${SAKURA} ${KAEDE}`)).toEqual([SAKURA, KAEDE])
  expect(asked('なし')).toEqual([])
})
