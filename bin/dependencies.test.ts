/** SECURITY.md counts the packages as the lock has them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesFor } from './install.js'
import { ROOT } from './run.js'

type Package = { integrity?: string; resolved?: string; license?: string }

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('SECURITY.md has the counts of the lock', () => {
  const { '': own, ...locked } = JSON.parse(read('package-lock.json')).packages
  const packages = Object.values(locked as Record<string, Package>)
  const atRunTime = Object.values<Package>(packagesFor(locked, 'serve'))
  const toBuild = Object.keys(packagesFor(locked, 'build'))
  const byLicense = Map.groupBy(atRunTime, ({ license }) => license ?? 'no license')
  const licenses = [...byLicense]
    .map(([license, { length }]) => ({ license, length }))
    .sort((a, b) => b.length - a.length || a.license.localeCompare(b.license))
    .map(({ license, length }) => `${length} ${license}`)
  const direct = Object.keys(own.dependencies).length
  const document = read('SECURITY.md')
  expect(packages.filter(({ integrity, resolved }) => !integrity || resolved)).toEqual([])
  expect(document).toContain(
    `all ${packages.length} packages of \`package-lock.json\` have an integrity hash, none a URL of its own; ${toBuild.length} are installed to build it, and ${atRunTime.length} of them to run it (${licenses.join(', ')}).`,
  )
  expect(document).toContain(`no install scripts, ${direct} direct ones at run time`)
})
