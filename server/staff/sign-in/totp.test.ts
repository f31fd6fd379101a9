import { describe, expect, test } from 'vitest'
import { base32, matchTotp, newTotpSecret, totpCode, totpStep, totpUri } from './second-factor.ts'

/** The secret of the vectors in RFC 4226, appendix D, and RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')

describe('TOTP', () => {
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [9, '520489'],
  ])('counter %i of RFC 4226 has the code %s', (counter, code) => {
    expect(totpCode(SECRET, counter)).toBe(code)
  })

  // The RFC lists eight digits; six are their end.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('second %i of RFC 6238 has the code %s', (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1000))).toBe(code.slice(2))
  })

  test('a code is taken in its own step and the ones beside it, no longer', () => {
    const now = 1_000_000_000_000
    const step = totpStep(now)
    const taken = (offset: number) => matchTotp(SECRET, totpCode(SECRET, step + offset), now)
    expect([-2, -1, 0, 1, 2].map(taken)).toEqual([null, step - 1, step, step + 1, null])
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (code) => {
    expect(matchTotp(SECRET, code, 0)).toBeNull()
  })

  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s in base 32 of RFC 4648 is %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })

  test('a secret is never the same twice, and an app reads it from the address', () => {
    expect(newTotpSecret()).toHaveLength(20)
    expect(newTotpSecret()).not.toEqual(newTotpSecret())
    expect(totpUri(SECRET, '髙﨑 花子', '申し込み管理')).toBe(
      `otpauth://totp/${encodeURIComponent('申し込み管理')}:${encodeURIComponent('髙﨑 花子')}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=${encodeURIComponent('申し込み管理')}`,
    )
  })
})
