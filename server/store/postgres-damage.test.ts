import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openForTest } from '../testing/databases.ts'
import { administer, type Cluster } from '../testing/postgres.ts'
import { startInMemory } from '../testing/postgres-of-run.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { becomesReady, becomesRed, isReady, nextCheck, serve } from '../testing/readiness.ts'
import { applicationRow, put } from '../testing/rows.ts'
import { query } from './statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503 }
const PAGE_BYTES = 8192

let cluster: Cluster
beforeAll(async () => {
  cluster = await startInMemory()
})
afterAll(() => cluster.remove())

/** Overwrites the first page of data of a table or an index while the server is stopped. */
async function damage(
  url: string,
  relation: string,
  bytes: Buffer | ((page: Buffer) => void),
  server: Cluster = cluster,
): Promise<() => Promise<void>> {
  const [found] = await rowsOf(url, `select pg_relation_filepath('${relation}') as path`)
  const [, folder = ''] = /[?&]host=([^&]+)/.exec(url) ?? []
  const file = join(folder, 'data', String(found?.path))
  await server.stop('fast')
  const whole = readFileSync(file)
  const damaged = Buffer.from(whole)
  const page = damaged.subarray(-PAGE_BYTES)
  if (typeof bytes === 'function') bytes(page)
  else bytes.copy(page)
  writeFileSync(file, damaged)
  await server.start()
  return async () => {
    await server.stop('fast')
    writeFileSync(file, whole)
    await server.start()
  }
}
const garbage = Buffer.alloc(PAGE_BYTES, 0xff)
const zeroes = Buffer.alloc(PAGE_BYTES)

test('whoever meets a damaged page is told as unavailable; readiness is red in all processes until a start that finds none', async () => {
  const url = await cluster.createDatabase()
  const filling = await openForTest(url)
  await put(filling, { applications: [applicationRow('a')] })
  await filling.close()
  const mend = await damage(url, 'applications', garbage)
  const { database, reports } = await serve(url)
  const other = await serve(url)
  await becomesReady(database)
  await becomesReady(other.database)
  const met = { ...UNAVAILABLE, cause: { code: 'XX001' } }
  await expect(
    database.read((tx) => tx.all(query((db) => db.selectFrom('applications').select('id')))),
  ).rejects.toMatchObject(met)
  await nextCheck()
  await expect(database.check()).rejects.toMatchObject(met)
  expect(reports).toMatchObject([{ code: 'XX001' }])
  await becomesRed(other.database)
  expect(other.reports).toMatchObject([{ name: 'DamagedDatabase' }])
  await database.close()

  const next = await serve(url)
  await vi.waitFor(() => expect(next.reports.length).toBe(1), 10_000)
  await setTimeout(1500)
  expect(await isReady(next.database)).toBe(false)
  await next.database.close()
  await other.database.close()

  await mend()
  const last = await serve(url)
  await becomesReady(last.database)
})

/** The header of a page's first row: locked by transactions that never were. */
function garbleFirstRow(page: Buffer): void {
  const row = page.subarray(page.readUInt32LE(24) & 0x7fff)
  row.writeUInt32LE(0x7fff_0000, 4)
  row.writeUInt16LE((row.readUInt16LE(20) & ~0x0cd0) | 0x1000, 20)
}

test('damage that PostgreSQL calls an internal error turns readiness red too, whoever meets it', async () => {
  const url = await cluster.createDatabase()
  const filling = await openForTest(url)
  await put(filling, { applications: [applicationRow('a')] })
  await filling.close()
  const mend = await damage(url, 'applications', garbleFirstRow)
  const { database, reports } = await serve(url)
  await becomesReady(database)
  const listed = query((db) => db.selectFrom('applications').select('id'))
  await expect(database.read((tx) => tx.all(listed))).rejects.toMatchObject({ code: 'XX000' })
  await becomesRed(database)
  expect(reports).toMatchObject([{ code: 'XX000' }])
  await database.close()
  const next = await serve(url)
  await becomesRed(next.database)
  await next.database.close()
  await mend()
  await becomesReady((await serve(url)).database)
})

test('a damaged index is met, and found by a check where amcheck is there', async () => {
  const url = await cluster.createDatabase()
  const database = await openForTest(url)
  await put(database, { applications: [applicationRow('a')] })
  expect(await database.examine('full')).toEqual([])
  await database.close()
  await damage(url, 'applications_pkey', zeroes)
  const { database: server, reports } = await serve(url)
  const byKey = query((db) => db.selectFrom('applications').select('state').where('id', '=', 'a'))
  await administer(cluster, 'alter system set enable_seqscan = off', 'select pg_reload_conf()')
  await expect(server.read((tx) => tx.all(byKey))).rejects.toMatchObject({
    ...UNAVAILABLE,
    cause: { code: 'XX002' },
  })
  expect(reports).toMatchObject([{ code: 'XX002' }])
  await nextCheck()
  expect(await isReady(server)).toBe(false)
  // Its tables are whole.
  expect(await server.examine('full')).toEqual([])
  await runSql(url, 'create extension amcheck')
  for (const depth of ['quick', 'full'] as const)
    expect(await server.examine(depth)).toEqual([
      'index "applications_pkey" contains unexpected zero page at block 1',
    ])
  await administer(cluster, 'alter system reset enable_seqscan', 'select pg_reload_conf()')
})

test('a damaged page of a standby is told, and the primary is read in its place', async () => {
  const url = await cluster.createDatabase()
  const filling = await openForTest(url)
  await put(filling, { applications: [applicationRow('a')] })
  await filling.close()
  const standby = await cluster.standby()
  onTestFinished(() => standby.remove())
  const folderOf = (address: string) => /host=([^&]+)/.exec(address)?.[1] ?? ''
  const readUrl = url.replace(folderOf(url), folderOf(standby.url))
  await damage(readUrl, 'applications', garbage, standby)
  const { database, reports } = await serve(url, { readUrl })
  const listed = query((db) => db.selectFrom('applications').select('id'))
  expect(await database.browse((tx) => tx.all(listed))).toEqual([{ id: 'a' }])
  expect(reports).toMatchObject([{ code: 'XX001' }])
  await becomesReady(database)
})
