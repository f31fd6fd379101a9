import { expect, test } from 'vitest'
import { hasHouse, hasPrefecture } from './address.ts'

test.each([
  ['東京都千代田区千代田1-1', true],
  ['北海道札幌市中央区', true],
  ['京都府京都市中京区', true],
  ['大阪府大阪市', true],
  ['神奈川県横浜市', true],
  ['岐阜県山県市', true],
  ['　埼玉県さいたま市', true],
  ['〒330-0063 埼玉県さいたま市浦和区高砂1-2-3', true],
  ['３３０－００６３埼玉県さいたま市', true],
  ['さいたま市浦和区高砂1-2-3', false],
  ['山県市高富1', false],
  ['京都市中京区', false],
  ['府中市宮西町2-24', false],
  ['東京千代田区', false],
  ['高砂1-2-3', false],
  ['1-2-3', false],
])('%s begins with a prefecture: %s', (address, is) => {
  expect(hasPrefecture(address)).toBe(is)
})

test.each([
  ['東京都千代田区千代田1-1', true],
  ['東京都千代田区千代田１－１', true],
  ['東京都千代田区千代田一丁目二番', true],
  ['京都府京都市上京区七番', true],
  ['長野県北安曇郡白馬村北城無番地', true],
  ['沖縄県島尻郡番外地', true],
  ['東京都利島村番地なし', true],
  ['東京都千代田区千代田', false],
  ['三重県四日市市', false],
  ['東京都八王子市元本郷町', false],
  ['〒330-0063 埼玉県さいたま市浦和区高砂', false],
])('%s has a house: %s', (address, has) => {
  expect(hasHouse(address)).toBe(has)
})
