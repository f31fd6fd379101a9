import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { createLog } from './observability/log.ts'
import { runRetention, startRetention } from './retention.ts'
import { createStaffApplications } from './staff/applications.ts'
import type { Database } from './store/database.ts'
import { scrubErased } from './store/queries/retention.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  NOW,
  register,
  suspension,
} from './testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest, slowed } from './testing/databases.ts'

const RULES = { incompleteDays: 30, completeDays: 0 }

async function consented(database: Database, at: number) {
  const applications = applicationsOn(database, { clock: () => at })
  const registered = await applications.register(register())
  await applications.consent(consent({ customer: registered.username, kind: 1 }))
  return registered
}

/** Gives the reference. */
async function begun(database: Database, at: number): Promise<string> {
  return (await consented(database, at)).reference
}

/** Gives the reference. */
async function completed(database: Database, at: number): Promise<string> {
  const { username: customer, reference } = await consented(database, at)
  await applicationsOn(database, { clock: () => at }).addFacilities(addition({ customer }))
  return reference
}

/** A log at level info, and what it has written by now. */
function keptLog() {
  let written = ''
  const write = (more: string) => {
    written += more
  }
  const log = createLog({ level: 'info', clock: () => NOW, write })
  const lines = () => {
    log.flush()
    return written
  }
  return { log, lines }
}

describe.each(ENGINES)('retention on %s', (engine) => {
  test('what was never completed is gone after its days, with all that hung on it', async () => {
    const database = await openEmpty(engine)
    const older = Array.from({ length: 120 }, (_, i) => NOW - 30 * DAY_MS - 1 - (i % 3))
    await Promise.all(older.map((at) => begun(database, at)))
    const remaining = [
      await begun(database, NOW - 30 * DAY_MS),
      await completed(database, NOW - 900 * DAY_MS),
    ]
    expect(await runRetention(database, RULES, NOW)).toEqual({ deleted: 120, erased: 0 })
    const { applications, consents } = await everythingIn(database)
    expect(applications.map(({ reference }) => reference).sort()).toEqual(remaining.sort())
    expect(consents).toHaveLength(2)
    expect(await scrubErased(database)).toBe('done')
    expect(await runRetention(database, RULES, NOW)).toEqual({ deleted: 0, erased: 0 })
    // Nothing was deleted: nothing has to be scrubbed.
    expect(await scrubErased(database)).toBe('not due')
  })

  test('0 days keep for ever', async () => {
    const database = await openEmpty(engine)
    await begun(database, NOW - 9000 * DAY_MS)
    const rules = { incompleteDays: 0, completeDays: 0 }
    expect(await runRetention(database, rules, NOW)).toEqual({ deleted: 0, erased: 0 })
  })

  test('who stands in a closed application is erased after its days; an open one waits', async () => {
    const database = await openEmpty(engine)
    const cases = createStaffApplications(database, () => NOW - 50 * DAY_MS)
    const old = NOW - 60 * DAY_MS
    const [open, closed] = [await completed(database, old), await completed(database, old)]
    await cases.changeStatus({
      reference: closed,
      by: { name: '花子', via: 'command' },
      note: '',
      to: 'done',
    })
    await applicationsOn(database, { clock: () => old }).consent(suspension('C1'))
    // Its days count from the close, not from the completion ten days before.
    const rules = { incompleteDays: 0, completeDays: 49 }
    expect(await runRetention(database, rules, NOW - 2 * DAY_MS)).toEqual({ deleted: 0, erased: 0 })
    expect(await runRetention(database, rules, NOW)).toEqual({ deleted: 0, erased: 1 })
    expect(await runRetention(database, rules, NOW)).toEqual({ deleted: 0, erased: 0 })
    const whole = async (name: string) => (await cases.find(name))?.whole
    expect((await whole(closed))?.application).toMatchObject({ company_name: '', erased_at: NOW })
    expect((await whole(closed))?.history.at(-1)).toMatchObject({
      who: 'retention',
      action: 'erase',
      detail: '',
      at: NOW,
    })
    expect((await whole(open))?.application.company_name).toBe(CORPORATION.companyName)
  })

  test('what was withdrawn goes after its days, as what is done; what is open again waits', async () => {
    const database = await openEmpty(engine)
    const time = { now: NOW - 60 * DAY_MS }
    const cases = createStaffApplications(database, () => time.now)
    const by = { name: '花子', via: 'command' } as const
    const move = (reference: string, to: 'withdrawn' | 'done' | 'in_progress') =>
      cases.changeStatus({ reference, by, note: '', to })
    const [withdrawn, done, opened] = [
      await completed(database, time.now),
      await completed(database, time.now),
      await completed(database, time.now),
    ]
    await move(withdrawn, 'withdrawn')
    await move(opened, 'done')
    time.now = NOW - 20 * DAY_MS
    await move(done, 'done')
    await move(opened, 'in_progress')
    const rules = { incompleteDays: 0, completeDays: 30 }
    const erased = async () => {
      await runRetention(database, rules, time.now)
      const { applications } = await everythingIn(database)
      return applications.filter((row) => row.erased_at !== null).map((row) => row.reference)
    }
    time.now = NOW
    expect(await erased()).toEqual([withdrawn])
    time.now = NOW + 11 * DAY_MS
    expect((await erased()).toSorted()).toEqual([done, withdrawn].toSorted())
  })

  test('the daily job runs once a day, in one of several processes', async () => {
    const url = await emptyDatabase(engine)
    const [one, two] = [await openForTest(url), await openForTest(url)]
    const runs: string[] = []
    const log = createLog({ level: 'info', clock: () => NOW, write: (line) => runs.push(line) })
    const gone = await begun(one, NOW - 29 * DAY_MS)
    const left = async () =>
      (await everythingIn(one)).applications.map(({ reference }) => reference)
    // Both stop before the next day: whoever had read the clock before it jumped would give that day back.
    const wholeDay = async (now: number) => {
      const jobs = [one, two].map((database) =>
        startRetention({ database, clock: () => now, log, rules: RULES, look: 10 }),
      )
      await sleep(100)
      await vi.waitFor(() => expect(runs.join('')).toContain('"retention"'), 10_000)
      await Promise.all(jobs.map((job) => job.stop()))
      return runs.splice(0).filter((line) => line.includes('"retention"'))
    }
    expect(await wholeDay(NOW)).toEqual([expect.stringContaining('"deleted":0')])
    expect(await left()).toEqual([gone])
    expect(await wholeDay(NOW + 2 * DAY_MS)).toEqual([expect.stringContaining('"deleted":1')])
    expect(await left()).toEqual([])
  })

  test('a clock that jumps years ahead and back deletes nothing, and does not stop the job', async () => {
    const database = await openEmpty(engine)
    const day = { now: NOW }
    const runs: string[] = []
    // The job also tells when it has scrubbed erased data: that is of no interest here.
    const write = (line: string) => void (line.includes('"retention') && runs.push(line))
    // Each line as it is told: two years in a moment would be one warning that repeats.
    const tell = (event: string, fields = {}) => write(JSON.stringify({ event, ...fields }))
    const silent = createLog({ level: 'silent', clock: Date.now, write })
    const log = { ...silent, info: tell, warn: tell }
    const pending = await begun(database, NOW - DAY_MS)
    const job = startRetention({ database, clock: () => day.now, log, rules: RULES, look: 10 })
    onTestFinished(() => job.stop())
    const next = async (now: number, event: string) => {
      const before = runs.length
      day.now = now
      await vi.waitFor(() => expect(runs.length).toBeGreaterThan(before), 10_000)
      expect(runs.at(-1)).toContain(event)
    }
    await vi.waitFor(() => expect(runs).toHaveLength(1), 10_000)
    await next(NOW + 5 * 365 * DAY_MS, '"retention_postponed"')
    await next(NOW + 60_000, '"retention_postponed"')
    await sleep(100)
    expect(runs).toHaveLength(3)
    expect((await everythingIn(database)).applications.map(({ reference }) => reference)).toEqual([
      pending,
    ])
    await next(NOW + 1.1 * DAY_MS, '"deleted":0')
    await next(NOW + 4 * DAY_MS, '"deleted":0')
    await next(NOW + 40 * DAY_MS, '"retention_postponed"')
    await next(NOW + 41 * DAY_MS, '"deleted":1')
  })

  test.each([10, 600_000])(
    'a stop ends the job at once and for good, resting %i ms',
    async (look) => {
      const database = await openEmpty(engine)
      const log = createLog({ level: 'silent', clock: Date.now, write: () => {} })
      const day = { now: NOW }
      const old = await begun(database, NOW - 29 * DAY_MS)
      const job = startRetention({ database, clock: () => day.now, log, rules: RULES, look })
      await job.stop()
      day.now += 2 * DAY_MS
      await sleep(60)
      expect((await everythingIn(database)).applications.map(({ reference }) => reference)).toEqual(
        [old],
      )
    },
  )

  test('a stop ends it behind the batch that it is at; what is left is due as before', async () => {
    const database = await openEmpty(engine)
    const old = NOW - 30 * DAY_MS - 1
    await Promise.all(Array.from({ length: 120 }, () => begun(database, old)))
    const { log, lines } = keptLog()
    const { slow, stop } = slowed(database)
    // Behind its turn, before the first batch.
    const { stopped, goOn } = stop(1)
    const job = startRetention({ database: slow, clock: () => NOW, log, rules: RULES })
    await stopped
    const ended = job.stop()
    goOn()
    await ended
    expect(
      lines()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ event: 'retention', deleted: 50, erased: 0 }])
    expect(await scrubErased(database)).toBe('done')
    expect(await runRetention(database, RULES, NOW)).toEqual({ deleted: 70, erased: 0 })
  })

  test('a scrubbing that a stop cut off is due again', async () => {
    const database = await openEmpty(engine)
    await begun(database, NOW - 40 * DAY_MS)
    await runRetention(database, RULES, NOW)
    const stopping = new AbortController()
    const scrub = async () => {
      stopping.abort()
      return true
    }
    expect(await scrubErased({ ...database, scrub }, stopping.signal)).toBe('left')
    expect(await scrubErased(database)).toBe('done')
  })

  test('what this role may not scrub is left to another, and told once', async () => {
    const database = await openEmpty(engine)
    await begun(database, NOW - 40 * DAY_MS)
    const { log, lines } = keptLog()
    let times = 0
    const scrub = async () => {
      times += 1
      return false
    }
    const others = { ...database, scrub }
    const job = startRetention({ database: others, clock: () => NOW, log, rules: RULES, look: 5 })
    await vi.waitFor(() => expect(times).toBeGreaterThan(3), 10_000)
    await job.stop()
    expect(lines().match(/"event":"erased_data_left"/g)).toHaveLength(1)
    expect(await scrubErased(database)).toBe('done')
  })

  test('what it deletes is scrubbed from the disk, and a failure is told and tried again', async () => {
    const database = await openEmpty(engine)
    await begun(database, NOW - 40 * DAY_MS)
    const { log, lines } = keptLog()
    const broken = { now: true }
    const atomic: Database['atomic'] = (work) =>
      broken.now ? Promise.reject(new TypeError('away')) : database.atomic(work)
    const job = startRetention({
      database: { ...database, atomic },
      clock: () => NOW,
      log,
      rules: RULES,
      look: 10,
    })
    onTestFinished(() => job.stop())
    const logged = (event: string) =>
      vi.waitFor(() => {
        const line = lines()
          .split('\n')
          .find((one) => one.includes(`"event":"${event}"`))
        return JSON.parse(line ?? '')
      }, 10_000)
    expect(await logged('retention_failed')).toMatchObject({ error: { type: 'TypeError' } })
    broken.now = false
    expect(await logged('retention')).toMatchObject({ deleted: 1, erased: 0 })
    await logged('erased_data_scrubbed')
  })
})
