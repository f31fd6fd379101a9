import { expect, test } from 'vitest'
import { foreignOrigins } from './render-pages.tsx'

test('addresses beside the pages need no origin', () => {
  expect(foreignOrigins(['/api', '/api/postal-codes'])).toEqual([])
})

test('every other origin stands once, without path, and with a port only where it is unusual', () => {
  expect(
    foreignOrigins([
      'https://apply.example.jp:443/api',
      'https://zip.example.com/api/search',
      'http://localhost:8080/x',
      'https://apply.example.jp/zip',
    ]),
  ).toEqual(['https://apply.example.jp', 'https://zip.example.com', 'http://localhost:8080'])
})

test.each(['//apply.example.jp/api', 'apply.example.jp', 'api', '', 'x+http://a.example'])(
  '「%s」 could not stand in a policy, and stops the build',
  (address) => {
    expect(() => foreignOrigins(['/api', address])).toThrow('begin with /')
  },
)
