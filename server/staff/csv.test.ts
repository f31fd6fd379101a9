import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvHeader, csvRows } from './export.ts'

const parsed = (text: string) =>
  Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data

describe('CSV', () => {
  it('begins with a byte order mark and ends every line with CRLF', () => {
    expect(csvHeader(['受付番号', '法人名'])).toBe('\ufeff受付番号,法人名\r\n')
    expect(
      csvRows([
        ['a', 1],
        ['b', 2],
      ]),
    ).toBe('a,1\r\nb,2\r\n')
    expect(csvRows([])).toBe('')
  })

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'keeps a cell that begins with %j from being a formula',
    (start) => {
      const cell = `${start}HYPERLINK("http://x","y")`
      expect(parsed(csvRows([[cell]]))[0]).toEqual([`'${cell}`])
    },
  )

  it.each([
    '0600001',
    '0110000000',
    '1E5',
    '1-2-3',
    '１２',
    '2026/1/2',
    '1月2日',
    '10%',
    '-5',
    '03-1234-5678',
    'TRUE',
  ])('writes %s so that a spreadsheet keeps it', (text) => {
    expect(parsed(csvRows([[text]]))[0]).toEqual([`="${text}"`])
  })

  it('leaves a number of ours a number, and a time of ours a time', () => {
    expect(csvRows([[9980, '2026-11-20 15:04']])).toBe('9980,2026-11-20 15:04\r\n')
    expect(parsed(csvRows([['2026-11-20 15:04:05']]))[0]).toEqual(['="2026-11-20 15:04:05"'])
  })

  it('leaves what is no formula and no number as it was typed', () => {
    const row = ['医療法人　髙﨑', '東京都1-2-3', 'a=b', "O'Brien", '葛󠄀', '"', '。', '']
    expect(parsed(csvRows([row]))[0]).toEqual(row)
  })

  it('keeps every cell a cell, whatever it holds', () => {
    const cell = fc.string({ unit: 'binary' }).filter((text) => !/\r|\n/.test(text))
    const row = fc.array(cell, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(row, (cells) => {
        const read = parsed(csvRows([cells]))[0]
        const spoken = read?.map((text) => text.replace(/^'|^="(.*)"$/s, '$1'))
        const expected = cells.map((text) => text.replace(/^'/, ''))
        expect(spoken).toEqual(expected)
        for (const text of read ?? []) expect(text).not.toMatch(/^[=+\-@\t＝＋－＠](?!"[^"]*"$)/)
      }),
    )
  })
})
