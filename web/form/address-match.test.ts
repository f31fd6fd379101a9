import { expect, test } from 'vitest'
import { matchOf } from './address-match.ts'

const TAKASAGO = { prefecture: '埼玉県', city: 'さいたま市浦和区', town: '高砂' }
const KASUMI = { prefecture: '東京都', city: '千代田区', town: '霞が関' }
const BIEI = { prefecture: '北海道', city: '上川郡美瑛町', town: '本町' }
const HORI = { prefecture: '愛知県', city: '弥富市', town: '堀' }
const NO_TOWN = { prefecture: '愛知県', city: '弥富市', town: '' }

test.each([
  ['埼玉県さいたま市浦和区高砂1-2-3', TAKASAGO],
  ['埼玉県 さいたま市 浦和区　高砂 1-2-3', TAKASAGO],
  ['　埼玉県さいたま市浦和区高砂', TAKASAGO],
  ['東京都千代田区霞ヶ関1-2', KASUMI],
  ['愛知県弥富市どこか', NO_TOWN],
])('%s is there whole', (typed, address) => {
  expect(matchOf(typed, address)?.isWhole).toBe(true)
})

test.each([
  ['さいたま市浦和区高砂1-2-3', TAKASAGO, '埼玉県さいたま市浦和区高砂1-2-3'],
  ['浦和区高砂１－２－３', TAKASAGO, '埼玉県さいたま市浦和区高砂１－２－３'],
  ['高砂1-2-3 コーポ101', TAKASAGO, '埼玉県さいたま市浦和区高砂1-2-3 コーポ101'],
  ['高砂三丁目', TAKASAGO, '埼玉県さいたま市浦和区高砂三丁目'],
  ['1-2-3', TAKASAGO, '埼玉県さいたま市浦和区高砂1-2-3'],
  ['１－２－３', TAKASAGO, '埼玉県さいたま市浦和区高砂１－２－３'],
  ['埼玉県さいたま市', TAKASAGO, '埼玉県さいたま市浦和区高砂'],
  ['さいたま市', TAKASAGO, '埼玉県さいたま市浦和区高砂'],
  ['高砂', TAKASAGO, '埼玉県さいたま市浦和区高砂'],
  ['千代田区霞ケ関 1-2', KASUMI, '東京都千代田区霞が関1-2'],
  ['美瑛町本町4', BIEI, '北海道上川郡美瑛町本町4'],
  ['弥富市堀5', HORI, '愛知県弥富市堀5'],
  ['弥富市5', NO_TOWN, '愛知県弥富市5'],
])('%s is completed, and keeps what follows', (typed, address, completed) => {
  expect(matchOf(typed, address)).toMatchObject({ isWhole: false, completed })
})

test.each([
  ['大阪市1-2', TAKASAGO],
  ['さいたま市浦和区仲町1-2-3', TAKASAGO],
  ['砂町1-2', TAKASAGO],
  ['三田市1', TAKASAGO],
  // Another town, of whose name this one is the beginning.
  ['堀内町1-2', HORI],
  ['東京都中央区銀座1', TAKASAGO],
])('%s is another one', (typed, address) => {
  expect(matchOf(typed, address)).toBeNull()
})
