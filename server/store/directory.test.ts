import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/databases.ts'
import { openFilesIn } from '../testing/open-files.ts'
import { buildDirectory } from './directory-build.ts'
import { openDirectoryFile } from './directory-file.ts'

test('a directory of another layout is not opened', () => {
  const file = join(temporaryFolder(), 'directory.db')
  const build = buildDirectory(file)
  const rules = {
    entryOf: () => ({ key: '', name: '', kana: '', address: '', zipcode: '', tel: '' }),
    namesOf: () => ({ spellings: [], cores: [] }),
  }
  build.finish(rules, {})
  build.close()
  const other = new DatabaseSync(file)
  // No lock of another program keeps a reader out: nobody changes the file.
  other.exec('begin exclusive')
  const store = openDirectoryFile(file)
  other.close()
  expect(openFilesIn(dirname(file))).toEqual(['directory.db'])
  store.close()
  expect(openFilesIn(dirname(file))).toEqual([])
  const become = (format: string) => {
    const db = new DatabaseSync(file)
    db.prepare(`update meta set value = ? where key = 'format'`).run(format)
    db.close()
  }
  become('1')
  const first = openDirectoryFile(file)
  expect([store.isIndexedAsWritten, first.isIndexedAsWritten]).toEqual([false, true])
  first.close()
  become('0')
  expect(() => openDirectoryFile(file)).toThrow('its format is 0')
  expect(openFilesIn(dirname(file))).toEqual([])
})
