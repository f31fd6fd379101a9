import { deflateSync, strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { LINK_LENGTH, packed, QUOTE_BYTES, unpacked } from './packing.ts'

test('a text comes back as it was, in letters of an address', () => {
  const text = JSON.stringify(['contract-1', '2026-11-27', ['KYODO', '', '𠮷の家～ー']])
  expect(packed(text)).toMatch(/^[0-9A-Za-z_-]+$/)
  expect(unpacked(packed(text) ?? '')).toBe(text)
})

test.each([
  '',
  '!',
  'あ',
  'AAAA',
  packed('x')?.slice(1) ?? '',
  `${packed('x')}%`,
  'A'.repeat(LINK_LENGTH + 1),
])('%j is nothing', (code) => expect(unpacked(code)).toBeNull())

const codeOf = (bytes: Uint8Array) =>
  btoa(strFromU8(deflateSync(bytes), true))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

test('a longer link than is made, and one with other letters in it, is nothing', () => {
  const random = Array.from({ length: 2500 }, (_, at) => ((at * at * 7919) % 65_521).toString(36))
  const long = packed(random.join('').slice(0, 5000)) ?? ''
  expect(long.length).toBeGreaterThan(LINK_LENGTH)
  expect(unpacked(long)).toBeNull()
  expect(unpacked(`${packed('x')} `)).toBeNull()
})

test('eight kilobytes are the most, and a bomb costs no more', () => {
  expect(unpacked(packed('x'.repeat(QUOTE_BYTES)) ?? '')).toHaveLength(QUOTE_BYTES)
  expect(packed('x'.repeat(QUOTE_BYTES + 1))).toBeNull()
  expect(unpacked(codeOf(new Uint8Array(QUOTE_BYTES + 1).fill(120)))).toBeNull()
  const bomb = codeOf(new Uint8Array(1_400_000).fill(120))
  expect(bomb.length).toBeLessThanOrEqual(LINK_LENGTH)
  expect(unpacked(bomb)).toBeNull()
})

test('bytes that are no text are nothing', () => {
  expect(unpacked(codeOf(new Uint8Array([0xff, 0xfe])))).toBeNull()
})
