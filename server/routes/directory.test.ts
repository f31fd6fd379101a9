import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importDirectory } from '../directory/import.ts'
import { watchDirectory } from '../directory/look-up.ts'
import { createMinuteLimit } from '../http/limits/look-ups.ts'
import { assetOf } from '../http/static-files.ts'
import { createLog } from '../observability/log.ts'
import { startApp } from '../testing/app.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { facilityNumber, publishedCsv, publishedRow } from '../testing/published-files.ts'

/** An app over a directory file that tests import into, with a clock that they move. */
async function startLookUps({ perMinute = 0 } = {}) {
  const folder = temporaryFolder()
  const file = join(folder, 'directory.db')
  let [now, lines] = [Date.parse('2026-01-01'), '']
  const clock = () => now
  const log = createLog({ level: 'trace', clock, write: (more) => (lines += more) })
  const directory = watchDirectory({ file, clock, log })
  onTestFinished(() => directory.close())
  const assets = new Map([
    ['/page', assetOf(Buffer.from('<!doctype html>'), '.html', 'no-cache')],
    ['/style.css', assetOf(Buffer.from(''), '.css', 'no-cache')],
  ])
  const { app, logged } = await startApp({
    pages: { assets, notFound: undefined },
    directory,
    admitLookUp: createMinuteLimit({ perMinute, clock }),
  })
  return {
    file,
    pass: (ms: number) => {
      now += ms
    },
    take(name: string) {
      const table = join(folder, 'sfkopendata_202503_45.csv')
      writeFileSync(table, publishedCsv([publishedRow({ 法人の名称: name })]))
      const options = { out: file, period: '', now, zipcodeOf: () => '', progress: () => {} }
      importDirectory([table], options)
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      app.inject({ url: `/api/directory${path}`, headers }),
    announced: async (path: string) => (await app.inject(path)).headers['server-timing'],
    logged: () => {
      log.flush()
      return lines + logged()
    },
  }
}

const search = (text: string) => `/corporations?q=${encodeURIComponent(text)}`

test('without a directory the pages are told so, and every look-up is 404', async () => {
  const { get } = await startLookUps()
  expect((await get('')).json()).toEqual({ period: null, source: 'WAM NET' })
  for (const path of [
    search('み'),
    '/corporations/x/facilities',
    `/facilities?numbers=${facilityNumber(1)}`,
  ])
    expect((await get(path)).statusCode).toBe(404)
})

test('a running server takes an import within a second, and the next, and the loss of the file', async () => {
  const { file, get, pass, take } = await startLookUps()
  expect((await get('')).json().period).toBeNull()
  take('みほん会')
  pass(1000)
  expect((await get('')).json()).toEqual({ period: '2025-03', source: 'WAM NET' })
  const found = (await get(search('みほん'))).json()
  expect(found.corporations).toMatchObject([{ name: 'みほん会', facilities: 1 }])
  const { id } = found.corporations[0]
  const { corporation, facilities } = (await get(`/corporations/${id}/facilities`)).json()
  expect(corporation.name).toBe('みほん会')
  expect(facilities).toEqual([
    { number: facilityNumber(1), name: 'みほん作業所', serviceKey: 'SYUKEI_A' },
  ])
  const numbered = (await get(`/facilities?numbers=${facilityNumber(1)}`)).json()
  expect(numbered.facilities).toMatchObject([{ corporation: 'みほん会', corporationId: id }])
  expect(numbered.services).toEqual(['SYUKEI_A'])

  take('別の園')
  pass(1000)
  expect((await get(search('みほん会'))).json().corporations).toEqual([])
  rmSync(file)
  pass(1000)
  expect((await get('')).json().period).toBeNull()
})

test('an import is taken also where the clock was set back', async () => {
  const { get, pass, take } = await startLookUps()
  take('みほん会')
  pass(1000)
  expect((await get(search('みほん会'))).json().corporations).toHaveLength(1)
  take('別の園')
  pass(-3_600_000)
  expect((await get(search('別の園'))).json().corporations).toHaveLength(1)
})

test('a damaged file changes nothing, and is logged', async () => {
  const { file, get, logged, pass, take } = await startLookUps()
  take('みほん会')
  pass(1000)
  await get('')
  rmSync(file)
  writeFileSync(file, 'not a database, but long enough to be looked at as one')
  pass(1000)
  expect((await get(search('みほん会'))).json().corporations).toHaveLength(1)
  expect(logged()).toContain('directory_unreadable')
})

test('an answer may be kept until the next import', async () => {
  const { get, pass, take } = await startLookUps()
  take('みほん会')
  pass(1000)
  const { headers } = await get(search('みほん'))
  const etag = String(headers.etag)
  expect(headers['cache-control']).toBe('private, max-age=300')
  const again = await get(search('みほん'), { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  take('別の園')
  pass(1000)
  expect((await get(search('みほん'), { 'if-none-match': etag })).statusCode).toBe(200)
})

test('look-ups are limited by address, and free again after a minute', async () => {
  const { get, pass, take } = await startLookUps({ perMinute: 2 })
  take('みほん会')
  pass(1000)
  const statuses = async () => {
    const answers = [await get(search('a')), await get(search('b')), await get(search('c'))]
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200, 429])
  expect(Number((await get(search('d'))).headers['retry-after'])).toBe(59)
  expect((await get('')).statusCode).toBe(200)
  pass(59_000)
  expect(await statuses()).toEqual([200, 200, 429])
})

test.each([
  '/corporations',
  '/corporations?q=',
  search('あ'.repeat(61)),
  '/corporations?q=a&q=b',
  '/facilities?numbers=123',
  `/facilities?numbers=${Array(101).fill(facilityNumber(1)).join(',')}`,
  `/corporations/${'x'.repeat(33)}/facilities`,
])('%s is refused', async (path) => {
  const { get } = await startLookUps()
  expect((await get(path)).statusCode).toBe(422)
})

test('nothing of what was asked stands in the log', async () => {
  const { get, logged, pass, take } = await startLookUps({ perMinute: 1 })
  take('みほん会')
  pass(1000)
  for (const _ of [1, 2]) await get(search('ひみつ'))
  await get(`/corporations/himitsu/facilities`)
  expect(logged()).not.toMatch(/ひみつ|himitsu|%E3/)
})

test('pages announce the directory, and only pages', async () => {
  const { announced, pass, take } = await startLookUps()
  expect(await announced('/page')).toBeUndefined()
  take('みほん会')
  pass(1000)
  expect(await announced('/page')).toBe('directory;desc="2025-03"')
  expect(await announced('/style.css')).toBeUndefined()
})

test('a directory that was damaged under the server is none until the next import, and is warned of once', async () => {
  const { file, take, pass, get, logged } = await startLookUps()
  take('みどり会')
  expect((await get('')).json().period).not.toBeNull()
  writeFileSync(file, Buffer.alloc(statSync(file).size, 1))
  for (const text of ['会', 'どり']) expect((await get(search(text))).statusCode).toBe(404)
  expect(logged().split('directory_unreadable')).toHaveLength(2)
  rmSync(file)
  take('みどり会')
  pass(2_000)
  expect((await get(search('み'))).statusCode).toBe(200)
})
