import { describe, expect, test } from 'vitest'
import { zipOf } from '../corpus/zip-archive.ts'
import { fileMessages } from '../messages.ts'
import { MAX_COLUMNS, MAX_LINES } from '../sheet.ts'
import { FILE_LIMIT, sheetsOfFile } from './file.ts'
import { UNPACKED_LIMIT } from './zip.ts'

const read = (bytes: Uint8Array<ArrayBuffer>) => sheetsOfFile(new File([bytes], '台帳'))

const WORKBOOK = `<workbook xmlns:r="x"><sheets><sheet name="一覧" r:id="rId1"/><sheet name="裏" state="hidden" r:id="rId2"/><sheet name="別" r:id="rId3"/></sheets></workbook>`
const RELATIONS = [1, 2, 3]
  .map((id) => `<Relationship Id="rId${id}" Target="worksheets/sheet${id}.xml"/>`)
  .join('')
const sheetXml = (rows: string, rest = '') =>
  `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData>${rows}</sheetData>${rest}</worksheet>`
const workbook = (sheet: string, more: Record<string, string> = {}) =>
  zipOf({
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': `<Relationships>${RELATIONS}</Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    'xl/worksheets/sheet2.xml': sheetXml('<row r="1"><c r="A1" t="str"><v>秘密</v></c></row>'),
    'xl/worksheets/sheet3.xml': sheetXml('<row r="1"><c r="A1" t="str"><v>別の表</v></c></row>'),
    ...more,
  })

describe('.xlsx', () => {
  test('parts are found by their relations, in any case, below other folders and in UTF-16', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
    const main = `<workbook xmlns:r="x"><sheets><sheet name="一覧" r:id="rId1"/></sheets></workbook>`
    const content = await read(
      zipOf({
        '_rels/.rels': relation('rId1', 'officeDocument', '/Book/Workbook2.xml'),
        'Book/workbook2.xml': new Uint8Array(Buffer.from(`\ufeff${main}`, 'utf16le')),
        'Book/_rels/Workbook2.xml.rels':
          relation('rId1', 'worksheet', '../Sheets/One.xml') +
          relation('rId2', 'sharedStrings', 'Strings.xml'),
        'book/strings.xml': '<sst><si><t>さくら</t></si></sst>',
        'sheets/one.xml': sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
      }),
    )
    expect(content).toHaveProperty('sheets.0.grid', [['さくら']])
  })

  test('a line that is struck through as a whole', async () => {
    const styles =
      '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>'
    const cell = (at: string, style: number) => `<c r="${at}" s="${style}" t="str"><v>あ</v></c>`
    const rows = `<row r="1">${cell('A1', 1)}${cell('B1', 1)}</row><row r="2">${cell('A2', 1)}${cell('B2', 0)}</row>`
    const content = await read(workbook(sheetXml(rows), { 'xl/styles.xml': styles }))
    expect(content).toHaveProperty('sheets.0.struckLines', new Set([0]))
  })

  test('visible sheets by name; merged cells, hidden rows and columns as the source has them', async () => {
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>名&amp;称</t></is></c></row><row r="3" hidden="1"><c r="C3" t="str"><v>隠れた行</v></c></row>`
    const merges = '<mergeCells><mergeCell ref="A1:C2"/></mergeCells>'
    const content = await read(workbook(sheetXml(rows, merges)))
    expect(content).toEqual({
      sheets: [
        {
          name: '一覧',
          grid: [['名&称'], [], ['', '', '隠れた行']],
          merges: [{ line: 0, column: 0, lines: 2, columns: 3 }],
          hiddenLines: new Set([2]),
          hiddenColumns: new Set([1]),
          struckLines: new Set(),
        },
        expect.objectContaining({ name: '別', grid: [['別の表']] }),
      ],
    })
  })

  test('furigana beside a text is left out, runs of one text are joined', async () => {
    const strings =
      '<sst><si><r><t>ひま</t></r><r><t>わり</t></r><rPh sb="0" eb="2"><t>ヒマワリ</t></rPh></si></sst>'
    const sheet = sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')
    const content = await read(workbook(sheet, { 'xl/sharedStrings.xml': strings }))
    expect(content).toHaveProperty('sheets.0.grid', [['ひまわり']])
  })

  test('numbers have all their digits, and the zeros that their format shows', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const cells =
      '<c r="A1"><v>1.310205016E9</v></c><c r="B1" s="1"><v>110100013</v></c><c r="C1"><v>110100013</v></c>'
    const content = await read(
      workbook(sheetXml(`<row r="1">${cells}</row>`), { 'xl/styles.xml': styles }),
    )
    expect(content).toHaveProperty('sheets.0.grid', [['1310205016', '0110100013', '110100013']])
  })

  test('formulas have the results that they last had, empty texts too', async () => {
    const cells =
      '<c r="A1" t="str"><f>IF(C1="","",C1)</f><v></v></c><c r="B1"><f>C1</f><v>7</v></c><c r="D1" s="1"><v></v></c>'
    expect(await read(workbook(sheetXml(`<row r="1">${cells}</row>`)))).toHaveProperty(
      'sheets.0.grid',
      [['', '7', '', '']],
    )
  })

  test('places that no sheet has do not make a table of millions of cells', async () => {
    const cells = '<row r="1048576"><c r="XFD1048576" t="str"><v>遠い</v></c></row>'
    const near =
      '<row r="1"><c r="A1" t="str"><v>近い</v></c><c r="XFD1" t="str"><v>遠い</v></c></row>'
    const content = await read(workbook(sheetXml(near + cells)))
    expect(content).toHaveProperty('sheets.0.grid', [['近い']])
  })
})

test.each([
  ['TABLE\n0,1\n"EXCEL"', fileMessages.noRecords],
  ['ID;PWXL;N;E', fileMessages.noRecords],
  ['{"a":"b"}', fileMessages.noRecords],
  ['こんにちは', fileMessages.noRecords],
  ['From: a@example.jp\nSubject: x\nMIME-Version: 1.0\n\nさくら,1310100118', fileMessages.mail],
])('a text that holds no list is refused with what to do: %j', async (text, message) => {
  expect(await read(new TextEncoder().encode(text))).toEqual({ message })
})

test('a broken byte leaves the rest of a file', async () => {
  const csv = [
    ...Buffer.from('事業所名,番号\nさくら'),
    0xff,
    ...Buffer.from(',1310100118\nかえで,1310100126\n'.repeat(9)),
  ]
  const content = await read(new Uint8Array(csv))
  expect(content).toHaveProperty('sheets.0.grid.1', ['さくら\ufffd', '1310100118'])
})

test('sheets without a word are left out', async () => {
  const blank = sheetXml('<row r="1"><c r="A1" t="str"><v> </v></c></row>')
  const content = await read(workbook(blank))
  expect('sheets' in content && content.sheets.map(({ name }) => name)).toEqual(['別'])
})

test.each(['Pa,b', '%a,b', 'From: a@example.jp,b', 'multipart,b'])(
  'a text that begins like another format is a text: %s',
  async (text) => {
    const content = await read(new TextEncoder().encode(text))
    expect(content).toEqual({ sheets: [{ grid: [text.split(',')], text }] })
  },
)

describe('.ods', () => {
  const ods = (table: string) =>
    zipOf({
      'content.xml': `<office:document-content><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
    })

  test('repeated cells and rows, comments, breaks, full numbers, what is filtered out', async () => {
    const cell = (text: string, given = '') =>
      `<table:table-cell ${given}><text:p>${text}</text:p></table:table-cell>`
    const content = await read(
      ods(
        `<table:table table:name="表"><table:table-column/><table:table-column table:visibility="collapse"/>
        <table:table-row>${cell('あ', 'table:number-columns-repeated="2"')}<table:table-cell><office:annotation><text:p>注</text:p></office:annotation><text:p>い</text:p><text:p>う</text:p></table:table-cell></table:table-row>
        <table:table-row table:visibility="filter">${cell('1.31E+09', 'office:value="1310205016"')}</table:table-row>
        <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
      ),
    )
    expect(content).toEqual({
      sheets: [
        {
          name: '表',
          grid: [['あ', 'あ', 'い\nう'], ['1310205016']],
          merges: [],
          hiddenLines: new Set([1]),
          hiddenColumns: new Set([1]),
        },
      ],
    })
  })
})

test('of a sheet that goes on for long, one line more is handed over than is read', async () => {
  const csv = new TextEncoder().encode('あ,い\n'.repeat(MAX_LINES + 100))
  const row = (line: number) => `<row r="${line}"><c r="A${line}" t="str"><v>あ</v></c></row>`
  const far = workbook(sheetXml([1, 90_000, 90_001].map(row).join('')))
  for (const bytes of [csv, far]) {
    const content = await read(new Uint8Array(bytes))
    const [sheet] = 'sheets' in content ? content.sheets : []
    expect(sheet?.grid.length).toBe(MAX_LINES + 1)
    expect(sheet?.grid.at(-1)?.[0]).toBe('あ')
  }
})

describe('is read whatever its name', () => {
  const ROWS = [
    ['事業所名', '番号'],
    ['ひまわり', '1310100118'],
  ]
  const table = `<table>${ROWS.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table>`
  const gridOf = async (bytes: Uint8Array) => {
    const content = await read(new Uint8Array(bytes))
    return 'sheets' in content ? content.sheets.map(({ grid }) => grid) : content
  }
  const cell = (text: string, attributes = '') =>
    `<Cell${attributes}><Data ss:Type="${/^\d/.test(text) ? 'Number' : 'String'}">${text}</Data></Cell>`

  test('a page, which web systems also hand out as .xls', async () => {
    expect(await gridOf(Buffer.from(`\ufeff <html><body>${table}`))).toEqual([ROWS])
  })

  describe('a workbook in the XML of Excel 2003', () => {
    const row = (cells: string, attributes = '') => `\n   <Row${attributes}>${cells}\n   </Row>`
    const sheet = (name: string, rows: string, more = '') =>
      `\n <Worksheet ss:Name="${name}">\n  <Table>${rows}\n  </Table>${more}\n </Worksheet>`
    const bookOf = (sheets: string) => {
      const xml = `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets}\n</Workbook>`
      return read(new Uint8Array(Buffer.from(xml)))
    }
    const firstOf = async (rows: string) => {
      const content = await bookOf(sheet('一覧', rows))
      return 'sheets' in content ? content.sheets[0] : undefined
    }

    test('visible sheets by name, rows and cells at their places, merged cells, hidden rows', async () => {
      const first =
        row(cell('事業所名', ' ss:MergeAcross="1"')) +
        row(
          cell('ひまわり') + cell('1.310100118E9', ' ss:Index="3"'),
          ' ss:Index="3" ss:Hidden="1"',
        )
      const hidden = '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>'
      const third = row(cell('別の表', ' ss:MergeDown="1"')) + row(cell('下', ' ss:Index="2"'))
      expect(
        await bookOf(
          sheet('一覧', first) + sheet('裏', row(cell('秘密')), hidden) + sheet('別', third),
        ),
      ).toEqual({
        sheets: [
          {
            name: '一覧',
            grid: [['事業所名'], [], ['ひまわり', '', '1310100118']],
            merges: [{ line: 0, column: 0, lines: 1, columns: 2 }],
            hiddenLines: new Set([2]),
          },
          {
            name: '別',
            grid: [['別の表'], ['', '下']],
            merges: [{ line: 0, column: 0, lines: 2, columns: 1 }],
            hiddenLines: new Set(),
          },
        ],
      })
    })

    const of = (...data: string[]) => data.map((each) => `\n    <Cell>${each}</Cell>`).join('')
    const text = (shown: string) => `<Data ss:Type="String">${shown}</Data>`
    test.each([
      [
        'behind merged ones, in the columns that Excel shows them in',
        cell('あ', ' ss:MergeAcross="1"') + cell('い'),
        ['あ', '', 'い'],
      ],
      [
        'at a place that is taken, in the next one',
        cell('あ') + cell('い') + cell('う', ' ss:Index="1"'),
        ['あ', 'い', 'う'],
      ],
      [
        'with white space around, without it',
        of(`\n     ${text('あ')}\n    `, text('い')),
        ['あ', 'い'],
      ],
      [
        'in runs, as one text',
        of(
          `<ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>ひま</B><Font>わり</Font></ss:Data>`,
        ),
        ['ひまわり'],
      ],
      [
        'with furigana or a comment, without them',
        of(
          `${text('向日葵')}<PhoneticText xmlns="urn:schemas-microsoft-com:office:excel">ヒマワリ</PhoneticText>`,
          `${text('1')}<Comment ss:Author="誰"><ss:Data xmlns="http://www.w3.org/TR/REC-html40"><B>誰:</B><Font>&#10;廃止?</Font></ss:Data></Comment>`,
          text('い'),
        ),
        ['向日葵', '1', 'い'],
      ],
      [
        'with merges below nothing or of half a column, in columns of their own',
        cell('あ', ' ss:MergeAcross="-3"') + cell('い', ' ss:MergeAcross="0.5"') + cell('う'),
        ['あ', 'い', 'う'],
      ],
      [
        'behind a comment that does not end, with their text',
        of(`${text('あ')}<Comment><ss:Data>誰</ss:Data>`, text('い')),
        ['あ', 'い'],
      ],
      ['whose text looks like a number, as they stand', of(text('12E3')), ['12E3']],
      [
        'beyond the columns that are read, not at all',
        cell('あ') + cell('い', ' ss:Index="200"') + cell('う') + cell('え', ' ss:Index="16384"'),
        ['あ', ...Array(198).fill(''), 'い'],
      ],
    ])('cells %s', async (_, cells, grid) => {
      expect((await firstOf(row(cells)))?.grid).toEqual([grid])
    })

    test('rows that no sheet has do not make a table of millions of them', async () => {
      const far = ' ss:MergeAcross="1e99" ss:MergeDown="1e99"'
      const rows = [MAX_LINES, MAX_LINES + 1, MAX_LINES + 2, 90_000].map((index) =>
        row(cell('い', far), ` ss:Index="${index}"`),
      )
      const { grid, merges } = (await firstOf(row(cell('あ')) + rows.join(''))) ?? {}
      expect([grid?.length, grid?.at(-1)]).toEqual([MAX_LINES + 1, ['い']])
      expect(merges?.[0]).toMatchObject({ lines: MAX_LINES + 2, columns: MAX_COLUMNS + 1 })
      expect((await firstOf(row(cell('あ')) + row(cell('い'), ' ss:Index="1"')))?.grid).toEqual([
        ['あ'],
        ['い'],
      ])
    })
  })

  test('EUC-JP whose bytes are katakana in Shift_JIS, and katakana that are', async () => {
    expect(await gridOf(Buffer.from('a4a2a4a42ca4a6a4a80a', 'hex'))).toEqual([[['あい', 'うえ']]])
    expect(await gridOf(Buffer.from('b1b2b32c82a00a', 'hex'))).toEqual([[['ｱｲｳ', 'あ']]])
    // 凜 in Shift_JIS, whose bytes are another character in EUC-JP.
    expect(await gridOf(Buffer.from('eaa32c310a', 'hex'))).toEqual([[['凜', '1']]])
  })

  test.each([
    ['EUC-JP', 'a4d2a4dea4efa4ea2cb2f0b8ee0a'],
    ['ISO-2022-JP', '1b2442245224 5e246f246a1b28422c1b2442 32703 8 6e1b28420a'],
    ['Shift_JIS', '82d082dc82ed82e82c89ee8cec0a'],
  ])('%s', async (_, bytes) => {
    expect(await gridOf(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toEqual([
      [['ひまわり', '介護']],
    ])
  })
})

describe('is refused with what to do', () => {
  const hex = (text: string) => Buffer.from(text, 'hex')
  test.each([
    ['an empty container of old', hex('d0cf11e0a1b11ae1'), fileMessages.unreadable],
    ['a PDF', Buffer.from('%PDF-1.7'), fileMessages.brokenPdf],
    ['a broken archive', hex('504b0304140000000800'), fileMessages.broken],
    ['another archive', zipOf({ 'a.txt': 'a' }), fileMessages.archive],
    ['a document of Word', zipOf({ 'word/document.xml': 'a' }), fileMessages.word],
    ['a broken binary workbook', zipOf({ 'xl/workbook.bin': 'a' }), fileMessages.broken],
    ['a broken workbook of Numbers', zipOf({ 'Index/Document.iwa': 'a' }), fileMessages.broken],
    [
      'a workbook with a password',
      Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.from('EncryptedPackage', 'utf16le')]),
      fileMessages.encrypted,
    ],
    [
      'a document of Word of old',
      Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.from('WordDocument', 'utf16le')]),
      fileMessages.word,
    ],
    ['rich text', Buffer.from('{\\rtf1'), fileMessages.richText],
    ['a photograph', hex('ffd8ffe0'), fileMessages.picture],
    ['a photograph of a telephone', Buffer.from('\0\0\0\x18ftypheic'), fileMessages.picture],
    ['a screenshot', hex('89504e470d0a'), fileMessages.picture],
    ['a 7z archive', hex('377abcaf271c'), fileMessages.archive],
    [
      'a saved page of one file',
      Buffer.from('From: <Saved by Blink>\nContent-Type: multipart/related;\n\n<table>'),
      fileMessages.savedPage,
    ],
    ['a page without a table', Buffer.from('<!doctype html><p>a'), fileMessages.unreadable],
    [
      'a workbook whose formulas have no results',
      workbook(sheetXml('<row r="1"><c r="A1"><f>B1</f><v></v></c></row>')),
      fileMessages.noResults,
    ],
    ['bytes of no encoding', hex('82ffa0ff'), fileMessages.unreadable],
  ] as const)('%s', async (_, bytes, message) => {
    const content = await read(new Uint8Array(bytes))
    expect(content).toEqual({ message })
  })

  test('a workbook without a word', async () => {
    const blank = sheetXml('<row r="1"><c r="A1" t="str"><v> </v></c></row>')
    const content = await read(workbook(blank, { 'xl/worksheets/sheet3.xml': blank }))
    expect(content).toEqual({ message: fileMessages.empty })
  })

  test('a file too large, unread', async () => {
    expect(await read(new Uint8Array(FILE_LIMIT))).toEqual({ message: fileMessages.unreadable })
    const file = new File([new Uint8Array(FILE_LIMIT + 1)], 'x')
    Object.defineProperty(file, 'arrayBuffer', { value: () => expect.unreachable() })
    expect(await sheetsOfFile(file)).toEqual({ message: fileMessages.tooLarge })
  })

  test.each([
    ['says', {}],
    ['hides', { 'xl/worksheets/sheet1.xml': 1000 }],
  ])('a bomb that %s what it unpacks to, before it is unpacked', async (_, claimed) => {
    const bomb = zipOf(
      {
        'xl/workbook.xml': WORKBOOK,
        'xl/_rels/workbook.xml.rels': `<Relationships>${RELATIONS}</Relationships>`,
        'xl/worksheets/sheet1.xml': new Uint8Array(UNPACKED_LIMIT + 1),
      },
      claimed,
    )
    expect(bomb.length).toBeLessThan(200_000)
    const start = performance.now()
    expect(await read(bomb)).toEqual({ message: fileMessages.tooLarge })
    // Within a second on an idle machine; this bound is for busy ones.
    expect(performance.now() - start).toBeLessThan(15_000)
  })
})
