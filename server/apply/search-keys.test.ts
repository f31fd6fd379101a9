import { expect, test } from 'vitest'
import { companyKey, mailKey, telKey } from './new-rows.ts'

test.each([
  ['社会福祉法人あおぞら', 'あおぞら'],
  ['あおぞら　社会福祉法人', 'あおぞら'],
  ['株式会社 ｱｵｿﾞﾗ', 'あおぞら'],
  ['㈱ＡＯＺＯＲＡ', 'aozora'],
  ['（株）あおぞら', 'あおぞら'],
  ['NPO法人あおぞら', 'あおぞら'],
  ['特定非営利活動法人あおぞら', 'あおぞら'],
  ['一般社団法人あおぞら', 'あおぞら'],
  ['医療法人社団　髙田会', '高田会'],
  ['医療法人高田会', '高田会'],
  ['みどりヶ丘', 'みどりけ丘'],
  ['あおば・ケア', 'あおばけあ'],
  ['合同会社', '合同会社'],
  ['・', null],
])('the corporation %s is found as %s', (name, key) => {
  expect(companyKey(name)).toBe(key)
})

test('a telephone number is its digits, a mail address has no case', () => {
  expect(telKey('０３（１２３４）５６７８')).toBe('0312345678')
  for (const typed of [
    '0312345678（内線12）',
    '03-1234-5678／090-1111-2222',
    '312345678',
    '+81 3-1234-5678',
  ])
    expect(telKey(typed)).toBe('0312345678')
  expect(telKey('内線12')).toBe('12')
  expect(telKey('なし')).toBe(null)
  expect(mailKey(' \n')).toBe(null)
  expect(mailKey(' Tanaka@Example.JP\n')).toBe('tanaka@example.jp')
})
