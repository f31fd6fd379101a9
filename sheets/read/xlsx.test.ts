/** What the XML of a workbook says of its cells, whoever wrote it. */
import { describe, expect, test } from 'vitest'
import { fullDigits, sheetsOfXlsx } from './xlsx.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

const PARTS = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="表" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
}
const sheetsOf = (parts: Record<string, string>) => {
  const all: Record<string, string> = { ...PARTS, ...parts }
  return sheetsOfXlsx(async (name) => all[name] ?? null)
}
async function sheetOf(rows: string, parts: Record<string, string> = {}, around = '') {
  const xml = `<worksheet>${around}<sheetData>${rows}</sheetData></worksheet>`
  const [sheet] = (await sheetsOf({ 'xl/worksheets/sheet1.xml': xml, ...parts })) ?? []
  return sheet
}
const gridOf = async (rows: string, parts?: Record<string, string>) =>
  (await sheetOf(rows, parts))?.grid

describe('cells', () => {
  test.each([
    ['numbers', '<c r="A1"><v>7</v></c>', '7'],
    ['numbers that say so', '<c r="A1" t="n"><v>7.5</v></c>', '7.5'],
    ['formulas that give a text', '<c r="A1" t="str"><f>B1&amp;"x"</f><v>あ</v></c>', 'あ'],
    ['formulas whose text looks like a number', '<c r="A1" s="1" t="str"><v>1E5</v></c>', '1E5'],
    ['texts of their own', '<c r="A1" t="inlineStr"><is><t>あ</t><t>い</t></is></c>', 'あい'],
    [
      'texts in runs',
      '<c r="A1" t="inlineStr"><is><r><t>あ</t></r><r><t>い</t></r></is></c>',
      'あい',
    ],
    ['shared texts', '<c r="A1" t="s"><v>1</v></c>', '二'],
    ['shared texts that are missing', '<c r="A1" t="s"><v>9</v></c>', ''],
    ['truths', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['untruths', '<c r="A1" t="b"><v>0</v></c>', 'FALSE'],
    ['errors', '<c r="A1" t="e"><v>#N/A</v></c>', '#N/A'],
    ['nothing', '<c r="A1" s="1"/>', ''],
    ['an empty value', '<c r="A1" s="1"><v></v></c>', ''],
    ['breaks of other systems', '<c r="A1" t="inlineStr"><is><t>a\r\nb\rc</t></is></c>', 'a\nb\nc'],
    [
      'what XML cannot hold',
      '<c r="A1" t="inlineStr"><is><t>_x000D_a_x005F_x0041_</t></is></c>',
      '\na_x0041_',
    ],
    ['words between the parts', '<c r="A1">x<v>7</v>y</c>z', '7'],
  ])('hold %s', async (_, cell, text) => {
    const strings = '<sst><si><t>一</t></si><si><t>二</t></si></sst>'
    const styles =
      '<numFmts><numFmt numFmtId="9" formatCode="000"/></numFmts><cellXfs><xf/><xf numFmtId="9"/></cellXfs>'
    const parts = {
      'xl/sharedStrings.xml': strings,
      'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    }
    expect(await gridOf(`<row r="1">${cell}</row>`, parts)).toEqual([[text]])
  })

  test('without places come one after the other, in lines one below the other', async () => {
    const rows = '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row><c><v>4</v></c></row>'
    expect(await gridOf(rows)).toEqual([['1', '', '3'], [], ['4']])
    expect(await gridOf('<row r="2"><c><v>1</v></c></row><row><c><v>2</v></c></row>')).toEqual([
      [],
      ['1'],
      ['2'],
    ])
  })

  test('at places of their own leave the others blank', async () => {
    expect(await gridOf('<row r="1"><c r="C2"><v>1</v></c><c r="AA1"><v>2</v></c></row>')).toEqual([
      [...Array(26).fill(''), '2'],
      ['', '', '1'],
    ])
  })

  test('at no place of a sheet stand where the last one did', async () => {
    expect(
      await gridOf(
        '<row r="1"><c r="1A"><v>1</v></c><c r="ABCD1"><v>2</v></c><c r="F9x"><v>3</v></c></row>',
      ),
    ).toEqual([['1', '2', '3']])
    expect(await gridOf('<c><v>1</v></c>')).toEqual([])
  })

  test('are taken up to a column and a line', async () => {
    const cell = (place: string, text = '1') => `<c r="${place}" t="str"><v>${text}</v></c>`
    expect((await gridOf(cell('GR1') + cell('GS1')))?.[0]).toHaveLength(MAX_COLUMNS)
    const far = await gridOf(cell(`A${MAX_LINES}`) + cell('B2', 'nach'))
    expect([far?.length, far?.at(-1)]).toEqual([MAX_LINES, ['1']])
    expect(far?.[1]).toEqual([])
    expect(await gridOf(cell(`A${MAX_LINES + 1}`, ' ') + cell('A1'))).toEqual([['1']])
    expect((await gridOf(cell(`A${MAX_LINES + 1}`)))?.length).toBe(MAX_LINES)
  })
})

describe('shared texts', () => {
  const texts = async (strings: string, count: number) => {
    const cells = Array.from({ length: count }, (_, no) => `<c t="s"><v>${no}</v></c>`).join('')
    return (
      await gridOf(`<row>${cells}</row>`, { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` })
    )?.[0]
  }

  test('count the empty ones, and leave out furigana and what stands between', async () => {
    const strings =
      ' <si/><si> <r> <t>あ</t></r><rPh><t>ア</t></rPh><r><t>い</t></r></si><si><t/></si><si><t>う</t></si>'
    expect(await texts(strings, 4)).toEqual(['', 'あい', '', 'う'])
  })
})

describe('formats', () => {
  const padded = async (format: string, value = '7') => {
    const formats = `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts>`
    const styles = `<styleSheet>${formats}<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"><alignment/></xf><xf numFmtId="164"/></cellXfs><dxfs><xf numFmtId="164"/></dxfs></styleSheet>`
    const grid = await gridOf(
      `<row><c s="1"><v>${value}</v></c><c><v>${value}</v></c><c s="2"><v>${value}</v></c></row>`,
      {
        'xl/styles.xml': styles,
      },
    )
    return grid?.[0]
  }

  test.each([
    ['0000', ['0007', '7', '7']],
    ['0000;-0000', ['0007', '7', '7']],
    ['&quot;No.&quot;0000', ['0007', '7', '7']],
    ['0', ['7', '7', '7']],
    ['#,##0', ['7', '7', '7']],
    ['0.00', ['7', '7', '7']],
    ['000-0000', ['7', '7', '7']],
    ['General', ['7', '7', '7']],
    ['', ['7', '7', '7']],
  ])('of %j show zeros in front', async (format, row) => {
    expect(await padded(format)).toEqual(row)
  })
})

describe('the sheets', () => {
  const sheet = (text: string) =>
    `<worksheet><sheetData><row><c t="str"><v>${text}</v></c></row></sheetData></worksheet>`

  test('are found by their relations, whatever prefix and path they have', async () => {
    const sheets = await sheetsOf({
      'xl/workbook.xml':
        '<x:workbook><x:sheets>a<x:sheet name="一" d3p1:id="a"/><x:sheet name="二" id="b" state="visible"></x:sheet><x:sheet name="三" r:id="c"/><x:sheet r:id="d"/><x:sheet name="五" r:id="b" state="veryHidden"/><x:sheet name="六"/></x:sheets><x:externalReference r:id="a"/></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships>a<Relationship Id="a" Target="/xl/one.xml"/><Relationship Id="b" Target="two.xml"></Relationship><Relationship Id="c" Target="gone.xml"/><Relationship Id="d" Target="four.xml"/><Other Id="a" Target="two.xml"/><Relationship/></Relationships>',
      'xl/one.xml': sheet('1'),
      'xl/two.xml': sheet('2'),
      'xl/four.xml': sheet('4'),
    })
    expect(sheets?.map(({ name, grid }) => [name, grid])).toEqual([
      ['一', [['1']]],
      ['二', [['2']]],
      ['', [['4']]],
    ])
  })

  test('are none without a workbook, and none without relations', async () => {
    expect(await sheetsOfXlsx(async () => null)).toBeNull()
    expect(
      await sheetsOfXlsx(async (name) => (name === 'xl/workbook.xml' ? PARTS[name] : null)),
    ).toEqual([])
  })

  test('have merged cells within their bounds', async () => {
    const merges = ['A1:B2', 'C1:XFD1', 'A3:A1048576', 'A1', 'x:y', '']
      .map((ref) => `<mergeCell ref="${ref}"/>`)
      .join('')
    expect(
      (
        await sheetOf(
          '',
          {},
          `<mergeCells>${merges}<mergeCell ref="B5:B6"></mergeCell><mergeCell/></mergeCells>`,
        )
      )?.merges,
    ).toEqual([
      { line: 0, column: 0, lines: 2, columns: 2 },
      { line: 0, column: 2, lines: 1, columns: MAX_COLUMNS - 1 },
      { line: 2, column: 0, lines: MAX_LINES - 1, columns: 1 },
      { line: 4, column: 1, lines: 2, columns: 1 },
    ])
  })

  test('have hidden rows and columns', async () => {
    const columns =
      '<cols><col min="1" max="1"/><col min="2" max="3" hidden="1"/><col min="5" max="16384" hidden="true"/><col min="4" max="4" hidden="0"></col></cols>'
    const found = await sheetOf(
      '<row r="1" hidden="1"/><row hidden="true"><c/></row><row hidden="false"/><row r="9" hidden="1"></row>',
      {},
      columns,
    )
    expect(found?.hiddenLines).toEqual(new Set([0, 1, 8]))
    expect([...(found?.hiddenColumns ?? [])]).toEqual([
      1,
      2,
      ...Array.from({ length: MAX_COLUMNS - 4 }, (_, at) => at + 4),
    ])
    const far = '<cols><col min="-999999" max="1" hidden="1"/></cols>'
    expect((await sheetOf('', {}, far))?.hiddenColumns?.size).toBe(1)
  })
})

test.each([
  ['1.310205016E9', '1310205016'],
  ['1.310205016e+9', '1310205016'],
  ['1.5E-3', '1.5E-3'],
  ['1E400', '1E400'],
  ['9007199254740993', '9007199254740993'],
  ['7.0', '7.0'],
])('%s stands for %s', (value, digits) => {
  expect(fullDigits(value)).toBe(digits)
})
