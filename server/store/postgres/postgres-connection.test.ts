/** Which of several hosts is written to, and what becomes of connections that are given up. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '../../testing/databases.ts'
import { rowsOf } from '../../testing/raw-sql.ts'
import { createConnection } from './failover.ts'
import { type Backend, UnsafeServer } from './safety.ts'

/** How a host answers when it is asked whether it may be used. */
type Answer = { timeline?: string; error?: Error; afterMs?: number; until?: Promise<unknown> }

const IDENTITY = `select current_setting('application_name') as host, pg_backend_pid() as pid,
  (select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as started`
/** Far longer than any answer takes where nothing is to be waited for. */
const LONG_MS = 20_000
const WAITS = { gone: 300, others: LONG_MS, silent: 300 }
let runs = 0

/** Several names of one server, each of which answers for itself. */
async function connectionTo(answers: Answer[], waits = WAITS) {
  runs += 1
  const url = await emptyDatabase('postgres')
  const names = answers.map((_, host) => `run-${process.pid}-${runs}-host-${host}`)
  const asked = new Set<string>()
  const allAsked = Promise.withResolvers<void>()
  const check = async (client: pg.ClientBase): Promise<Backend> => {
    const { host, pid, started } = (await client.query(IDENTITY)).rows[0]
    const { timeline = '1', error, afterMs = 0, until } = answers[names.indexOf(host)] ?? {}
    // Which of them answers first depends on nothing but their answers.
    if (asked.add(host).size === names.length) allAsked.resolve()
    await allAsked.promise
    await sleep(afterMs)
    await until
    if (error) throw error
    return { pid, started, timeline }
  }
  const hosts = { urls: names.map((name) => `${url}&application_name=${name}`), current: -1 }
  const lost = vi.fn()
  const connection = createConnection({}, hosts, check, lost, waits)
  onTestFinished(() => connection.end())
  const pids = async (): Promise<number[]> => {
    const list = names.map((name) => `'${name}'`).join()
    const ours = `select pid from pg_stat_activity where application_name in (${list})`
    return (await rowsOf(url, ours)).map(({ pid }) => Number(pid))
  }
  const isLeft = (...expected: number[]) =>
    vi.waitFor(async () => expect(await pids()).toEqual(expected), 20_000)
  return { connection, hosts, lost, isLeft, pids }
}

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid

const away = new Error('away')
const standby = new UnsafeServer('a standby', true)
const unfit = new UnsafeServer('unfit')

describe('of several hosts', () => {
  test.each([
    [[{ timeline: '1' }, { timeline: '2', afterMs: 50 }], 1],
    [[{ timeline: '2', afterMs: 50 }, { timeline: '1' }], 0],
    [[{ error: standby }, { afterMs: 100 }], 1],
    [[{ error: unfit }, {}, { error: away }], 1],
  ] as [Answer[], number][])('%o, the one that takes writes is number %i', async (answers, at) => {
    const { connection, hosts, isLeft } = await connectionTo(answers)
    const client = await connection.open()
    expect(hosts.current).toBe(at)
    await isLeft(await pidOf(client))
    expect(await connection.open()).toBe(client)
    expect(connection.current()).toBe(client)
  })

  test('one that is slow is not waited for where another one takes writes', async () => {
    const late = Promise.withResolvers<void>()
    const { connection, hosts, isLeft } = await connectionTo(
      [{ timeline: '2', until: late.promise }, {}],
      { ...WAITS, others: 100 },
    )
    const client = await connection.open()
    expect(hosts.current).toBe(1)
    late.resolve()
    await isLeft(await pidOf(client))
  })

  test('one that is silent is given up soon after another has refused', async () => {
    const late = Promise.withResolvers<void>()
    const { connection, isLeft } = await connectionTo([{ error: standby }, { until: late.promise }])
    const began = performance.now()
    await expect(connection.open()).rejects.toBe(standby)
    const took = performance.now() - began
    expect(took).toBeGreaterThan(WAITS.silent - 10)
    expect(took).toBeLessThan(LONG_MS / 2)
    late.resolve()
    await isLeft()
  })

  test.each([
    [[{ error: standby }, { error: unfit, afterMs: 20 }], unfit],
    [[{ error: away }, { error: unfit, afterMs: 20 }], unfit],
    [[{ error: standby }, { error: away, afterMs: 20 }], standby],
    [[{ error: away }, { error: standby, afterMs: 20 }], away],
  ] as [Answer[], Error][])(
    'that refuse as %o the worst reason is told',
    async (answers, error) => {
      const { connection, lost, isLeft } = await connectionTo(answers)
      const began = performance.now()
      await expect(connection.open()).rejects.toBe(error)
      expect(performance.now() - began).toBeLessThan(1000)
      await isLeft()
      expect(lost).not.toHaveBeenCalled()
    },
  )
})

describe('a connection', () => {
  const none = expect.objectContaining({
    code: 'unavailable',
    cause: new Error('the connection to the database is lost'),
  })

  async function opened() {
    const context = await connectionTo([{}])
    const client = await context.connection.open()
    return { ...context, client, pid: await pidOf(client) }
  }

  test('that was never made, or is given up twice, does no harm', async () => {
    const { connection, lost, isLeft } = await connectionTo([{}])
    expect(() => connection.current()).toThrow(none)
    connection.drop()
    expect(lost).not.toHaveBeenCalled()
    await connection.open()
    connection.drop()
    connection.drop()
    expect(() => connection.current()).toThrow(none)
    await isLeft()
    await sleep(20)
    expect(lost).toHaveBeenCalledTimes(1)
  })

  test('that the server ends is told as lost once, and made anew', async () => {
    const { connection, client, lost, pid, isLeft } = await opened()
    await client.query(`select pg_terminate_backend(${pid})`).catch(() => {})
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), 20_000)
    const fresh = await connection.open()
    expect(fresh).not.toBe(client)
    await isLeft(await pidOf(fresh))
    expect(lost).toHaveBeenCalledTimes(1)
    expect(connection.current()).toBe(fresh)
    await connection.end()
    await isLeft()
    expect(() => connection.current()).toThrow(none)
  })

  test('is made anew only when the process of the one before is gone', async () => {
    const { connection, pid, isLeft } = await opened()
    process.kill(pid, 'SIGSTOP')
    connection.drop()
    const began = performance.now()
    const fresh = connection.open()
    await sleep(300)
    process.kill(pid, 'SIGCONT')
    const client = await fresh
    expect(performance.now() - began).toBeGreaterThan(290)
    await isLeft(await pidOf(client))
  })

  test('is ended at the server too, whatever that is doing for it', async () => {
    const { connection, client, pid, pids } = await opened()
    client.query('select pg_sleep(20)').catch(() => {})
    await sleep(50)
    connection.drop()
    const fresh = await pidOf(await connection.open())
    expect(fresh).not.toBe(pid)
    expect(await pids()).toEqual([fresh])
  })

  test('is refused where the process of the one before does not end', async () => {
    const { connection, pid, isLeft } = await opened()
    process.kill(pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(pid, 'SIGCONT'))
    connection.drop()
    const began = performance.now()
    await expect(connection.open()).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: `PostgreSQL does not end its process ${pid}` },
    })
    expect(performance.now() - began).toBeGreaterThan(WAITS.gone)
    await isLeft(pid)
  })
})
