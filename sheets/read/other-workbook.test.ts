/** Workbooks that only SheetJS reads, by what their bytes are. They are SheetJS's own writing, but for what it cannot write. */

import { CFB, utils, type WorkBook, write } from '@e965/xlsx'
import numbers from '@e965/xlsx/dist/xlsx.zahl.mjs'
import { expect, test } from 'vitest'
import { fileMessages } from '../messages.ts'
import { MAX_COLUMNS, MAX_LINES } from '../sheet.ts'
import { sheetsOfFile } from './file.ts'

const ROWS = [
  ['事業所名', '事業所番号', 'サービス種類'],
  ['ひまわり作業所', '2311000174', '就労継続支援B型'],
  ['あおぞら', 411000177, '生活介護'],
]

function workbook(rows: unknown[][] = ROWS): WorkBook {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!merges'] = [{ s: { r: 1, c: 2 }, e: { r: 2, c: 2 } }]
  sheet['!rows'] = [{}, { hidden: true }]
  sheet['!cols'] = [{}, { hidden: true }]
  if (sheet.B3) sheet.B3.z = '0000000000'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, '一覧')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['秘密']]), '裏')
  book.Workbook = { Sheets: [{ name: '一覧' }, { name: '裏', Hidden: 1 }] }
  return book
}

type Format = 'biff2' | 'biff5' | 'biff8' | 'xlsb' | 'numbers'

const written = (bookType: Format, book = workbook()) => {
  return write(book, { bookType, type: 'array', cellStyles: true, numbers })
}
const read = (bytes: ArrayBuffer) => sheetsOfFile(new File([bytes], '台帳.xlsx'))

test.each(['biff8', 'xlsb'] as const)(
  '%s: texts, digits that a format keeps, merged and hidden cells, visible sheets',
  async (format) => {
    expect(await read(written(format))).toEqual({
      sheets: [
        {
          name: '一覧',
          grid: [...ROWS.slice(0, 2), ['あおぞら', '0411000177', '生活介護']],
          merges: [{ line: 1, column: 2, lines: 2, columns: 1 }],
          hiddenLines: new Set(format === 'xlsb' ? [1] : []),
          hiddenColumns: new Set([1]),
        },
      ],
    })
  },
)

test('a workbook of Excel 95 has its texts in Shift_JIS', async () => {
  // SheetJS writes no Japanese there: the bytes of ひまわり take the place of other letters, and the code page is 932.
  const bytes = new Uint8Array(written('biff5', workbook([['ABCDEFGH']])))
  const text = bytes.findIndex((byte, at) => byte === 0x41 && bytes[at + 7] === 0x48)
  bytes.set([0x82, 0xd0, 0x82, 0xdc, 0x82, 0xed, 0x82, 0xe8], text)
  const record = bytes.findIndex(
    (byte, at) => byte === 0x42 && bytes[at + 1] === 0 && bytes[at + 2] === 2,
  )
  bytes.set([0xa4, 0x03], record + 4)
  const content = await read(bytes.buffer)
  expect('sheets' in content && content.sheets[0]?.grid).toEqual([['ひまわり']])
})

// From single sheets of Excel 2 on: SheetJS writes no Japanese in the older ones.
test.each(['biff2', 'biff5', 'biff8', 'xlsb'] as const)(
  '%s: cells of every kind at their places, between blank ones',
  async (format) => {
    const error = { t: 'e', v: 42, w: '#N/A' }
    const rows = [
      ['a', null, 'b\r\nc\rd'],
      [],
      [null, true, false, error],
      [1.5, 1_310_205_016, '1E5', ...Array(MAX_COLUMNS).fill('x')],
    ]
    const content = await read(written(format, workbook(rows)))
    expect('sheets' in content && content.sheets[0]?.grid).toEqual([
      ['a', '', 'b\nc\nd'],
      [],
      ['', 'TRUE', 'FALSE', '#N/A'],
      ['1.5', '1310205016', '1E5', ...Array(MAX_COLUMNS - 3).fill('x')],
    ])
  },
)

test('.numbers', async () => {
  const content = await read(written('numbers'))
  expect('sheets' in content && content.sheets[0]?.grid.slice(0, 2)).toEqual(ROWS.slice(0, 2))
})

test('the code for it is announced before and after it is loaded, and only for such a workbook', async () => {
  const announced: string[] = []
  for (const bytes of [written('biff8'), new TextEncoder().encode('あ,い').buffer])
    await sheetsOfFile(new File([bytes], '台帳.xls'), {
      onLate: (what) => announced.push(what),
    })
  expect(announced).toEqual(['other workbook', 'other workbook'])
})

test('of a long sheet one line more is handed over than is read', async () => {
  const rows = Array.from({ length: MAX_LINES + 10 }, (_, at) => [`${at}`])
  const content = await read(written('biff8', workbook(rows)))
  expect('sheets' in content && content.sheets[0]?.grid.length).toBe(MAX_LINES + 1)
})

test('one with a password is refused with what to do', async () => {
  // The beginning of a workbook, and the record that says that the rest is encrypted.
  const records = [
    0x09,
    0x08,
    16,
    0,
    0,
    6,
    5,
    0,
    ...Array(12).fill(0),
    0x2f,
    0,
    6,
    0,
    0,
    0,
    1,
    2,
    3,
    4,
  ]
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/Workbook', Uint8Array.from([...records, ...Array(5000).fill(0)]))
  const bytes = Uint8Array.from(CFB.write(container, { type: 'array' }))
  expect(await read(bytes.buffer)).toEqual({ message: fileMessages.encrypted })
})

test('an archive that unpacks to more than is read is refused before it is read', async () => {
  const container = CFB.read(new Uint8Array(written('xlsb')), { type: 'array' })
  CFB.utils.cfb_add(container, '/xl/media/image1.png', new Uint8Array(31 * 1024 * 1024))
  const bytes = CFB.write(container, { type: 'array', fileType: 'zip', compression: true })
  expect(await read(Uint8Array.from(bytes).buffer)).toEqual({ message: fileMessages.tooLarge })
})
