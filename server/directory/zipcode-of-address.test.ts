import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../config/settings.ts'
import { openPostalCodes } from '../postal/look-up.ts'
import { createZipcodeOf } from './zipcode-of-address.ts'

const zipcodeOf = createZipcodeOf(() =>
  openPostalCodes(join(PROJECT_ROOT, 'build/postal-codes.db')).rows(),
)

test.each([
  ['東京都千代田区千代田１－１', '1000001'],
  ['東京都千代田区千代田', '1000001'],
  ['東京都 千代田区　千代田１－１', '1000001'],
  // Buildings of the same town have codes of their own.
  ['東京都港区六本木１－１', ''],
  // Several codes, by 条 and 丁目.
  ['北海道札幌市中央区大通西１', ''],
  ['東京都千代田区千代田橋1', ''],
  ['東京都千代田区', ''],
  ['存在しない県', ''],
  ['', ''],
])('%s has the code %s', (address, zipcode) => {
  expect(zipcodeOf(address)).toBe(zipcode)
})
