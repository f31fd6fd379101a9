/** deploy/postgres-roles.sql as an administrator runs it: the service's role does its work, and nothing else. */
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfRefusal } from '../lifecycle.ts'
import { storedFacts, storeFact } from '../testing/facts.ts'
import type { Cluster } from '../testing/postgres.ts'
import { startInMemory } from '../testing/postgres-of-run.ts'
import { openDatabase } from './open-database.ts'

const SCRIPT = join(import.meta.dirname, '../../deploy/postgres-roles.sql')
const onFatal = (error: unknown) => {
  throw error
}

let cluster: Cluster
beforeAll(async () => {
  cluster = await startInMemory()
  cluster.runFile(SCRIPT)
})
afterAll(() => cluster.remove())

const urlOf = (role: string) =>
  cluster
    .addressOf('public')
    .replace('app@', `${role}@`)
    .replace(/&options=.*/, '')

async function asRole(role: string, statement: string) {
  const client = new pg.Client({ connectionString: urlOf(role) })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

test('the role of the service cannot make the schema, works on it, and changes no table', async () => {
  const started = openDatabase(urlOf('moushikomi'), { onFatal })
  await expect(started).rejects.toThrow('permission denied for schema public')
  const refusal = await started.catch((error: unknown) => linesOfRefusal(error, false))
  expect(refusal).toContain(
    '表の持ち主の役割を指定した DATABASE_URL で、サーバーを一度だけ起動してください',
  )
  await (await openDatabase(urlOf('moushikomi_owner'), { onFatal })).close()

  const database = await openDatabase(urlOf('moushikomi'), { onFatal })
  await database.check()
  await storeFact(database, 'stored')
  expect(await storedFacts(database)).toEqual(['stored'])
  expect(await database.scrub()).toBe(false)
  await database.close()
  const owners = await openDatabase(urlOf('moushikomi_owner'), { onFatal })
  expect(await owners.scrub()).toBe(true)
  await owners.close()

  for (const statement of [
    'create table t (a integer)',
    'drop table facts',
    'alter table facts add column a integer',
    'truncate facts',
  ])
    await expect(asRole('moushikomi', statement)).rejects.toMatchObject({ code: '42501' })
  expect((await asRole('moushikomi_reader', 'select name from facts')).rows).not.toEqual([])
  await expect(asRole('moushikomi_reader', 'delete from facts')).rejects.toThrow()
})
