import { describe, expect, test } from 'vitest'
import { sheetOfPlainText } from './plain-text-table.ts'
import { priceListAt } from './price-lists.ts'

const list = priceListAt('contract', 0)
const gridOf = (...lines: string[]) => sheetOfPlainText(list, lines.join('\n'))?.grid
const HEADINGS = ['事業所名', '事業所番号', 'サービス種類']
const [SAKURA, KAEDE] = ['1310000018', '1310000026']

describe('a table drawn with bars', () => {
  test('of Markdown, with and without bars at the ends, its rules left out', () => {
    expect(
      gridOf(
        '| 名称 | 番号 |',
        '|:-----|-----:|',
        `| さくら<br>作業所 | ${SAKURA} |`,
        `  | かえで<BR />第二 | ${KAEDE}`,
      ),
    ).toEqual([
      ['名称', '番号'],
      ['さくら\n作業所', SAKURA],
      ['かえで\n第二', KAEDE],
    ])
    expect(gridOf('名称 ｜ 番号 ｜ 種類', `さくら│${SAKURA}┃生活介護`)).toEqual([
      ['名称', '番号', '種類'],
      ['さくら', SAKURA, '生活介護'],
    ])
  })

  test('with frames of lines, and blank cells at their places', () => {
    expect(gridOf('┌──┬──┐', '│名称│番号│', '├──┼──┤', `│　│${SAKURA}│`, '└──┴──┘')).toEqual([
      ['名称', '番号'],
      ['', SAKURA],
    ])
  })

  test('is none where one line alone has bars', () => {
    expect(gridOf('| a | b |', 'c')).toBeUndefined()
    expect(gridOf('a | b', 'c | d')).toBeUndefined()
  })
})

describe('labels line by line', () => {
  test('an entry for each time that the first label comes again, in any marks', () => {
    expect(
      gridOf(
        '・事業所名：さくら作業所 ',
        `　事業所番号: ${SAKURA}`,
        '電話：03-1234-5678',
        '■ 事業所名： かえで',
        'サービス種類：居宅介護',
      ),
    ).toEqual([HEADINGS, ['さくら作業所', SAKURA, ''], ['かえで', '', '居宅介護']])
  })

  test('one label alone is no table, nor are labels without a value', () => {
    expect(gridOf('事業所名：さくら', '事業所名：かえで')).toBeUndefined()
    expect(gridOf('事業所名：さくら', '事業所番号： ')).toBeUndefined()
  })
})

describe('lines with a number', () => {
  test('have a name, the number and a service in any order; the rest stands behind', () => {
    expect(
      gridOf(
        '各位',
        `1. さくら作業所（${SAKURA}） 就労継続支援B型`,
        `● ${KAEDE}　かえで、居宅介護、東京都`,
        '以上です',
      ),
    ).toEqual([
      [...HEADINGS, ''],
      ['', '', '', '各位'],
      ['さくら作業所', SAKURA, '就労継続支援B型', ''],
      ['かえで', KAEDE, '居宅介護', '東京都'],
      ['', '', '', '以上です'],
    ])
  })

  test('their headings are no entry, and the corporation is no part of the name', () => {
    const lines = [
      '事業所名　事業所番号　サービス',
      `社会福祉法人花会 あおば作業所　${SAKURA}　生活介護`,
      `株式会社 みほん かえで　${KAEDE}　居宅介護`,
    ]
    expect(gridOf(...lines)?.slice(1)).toEqual([
      ['あおば作業所', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, '居宅介護', ''],
    ])
  })

  test('a service on a line of its own belongs to the one line that lacks one', () => {
    const lines = [`さくら　${SAKURA}`, ' 生活介護 ', `かえで　${KAEDE}　居宅介護`]
    expect(gridOf(...lines)?.slice(1)).toEqual([
      ['さくら', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, '居宅介護', ''],
    ])
    expect(gridOf(`さくら　${SAKURA}`, '生活介護', `かえで　${KAEDE}`)?.slice(1)).toEqual([
      ['さくら', SAKURA, '', ''],
      ['', '', '', '生活介護'],
      ['かえで', KAEDE, '', ''],
    ])
  })

  test.each([
    ['parted by hyphens', '13-1-00-0001-8', SAKURA],
    ['in full width', '１３１０００００１８', SAKURA],
    ['without the zero that a spreadsheet drops', '110100013', '110100013'],
    ['of nine digits that are no number', '123456789', undefined],
    ['of eleven digits', '13100000180', undefined],
  ])('a number %s', (_, written, number) => {
    expect(gridOf(`さくら　${written}　生活介護`)?.[1]?.[1]).toBe(number)
  })

  test('a service is found at either end of a line', () => {
    expect(gridOf(`さくら 生活介護　${SAKURA}`)?.[1]).toEqual(['さくら', SAKURA, '生活介護', ''])
    expect(gridOf(`生活介護 さくら ${SAKURA}`)?.[1]).toEqual(['さくら', SAKURA, '生活介護', ''])
  })

  test('a line is read up to its thousandth character', () => {
    const long = `${'さ'.repeat(995)}　${SAKURA}`
    expect(gridOf(long)).toBeUndefined()
  })
})

describe('blocks', () => {
  test('of a name, a number and services below each other', () => {
    expect(
      gridOf('さくら', SAKURA, '生活介護', '', ' かえで', '居宅介護', '重度訪問介護', KAEDE),
    ).toEqual([
      HEADINGS,
      ['さくら', SAKURA, '生活介護'],
      ['かえで', KAEDE, '居宅介護、重度訪問介護'],
    ])
  })

  test.each([
    ['one has two names', ['さくら', '東', SAKURA, '', 'かえで', KAEDE]],
    ['one has no number', ['さくら', SAKURA, '', 'かえで', '居宅介護']],
    ['a name has no letter', ['123', SAKURA]],
    ['there is nothing', ['']],
  ])('are none where %s', (_, lines) => {
    expect(gridOf(...lines)).toBeUndefined()
  })
})

test('lines may end in any way', () => {
  const expected = [HEADINGS, ['さくら', SAKURA, ''], ['かえで', KAEDE, '']]
  for (const end of ['\n', '\r\n', '\r'])
    expect(sheetOfPlainText(list, ['さくら', SAKURA, '', 'かえで', KAEDE].join(end))?.grid).toEqual(
      expected,
    )
})
