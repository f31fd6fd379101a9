import { describe, expect, test } from 'vitest'
import { HEADINGS, publishedCsv, publishedRow } from '../testing/published-files.ts'
import { PUBLISHED_SERVICES, publishedService } from './published-services.ts'
import {
  type PublishedRow,
  publishedAddress,
  publishedTelephone,
  readPublishedTable,
} from './published-table.ts'

function read(text: string | Uint8Array) {
  const taken: PublishedRow[] = []
  const report = readPublishedTable(Buffer.from(text), (row) => taken.push(row))
  return { ...report, taken }
}

describe('a published table', () => {
  test('a row is read by its headings, tidied', () => {
    const cells = publishedRow({
      法人電話番号: '（０３）００００−０００１',
      事業所番号: '１３９０００００１８',
    })
    expect(read(publishedCsv([cells])).taken).toEqual([
      {
        line: 2,
        corporateNumber: cells.法人番号,
        corporationName: '社会福祉法人　みほん会',
        corporationKana: 'しゃかいふくしほうじんみほんかい',
        corporationAddress: '東京都千代田区丸の内９９番地',
        corporationTel: '03-0000-0001',
        service: 'SYUKEI_A',
        name: 'みほん作業所',
        kana: '',
        number: '1390000018',
        address: '東京都千代田区丸の内９９番地',
      },
    ])
  })

  test('columns may stand in another order, lines may end in CRLF', () => {
    const { taken } = read(publishedCsv([publishedRow()], HEADINGS.toReversed(), '\r\n'))
    expect(taken).toMatchObject([{ name: 'みほん作業所', service: 'SYUKEI_A' }])
  })

  test('lines are those of the file, with line breaks inside of cells', () => {
    const long = publishedRow({
      '利用可能曜日特記事項（留意事項）': '一行目\n二行目,「"」\n三行目',
    })
    const { remarks, taken } = read(publishedCsv([long, publishedRow({ 事業所番号: '12' }), long]))
    expect(taken.map(({ line }) => line)).toEqual([2, 6])
    expect(remarks).toEqual([
      { line: 5, kind: 'refused', reason: '事業所番号が10桁の数字ではありません（12）。' },
    ])
  })

  test.each([
    [{ サービス種別: '移動支援など' }, '「移動支援など」というサービス種別は取り込めません。'],
    [{ 事業所番号: '' }, '事業所番号が10桁の数字ではありません（空欄）。'],
    [{ 事業所番号: '13100000A8' }, '事業所番号が10桁の数字ではありません（13100000A8）。'],
    [{ 法人の名称: ' ' }, '法人の名称が空欄です。'],
    [{ 事業所の名称: '' }, '事業所の名称が空欄です。'],
    [{ 事業所の名称: 'あ'.repeat(256) }, '名称が255文字を超えています。'],
  ])('%j is refused', (cells, reason) => {
    const { remarks, taken } = read(publishedCsv([publishedRow(cells)]))
    expect([remarks, taken]).toEqual([[{ line: 2, kind: 'refused', reason }], []])
  })

  test('a row of another width is refused', () => {
    const { remarks } = read(`${publishedCsv([])}"1","2"\n`)
    expect(remarks).toEqual([
      { line: 2, kind: 'refused', reason: '列の数が見出しと違います（2列）。' },
    ])
  })

  test('a corporate number with a wrong check digit is left out, and the row taken', () => {
    const { remarks, taken } = read(publishedCsv([publishedRow({ 法人番号: '1234567890123' })]))
    expect(taken).toMatchObject([{ corporateNumber: '' }])
    expect(remarks).toMatchObject([{ line: 2, kind: 'noted' }])
  })
})

describe('a table that cannot be trusted is refused whole', () => {
  const text = publishedCsv([publishedRow()])
  test.each([
    ['Shift_JIS', Buffer.from([0x22, 0x96, 0x40, 0x90, 0x6c, 0x22, 0x0a]), '文字コード'],
    ['nothing', Buffer.from('\n'), '中身がありません'],
    ['cut inside of a line', Buffer.from(text.slice(0, -5)), '途中で切れています'],
    ['cut inside of a cell', Buffer.from(`${text}"13000","あ\n`), '引用符が閉じていません'],
    ['no such headings', Buffer.from('"名前","番号"\n'), '見出しに「法人の名称」'],
  ])('%s', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(message)
  })
})

test('29 services are published, each of them another of ours', () => {
  const services = Object.values(PUBLISHED_SERVICES)
  expect(services).toHaveLength(29)
  expect(new Set(services.map(([, key]) => key)).size).toBe(29)
  for (const [name, key] of services) expect(publishedService(name)).toBe(key)
  expect(publishedService('就労継続支援A型')).toBe('SYUKEI_A')
  expect(publishedService('就労選択支援')).toBe('SYURO_SENTAKU')
})

test.each([
  ['東京都千代田区', '丸の内１', '東京都千代田区丸の内１'],
  ['東京都千代田区', '東京都千代田区丸の内１', '東京都千代田区丸の内１'],
  ['東京都千代田区', '千代田区丸の内１', '東京都千代田区丸の内１'],
  ['東京都千代田区', '丸の内１東京都千代田区丸の内1', '東京都千代田区丸の内１'],
  ['東京都千代田区', '丸の内１千代田区役所内', '東京都千代田区丸の内１千代田区役所内'],
  ['', '丸の内１', '丸の内１'],
])('%s and %s is the address %s', (city, street, address) => {
  expect(publishedAddress(city, street)).toBe(address)
})

test.each([
  ['０３-００００-０００１', '03-0000-0001'],
  ['(0300)00-0001', '0300-00-0001'],
  ['0300(00)0001', '0300-00-0001'],
  ['03−0000ー0001', '03-0000-0001'],
  ['0300000001', '0300000001'],
])('the telephone number %s is shown as %s', (cell, shown) => {
  expect(publishedTelephone(cell)).toBe(shown)
})
