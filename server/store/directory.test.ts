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
  const db = new DatabaseSync(file)
  db.exec(`update meta set value = '0' where key = 'format'`)
  db.close()
  expect(() => openDirectoryFile(file)).toThrow('its format is 0')
  expect(openFilesIn(dirname(file))).toEqual([])
})
