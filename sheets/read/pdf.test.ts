/** PDF files: what of them is read, and that no file takes more than its share. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfOf, ruled, tableOf, written } from '../corpus/pdf-file.ts'
import { fileMessages } from '../messages.ts'
import { MAX_PAGES } from '../sheet.ts'
import { sheetsOfFile } from './file.ts'
import { INFLATED_LIMIT } from './pdf-size.ts'

const MAPS = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'cmaps',
)
const loadCMap = async (name: string) => new Uint8Array(readFileSync(join(MAPS, name)))
const read = (bytes: Uint8Array<ArrayBuffer>) =>
  sheetsOfFile(new File([bytes], '一覧.pdf'), { loadCMap })
const gridOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const content = await read(bytes)
  return 'sheets' in content ? content.sheets[0]?.grid : content.message
}

const HEADS = ['事業所番号', '事業所名', 'サービス種類']
const ROWS = [
  ['1310100118', 'ひまわり', '生活介護'],
  ['1310100126', 'すみれ', '短期入所'],
]
const WIDTHS = [60, 120, 100]
const table = tableOf([HEADS, ...ROWS], WIDTHS)

test('a ruled table is read cell by cell', async () => {
  expect(await gridOf(pdfOf([table]))).toEqual([HEADS, ...ROWS])
})

test('what stands before the mark of a PDF does not matter', async () => {
  const bytes = pdfOf([table])
  const led = new Uint8Array([...Buffer.from('X-Mail: gateway\n'), ...bytes])
  expect(await gridOf(led)).toEqual([HEADS, ...ROWS])
})

test('a table that goes over pages is one, its headings repeated as they stand', async () => {
  const second = tableOf([HEADS, ['1310100134', 'つくし', '居宅介護']], WIDTHS)
  expect(await gridOf(pdfOf([table, second]))).toEqual([
    HEADS,
    ...ROWS,
    HEADS,
    ['1310100134', 'つくし', '居宅介護'],
  ])
})

test('columns without lines are where no line of the page has a letter', async () => {
  const lines = [HEADS, ...ROWS].map((row, line) =>
    row.map((text, at) => written(text, 40 + at * 100, 700 - line * 18)).join(''),
  )
  const title = written('障害福祉サービス事業所一覧（令和6年11月1日現在）、横浜市', 40, 740, 12)
  expect(await gridOf(pdfOf([title + lines.join('')]))).toEqual([
    ['障害福祉サービス事業所一覧（令和6年11月1日現在）、横浜市'],
    HEADS,
    ...ROWS,
  ])
})

test('a line that was full goes on in the next one, one that ended by itself does not', async () => {
  const cell = (...lines: string[]) =>
    [
      ruled(40, 780, 140, 780),
      ruled(40, 700, 140, 700),
      ruled(40, 780, 40, 700),
      ruled(140, 780, 140, 700),
      ruled(240, 780, 240, 700),
      ruled(140, 780, 240, 780),
      ruled(140, 700, 240, 700),
      ...lines.map((line, at) => written(line, 43, 765 - at * 11)),
    ].join('')
  expect(await gridOf(pdfOf([cell('社会福祉法人ひまわり', '会')]))).toEqual([
    ['社会福祉法人ひまわり会', ''],
  ])
  expect(await gridOf(pdfOf([cell('ひまわり', '（生活介護）')]))).toEqual([
    ['ひまわり\n（生活介護）', ''],
  ])
})

test('whether a blank stood at the end of a full line is open', async () => {
  const cell = [
    ruled(40, 780, 240, 780),
    ruled(40, 700, 240, 700),
    ...[40, 140, 240].map((x) => ruled(x, 780, x, 700)),
    written('デイサービスひまわり', 43, 765),
    written('ABC', 43, 754),
  ].join('')
  const open = await read(pdfOf([cell]))
  expect('sheets' in open && [...(open.sheets[0]?.openJoints ?? [])]).toEqual([
    'デイサービスひまわりABC',
  ])
})

test('a radical that stands for a character is that character', async () => {
  expect(await gridOf(pdfOf([tableOf([['⼈', '⾧', '⼾'], HEADS], WIDTHS)]))).toEqual([
    ['人', '長', '戸'],
    HEADS,
  ])
})

describe('refused with what to do', () => {
  const encrypted = pdfOf([table], {
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>/ID[<41><41>]`,
  })
  test.each([
    ['nothing behind the mark', Buffer.from('%PDF-1.7'), fileMessages.brokenPdf],
    ['a page without letters', pdfOf([ruled(40, 40, 80, 80)]), fileMessages.scanned],
    ['no page', pdfOf([]), fileMessages.scanned],
    ['one with a password', encrypted, fileMessages.lockedPdf],
    ['too many pages', pdfOf(Array(MAX_PAGES + 1).fill(table)), fileMessages.tooManyPages],
  ])('%s', async (_, bytes, message) => {
    expect(await read(new Uint8Array(bytes))).toEqual({ message })
  })
})

describe('hostile files are answered within seconds', () => {
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const many = written('ひまわり'.repeat(20), 40, 700).repeat(5000)
  const bomb = new Uint8Array(deflateSync(Buffer.alloc(INFLATED_LIMIT + 1, ' ')))
  const files: [what: string, bytes: Uint8Array<ArrayBuffer>][] = [
    ['deep nesting in a content', pdfOf([`${nested} TJ\n${table}`])],
    ['deep nesting in an object', pdfOf([table], { objects: [nested] })],
    ['a form that draws itself', recursive()],
    ['four hundred thousand letters', pdfOf([many])],
    ['a content that inflates without end', pdfOf([bomb])],
    ['a hundred thousand lines', pdfOf([table + ruled(1, 1, 2, 2).repeat(100_000)])],
    ['a tree that tells of a thousand million pages', pdfOf([table], { count: 1e9 })],
    ['no table of places', withoutPlaces()],
  ]
  test.each(files)('%s', async (_, bytes) => {
    const start = performance.now()
    const content = await read(bytes)
    expect('message' in content || content.sheets.length > 0).toBe(true)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('streams that become too much are refused before they are read, together and packed twice', async () => {
    const half = new Uint8Array(deflateSync(Buffer.alloc(INFLATED_LIMIT / 2 + 1, ' ')))
    expect(await read(pdfOf([bomb]))).toEqual({ message: fileMessages.tooLarge })
    expect(await read(pdfOf([half, half]))).toEqual({ message: fileMessages.tooLarge })
    const twice = '<</Filter [/FlateDecode /FlateDecode]/Length 1>>\nstream\na\nendstream'
    expect(await read(pdfOf([table], { objects: [twice] }))).toEqual({
      message: fileMessages.broken,
    })
  })

  test('the letters of one too long are refused as too much', async () => {
    expect(await read(pdfOf([many]))).toEqual({ message: fileMessages.tooLarge })
  })

  test('a table of places that is broken is made anew', async () => {
    expect(await gridOf(withoutPlaces())).toEqual([HEADS, ...ROWS])
  })

  function recursive(): Uint8Array<ArrayBuffer> {
    const form =
      '<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X 6 0 R>>>>/Length 5>>\nstream\n/X Do\nendstream'
    return pdfOf([`/X Do\n${table}`], { objects: [form], resources: '/XObject<</X 6 0 R>>' })
  }

  function withoutPlaces(): Uint8Array<ArrayBuffer> {
    const text = Buffer.from(pdfOf([table])).toString('latin1')
    return new Uint8Array(Buffer.from(text.replace(/xref[\s\S]*trailer/, 'trailer'), 'latin1'))
  }
})
