/** How long applicants wait, on the desk of a demo: each figure is counted once more from the rows themselves. */
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Situation } from '#contract/console-answers.ts'
import { ASKED_NAMES, isClosed } from '#domain/staff.ts'
import { DAY_MS, tokyoDay } from '#domain/tokyo-time.ts'
import { filterOf } from '../admin/applications.ts'
import { inventApplications } from '../demo/invent.ts'
import { playDesk } from '../demo/play.ts'
import { createStatusLinks } from '../follow-up/link.ts'
import type { Database } from '../store/database.ts'
import { noteOperator } from '../store/queries/installation-values.ts'
import type { HistoryRow } from '../store/schema.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, put, rowsIn } from '../testing/rows.ts'
import { createStaffApplications } from './applications.ts'
import { situationCsv, situationOf } from './situation.ts'
import { createWaiting } from './waiting.ts'

const NOW = Date.parse('2026-11-27T16:00:00+09:00')
const COUNT = 160
/** Of the operator; a Thursday. */
const CLOSED = '2026-11-26'
/** Of these weeks, besides Saturdays and Sundays. */
const HOLIDAYS = [
  CLOSED,
  '2026-09-21',
  '2026-09-22',
  '2026-09-23',
  '2026-10-12',
  '2026-11-03',
  '2026-11-23',
]

async function desk(database: Database): Promise<void> {
  await database.atomic((tx) => noteOperator(tx, { campaigns: [], closedDays: [CLOSED] }))
  const key = { id: 'k', secret: Buffer.alloc(32, 1) }
  const links = createStatusLinks({ keys: () => [key], origin: 'http://localhost' })
  await playDesk(database, links, inventApplications(COUNT, NOW), NOW)
  const rows = await rowsOf(database)
  const open = rows.filter(({ staff_status }) => !isClosed(staff_status))
  // One who was asked writes besides, and one that nobody has looked at is erased.
  const asked = open.find(({ turn }) => turn === 'applicant')
  const untouched = open.find(({ turn }) => turn === 'nobody')
  if (!asked || !untouched) throw new Error('nobody waits')
  const message = {
    id: 'further',
    application: asked.id,
    kind: 'message',
    at: NOW,
    who: '',
  } as const
  const nothing = { question: null, day: null, settled_at: null, settled_by: null }
  await put(database, { messages: [{ ...message, ...nothing, text: 'もう一つ' }] })
  const by = { name: 'root', via: 'command' } as const
  const staff = createStaffApplications(database, () => NOW)
  await staff.erase({ reference: untouched.reference, by })
}

const isWorking = (at: number) =>
  !['Sat', 'Sun'].includes(new Date(at + 9 * 3_600_000).toUTCString().slice(0, 3)) &&
  !HOLIDAYS.includes(tokyoDay(at))

/** Minute by minute. */
function workingMinutes(from: number, until: number): number {
  let minutes = 0
  for (let at = from; at < until; at += 60_000) minutes += isWorking(at) ? 1 : 0
  return minutes
}

/** Here an erasure is the only other entry by nobody of the staff. */
const isReaction = ({ who, action }: HistoryRow) => who !== '申込者' && action !== 'erase'

async function rowsOf(database: Database) {
  const [applications, history, messages, work] = await Promise.all([
    rowsIn(database, 'applications'),
    rowsIn(database, 'history'),
    rowsIn(database, 'messages'),
    rowsIn(database, 'work'),
  ])
  const corrections = await rowsIn(database, 'revisions')
  const withdrawals = await rowsIn(database, 'withdrawal_requests')
  const complete = applications.filter(({ state }) => state === 'complete')
  return complete.map((row) => {
    const own = <T extends { application: string }>(rows: readonly T[]) =>
      rows.filter(({ application }) => application === row.id)
    const reactions = own(history).filter(isReaction)
    const said = own(messages).filter(({ settled_at }) => settled_at === null)
    const asks =
      said.some(({ kind }) => kind === 'answer' || kind === 'message') ||
      [...own(corrections), ...own(withdrawals)].some(({ state }) => state === 'waiting')
    const isAsked = said.some(({ kind }) => kind === 'question')
    const turn = reactions.length === 0 ? 'nobody' : !asks && isAsked ? 'applicant' : 'us'
    return {
      ...row,
      turn,
      assignee: own(work)[0]?.assignee ?? '',
      begun: reactions.length === 0 ? null : Math.min(...reactions.map(({ at }) => at)),
    }
  })
}

const ageOf = (at: number) => {
  let age = 0
  const midnight = Date.parse(`${tokyoDay(at)}T00:00:00+09:00`)
  for (let day = midnight + DAY_MS; day <= NOW; day += DAY_MS) age += isWorking(day) ? 1 : 0
  return Math.min(age, 3)
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

describe.each(ENGINES)('the situation on %s', (engine) => {
  test('is what the applications say, counted by other code; so are the lists that it leads to, and its file', async () => {
    const database = await openEmpty(engine)
    await desk(database)
    const situation = await situationOf(database, NOW)
    const rows = await rowsOf(database)
    const open = rows.filter(
      ({ staff_status, erased_at }) => !isClosed(staff_status) && erased_at === null,
    )
    const groups = Map.groupBy(open, ({ created_at, turn, assignee }) =>
      JSON.stringify([ageOf(created_at), turn, assignee]),
    )
    const expected = [...groups].map(([key, { length: count }]) => {
      const [age, turn, assignee] = JSON.parse(key)
      return { age, turn, assignee, count }
    })
    expect(sorted(situation.open)).toEqual(sorted(expected))
    expect(new Set(open.map(({ turn }) => turn))).toEqual(new Set(['nobody', 'us', 'applicant']))
    const oldest = open.toSorted((a, b) => a.created_at - b.created_at).slice(0, 10)
    expect(situation.oldest.map(({ reference }) => reference)).toEqual(
      oldest.map(({ reference }) => reference),
    )
    expectWeeks(situation, rows)

    // Every figure is as long as the list that it leads to.
    const { ages } = situation
    const staff = createStaffApplications(database, () => NOW)
    for (const { age, turn, assignee, count } of situation.open) {
      const { from, to } = ages[age] ?? { from: null, to: '' }
      const filter = { ...filterOf({}), turn, assignee: assignee || '-', from: from ?? '', to }
      expect([turn, assignee, age, await staff.count(filter)]).toEqual([turn, assignee, age, count])
    }
    expect(ASKED_NAMES).toHaveLength(3)
    expectFile(situation)
  }, 120_000)
})

function expectWeeks({ weeks, weekdays }: Situation, rows: Awaited<ReturnType<typeof rowsOf>>) {
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)?.week).toBe('2026-11-23')
  for (const { week, arrived, arrivals, closings, reaction, closing } of weeks) {
    const start = Date.parse(`${week}T00:00:00+09:00`)
    const isIn = (at: number | null) => at !== null && at >= start && at < start + 7 * DAY_MS
    const came = rows.filter(({ completed_at }) => isIn(completed_at))
    expect([week, arrived]).toEqual([week, came.length])
    expect(arrivals.trial).toBe(came.filter(({ flow }) => flow === 'trial').length)
    const ended = rows.filter(({ closed_at }) => isIn(closed_at))
    expect(Object.values(closings).reduce((sum, count) => sum + count)).toBe(ended.length)
    const minutes = (end: 'begun' | 'closed_at') =>
      came
        .flatMap(({ completed_at, [end]: at }) =>
          at === null ? [] : [workingMinutes(completed_at ?? 0, at)],
        )
        .toSorted((a, b) => a - b)
    for (const [spread, took] of [
      [reaction, minutes('begun')],
      [closing, minutes('closed_at')],
    ] as const) {
      expect(spread.count).toBe(took.length)
      const at = (share: number) => took[Math.ceil(share * took.length) - 1]
      if (took.length === 0) continue
      expect(Math.abs((spread.median ?? 0) / 60_000 - (at(0.5) ?? 0))).toBeLessThan(2)
      expect(Math.abs((spread.most ?? 0) / 60_000 - (at(0.9) ?? 0))).toBeLessThan(2)
    }
  }
  const arrived = weeks.reduce((sum, { arrived }) => sum + arrived, 0)
  expect(weekdays.reduce((sum, day) => sum + day.arrived, 0)).toBe(arrived)
}

test('a closed day makes nothing late or old: in the list, above it and in its rows', async () => {
  const database = await openEmpty('sqlite')
  const at = (text: string) => Date.parse(`${text}+09:00`)
  const one = { state: 'complete', created_at: at('2026-11-25T18:00') } as const
  await put(database, {
    applications: [applicationRow('a', { ...one, completed_at: one.created_at })],
  })
  const seen = async (now: number) => {
    const lists = createStaffApplications(database, () => now, undefined, 24)
    const waiting = createWaiting(database, () => now, 24)
    const { rows } = await lists.list(filterOf({}), { limit: 9 })
    return {
      listed: await lists.count({ ...filterOf({}), late: 'true' }),
      counted: (await waiting.counts('hanako')).late,
      old: (await waiting.marked(rows)).filter(({ isOld }) => isOld).length,
    }
  }
  const late = { listed: 1, counted: 1, old: 1 }
  expect(await seen(at('2026-11-26T18:00'))).toEqual(late)
  await database.atomic((tx) => noteOperator(tx, { campaigns: [], closedDays: [CLOSED] }))
  expect(await seen(at('2026-11-27T17:59'))).toEqual({ listed: 0, counted: 0, old: 0 })
  expect(await seen(at('2026-11-27T18:00'))).toEqual(late)
})

/** Each figure in a line of its own. */
function expectFile(situation: Situation) {
  const { data } = Papa.parse<string[]>(situationCsv(situation).slice(1), { skipEmptyLines: true })
  const of = (table: string) => data.filter(([name]) => name === table)
  const sum = of('対応が終わっていないお申し込み').reduce((total, row) => total + Number(row[4]), 0)
  expect(sum).toBe(situation.open.reduce((total, { count }) => total + count, 0))
  expect([of('週').length, of('曜日').length, of('最も古い10件').length]).toEqual([
    12 * (4 + 4 + 4),
    7 * 4,
    10,
  ])
}
