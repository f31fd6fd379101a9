import { describe, expect, test } from 'vitest'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { operatorFile } from '../testing/operator-file.ts'
import { readOperator } from './operator-file.ts'
import { checkVersion, claimVersion } from './operator-pages.ts'

describe.each(ENGINES)('on %s', (engine) => {
  test('a changed file needs a changed version, whatever changed in it', async () => {
    const database = await openEmpty(engine)
    const file = operatorFile()
    const claim = () => claimVersion(database, readOperator(file.path))
    await claim()
    await claim()

    file.change(['Change every example', 'Nothing is an example'], ['[product]\n', '\n[product]\n'])
    await claim()
    file.change(['翌月10日', '翌月20日'])
    await expect(claim()).rejects.toThrow('version が「2026-12-01」のまま')
    file.change(['翌月10日', '翌月20日'], ['version = "2026-12-01"', 'version = "2027-01-01"'])
    await claim()
    file.change()
    await claim()
    // Nobody consents to what staff may ask.
    file.change(['# 1 =', '1 ='])
    await claim()
    file.document('terms.pdf', '%PDF-1.4 other terms')
    await expect(claim()).rejects.toThrow('version')
  })

  test('the samples are a version too: a file cannot put other words under it', async () => {
    const database = await openEmpty(engine)
    await claimVersion(database, readOperator(''))
    const sample: [string, string] = [
      'version = "2026-12-01"',
      `version = "${DEFAULT_WORDS.version}"`,
    ]
    await expect(claimVersion(database, readOperator(operatorFile(sample).path))).rejects.toThrow()
  })

  test('a check remembers nothing', async () => {
    const database = await openEmpty(engine)
    const file = operatorFile()
    await checkVersion(database, readOperator(file.path))
    file.change(['翌月10日', '翌月20日'])
    await claimVersion(database, readOperator(file.path))
    file.change()
    await expect(checkVersion(database, readOperator(file.path))).rejects.toThrow('version')
  })
})
