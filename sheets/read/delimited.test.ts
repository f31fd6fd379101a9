import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import { planPaste, rowsAfter } from '../plan.ts'
import { gridOfSeparatedText, gridOfText, linesOfRows, textOf, textOfBytes } from './csv.ts'

/** What the table holds after a text is pasted into its first cell, as name, number, service. */
const pasted = (grid: string[][] | null): string[][] => {
  const focus = { no: 1, cell: 'facilityName' } as const
  const target = { list: priceListAt('contract', 0), rules: FLOWS.entry.rows, rows: [], focus }
  return rowsAfter(planPaste(target, { grid: grid ?? [] }), []).map((row) => [
    row.facilityName,
    row.facilityNumber,
    row.serviceKey,
  ])
}

describe('clipboards', () => {
  test('Excel: lines end in CRLF, the last one too; a cell with a line break is quoted, its quotes doubled', () => {
    const text =
      'No.\t事業所名\t事業所番号\tサービス種類\r\n1\tひまわり\t1311111114\t就労継続支援Ｂ型\r\n2\t"すずらん\n""第2"""\t110100013\t放デイ\r\n3\tつばめ\t\t移動支援\r\n'
    expect(gridOfText(text)?.slice(0, 4)).toEqual([
      ['No.', '事業所名', '事業所番号', 'サービス種類'],
      ['1', 'ひまわり', '1311111114', '就労継続支援Ｂ型'],
      ['2', 'すずらん\n"第2"', '110100013', '放デイ'],
      ['3', 'つばめ', '', '移動支援'],
    ])
    expect(pasted(gridOfText(text))).toEqual([
      ['ひまわり', '1311111114', 'SYUKEI_B'],
      ['すずらん "第2"', '110100013', 'HOKAGO'],
      ['つばめ', '', 'IDO'],
    ])
  })

  test('Excel: a quote without a line break is the text itself', () => {
    const text =
      '"ひまわり"作業所\t1311111114\t就B\r\n"つばめ"\t0110100013\tGH\r\n"A\t1311111114\t"B\r\n'
    expect(pasted(gridOfText(text))).toEqual([
      ['"ひまわり"作業所', '1311111114', 'SYUKEI_B'],
      ['"つばめ"', '0110100013', 'KYODO'],
      ['"A', '1311111114', ''],
    ])
  })

  test('LibreOffice 7.4: lines end in LF; line breaks and tabs in cells become spaces, quotes stay', () => {
    const text =
      'No.\t事業所名\t事業所番号\tサービス種類\n1\tひまわり\t1311111114\t就労継続支援Ｂ型\n2\t"つばめ"作業所\t0110100013\t放デイ\n3\tすずらん 第2\t110100013\tグループホーム\n4\tタブ あり\t１３１１１１１１１４\t児発"A"\n5\t\t\tショート\n'
    expect(pasted(gridOfText(text))).toEqual([
      ['ひまわり', '1311111114', 'SYUKEI_B'],
      ['"つばめ"作業所', '0110100013', 'HOKAGO'],
      ['すずらん 第2', '110100013', 'KYODO'],
      ['タブ あり', '1311111114', ''],
      ['タブ あり', '1311111114', 'TANKI'],
    ])
  })

  test('Google Sheets: no line break behind the last line', () => {
    const text =
      'ひまわり\t1311111114\t就労継続支援B型\n"すずらん\n第2"\t0110100013\t放課後等デイサービス'
    expect(pasted(gridOfText(text))).toEqual([
      ['ひまわり', '1311111114', 'SYUKEI_B'],
      ['すずらん 第2', '0110100013', 'HOKAGO'],
    ])
  })

  test('one column, of which a cell has a line break', () => {
    expect(gridOfText('ひまわり\r\n"すずらん\n第2"\r\n')?.slice(0, 2)).toEqual([
      ['ひまわり'],
      ['すずらん\n第2'],
    ])
  })

  test('old Macs end lines in CR', () => {
    expect(gridOfText('a\tb\rc\td\r')?.slice(0, 2)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test.each(['', 'ひまわり', 'ひまわり\n', 'ひまわり\r\n', '1311111114', 'a, b', '"ひまわり"'])(
    '%j is an ordinary paste',
    (text) => {
      expect(gridOfText(text)).toBeNull()
    },
  )
})

describe('files', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const csv = '事業所名,番号,種別\r\n髙﨑園①,0110100013,就労Ｂ～\r\n"ｶﾅ,園",,ＧＨ\r\n'
  const cells = [
    ['事業所名', '番号', '種別'],
    ['髙﨑園①', '0110100013', '就労Ｂ～'],
    ['ｶﾅ,園', '', 'ＧＨ'],
  ]
  const gridOf = (bytes: Uint8Array<ArrayBuffer>) => {
    const text = textOfBytes(bytes)
    return text && gridOfSeparatedText(text).filter((row) => row.join('') !== '')
  }
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2))
    for (let at = 0; at < text.length; at += 1)
      view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
    return new Uint8Array(view.buffer)
  }

  test.each([
    ['UTF-8', utf8(csv)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${csv}`)],
    [
      'UTF-16, as Excel saves Unicode text',
      utf16(`\ufeff${csv.replaceAll(',', '\t').replace('ｶﾅ\t', 'ｶﾅ,')}`, true),
    ],
    ['UTF-16, the other way round', utf16(`\ufeff${csv}`, false)],
    ['semicolons', utf8(csv.replaceAll(',', ';').replace('ｶﾅ;', 'ｶﾅ,'))],
    [
      'Shift_JIS, as Japanese Excel saves CSV',
      new Uint8Array(
        Buffer.from(
          'jpaLxo+KlrwslNSNhiyO7ZXKDQru4O2ViYCHQCwwMTEwMTAwMDEzLI9BmEqCYYFgDQoitsUsiYAiLCyCZoJnDQo=',
          'base64',
        ),
      ),
    ],
  ])('%s', (_, bytes) => {
    expect(gridOf(bytes)).toEqual(cells)
  })

  test('quotes that are not those of CSV are text', () => {
    expect(gridOf(utf8('"ひまわり"作業所,1311111114\nつばめ,0110100013\n'))).toEqual([
      ['"ひまわり"作業所', '1311111114'],
      ['つばめ', '0110100013'],
    ])
  })

  test('one column', () => {
    expect(gridOf(utf8('ひまわり\r\nつばめ\r\n'))).toEqual([['ひまわり'], ['つばめ']])
  })

  test.each([
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0)],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)],
    ['bytes of no encoding', Uint8Array.of(0x82, 0xff, 0xa0, 0xff)],
  ])('%s is refused with what to do', (_, bytes) => {
    expect(gridOf(bytes)).toBeNull()
  })
})

describe('copies', () => {
  const rows: FacilityRow[] = [
    { no: 1, facilityName: 'ひまわり', facilityNumber: '0110100013', serviceKey: 'SYUKEI_B' },
    { no: 2, facilityName: '"つばめ"作業所', facilityNumber: '', serviceKey: 'IDO' },
    { no: 3, facilityName: '半分', facilityNumber: '', serviceKey: '' },
  ]

  test('all rows with headings, services by their names', () => {
    expect(textOf(linesOfRows(rows))).toBe(
      '事業所名\t事業所番号\tサービス種類\r\nひまわり\t0110100013\t就労継続支援B型\r\n"""つばめ""作業所"\t\t移動支援\r\n半分\t\t',
    )
  })

  test('a facility that is called like a service’s key keeps its name', () => {
    const row = { no: 1, facilityName: 'KYODO', facilityNumber: 'IDO', serviceKey: 'OTHER' }
    expect(linesOfRows([row])[1]).toEqual(['KYODO', 'IDO', 'その他の地域生活支援事業'])
  })

  test('come back as they were when pasted again', () => {
    expect(pasted(gridOfText(textOf(linesOfRows(rows))))).toEqual(
      rows.map((row) => [row.facilityName, row.facilityNumber, row.serviceKey]),
    )
  })

  test('of any cells are read as they were', () => {
    const cell = fc
      .oneof(fc.stringMatching(/^[ぁ-ん"\t\n ]{0,6}$/), fc.string({ unit: 'grapheme' }))
      .map((text) => text.replace(/\r\n?/g, '\n'))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (grid) => {
        // A cell of their own that must be quoted makes the whole text unmistakably quoted.
        const marked = [['改\n行', ''], ...grid]
        expect(gridOfText(textOf(marked))).toEqual(marked)
      }),
    )
  })
})
