import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openForTest, temporaryFolder } from '../testing/databases.ts'
import { storedFacts, storeFact } from '../testing/facts.ts'
import { openFilesIn } from '../testing/open-files.ts'
import { applicationRow, put } from '../testing/rows.ts'
import { copiedShare, copyDatabase, verifyCopy } from './copy.ts'

test('a copy appears when it is whole, for its owner alone, and over nothing that is there', async () => {
  const folder = temporaryFolder()
  const [live, copy] = [join(folder, 'live.db'), join(folder, 'copy.db')]
  const database = await openForTest(`sqlite:${live}`)
  await put(database, { applications: [applicationRow('a'), applicationRow('b')] })
  await storeFact(database, 'a')
  // What a copy left that was broken off.
  writeFileSync(`${copy}.unfinished`, 'x'.repeat(1000))
  expect(copiedShare(live, copy)).toBe(1000 / statSync(live).size)
  await copyDatabase(live, copy)
  expect(openFilesIn(folder).filter((name) => name.startsWith('copy'))).toEqual([])
  expect(copiedShare(live, copy)).toBe(0)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  expect(verifyCopy(copy)).toBe(2)
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
  await expect(copyDatabase(live, copy)).rejects.toThrow(`${copy} exists already`)
  expect(await storedFacts(await openForTest(`sqlite:${copy}`))).toEqual(['a'])
})

test('a copy that is damaged, or no database, is told', async () => {
  const file = join(temporaryFolder(), 'live.db')
  const database = await openForTest(`sqlite:${file}`)
  const rows = Array.from({ length: 200 }, (_, at) => applicationRow(`a${at}`))
  await put(database, { applications: rows })
  await database.close()
  const copy = join(temporaryFolder(), 'copy.db')
  const changed = (change: (content: Buffer) => unknown) => {
    const content = readFileSync(file)
    change(content)
    writeFileSync(copy, content)
    return () => verifyCopy(copy)
  }
  expect(changed(() => {})()).toBe(200)
  expect(changed((content) => content.fill(1, 0, 100))).toThrow('not a database')
  // A row that its index knows by another name.
  expect(changed((content) => content.write('zzzz', content.indexOf('a150')))).toThrow(
    `${copy} is damaged`,
  )
})

test('a copy is on disk before it has its name, its name before anybody is told, and nothing stays open', async () => {
  const folder = temporaryFolder()
  const [live, copy] = [join(folder, 'live.db'), join(folder, 'copy.db')]
  await (await openForTest(`sqlite:${live}`)).close()
  const handle = await open(folder)
  const files = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = files
  const named: boolean[] = []
  const spy = vi.spyOn(files, 'sync').mockImplementation(async function (this: FileHandle) {
    named.push(existsSync(copy))
    return sync.call(this)
  })
  await copyDatabase(live, copy).finally(() => spy.mockRestore())
  expect(named).toEqual([false, true])
  expect(verifyCopy(copy)).toBe(0)
  expect(openFilesIn(folder)).toEqual([])
})
