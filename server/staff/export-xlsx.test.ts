import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Cell, cellsXml } from '#sheets/write-workbook.ts'
import { type Table, xlsxChunks } from './export-xlsx.ts'

const COLUMNS = [
  { heading: '受付番号', width: 12 },
  { heading: '月額料金', width: 10 },
]

const tables = (rows: AsyncIterable<string>): Table[] => [
  { name: '申し込み', columns: COLUMNS, rows },
]

type Limits = { rowsASheet?: number; bytesASheet?: number }

async function packed(rows: Iterable<readonly Cell[]>, limits?: Limits): Promise<Buffer> {
  async function* rowsOf() {
    for (const cells of rows) yield cellsXml(cells)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxChunks(tables(rowsOf()), limits)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function written(rows: Iterable<readonly Cell[]>, limits?: Limits) {
  const files = Object.entries(unzipSync(await packed(rows, limits)))
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** What the directory at the end of a zip says of its parts. */
function directoryOf(zip: Buffer) {
  const parts: {
    name: string
    checksum: number
    size: number
    hasSizesBehind: boolean
    method: number
  }[] = []
  const signature = Buffer.from('PK\u0001\u0002')
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 46))
    parts.push({
      name: zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)),
      checksum: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 24),
      hasSizesBehind: (zip.readUInt16LE(at + 8) & 8) !== 0,
      method: zip.readUInt16LE(at + 10),
    })
  return parts
}

const sheetOf = async (rows: Iterable<readonly Cell[]>) =>
  (await written(rows))['xl/worksheets/sheet1.xml'] ?? ''

describe('a workbook', () => {
  test('has every part that its relations name, and a heading that stays in sight', async () => {
    const files = await written([['ABCD-EFGH', 9980]])
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = files['xl/worksheets/sheet1.xml']
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"')
    expect(sheet).toContain('<col min="1" max="1" width="12" customWidth="1"/>')
    expect(sheet).toContain('<c><v>9980</v></c>')
    expect(sheet).toContain('<autoFilter ref="A1:B2"/>')
  })

  test.each(['0600001', '0110000000', '1E5', '1-2-3', 'TRUE', '=1+1', '03-1234-5678'])(
    'keeps %s as the text it is',
    async (text) => {
      expect(await sheetOf([[text, 1]])).toContain(`t="inlineStr"><is><t>${text}</t></is></c>`)
    },
  )

  test('escapes what XML or Excel would read otherwise', async () => {
    const sheet = await sheetOf([['<b>&"\u0007_x0041_\ud800𠮷', 1]])
    expect(sheet).toContain('>&lt;b&gt;&amp;"_x0007__x005F_x0041__xd800_𠮷</t>')
  })

  test('shortens a text that Excel would refuse, and says so', async () => {
    const [, cell = ''] = />(あ+[^<]*)<\/t>/.exec(await sheetOf([['あ'.repeat(40_000), 1]])) ?? []
    expect(cell).toHaveLength(32_767)
    expect(cell).toMatch(/…（以下省略）$/)
  })

  test('goes on in another sheet where one is full', async () => {
    const rows = Array.from({ length: 5 }, (_, i) => [`row ${i}`, i])
    const files = await written(rows, { rowsASheet: 3 })
    const sheets = Object.keys(files).filter((name) => name.includes('worksheets/sheet'))
    expect(sheets).toHaveLength(3)
    expect(files['xl/worksheets/sheet3.xml']).toContain('row 4')
    expect(files['xl/workbook.xml']).toContain('<sheet name="申し込み3" sheetId="3" r:id="rId3"/>')
    expect(files['xl/workbook.xml']).toContain('<sheet name="申し込み" sheetId="1" r:id="rId1"/>')
    for (const sheet of sheets) expect(files[sheet]).toContain('受付番号')
    // Two rows are gathered before they count.
    const wide = Array.from({ length: 5 }, (_, i) => ['x'.repeat(20_000), i])
    const parts = Object.keys(await written(wide, { bytesASheet: 20_000 }))
    expect(parts.filter((name) => name.includes('worksheets/sheet'))).toHaveLength(3)
    const rowless = (await sheetOf(wide)).replaceAll(/<row .*?<\/row>/gs, '')
    expect(rowless).toContain('<sheetData></sheetData>')
  })

  test('says of each part how long it is and its checksum: Excel mends no file where they are wrong', async () => {
    const bytes = await packed(Array.from({ length: 2000 }, (_, i) => ['x'.repeat(50), i]))
    const files = unzipSync(bytes)
    const told = directoryOf(bytes)
    expect(told.map(({ name }) => name)).toEqual(Object.keys(files))
    for (const { name, checksum, size } of told) {
      const content = files[name] ?? new Uint8Array()
      expect([name, checksum, size]).toEqual([name, crc32(content), content.length])
    }
  })

  test('has no part that ends nowhere: whoever reads from the front (SheetJS) finds sizes behind compressed bytes alone', async () => {
    const parts = directoryOf(await packed([['x', 1]]))
    expect(parts.map(({ hasSizesBehind, method }) => [hasSizesBehind, method])).toEqual(
      parts.map(() => [true, 8]),
    )
  })

  test('is not written on where nobody takes it any more', async () => {
    let taken = 0
    async function* rowsOf() {
      for (; ; taken += 1) yield cellsXml(['x'.repeat(1000), taken])
    }
    const chunks = xlsxChunks(tables(rowsOf()))
    await chunks.next()
    await chunks.return(undefined)
    const before = taken
    await new Promise(setImmediate)
    expect([taken, (await chunks.next()).done]).toEqual([before, true])
  })

  test('without rows has its heading alone', async () => {
    expect(await sheetOf([])).toContain('<autoFilter ref="A1:B1"/>')
  })
})
