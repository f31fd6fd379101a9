import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMailAddress } from './mail-address.ts'
import { mailDoubt } from './mail-typos.ts'

test.each([
  ['taro @example.jp', 'taro@example.jp'],
  ['taro@ example.jp', 'taro@example.jp'],
  ['taro　yamada@example.jp', 'taroyamada@example.jp'],
  ['taro@gmial .com', 'taro@gmial.com'],
])('%j has a blank inside', (address, meant) => {
  expect(mailDoubt(address)).toEqual({ kind: 'blank', meant })
})

describe('what was meant', () => {
  test.each([
    ['mailto:taro@example.jp', 'taro@example.jp'],
    ['MAILTO: taro@example.jp?subject=hello', 'taro@example.jp'],
    ['山田 太郎 <taro@example.jp>', 'taro@example.jp'],
    ['"山田" <taro@example.jp>;', 'taro@example.jp'],
    ['<taro@example.jp>', 'taro@example.jp'],
    ['taro@example,jp', 'taro@example.jp'],
    ['taro@example、co、jp', 'taro@example.co.jp'],
    ['taro@example。co。jp', 'taro@example.co.jp'],
    ['taro・yamada@example.jp', 'taro.yamada@example.jp'],
    ['taroー1@example.jp', 'taro-1@example.jp'],
    ['taro@so−net.ne.jp', 'taro@so-net.ne.jp'],
    ['taro@example..jp', 'taro@example.jp'],
    ['taro@.example.jp', 'taro@example.jp'],
    ['taro@example.jp.', 'taro@example.jp'],
    ['taro@example.jp)', 'taro@example.jp'],
    ['(taro@example.jp)', 'taro@example.jp'],
    ['taro@gmail,com', 'taro@gmail.com'],
    ['taro@gmial.com', 'taro@gmail.com'],
    ['taro@gmai.com', 'taro@gmail.com'],
    ['taro@gmaill.com', 'taro@gmail.com'],
    ['taro@gmsil.com', 'taro@gmail.com'],
    ['Taro.Y@GMIAL.COM', 'Taro.Y@gmail.com'],
    ['taro@gmail.con', 'taro@gmail.com'],
    ['taro@gmail.co', 'taro@gmail.com'],
    ['taro@gmail.ocm', 'taro@gmail.com'],
    ['taro@gmailcom', 'taro@gmail.com'],
    ['taro@docomo.ne.jo', 'taro@docomo.ne.jp'],
    ['taro@dokomo.ne.jp', 'taro@docomo.ne.jp'],
    ['taro@docomone.jp', 'taro@docomo.ne.jp'],
    ['taro@ezwed.ne.jp', 'taro@ezweb.ne.jp'],
    ['taro@yahoo.co.jo', 'taro@yahoo.co.jp'],
    ['taro@yaho.co.jp', 'taro@yahoo.co.jp'],
    ['taro@yahoo.cojp', 'taro@yahoo.co.jp'],
    ['taro@softbank.ne.jpn', 'taro@softbank.ne.jp'],
    ['taro@icloud.coom', 'taro@icloud.com'],
    ['taro@au.con', 'taro@au.com'],
    ['taro@mailto:gmial.com <taro@gmial.com>', 'taro@gmail.com'],
  ])('by %j is %j', (address, meant) => {
    expect(mailDoubt(address)).toEqual({ kind: 'other', meant })
  })
})

test.each([
  'tantou@',
  '@example.jp',
  'tantou',
  '担当@example.jp',
  'a@example.jp, b@example.jp',
  'a@example.jp b@example.jp',
  'taro@@example.jp',
  '山田 <taro>',
])('of %j nobody knows what was meant', (address) => {
  expect(mailDoubt(address)).toEqual({ kind: 'format' })
})

describe('nothing is said', () => {
  test.each([
    'tantou@example.co.jp',
    'taro@gmail.com',
    'taro@Gmail.com',
    // Real ones, a letter from a well-known one.
    'taro@ymail.com',
    'taro@email.com',
    'taro@mail.com',
    'taro@yahoo.com',
    'taro@yahoo.ne.jp',
    'taro@hotmail.co.jp',
    // Names so short that a letter makes somebody else's.
    'info@ai.com',
    'info@we.com',
    'info@line.jp',
    'info@foo.jp',
    'info@mac.co.jp',
    // The companies themselves.
    'info@softbank.co.jp',
    'info@rakuten.co.jp',
    'info@docomo.com',
    'taro..y.@docomo.ne.jp',
    'taro@xx.example.ocn.ne.jp',
    'taro@mail.example.jp',
  ])('of %s', (address) => {
    expect(mailDoubt(address)).toBeNull()
  })
})

test('what is proposed is an address, and once taken nothing more is proposed but a domain', () => {
  const part = fc.string({ unit: fc.constantFrom(...'ab.@,<> 　-ー。:mailtogcn'), maxLength: 24 })
  fc.assert(
    fc.property(
      fc.oneof(
        part,
        part.map((text) => `taro@gmail.${text}`),
      ),
      (text) => {
        const doubt = mailDoubt(text)
        if (doubt?.kind === 'other') {
          expect(isMailAddress(doubt.meant)).toBe(true)
          expect(mailDoubt(doubt.meant)).toBeNull()
        }
        if (doubt?.kind === 'blank') expect(mailDoubt(doubt.meant)?.kind).not.toBe('blank')
      },
    ),
    { numRuns: 2000 },
  )
})
