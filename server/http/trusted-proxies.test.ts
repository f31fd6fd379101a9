import { expect, test } from 'vitest'
import { addressMatcher } from './client-address.ts'

test('each address is judged by itself, whatever was asked before', () => {
  const isTrusted = addressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
  const asked = [
    ['10.1.2.3', true],
    ['203.0.113.9', false],
    ['203.0.113.9', false],
    ['10.1.2.3', true],
    ['10.1.2.3', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['::ffff:10.1.2.3', true],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['unix', false],
    ['', false],
  ] as const
  for (const [address, expected] of asked)
    expect([address, isTrusted(address)]).toEqual([address, expected])
})

test('an address alone is that address, of both families; nobody is trusted before anybody was asked', () => {
  const isTrusted = addressMatcher(['2001:db8::7'])
  const asked = ['', '2001:db8::7', '2001:db8::8', '2001:db8::7']
  expect(asked.map(isTrusted)).toEqual([false, true, false, true])
})
