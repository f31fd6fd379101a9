import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importDirectory } from '../directory/import.ts'
import { createDirectory } from '../directory/look-up.ts'
import { openDirectoryFile } from '../store/directory-file.ts'
import { temporaryFolder } from './databases.ts'
import { SAMPLE_FOLDER, sampleFiles } from './sample-directory.ts'

test('the sample directory is what this writes: node server/testing/sample-directory.ts', () => {
  const files = sampleFiles()
  expect(readdirSync(SAMPLE_FOLDER).sort()).toEqual([...files.keys()].sort())
  for (const [name, content] of files)
    expect(readFileSync(join(SAMPLE_FOLDER, name), 'utf8')).toBe(content)
})

test('the sample directory is imported without a remark', () => {
  const out = join(temporaryFolder(), 'directory.db')
  const options = {
    out,
    period: '',
    now: Date.parse('2026-01-01'),
    zipcodeOf: () => '',
    progress: () => {},
  }
  const { tables, corporations, rows, period } = importDirectory([SAMPLE_FOLDER], options)
  expect(tables.flatMap(({ remarks }) => remarks)).toEqual([])
  expect({ corporations, rows, period }).toEqual({ corporations: 8, rows: 187, period: '2025-03' })
  const store = openDirectoryFile(out)
  const { corporations: found } = JSON.parse(createDirectory(store).search('あさひ').toString())
  expect(
    found.map(({ name, facilities }: { name: string; facilities: number }) => [name, facilities]),
  ).toEqual([
    ['社会福祉法人　あさひの里', 12],
    ['株式会社　あさひケア', 3],
  ])
  store.close()
})
