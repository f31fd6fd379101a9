/** What the XML of an OpenDocument sheet says of its cells. */
import { describe, expect, test } from 'vitest'
import { sheetsOfOds } from './ods.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

const sheetsOf = (tables: string) =>
  sheetsOfOds(`<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`)
const sheetOf = (rows: string) =>
  sheetsOf(`<table:table table:name="表">${rows}</table:table>`)?.[0]
const gridOf = (rows: string) => sheetOf(rows)?.grid
const row = (cells: string, given = '') => `<table:table-row ${given}>${cells}</table:table-row>`
const cell = (content: string, given = '') =>
  `<table:table-cell ${given}>${content}</table:table-cell>`
const text = (content: string, given = '') => cell(`<text:p>${content}</text:p>`, given)

describe('a cell', () => {
  test.each([
    ['one line', '<text:p>あ</text:p>', 'あ'],
    ['several lines', '<text:p>あ</text:p>\n<text:p>い</text:p>', 'あ\nい'],
    ['an empty line', '<text:p>あ</text:p><text:p/><text:p>い</text:p>', 'あ\nい'],
    [
      'a break, a space and a tab',
      '<text:p>あ<text:line-break/>い<text:s/>う<text:tab/>え</text:p>',
      'あ\nい う え',
    ],
    [
      'breaks that are closed apart',
      '<text:p>あ<text:s></text:s>い<text:line-break></text:line-break>う</text:p>',
      'あ い\nう',
    ],
    ['a span', '<text:p>あ<text:span text:style-name="s">い</text:span>う</text:p>', 'あいう'],
    [
      'furigana',
      '<text:p><text:ruby><text:ruby-base>向日葵</text:ruby-base><text:ruby-text>ひまわり</text:ruby-text></text:ruby>園</text:p>',
      '向日葵園',
    ],
    [
      'a comment',
      '<office:annotation><dc:creator>誰</dc:creator><text:p>注<text:s/></text:p></office:annotation><text:p>あ</text:p>',
      'あ',
    ],
    ['nothing', '', ''],
    ['white space between its parts', ' \n ', ''],
  ])('holds %s', (_, content, shown) => {
    expect(gridOf(row(cell(content)))).toEqual([[shown]])
  })

  test.each([
    ['1.31E+09', 'office:value="1310205016"', '1310205016'],
    ['###', 'office:value="1.310205016E9"', '1310205016'],
    [' 1.31E+09', 'office:value="1310205016"', '1310205016'],
    ['1,310', 'office:value="1310"', '1,310'],
    ['0110100013', 'office:value="110100013"', '0110100013'],
    ['1.31E+09', '', '1.31E+09'],
  ])('that shows %s with %s is %s', (shown, given, expected) => {
    expect(gridOf(row(text(shown, given)))).toEqual([[expected]])
  })

  test('may be covered by a merged one, and merged ones have their size', () => {
    const sheet = sheetOf(
      row(
        text('あ', 'table:number-rows-spanned="2" table:number-columns-spanned="2"') +
          '<table:covered-table-cell/>',
      ) +
        row(
          `<table:covered-table-cell table:number-columns-repeated="2"/>${text('い', 'table:number-columns-spanned="9999" table:number-rows-spanned="9999"')}`,
        ),
    )
    expect(sheet).toMatchObject({
      grid: [
        ['あ', ''],
        ['', '', 'い'],
      ],
      merges: [
        { line: 0, column: 0, lines: 2, columns: 2 },
        { line: 1, column: 2, lines: MAX_LINES, columns: MAX_COLUMNS },
      ],
    })
  })

  test('may be merged in one direction alone', () => {
    const wide = text('あ', 'table:number-columns-spanned="2"')
    const tall = text('い', 'table:number-rows-spanned="3"')
    expect(sheetOf(row(wide + tall))?.merges).toEqual([
      { line: 0, column: 0, lines: 1, columns: 2 },
      { line: 0, column: 1, lines: 3, columns: 1 },
    ])
  })

  test('may be repeated, up to a column', () => {
    const again = (count: string) => `table:number-columns-repeated="${count}"`
    expect(
      gridOf(row(text('あ', again('3')) + text('い', again('0')) + text('う', again('x')))),
    ).toEqual([['あ', 'あ', 'あ', 'い', 'う']])
    expect(
      gridOf(row(text('あ', again('150')) + text('い', again('16384')) + text('う')))?.[0],
    ).toEqual([...Array(150).fill('あ'), ...Array(MAX_COLUMNS - 150).fill('い')])
  })

  test('outside of a row or a table is none', () => {
    expect(
      sheetsOf(`${text('あ')}${row(text('い'))}<table:table>${text('う')}</table:table>`),
    ).toMatchObject([{ name: '', grid: [], merges: [] }])
    const aside = '<text:p>x<text:s/></text:p><table:table-column table:visibility="collapse"/>'
    expect(sheetsOf(`${aside}</table:table>`)).toEqual([])
  })
})

describe('rows', () => {
  test('may be repeated and hidden', () => {
    const sheet = sheetOf(
      row(text('あ')) +
        row(text('い'), 'table:number-rows-repeated="2" table:visibility="collapse"') +
        row('', 'table:number-rows-repeated="2"') +
        row(text('う'), 'table:visibility="filter"') +
        row(text('え'), 'table:visibility="visible"'),
    )
    expect(sheet?.grid).toEqual([['あ'], ['い'], ['い'], [], [], ['う'], ['え']])
    expect(sheet?.hiddenLines).toEqual(new Set([1, 2, 5]))
  })

  test('that are blank to the end of the sheet are left out, others are taken up to a line', () => {
    const blank = cell('', 'table:number-columns-repeated="16384"')
    const again = (count: number) => `table:number-rows-repeated="${count}"`
    expect(gridOf(row(text('あ')) + row(blank, again(MAX_LINES + 1)) + row(text('い')))).toEqual([
      ['あ'],
      ['い'],
    ])
    expect(gridOf(row(blank, again(MAX_LINES)) + row(text('い')))).toHaveLength(MAX_LINES)
    expect(gridOf(row(text('あ')) + row(text('い'), again(1_000_000)))).toHaveLength(MAX_LINES)
    expect(gridOf(row(text('い') + text(''), again(1_000_000)))).toHaveLength(MAX_LINES)
  })
})

describe('sheets', () => {
  test('have names, and columns of which some are hidden', () => {
    const columns =
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"></table:table-column><table:table-column/><table:table-column table:visibility="filter" table:number-columns-repeated="16384"/>'
    const sheets = sheetsOf(
      `<table:table table:name="一">${columns}${row(text('あ'))}</table:table><table:table table:name="二"><table:table-column table:visibility="collapse"/></table:table>`,
    )
    expect(sheets?.map(({ name }) => name)).toEqual(['一', '二'])
    expect([...(sheets?.[0]?.hiddenColumns ?? [])]).toEqual([
      ...[2, 3],
      ...Array.from({ length: MAX_COLUMNS }, (_, at) => at + 5),
    ])
    expect([...(sheets?.[1]?.hiddenColumns ?? [])]).toEqual([0])
  })

  test('are none in the content of another document', () => {
    expect(
      sheetsOfOds('<office:body><office:text><text:p>あ</text:p></office:text></office:body>'),
    ).toBeNull()
    expect(sheetsOf('')).toEqual([])
  })
})
