/** The parts of a workbook as ECMA-376 wants them: Excel opens none of which one name is wrong. */
import { describe, expect, test } from 'vitest'
import { rowXml, sheetEnd, sheetPath, sheetStart, workbookParts } from './write-workbook.ts'

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const text = (content: string, style: number, space = '') =>
  `<c s="${style}" t="inlineStr"><is><t${space}>${content}</t></is></c>`
const PRESERVED = ' xml:space="preserve"'

describe('a sheet', () => {
  const columns = [
    { heading: '番号', width: 12, isText: true },
    { heading: '料金', width: 9 },
  ] as const

  test('begins with its widths and a heading that stays in sight', () => {
    expect(sheetStart(columns)).toBe(
      `${PROLOGUE}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
        '<cols><col min="1" max="1" width="12" style="1" customWidth="1"/>' +
        '<col min="2" max="2" width="9" customWidth="1"/></cols>' +
        `<sheetData><row r="1">${text('番号', 2)}${text('料金', 2)}</row>`,
    )
  })

  test('has a row of texts, numbers and blanks', () => {
    expect(rowXml(7, ['0110', 9980, '', 'a b'])).toBe(
      `<row r="7">${text('0110', 1)}<c><v>9980</v></c><c/>${text('a b', 1)}</row>`,
    )
  })

  test.each([' a', 'a ', 'a  b', 'a\nb', 'a\tb', '\u3000a'])('keeps the spaces of %j', (typed) => {
    expect(rowXml(1, [typed])).toBe(`<row r="1">${text(typed, 1, PRESERVED)}</row>`)
  })

  test.each([
    [1, 'A'],
    [2, 'B'],
    [26, 'Z'],
    [27, 'AA'],
    [53, 'BA'],
    [702, 'ZZ'],
    [703, 'AAA'],
  ])('of %i columns can be filtered up to %s', (count, last) => {
    expect(sheetEnd(Array(count).fill(columns[0]), 3)).toBe(
      `</sheetData><autoFilter ref="A1:${last}3"/><ignoredErrors>` +
        `<ignoredError sqref="A1:${last}3" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
    )
  })

  test.each([
    ['<a> & "b"', '&lt;a&gt; &amp; "b"'],
    ['_x0041_ _X00ff_ _x41_', '_x005F_x0041_ _x005F_X00ff_ _x41_'],
    ['\u0000\u001f\ufffe\t\n', '_x0000__x001f__xfffe_\t\n'],
    ['\ud800𠮷\udc00', '_xd800_𠮷_xdc00_'],
  ])('writes %j as %j', (typed, written) => {
    const space = /[\t\n]/.test(typed) ? PRESERVED : ''
    expect(rowXml(1, [typed])).toBe(`<row r="1">${text(written, 1, space)}</row>`)
  })

  test('shortens what is longer than Excel takes', () => {
    const lengthOf = (length: number) => rowXml(1, ['x'.repeat(length)])
    expect(lengthOf(32_767)).toBe(`<row r="1">${text('x'.repeat(32_767), 1)}</row>`)
    expect(lengthOf(32_768)).toBe(
      `<row r="1">${text(`${'x'.repeat(32_760)}…（以下省略）`, 1)}</row>`,
    )
  })
})

test('the other parts name the sheets and the styles', () => {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...rows: string[]) =>
    `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${kind}+xml"/>`
  const [styles, ...parts] = workbookParts(['甲', '乙']).toReversed()
  expect(Object.fromEntries(parts)).toEqual({
    '[Content_Types].xml':
      `${PROLOGUE}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${part('workbook', 'sheet.main')}${part('styles', 'styles')}` +
      `${part('worksheets/sheet1', 'worksheet')}${part('worksheets/sheet2', 'worksheet')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `${PROLOGUE}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      '<sheet name="甲" sheetId="1" r:id="rId1"/><sheet name="乙" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'worksheet', 'worksheets/sheet2.xml'),
      relation('rIdStyles', 'styles', 'styles.xml'),
    ),
  })
  expect(styles?.[0]).toBe('xl/styles.xml')
  // Three formats of cells: as it is, text, and text in bold.
  expect(styles?.[1]).toContain(`${PROLOGUE}<styleSheet xmlns="${MAIN}">`)
  expect(styles?.[1]?.match(/numFmtId="49" fontId="\d"/g)).toEqual([
    'numFmtId="49" fontId="0"',
    'numFmtId="49" fontId="1"',
  ])
  expect(sheetPath(2)).toBe('xl/worksheets/sheet2.xml')
})
