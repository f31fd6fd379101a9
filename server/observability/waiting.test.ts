/** The alert of what waits for staff: by the calendar of Tokyo's working days, on both databases. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/tokyo-time.ts'
import { createCalendar, HOLIDAYS_TAKEN } from '#domain/working-days.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import { applicationsPage } from '../store/queries/application-lists.ts'
import { noteOperator } from '../store/queries/installation-values.ts'
import { query } from '../store/statement.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, put } from '../testing/rows.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { lookAtWaiting, observeWaiting, warnOfOldHolidays, watchWaiting } from './waiting.ts'

/** Of a weekend that a public holiday follows. */
const FRIDAY = Date.parse('2026-11-20T18:00+09:00')
const TUESDAY = FRIDAY + 96 * HOUR_MS

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
    // Nobody has completed them: by themselves they wait for nobody.
    await put(database, { applications: [applicationRow('a'), applicationRow('b')] })
    return database
  }

  test('a weekend and a public holiday are no waiting; what staff asked or have dealt with does not wait for them', async () => {
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
    expect(await at(TUESDAY - 1)).toMatchObject({ oldestMs: 24 * HOUR_MS - 1, late: 0 })
    expect(await at(TUESDAY)).toEqual({ count: 2, oldestMs: 24 * HOUR_MS, late: 1 })
    // The request came at the weekend: its time began on Tuesday. Two messages of one application are one.
    expect(await at(TUESDAY + 6 * HOUR_MS)).toMatchObject({ late: 2 })
    expect(await at(TUESDAY + 6 * HOUR_MS, 48)).toMatchObject({ late: 0 })
    expect(await at(TUESDAY + 1000 * HOUR_MS, 0)).toMatchObject({ count: 2, late: 0 })
  })

  test("an operator's closed day is no waiting either, for every process that shares the database", async () => {
    const database = await desk()
    await put(database, { messages: [message('1', FRIDAY)] })
    const at = (now: number) => lookAtWaiting({ database, clock: () => now, alertHours: 24 })
    expect(await at(TUESDAY)).toMatchObject({ late: 1 })
    const note = (closedDays: readonly string[]) =>
      database.atomic((tx) => noteOperator(tx, { campaigns: [], closedDays }))
    await note(['2026-11-24'])
    expect(await at(TUESDAY)).toEqual({ count: 1, oldestMs: 6 * HOUR_MS, late: 0 })
    expect(await at(TUESDAY + 24 * HOUR_MS)).toMatchObject({ late: 1 })
    await note([])
    expect(await at(TUESDAY)).toMatchObject({ late: 1 })
  })

  test('what nobody has taken up waits as a whole; what is closed, erased or begun does not', async () => {
    const database = await openEmpty(engine)
    const complete = { state: 'complete', completed_at: FRIDAY } as const
    const reaction = { who: 'hanako', detail: '', action: 'note', at: FRIDAY + HOUR_MS }
    await put(database, {
      applications: [
        applicationRow('late', complete),
        applicationRow('later', { ...complete, completed_at: FRIDAY + HOUR_MS }),
        applicationRow('done', { ...complete, staff_status: 'done', closed_at: FRIDAY }),
        applicationRow('erased', { ...complete, erased_at: FRIDAY }),
        applicationRow('begun', complete),
        applicationRow('pending', { completed_at: null }),
      ],
      history: [{ id: '1', application: 'begun', confirmed_by: '', ...reaction }],
      // Counted once, whatever else waits of it.
      messages: [message('1', FRIDAY, { application: 'late' })],
    })
    const at = (now: number) => lookAtWaiting({ database, clock: () => now, alertHours: 24 })
    expect(await at(TUESDAY - HOUR_MS)).toMatchObject({ count: 3, oldestMs: 23 * HOUR_MS, late: 0 })
    expect(await at(TUESDAY)).toEqual({ count: 3, oldestMs: 24 * HOUR_MS, late: 1 })
    expect(await at(TUESDAY + HOUR_MS)).toMatchObject({ late: 2 })
    const listed = await database.read((tx) =>
      applicationsPage(tx, { late: createCalendar().lateBefore(TUESDAY, 24) }, { limit: 9 }),
    )
    expect(listed.map(({ id }) => id)).toEqual(['late'])
  })

  test('it is measured, warned of once, and said to be over', async () => {
    const database = await desk()
    await put(database, { messages: [message('1', FRIDAY)] })
    const clock = { now: TUESDAY - HOUR_MS }
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
    clock.now = TUESDAY
    await vi.waitUntil(() => events().length > 0)
    await sleep(30)
    expect(events()).toMatchObject([
      { level: 'warn', event: 'applicants_wait', count: 1, seconds: 86_400 },
    ])
    const text = await metrics.render()
    expect(text).toMatch(/\napplicants_waiting 1\n/)
    expect(text).toMatch(/\napplicants_waiting_oldest_seconds 86400\n/)
    expect(text).toMatch(/\napplicants_waiting_late 1\n/)
    const settled = { settled_at: TUESDAY, settled_by: 'hanako' }
    await database.atomic(async (tx) => {
      await tx.run(query((db) => db.updateTable('messages').set(settled)))
    })
    await vi.waitUntil(() => events().length > 1)
    expect(events().at(-1)).toMatchObject({ level: 'info', event: 'applicants_wait_over' })
  })
})

test('a start warns when the table of public holidays is a year old', () => {
  let lines = ''
  const log = createLog({ level: 'info', clock: () => 0, write: (more) => (lines += more) })
  const taken = Date.parse(`${HOLIDAYS_TAKEN.day}T00:00+09:00`)
  warnOfOldHolidays(log, taken)
  log.flush()
  expect(lines).toBe('')
  warnOfOldHolidays(log, taken + 365 * 24 * HOUR_MS)
  log.flush()
  expect(JSON.parse(lines)).toMatchObject({ level: 'warn', event: 'holidays_old' })
})
