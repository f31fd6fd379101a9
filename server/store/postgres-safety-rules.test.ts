/** What a server says of itself, and whether it may be used. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, openForTest } from '../testing/databases.ts'
import { boundStatements, createSafetyCheck, refuseOtherSchema } from './postgres/safety.ts'

const ANSWER = {
  fsync: 'on',
  full_page_writes: 'on',
  server_encoding: 'UTF8',
  transaction_read_only: 'off',
  synchronous_commit: 'on',
  system: '1',
  timeline: '00000001',
  position: 500,
}

/** Looks at one server after another, each of which answers for itself. */
function createLook() {
  const check = createSafetyCheck()
  return (own: Partial<typeof ANSWER> = {}) =>
    check({ query: async () => ({ rows: [{ ...ANSWER, ...own }] }) } as never)
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test.each([
  [{ fsync: 'off' }, 'PostgreSQL has fsync = off; it must be on', false],
  [{ full_page_writes: 'off' }, 'PostgreSQL has full_page_writes = off; it must be on', false],
  [{ server_encoding: 'LATIN1' }, 'server_encoding = LATIN1; it must be UTF8', false],
  [{ transaction_read_only: 'on' }, 'transaction_read_only = on; it must be off', true],
  [
    { synchronous_commit: 'off' },
    'synchronous_commit = off; it must be on or local or remote_write or remote_apply',
    false,
  ],
] as const)('a server with %o is refused', async (own, message, mayPass) => {
  const look = createLook()
  await expect(look(own)).rejects.toMatchObject({
    name: 'UnsafeServer',
    message: expect.stringContaining(message),
    mayPass,
  })
  // What was refused is nothing that the next one is held to.
  await look({ system: '2', position: 1 })
})

test('a setting that a server does not tell is refused', async () => {
  const look = createLook()
  const { fsync: _, ...silent } = ANSWER
  await expect(look({ ...silent, fsync: undefined as never })).rejects.toThrow('fsync = undefined')
})

test('a promoted standby goes on, the server before it does not', async () => {
  const look = createLook()
  await look({ timeline: '00000001', position: 500 })
  await look({ timeline: '00000002', position: 400 })
  for (const [timeline, position] of [
    ['00000001', 600],
    ['00000002', 399],
  ] as const)
    await expect(look({ timeline, position })).rejects.toThrow('has lost what it had stored')
  await look({ timeline: '00000002', position: 400 })
})

test('a connection that answers late tells of an earlier moment', async () => {
  const look = createLook()
  await Promise.all([look({ position: 600 }), look({ position: 500 })])
  await expect(look({ position: 599 })).rejects.toThrow('has lost')
})

test('another server is refused, however far it is', async () => {
  const look = createLook()
  await look()
  for (const position of [400, 600])
    await expect(look({ system: '2', position })).rejects.toThrow(
      'PostgreSQL is another server than before; if that is meant, restart this program',
    )
})

test('a database without the whole schema is not written to', async () => {
  const url = await emptyDatabase('postgres')
  const client = await connected(url)
  const otherSchema = 'PostgreSQL answers with a database that has another schema'
  await expect(refuseOtherSchema(client)).rejects.toThrow(otherSchema)
  await (await openForTest(url)).close()
  await refuseOtherSchema(client)
  await client.query('delete from migrations where id = (select max(id) from migrations)')
  await expect(refuseOtherSchema(client)).rejects.toThrow(otherSchema)
  await expect(
    refuseOtherSchema({ query: () => Promise.reject(new Error('lost')) } as never),
  ).rejects.toThrow('lost')
})

test('no statement and no transaction lasts for ever', async () => {
  const client = await connected(await emptyDatabase('postgres'))
  await boundStatements(client)
  const limits = `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`
  expect((await client.query(limits)).rows).toEqual([{ statement: '5s', idle: '10s' }])
})
