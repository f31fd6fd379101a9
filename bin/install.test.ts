import { expect, test } from 'vitest'
import { holdsAll } from './install.js'

const react = { version: '19.3.1', integrity: 'sha512-a' }
const darwin = { version: '1.0.0', integrity: 'sha512-b', optional: true }
const wanted = { '': {}, 'node_modules/react': react, 'node_modules/darwin': darwin }

test('an installation is whole without the packages of other platforms', () => {
  expect(holdsAll(wanted, { 'node_modules/react': react })).toBe(true)
  expect(holdsAll(wanted, { 'node_modules/react': react, 'node_modules/stray': react })).toBe(true)
})

test('a missing package, another version and another content are not whole', () => {
  expect(holdsAll(wanted, {})).toBe(false)
  expect(holdsAll(wanted, { 'node_modules/react': { ...react, version: '19.3.0' } })).toBe(false)
  expect(holdsAll(wanted, { 'node_modules/react': { ...react, integrity: 'sha512-c' } })).toBe(
    false,
  )
})
