import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openForTest, temporaryFolder } from '../../testing/databases.ts'
import { storedFacts, storeFact } from '../../testing/facts.ts'
import { openFilesIn } from '../../testing/open-files.ts'
import { applicationRow, put } from '../../testing/rows.ts'
import { copiedShare, copyDatabase, DamagedCopy, verifyCopy } from './copy.ts'

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
  expect(await verifyCopy(copy)).toBe(2)
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
  expect(await changed(() => {})()).toBe(200)
  await expect(changed((content) => content.fill(1, 0, 100))()).rejects.toThrow('not a database')
  // A row that its index knows by another name.
  await expect(
    changed((content) => content.write('zzzz', content.indexOf('a150')))(),
  ).rejects.toThrow(/^row 151 missing from index \w+$/)
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
  expect(await verifyCopy(copy)).toBe(0)
  expect(openFilesIn(folder)).toEqual([])
})

/** Rows, one of which an index knows by another name. */
async function damagedDatabase(): Promise<string> {
  const file = join(temporaryFolder(), 'live.db')
  const database = await openForTest(`sqlite:${file}`)
  await put(database, { applications: [applicationRow('abcdefgh'), applicationRow('b')] })
  await database.close()
  const content = readFileSync(file)
  content.write('zzzz', content.indexOf('abcdefgh'))
  writeFileSync(file, content)
  return file
}

test('a copy that is not whole gets no name, and leaves nothing', async () => {
  const folder = temporaryFolder()
  const copy = join(folder, 'copy.db')
  const copied = copyDatabase(await damagedDatabase(), copy)
  await expect(copied).rejects.toBeInstanceOf(DamagedCopy)
  expect(readdirSync(folder)).toEqual([])
  // Nor does one of a file that is no database.
  const text = join(temporaryFolder(), 'text.db')
  writeFileSync(text, 'x'.repeat(10_000))
  await expect(copyDatabase(text, copy)).rejects.toThrow('not a database')
  expect(readdirSync(folder)).toEqual([])
})

test('a copy that finds no room leaves nothing', async () => {
  const live = join(temporaryFolder(), 'live.db')
  const database = await openForTest(`sqlite:${live}`)
  await storeFact(database, 'large', 'x'.repeat(2_000_000))
  await database.close()
  const folder = temporaryFolder()
  const program = `
    import { readdirSync } from 'node:fs'
    import { copyDatabase } from '${import.meta.dirname}/copy.ts'
    const failure = await copyDatabase('${live}', '${folder}/copy.db').catch(({ errcode }) => errcode)
    console.log(JSON.stringify([failure, readdirSync('${folder}')]))`
  // A disk in memory, mounted where only this process sees it, which any user may do.
  const script = `mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" --input-type=module-typescript -e "$3"`
  const output = execFileSync(
    'unshare',
    ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', folder, process.execPath, program],
    { encoding: 'utf8' },
  )
  expect(JSON.parse(output)).toEqual([13, []])
})
