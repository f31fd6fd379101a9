import { describe, expect, it, test } from 'vitest'
import { placeNamed, withoutBrackets } from './postal-town.ts'

describe('brackets', () => {
  it.each([
    ['葛巻（第４０地割「５７番地を除く」〜第４５地割）', '葛巻'],
    ['外（中（奥）も）後', '外後'],
    ['閉じない（ここから', '閉じない'],
    ['大手町１－７－１（読売新聞ビル内）', '大手町１－７－１'],
    ['ﾁｭｳｵｳｱｴﾙ(1ｶｲ)', 'ﾁｭｳｵｳｱｴﾙ'],
  ])('%s', (written, bare) => {
    expect(withoutBrackets(written)).toBe(bare)
  })
})

// The whole of what Japan Post writes is in server/postal/rows.test.ts.
test.each([
  ['高砂', 'さいたま市浦和区', '高砂'],
  ['以下に掲載がない場合', '弥富市', ''],
  ['利島村一円', '利島村', ''],
  ['一円', '犬上郡多賀町', '一円'],
  ['境町の次に番地がくる場合', '猿島郡境町', ''],
  ['大島町の次に番地がくる場合', '西海市', '大島町'],
  ['', '利島村', ''],
])('%j in %s is %j', (town, city, place) => {
  expect(placeNamed(town, city)).toBe(place)
})
