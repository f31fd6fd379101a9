/** Connections that read, on a real server under two names, as two hosts have. */
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase, openEmpty } from '../../testing/databases.ts'
import { rowsOf } from '../../testing/raw-sql.ts'
import type { Transaction } from '../statement.ts'
import { query } from '../statement.ts'
import { createReaders, createReads, createStandbyReads } from './readers.ts'

let runs = 0
const HOSTS = ['one', 'two', 'three']
const NOBODY = 'postgres://app@localhost/postgres?host=/nowhere'

async function setUp(
  check: (client: pg.ClientBase) => Promise<unknown> = async () => {},
  config: pg.ClientConfig = {},
) {
  runs += 1
  const url = await emptyDatabase('postgres')
  const names = HOSTS.map((name) => `readers-${process.pid}-${runs}-${name}`)
  const hosts = { urls: names.map((name) => `${url}&application_name=${name}`), current: 0 }
  const readers = createReaders(config, hosts, check)
  onTestFinished(() => readers.end())
  const list = names.map((name) => `'${name}'`).join()
  const ours = `select application_name as name from pg_stat_activity
    where application_name in (${list})`
  return {
    url,
    hosts,
    readers,
    who: () => readers.use(identityOf),
    open: async () => (await rowsOf(url, ours)).map(({ name }) => names.indexOf(String(name))),
  }
}

async function identityOf(client: pg.ClientBase): Promise<{ host: number; pid: number }> {
  const { rows } = await client.query(
    "select current_setting('application_name') as name, pg_backend_pid() as pid",
  )
  return { host: HOSTS.indexOf(rows[0].name.split('-').at(-1)), pid: rows[0].pid }
}

test('a connection is used again, and whatever was left open in it is rolled back', async () => {
  const { readers, who } = await setUp()
  const first = await who()
  await readers.use((client) => client.query('begin; create table left_open (a text)'))
  expect(await who()).toEqual(first)
  const found = await readers.use((client) => client.query(`select to_regclass('left_open') as t`))
  expect(found.rows).toEqual([{ t: null }])
})

test('one that is lost, at work or idle, is replaced', async () => {
  const { url, readers, who, open } = await setUp()
  const { pid } = await who()
  await expect(
    readers.use((client) => client.query('select pg_terminate_backend(pg_backend_pid())')),
  ).rejects.toThrow()
  const second = await who()
  expect(second.pid).not.toBe(pid)
  await rowsOf(url, `select pg_terminate_backend(${second.pid})`)
  await vi.waitFor(async () => expect(await open()).toEqual([]), 20_000)
  await vi.waitFor(who, 20_000)
})

test('one that does not answer is not used again', async () => {
  const { readers, who } = await setUp(undefined, { query_timeout: 200 })
  const { pid } = await who()
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  await readers.use(async () => process.kill(pid, 'SIGSTOP'))
  expect((await who()).pid).not.toBe(pid)
})

test('there are four at the most', async () => {
  const { readers, open } = await setUp()
  await Promise.all(
    Array.from({ length: 9 }, () => readers.use((client) => client.query('select pg_sleep(0.02)'))),
  )
  expect(await open()).toEqual([0, 0, 0, 0])
})

test('those to a host that is current no more are given up', async () => {
  const { hosts, readers, who, open } = await setUp()
  expect(await who()).toMatchObject({ host: 0 })
  hosts.current = 1
  expect(await who()).toMatchObject({ host: 1 })
  await vi.waitFor(async () => expect(await open()).toEqual([1]), 20_000)
  for (const next of [2, 0]) {
    readers.leaveHost()
    expect(await who()).toMatchObject({ host: next })
  }
})

test('where the current host is not reached the next one is read, whoever asks at the same time', async () => {
  const { hosts, who } = await setUp()
  Object.assign(hosts.urls, [NOBODY, hosts.urls[1]])
  expect(await Promise.all([who(), who(), who()])).toMatchObject([{ host: 1 }, { host: 1 }, {}])
  expect(hosts.current).toBe(1)
})

test('where no host is reached each is tried once', async () => {
  const { hosts, who } = await setUp()
  hosts.urls.fill(NOBODY)
  await expect(who()).rejects.toMatchObject({ code: 'ENOENT' })
  expect(hosts.current).toBe(2)
})

test('a host that was found meanwhile stays the current one', async () => {
  const { hosts, who } = await setUp(async (client) => {
    if ((await identityOf(client)).host !== 0) return
    hosts.current = 2
    throw new Error('no primary any more')
  })
  expect(await who()).toMatchObject({ host: 2 })
  expect(hosts.current).toBe(2)
})

test('each is looked at once before it is used, and not used where it must not be', async () => {
  const check = vi.fn(async () => {})
  const { who, open } = await setUp(check)
  await who()
  await who()
  expect(check).toHaveBeenCalledTimes(1)
  const refusing = await setUp(() => Promise.reject(new Error('unfit')))
  await expect(refusing.who()).rejects.toThrow('unfit')
  await vi.waitFor(async () => expect(await refusing.open()).toEqual([]), 20_000)
  expect(await open()).toEqual([0])
})

const settings = query((db) =>
  db.selectNoFrom([
    sql<string>`current_setting('transaction_isolation')`.as('isolation'),
    sql<string>`current_setting('transaction_read_only')`.as('read_only'),
  ]),
)
const readSettings = (tx: Transaction) => tx.all(settings)

test('a read is one consistent state, and what fails for want of a server is told as unavailable', async () => {
  const { readers } = await setUp()
  const read = createReads(readers)
  expect(await read(readSettings)).toEqual([{ isolation: 'repeatable read', read_only: 'on' }])
  await expect(read(() => Promise.reject(new RangeError('off')))).rejects.toThrow(RangeError)
  const away = createReaders({}, { urls: [NOBODY], current: 0 }, async () => {})
  await expect(createReads(away)(readSettings)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { code: 'ENOENT' },
  })
})

test('what follows nobody is not read as a standby, and rests; mistakes are told', async () => {
  const [primary, standby] = [await setUp(), await setUp()]
  const browse = createStandbyReads(primary.readers, standby.readers)
  await expect(browse(() => Promise.reject(new RangeError('off')))).rejects.toThrow(RangeError)
  const began = performance.now()
  expect(await browse(readSettings)).toMatchObject([{ read_only: 'on' }])
  expect(performance.now() - began).toBeLessThan(400)
  // It has no standby to offer: the next of its hosts may.
  expect(standby.hosts.current).toBe(1)
  await browse(readSettings)
  expect(standby.hosts.current).toBe(1)
  expect(primary.hosts.current).toBe(0)
})

test('each type of number comes as a number, other types as they are', async () => {
  const database = await openEmpty('postgres')
  const values = query((db) =>
    db.selectNoFrom([
      sql`1795132800000::bigint`.as('bigint'),
      sql`2.5::numeric`.as('numeric'),
      sql`7::integer`.as('integer'),
      sql`true`.as('boolean'),
      sql`'07'::text`.as('text'),
    ]),
  )
  expect(await database.read((tx) => tx.first(values))).toEqual({
    bigint: 1_795_132_800_000,
    numeric: 2.5,
    integer: 7,
    boolean: true,
    text: '07',
  })
})
