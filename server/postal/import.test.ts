import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aboutOf, type PostalRow, writePostalFile } from '../store/postal-file.ts'
import { importPostalCodes } from './import.ts'
import { openPostalCodes } from './look-up.ts'

// Real lines in Japan Post's two formats; the last two of KEN_ALL are one town that was broken off.
const KEN_ALL = `01101,"060  ","0600000","ﾎｯｶｲﾄﾞｳ","ｻｯﾎﾟﾛｼﾁｭｳｵｳｸ","ｲｶﾆｹｲｻｲｶﾞﾅｲﾊﾞｱｲ","北海道","札幌市中央区","以下に掲載がない場合",0,0,0,0,0,0
23235,"498  ","4980000","ｱｲﾁｹﾝ","ﾔﾄﾐｼ","ｲｶﾆｹｲｻｲｶﾞﾅｲﾊﾞｱｲ","愛知県","弥富市","以下に掲載がない場合",0,0,0,0,0,0
24303,"498  ","4980000","ﾐｴｹﾝ","ｸﾜﾅｸﾞﾝｷｿｻｷﾁｮｳ","ｲｶﾆｹｲｻｲｶﾞﾅｲﾊﾞｱｲ","三重県","桑名郡木曽岬町","以下に掲載がない場合",0,0,0,0,0,0
17201,"921  ","9218046","ｲｼｶﾜｹﾝ","ｶﾅｻﾞﾜｼ","ｵｵｸﾜﾏﾁ(ｱ､ｲ､ｶﾈﾂｷﾔﾏ､","石川県","金沢市","大桑町（ア、イ、鐘搗山、",1,0,0,0,0,0
17201,"921  ","9218046","ｲｼｶﾜｹﾝ","ｶﾅｻﾞﾜｼ","ﾛｵﾂ､ﾛｺｳ､ﾜ)","石川県","金沢市","ロ乙、ロ甲、和）",1,0,0,0,0,0
26104,"604  ","6040865","ｷｮｳﾄﾌ","ｷｮｳﾄｼﾅｶｷﾞｮｳｸ","ｶﾒﾔﾁｮｳ","京都府","京都市中京区","亀屋町（竹屋町通烏丸西入、",0,0,0,0,0,0
26104,"604  ","6040865","ｷｮｳﾄﾌ","ｷｮｳﾄｼﾅｶｷﾞｮｳｸ","ｶﾒﾔﾁｮｳ","京都府","京都市中京区","両替町通室町下る）",0,0,0,0,0,0
`
const UTF_KEN_ALL = `13101,"100  ","1000001","トウキョウト","チヨダク","チヨダ","東京都","千代田区","千代田",0,0,0,0,0,0
23233,"452  ","4520961","アイチケン","キヨスシ","ハルヒアケガワラ","愛知県","清須市","春日明河原",0,0,0,1,0,0
23233,"452  ","4520961","アイチケン","キヨスシ","ハルヒイチバンワリ","愛知県","清須市","春日一番割",0,0,0,1,0,0
04301,"98915","9891500","ミヤギケン","シバタグン","ハイシ","宮城県","柴田郡","廃止",0,0,0,0,2,6
`
const JIGYOSYO = `13101,"ｱｻﾋｾｲﾒｲﾎｹﾝ ｿｳｺﾞｶｲｼﾔ","朝日生命保険　相互会社","東京都","千代田区","大手町","２丁目６－１","1008103","100  ","銀座",0,0,0
01101,"ｴﾇｴｲﾁｹｲｻﾂﾎﾟﾛ","ＮＨＫ札幌拠点放送局","北海道","札幌市中央区","北一条西","９丁目１－５（札幌中央郵便局私書箱第２９号）","0608703","060  ","札幌中央",1,0,0
`

let folder: string
const path = (name: string) => join(folder, name)
const write = (name: string, bytes: string | Uint8Array) => {
  writeFileSync(path(name), bytes)
  return path(name)
}
const options = () => ({
  out: path('out.db'),
  base: path('base.db'),
  atLeast: { towns: 1, offices: 1 },
})
const imported = () => openPostalCodes(path('out.db'))
const addresses = (code: string) =>
  imported()
    .lookUp(code)
    .results?.map(({ address1, address2, address3 }) => address1 + address2 + address3)

const OLD: Omit<PostalRow, 'zipcode' | 'office'> = {
  prefcode: '20',
  address1: '長野県',
  address2: '松本市',
  address3: '中央',
  kana1: 'ﾅｶﾞﾉｹﾝ',
  kana2: 'ﾏﾂﾓﾄｼ',
  kana3: 'ﾁｭｳｵｳ',
}
const OLD_ROWS = [
  { ...OLD, zipcode: '3900811', office: false },
  { ...OLD, zipcode: '3908620', address3: '丸の内３－７', kana3: '', office: true },
]
const ORIGIN = { source: 'packages', date: '2026-01-01' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postal import '))
  writePostalFile(path('base.db'), OLD_ROWS, aboutOf(OLD_ROWS, { towns: ORIGIN, offices: ORIGIN }))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('an import', () => {
  it('takes KEN_ALL.CSV in Shift_JIS, with broken-off names put together again', () => {
    const file = write('KEN_ALL.CSV', shiftJis(KEN_ALL.replaceAll('\n', '\r\n')))
    expect(importPostalCodes([file], options()).about.towns.codes).toBe(4)
    expect(addresses('4980000')).toEqual(['愛知県弥富市', '三重県桑名郡木曽岬町'])
    expect(imported().lookUp('9218046').results).toEqual([
      {
        zipcode: '9218046',
        prefcode: '17',
        address1: '石川県',
        address2: '金沢市',
        address3: '大桑町',
        kana1: 'ｲｼｶﾜｹﾝ',
        kana2: 'ｶﾅｻﾞﾜｼ',
        kana3: 'ｵｵｸﾜﾏﾁ',
      },
    ])
    expect(addresses('6040865')).toEqual(['京都府京都市中京区亀屋町'])
    expect(imported().lookUp('6040865').results?.[0]?.kana3).toBe('ｶﾒﾔﾁｮｳ')
  })

  it('reads the same from the same file in UTF-8', () => {
    importPostalCodes([write('a.csv', shiftJis(KEN_ALL))], options())
    const rows = [...imported().rows()]
    importPostalCodes([write('b.csv', `\ufeff${KEN_ALL}`)], options())
    expect([...imported().rows()]).toEqual(rows)
  })

  it('takes utf_ken_all.csv and JIGYOSYO.CSV together and reports what it did', () => {
    const towns = write('utf_ken_all.csv', UTF_KEN_ALL)
    const offices = write('JIGYOSYO.CSV', shiftJis(JIGYOSYO))
    utimesSync(towns, 0, new Date('2026-10-30T20:00:00Z'))
    utimesSync(offices, 0, new Date('2026-10-30T01:00:00Z'))
    const report = importPostalCodes([towns, offices], options())
    expect(report).toEqual({
      files: [
        {
          path: towns,
          kind: 'towns',
          lines: 4,
          skipped: [{ line: 4, reason: 'the code was abolished' }],
        },
        { path: offices, kind: 'offices', lines: 2, skipped: [] },
      ],
      about: {
        towns: { source: 'Japan Post, utf_ken_all.csv', date: '2026-10-31', codes: 2 },
        offices: { source: 'Japan Post, JIGYOSYO.CSV', date: '2026-10-30', codes: 2 },
        rows: 5,
      },
      bytes: readFileSync(path('out.db')).length,
    })
    expect(imported().about).toEqual(report.about)
    expect(addresses('4520961')).toEqual(['愛知県清須市春日明河原', '愛知県清須市春日一番割'])
    expect(addresses('0608703')).toEqual(['北海道札幌市中央区北一条西９丁目１－５'])
    expect(imported().lookUp('1008103').results?.[0]).toMatchObject({
      address3: '大手町２丁目６－１',
      kana2: 'ﾁﾖﾀﾞｸ',
      kana3: '',
    })
    expect(addresses('3900811')).toBeUndefined()
  })

  it('keeps the kind that no file brings', () => {
    const { about } = importPostalCodes([write('a.csv', UTF_KEN_ALL)], options())
    expect(about.offices).toEqual({ ...ORIGIN, codes: 1 })
    expect(addresses('3908620')).toEqual(['長野県松本市丸の内３－７'])
    expect(addresses('3900811')).toBeUndefined()
  })

  it('leaves out lines that are broken, and says which', () => {
    const broken = `${UTF_KEN_ALL.slice(0, UTF_KEN_ALL.indexOf('\n'))}\n1,2,3\n\n`
    const [file] = importPostalCodes([write('a.csv', broken)], options()).files
    expect(file?.skipped).toEqual([{ line: 2, reason: '3 columns in place of 15' }])
    expect(imported().about.towns.codes).toBe(1)
  })
})

describe('replacing', () => {
  it('is atomic: who has the old file open goes on reading it whole', () => {
    const old = readFileSync(write('out.db', readFileSync(path('base.db'))))
    const reader = openSync(path('out.db'), 'r')
    importPostalCodes([write('a.csv', UTF_KEN_ALL)], options())
    expect(readFileSync(reader).equals(old)).toBe(true)
    closeSync(reader)
    expect(addresses('1000001')).toEqual(['東京都千代田区千代田'])
    expect(readdirSync(folder).sort()).toEqual(['a.csv', 'base.db', 'out.db'])
  })

  it.each([
    ['neither encoding', new Uint8Array([0x80, 0xff, 0x22]), /neither UTF-8 nor Shift_JIS/],
    ['another table', 'name,price\nx,1\n', /neither of Japan Post's towns nor of its offices/],
    ['an empty file', '', /neither of Japan Post's towns nor of its offices/],
    ['a part of the country', UTF_KEN_ALL, /only 2 codes of towns, .* over 100000/],
  ])('does not happen for %s', (_, bytes, message) => {
    const old = readFileSync(write('out.db', readFileSync(path('base.db'))))
    const { out, base } = options()
    const attempt = () => importPostalCodes([write('a.csv', bytes)], { out, base })
    expect(attempt).toThrow(message)
    expect(attempt).toThrow('Nothing was changed.')
    expect(readFileSync(path('out.db')).equals(old)).toBe(true)
  })
})

/** Node decodes Shift_JIS and does not encode it: the decoder is turned round. */
function shiftJis(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((c) => SHIFT_JIS.get(c) ?? [...Buffer.from(c, 'ascii')]))
}

const SHIFT_JIS = new Map(
  [...range(0xa1, 0xdf).map((byte) => [byte]), ...pairs()].map((bytes) => [
    new TextDecoder('shift_jis').decode(Uint8Array.from(bytes)),
    bytes,
  ]),
)

function pairs(): number[][] {
  return [...range(0x81, 0x9f), ...range(0xe0, 0xea)].flatMap((lead) =>
    range(0x40, 0xfc).map((trail) => [lead, trail]),
  )
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
