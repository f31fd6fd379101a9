/** 保留, a sixth status: it is open, its applicant reads 確認中, and a process of the version before keeps it out. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isClosed, mayFollow, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { ENGINES, emptyDatabase, POSTGRES } from '../../../server/testing/databases.ts'
import { until } from '../../../server/testing/outbox.ts'
import { rowsIn } from '../../../server/testing/rows.ts'
import { codeOf } from '../../../server/testing/staff-app.ts'
import {
  applyAt,
  linkIn,
  setStatus,
  startDesk,
  TELEPHONE,
  withdrawBy,
} from '../../../server/testing/status.ts'

/** The project of which this is a copy: it knows five statuses. */
const BEFORE = dirname(realpathSync(join(import.meta.dirname, '../../../node_modules')))

test('it is open, has a key of its own, and takes none of another', () => {
  expect(STAFF_STATUS_NAMES).toHaveLength(6)
  expect(isClosed('held')).toBe(false)
  const keys = STAFF_STATUS_NAMES.map((status) => STAFF_STATUSES[status].key)
  expect(keys).toEqual(['1', '2', '6', '3', '4', '5'])
  const open = ['received', 'in_progress', 'held'] as const
  for (const from of open) expect(mayFollow(from, 'held')).toBe(from !== 'held')
  expect(mayFollow('done', 'held')).toBe(false)
  expect(mayFollow('held', 'rejected')).toBe(true)
})

describe.each(ENGINES)('on %s', (engine) => {
  test('staff set it, its applicant reads 確認中 and may ask to withdraw', async () => {
    const desk = await startDesk({ engine })
    const { reply, reference } = await applyAt(desk)
    const link = linkIn(reply)
    const stepsOf = async () => (await desk.ask(link)).json().application
    expect((await setStatus(desk, reference, 'received', 'in_progress')).statusCode).toBe(200)
    const begun = await stepsOf()
    desk.clock.now += 60_000
    expect((await setStatus(desk, reference, 'in_progress', 'held')).statusCode).toBe(200)
    // Nothing has changed for the applicant, nor does it when staff go on.
    expect(await stepsOf()).toEqual(begun)
    expect(begun.status).toBe('in_progress')
    const listed = await desk.staff.app.inject({
      url: '/api/applications?status=held',
      headers: { 'x-user': 'hanako', 'x-forwarded-proto': 'https' },
    })
    expect(listed.json()).toMatchObject({ counts: { held: 1 }, applications: [{ reference }] })
    expect((await desk.ask(link, TELEPHONE)).json().details.actions.withdraw).toBe('request')
    expect((await withdrawBy(desk, link)).statusCode).toBe(200)
    expect(await rowsIn(desk.database, 'withdrawal_requests')).toHaveLength(1)
    expect(await rowsIn(desk.database, 'applications')).toMatchObject([
      { staff_status: 'held', closed_at: null },
    ])
    expect((await setStatus(desk, reference, 'held', 'in_progress')).statusCode).toBe(200)
    expect(await stepsOf()).toEqual(begun)
    expect(STAFF_STATUSES.held.label).toBe('保留')
  })
})

describe.each(POSTGRES)('beside a process of the version before, on %s', (engine) => {
  test('nobody sets it; and once it was set, such a process does not start', async () => {
    const url = await emptyDatabase(engine)
    const desk = await startDesk({ url })
    const { reference } = await applyAt(desk)
    const older = olderProcess(url)
    expect(await older.said).toBe('works')
    const refused = await setStatus(desk, reference, 'received', 'held')
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'action_refused'])
    expect(refused.body).toContain('以前の版のサーバーが動いている間は、「保留」にできません。')
    // What it knows is not held up.
    expect((await setStatus(desk, reference, 'received', 'in_progress')).statusCode).toBe(200)
    await older.end()
    const held = () => setStatus(desk, reference, 'in_progress', 'held')
    await until(async () => (await held()).statusCode === 200)
    expect(await olderProcess(url).said).toBe('newer')
  })
})

/** With the code of the version before: `said` is `works` once it has looked into the database, or why it is refused. */
function olderProcess(url: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', OLDER, url], {
    cwd: BEFORE,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const end = async () => {
    if (child.exitCode !== null) return
    child.stdin.end()
    await once(child, 'exit')
  }
  onTestFinished(end)
  return { said: once(child.stdout, 'data').then(([data]) => String(data).trim()), end }
}

const OLDER = `
  const { openDatabase } = await import('./server/store/open-database.ts')
  const { rowsIn } = await import('./server/testing/rows.ts')
  try {
    const database = await openDatabase(process.argv[1], { onFatal: console.error })
    await rowsIn(database, 'facts')
    console.log('works')
    process.stdin.resume().on('end', () => database.close())
  } catch (error) {
    console.log(error.difference ?? error.message)
  }
`
