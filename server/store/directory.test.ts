import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/databases.ts'
import { openDirectoryFile } from './directory.ts'
import { buildDirectory } from './directory-build.ts'

test('a directory of another layout is not opened', () => {
  const file = join(temporaryFolder(), 'directory.db')
  const build = buildDirectory(file)
  const rules = {
    entryOf: () => ({ key: '', name: '', kana: '', address: '', zipcode: '', tel: '' }),
    namesOf: () => ({ spellings: [], cores: [] }),
  }
  build.finish(rules, {})
  build.close()
  openDirectoryFile(file).close()
  const db = new DatabaseSync(file)
  db.exec(`update meta set value = '0' where key = 'format'`)
  db.close()
  expect(() => openDirectoryFile(file)).toThrow('its format is 0')
})
