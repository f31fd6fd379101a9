import { describe, expect, test } from 'vitest'
import { addressBucket } from './client-address.ts'
import { isCrossSite } from './request-checks.ts'

describe('isCrossSite', () => {
  test.each([
    ['cross-site', undefined, true],
    ['cross-site', 'http://desk.test', true],
    ['same-origin', 'http://desk.test', false],
    ['none', undefined, false],
    // The browser's own word goes before the name that a proxy may have changed.
    ['same-origin', 'http://public.test', false],
    ['none', 'http://public.test', false],
    ['same-site', 'http://other.desk.test', true],
    ['same-site', 'http://desk.test', false],
    [undefined, undefined, false],
    [undefined, 'http://desk.test', false],
    [undefined, 'https://DESK.test', false],
    [undefined, 'http://desk.test:81', true],
    [undefined, 'http://evil.test', true],
    [undefined, 'http://desk.test.evil.test', true],
    [undefined, 'null', true],
    [undefined, '', true],
    [undefined, 'file://', true],
  ])('Sec-Fetch-Site %s with Origin %s: %s', (fetchSite, origin, expected) => {
    expect(isCrossSite({ fetchSite, origin, host: 'Desk.test' })).toBe(expected)
  })
})

describe('addressBucket', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.10.113.77', '203.10.113.77'],
    ['1:2::5:6:7:8', '1:2:0:0::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64'],
    ['::5:6:7:8:9', '0:0:0:5::/64'],
    ['::', '0:0:0:0::/64'],
    ['no address', 'no address'],
    ['x::ffff:203.0.113.7', 'x::ffff:203.0.113.7'],
    ['::ffff:203.0.113.7x', '::ffff:203.0.113.7x'],
    ['::ffff:999.0.113.7', '::ffff:999.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    [undefined, 'gone'],
  ])('%s is counted as %s', (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket)
  })
})
