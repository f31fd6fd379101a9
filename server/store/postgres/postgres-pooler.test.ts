/** Whether prepared statements survive between this program and PostgreSQL: a real pgbouncer in each of its modes. */
import { expect, test, vi } from 'vitest'
import { emptyDatabase, openForTest } from '../../testing/databases.ts'
import { keepsPreparedStatements, throughPooler } from '../../testing/pgbouncer.ts'
import { rowsOf } from '../../testing/raw-sql.ts'
import { refuseUnfitPooler } from './safety.ts'

const LOST =
  'between this program and PostgreSQL a pooler loses prepared statements; use pgbouncer with pool_mode = session, or from 1.21 with max_prepared_statements above 0'
const IN_SESSION = ['pool_mode = session']
const IN_TRANSACTION = ['pool_mode = transaction']
const [FORGETFUL, FIT] = keepsPreparedStatements()
  ? [
      ['max_prepared_statements = 0'],
      [[IN_SESSION], [[...IN_TRANSACTION, 'max_prepared_statements = 9']]],
    ]
  : [[], [[IN_SESSION]]]

const pooled = async (...settings: string[]) =>
  throughPooler(await emptyDatabase('postgres'), ...settings)

test.each([
  [IN_TRANSACTION],
  [[...IN_TRANSACTION, 'server_reset_query_always = 1']],
  [['pool_mode = statement']],
])('pgbouncer with %o is refused, by whoever opens the database too', async (settings) => {
  const through = await pooled(...settings, ...FORGETFUL)
  await expect(refuseUnfitPooler({ connectionString: through })).rejects.toThrow(LOST)
  if (!settings.includes('pool_mode = statement'))
    await expect(openForTest(through)).rejects.toThrow(LOST)
})

test.each(FIT)('pgbouncer with %o will do', async (settings) => {
  await refuseUnfitPooler({ connectionString: await pooled(...settings) })
})

test('no pooler will do, and no connection is left; what fails for another reason is told as it is', async () => {
  const url = await emptyDatabase('postgres')
  const ours = `select pid from pg_stat_activity where application_name = 'probe-${process.pid}'`
  const config = { connectionString: `${url}&application_name=probe-${process.pid}` }
  await refuseUnfitPooler(config)
  await vi.waitFor(async () => expect(await rowsOf(url, ours)).toEqual([]), 20_000)
  const nowhere = { connectionString: url.replace(/\w+\?/, 'nowhere?') }
  await expect(refuseUnfitPooler(nowhere)).rejects.toMatchObject({ code: '3D000' })
})

test('a connection that ends while the other one waits is told, and leaves the process alive', async () => {
  const url = await emptyDatabase('postgres')
  const narrow = await throughPooler(url, ...IN_SESSION, 'default_pool_size = 1')
  // Other tests have connections to the same database.
  const name = `narrow-${process.pid}`
  const end = `select pg_terminate_backend(pid) as is_ended from pg_stat_activity
    where application_name = '${name}' and state = 'idle' and query = 'select 1'`
  const config = { connectionString: `${narrow}&application_name=${name}` }
  const refused = expect(refuseUnfitPooler(config)).rejects.toThrow('not queryable')
  const isEnded = async () => expect(await rowsOf(url, end)).toEqual([{ is_ended: true }])
  await vi.waitFor(isEnded, 20_000)
  await refused
})
