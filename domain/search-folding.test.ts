import { describe, expect, test } from 'vitest'
import { foldName, foldText } from './search-folding.ts'

describe('foldName', () => {
  test.each([
    ['株式会社さくら', 'さくら'],
    ['㈱サクラ', 'さくら'],
    ['（株）ｻｸﾗ', 'さくら'],
    ['さくら㈱', 'さくら'],
    ['カブシキガイシャ　サクラ', 'さくら'],
    ['社会福祉法人　髙﨑会', '高崎会'],
    ['(福) 高崎會', '高崎会'],
    ['特定非営利活動法人ホップ', 'ほつぷ'],
    ['ＮＰＯ法人ほっぷ', 'ほつぷ'],
    ['一般社団法人あおぞら', 'あおぞら'],
    ['医療法人社団 みどり会', 'みどり会'],
    ['サービスセンター・A-1', 'さびすせんたa1'],
    // Written with a compatibility ideograph.
    ['\ufa19戸の家', '神戸の家'],
    ['😀', ''],
    [' 　', ''],
    ['デヴィッド・ヴァイオリン', 'でびつどばいおりん'],
    ['ヴェール ラヴ ヴォイス ヴュー', 'べるらぶぼいすびゆ'],
    ['障がい者・障碍者・障礙者', '障害者障害者障害者'],
    ['さくら社協', 'さくら社会福祉協議会'],
  ])('%s is searched by %s', (typed, core) => {
    expect(foldName(typed).core).toBe(core)
  })

  test.each(['ﷺ', 'ﷻ', '㌖', '㍿', '㈱'])('255 times %s are not much longer folded', (sign) => {
    for (const text of Object.values(foldName(sign.repeat(255))))
      expect(text.length).toBeLessThan(600)
    expect(foldText(sign.repeat(255)).length).toBeLessThan(300)
  })

  test('the legal form is spelled out in the whole name, where it was written', () => {
    expect(foldName('㈱さくら').whole).toBe('株式会社さくら')
    expect(foldName('さくら(株)').whole).toBe('さくら株式会社')
    expect(foldName('カ）サクラ').whole).toBe('株式会社さくら')
    expect(foldName('サクラ（ｶ').whole).toBe('さくら株式会社')
    expect(foldName('社福 さくら').whole).toBe('社会福祉法人さくら')
    expect(foldName('npoさくら').whole).toBe(foldName('特定非営利活動法人さくら').whole)
    expect(foldName('しゃかいふくしほうじんさくらかい')).toEqual({
      plain: 'しやかいふくしほうじんさくらかい',
      whole: '社会福祉法人さくらかい',
      core: 'さくらかい',
    })
  })

  test('a legal form alone is the name', () => {
    expect(foldName('社会福祉法人').core).toBe('社会福祉法人')
  })

  test('folding what is folded changes nothing', () => {
    const { core } = foldName('社会福祉法人　ﾃｯﾄﾞ・デヴィッド會')
    expect(foldName(core).core).toBe(core)
  })
})

test('an address is folded alike', () => {
  expect(foldText('北海道札幌市 北１４条東１４丁目２−５')).toBe('北海道札幌市北14条東14丁目25')
})

test.each([
  ['髙橋', '高橋'],
  ['濵邊澤齋廣國會', '浜辺沢斎広国会'],
  ['壽惠', '寿恵'],
  ['當應來', '当応来'],
  ['實獸諸將', '実獣諸将'],
  ['滿彌龍與', '満弥竜与'],
  ['冨穐埜', '富秋野'],
])('%s is searched by %s', (old, modern) => {
  expect(foldText(old)).toBe(modern)
})
