/** Rows of facilities for the pasting suite, as a spreadsheet's text and as an .xlsx workbook. */
import { SERVICES } from '#domain/catalogue.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { zipOf } from '#sheets/corpus/zip-archive.ts'

const HEADINGS = ['事業所名', '事業所番号', 'サービス種類', '電話番号', '所在地']
const KINDS = [SERVICES.SYUKEI_B, SERVICES.SEIKATSU_KAIGO, SERVICES.HOKAGO, SERVICES.KYODO]

export function facilityLines(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `あおぞら第${index + 1}事業所`,
    numberOf(index),
    KINDS[index % KINDS.length]?.name ?? '',
  ])
}

function numberOf(serial: number): string {
  const head = `131${String(serial).padStart(6, '0')}`
  return Array.from('0123456789', (digit) => head + digit).find(hasValidCheckDigit) ?? ''
}

/** As Excel saves it: texts in a table of their own, numbers as numbers, further columns beside ours. */
export function workbookOf(count: number): Buffer {
  const lines = facilityLines(count).map((line, index) => [
    ...line,
    `03-1234-${1000 + index}`,
    `東京都千代田区千代田${index + 1}-1`,
  ])
  const texts: string[] = []
  const cell = (text: string, column: number, row: number) => {
    const at = `r="${'ABCDE'[column]}${row}" s="1"`
    if (/^\d{10}$/.test(text)) return `<c ${at}><v>${text}</v></c>`
    return `<c ${at} t="s"><v>${texts.push(text) - 1}</v></c>`
  }
  const rows = [HEADINGS, ...lines].map((line, index) => {
    const cells = line.map((text, column) => cell(text, column, index + 1))
    return `<row r="${index + 1}" spans="1:5" ht="18.75">${cells.join('')}</row>`
  })
  return zipOf({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="一覧" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t><phoneticPr fontId="1"/></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="1"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}
