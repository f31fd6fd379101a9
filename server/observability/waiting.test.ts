/** The alert of what waits for staff: by the clock in Tokyo, without Saturdays and Sundays, on both databases. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MessageRow } from '../store/applicant-rows.ts'
import { query } from '../store/statement.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, put } from '../testing/rows.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { lookAtWaiting, observeWaiting, watchWaiting } from './waiting.ts'

const HOUR_MS = 3_600_000
/** A Friday. */
const FRIDAY = Date.parse('2026-11-20T18:00+09:00')
const MONDAY = FRIDAY + 72 * HOUR_MS

function message(id: string, at: number, given: Partial<MessageRow> = {}): MessageRow {
  return {
    ...{ id, application: 'a', kind: 'message', at, who: '', text: 'あ', question: null, day: id },
    ...{ settled_at: null, settled_by: null },
    ...given,
  }
}

describe.each(ENGINES)('what waits on %s', (engine) => {
  async function desk() {
    const database = await openEmpty(engine)
    await put(database, { applications: [applicationRow('a'), applicationRow('b')] })
    return database
  }

  test('a weekend is no waiting; what staff asked or have dealt with does not wait for them', async () => {
    const database = await desk()
    const question = { kind: 'question', day: null } as const
    const withdrawal = { decided_at: null, decided_by: null, sentence: '' }
    await put(database, {
      messages: [
        message('1', FRIDAY),
        message('2', FRIDAY + HOUR_MS),
        message('3', FRIDAY - 240 * HOUR_MS, { settled_at: FRIDAY, settled_by: 'hanako' }),
        message('4', FRIDAY - 240 * HOUR_MS, question),
      ],
      withdrawal_requests: [
        { id: '5', application: 'b', at: FRIDAY + 30 * HOUR_MS, state: 'waiting', ...withdrawal },
        { id: '6', application: 'a', at: FRIDAY - 240 * HOUR_MS, state: 'refused', ...withdrawal },
      ],
    })
    const at = (now: number, alertHours = 24) =>
      lookAtWaiting({ database, clock: () => now, alertHours })
    expect(await at(FRIDAY + 48 * HOUR_MS)).toEqual({ count: 2, oldestMs: 6 * HOUR_MS, late: 0 })
    expect(await at(MONDAY - 1)).toMatchObject({ oldestMs: 24 * HOUR_MS - 1, late: 0 })
    expect(await at(MONDAY)).toEqual({ count: 2, oldestMs: 24 * HOUR_MS, late: 1 })
    // The request came at the weekend: its time began on Monday.
    expect(await at(MONDAY + 6 * HOUR_MS)).toMatchObject({ late: 3 })
    expect(await at(MONDAY + 6 * HOUR_MS, 48)).toMatchObject({ late: 0 })
    expect(await at(MONDAY + 1000 * HOUR_MS, 0)).toMatchObject({ count: 2, late: 0 })
  })

  test('it is measured, warned of once, and said to be over', async () => {
    const database = await desk()
    await put(database, { messages: [message('1', FRIDAY)] })
    const clock = { now: MONDAY - HOUR_MS }
    let lines = ''
    const log = createLog({ level: 'info', clock: () => 0, write: (more) => (lines += more) })
    const watched = { database, clock: () => clock.now, alertHours: 24 }
    const metrics = createMetrics()
    observeWaiting(metrics, watched)
    expect(await metrics.render()).toMatch(/\napplicants_waiting_late 0\n/)
    const job = watchWaiting({ ...watched, log, look: 5 })
    onTestFinished(() => job.stop())
    const events = () => {
      log.flush()
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    }
    await sleep(30)
    expect(events()).toEqual([])
    clock.now = MONDAY
    await vi.waitUntil(() => events().length > 0)
    await sleep(30)
    expect(events()).toMatchObject([
      { level: 'warn', event: 'applicants_wait', count: 1, seconds: 86_400 },
    ])
    const text = await metrics.render()
    expect(text).toMatch(/\napplicants_waiting 1\n/)
    expect(text).toMatch(/\napplicants_waiting_oldest_seconds 86400\n/)
    expect(text).toMatch(/\napplicants_waiting_late 1\n/)
    const settled = { settled_at: MONDAY, settled_by: 'hanako' }
    await database.atomic(async (tx) => {
      await tx.run(query((db) => db.updateTable('messages').set(settled)))
    })
    await vi.waitUntil(() => events().length > 1)
    expect(events().at(-1)).toMatchObject({ level: 'info', event: 'applicants_wait_over' })
  })
})
