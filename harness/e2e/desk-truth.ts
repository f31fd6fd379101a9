/** What is true of a desk, counted from its rows and from the beacons that were sent, by nothing that the product counts with. */
import { DatabaseSync } from 'node:sqlite'
import { createCalendar } from '#domain/working-days.ts'

const DAY_MS = 86_400_000
const TOKYO_MS = 9 * 3_600_000
const { isWorkingDay } = createCalendar()

export type Beacon = {
  flow: string
  width: 'desk' | 'tablet' | 'phone'
  marks: readonly string[]
  error?: { field: string; code: string }
}

type Application = {
  id: string
  reference: string
  flow: string
  staff_status: string
  created_at: number
  completed_at: number
  closed_at: number | null
  agreed_price: number | null
  company_name: string
  email: string
  tel: string
  utm_campaign: string
}

export const dayOf = (at: number) => new Date(at + TOKYO_MS).toISOString().slice(0, 10)
const monthOf = (at: number) => dayOf(at).slice(0, 7)

export const middle = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null

const ENDED = ['rejected', 'withdrawn']
const CLOSED = ['done', ...ENDED]
const NOBODY = '担当なし'

type Rows = ReturnType<typeof readRows>

function readRows(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const all = <T>(sql: string) => db.prepare(sql).all() as T[]
  try {
    return {
      applications: all<Application>(`select * from applications where state = 'complete'`),
      history: all<{ application: string; who: string; at: number }>('select * from history'),
      messages: all<{ application: string; kind: string; settled_at: number | null }>(
        'select * from messages',
      ),
      waiting: all<{ application: string }>(
        `select application from revisions where state = 'waiting'
          union all select application from withdrawal_requests where state = 'waiting'`,
      ),
      work: all<{ application: string; assignee: string }>('select * from work'),
      facilities: all<{ application: string }>('select application from facilities'),
    }
  } finally {
    db.close()
  }
}

export function readTruth(file: string, now: number) {
  const rows = readRows(file)
  const { applications } = rows
  /** Of twelve weeks, from a Monday. */
  const weekday = (at: number) => (new Date(at + TOKYO_MS).getUTCDay() + 6) % 7
  const midnight = Date.parse(`${dayOf(now)}T00:00:00+09:00`)
  const firstMonday = midnight - (weekday(now) + 11 * 7) * DAY_MS
  const recent = applications.filter(({ completed_at }) => completed_at >= firstMonday)
  const contractsIn = (month: string) =>
    applications.filter((one) => one.flow === 'entry' && monthOf(one.completed_at) === month)
  return {
    recent,
    open: applications
      .filter(({ staff_status }) => !CLOSED.includes(staff_status))
      .map((one) => ({
        turn: turnOf(rows, one),
        assignee: rows.work.find(({ application }) => application === one.id)?.assignee || NOBODY,
        isFresh: !hasWorkingDayAfter(one.created_at, now),
      })),
    mondays: recent.filter(({ completed_at }) => weekday(completed_at) === 0),
    begunAt: (one: Application) => begunAt(rows, one),
    hoursOf: (of: readonly Application[], end: (one: Application) => number | null) =>
      middle(of.flatMap((one) => workedHours(one.completed_at, end(one)) ?? [])),
    trials: trialsOf(applications),
    amountOf: (month: string) =>
      contractsIn(month)
        .filter(({ staff_status }) => !ENDED.includes(staff_status))
        .reduce((sum, one) => sum + (one.agreed_price ?? 0), 0),
    sizeOf: (month: string) =>
      middle(
        contractsIn(month).map(
          ({ id }) => rows.facilities.filter(({ application }) => application === id).length,
        ),
      ),
  }
}

/** On a Saturday what came on Friday is as old as what comes that day. */
function hasWorkingDayAfter(at: number, now: number): boolean {
  for (let day = at + DAY_MS; dayOf(day) <= dayOf(now); day += DAY_MS)
    if (isWorkingDay(dayOf(day))) return true
  return false
}

function begunAt({ history }: Rows, { id }: Application): number | null {
  const own = history.filter(({ application, who }) => application === id && who !== '申込者')
  return own.length === 0 ? null : Math.min(...own.map(({ at }) => at))
}

function turnOf(rows: Rows, one: Application): 'nobody' | 'us' | 'applicant' {
  if (begunAt(rows, one) === null) return 'nobody'
  const kinds = rows.messages
    .filter(({ application, settled_at }) => application === one.id && settled_at === null)
    .map(({ kind }) => kind)
  const isAsking = rows.waiting.some(({ application }) => application === one.id)
  if (isAsking || kinds.includes('answer') || kinds.includes('message')) return 'us'
  return kinds.includes('question') ? 'applicant' : 'us'
}

/** Each with the days to the first contract of the same corporation that staff did not end. */
function trialsOf(applications: readonly Application[]) {
  return applications
    .filter(({ flow }) => flow === 'trial')
    .map((trial) => {
      const days = applications
        .filter(({ flow, staff_status }) => flow === 'entry' && !ENDED.includes(staff_status))
        .filter((contract) => trialOf(contract, applications)?.id === trial.id)
        .map(({ completed_at }) => Math.floor((completed_at - trial.completed_at) / DAY_MS))
        .toSorted((a, b) => a - b)
      return { month: monthOf(trial.completed_at), campaign: trial.utm_campaign, days: days[0] }
    })
}

/** The newest trial before, of the same corporation with the same mail address or telephone number. */
function trialOf(contract: Application, all: readonly Application[]): Application | undefined {
  return all
    .filter(({ flow, completed_at }) => flow === 'trial' && completed_at <= contract.completed_at)
    .filter(
      ({ company_name, email, tel }) =>
        company_name === contract.company_name &&
        (email === contract.email || tel === contract.tel),
    )
    .toSorted((a, b) => b.completed_at - a.completed_at)[0]
}

/** Day by day, without Saturdays, Sundays and holidays; to a tenth of an hour. */
function workedHours(from: number, until: number | null): number | null {
  if (until === null) return null
  let total = 0
  for (let at = from; at < until; ) {
    const midnight = Date.parse(`${dayOf(at)}T00:00:00+09:00`) + DAY_MS
    const end = Math.min(until, midnight)
    if (isWorkingDay(dayOf(at))) total += end - at
    at = end
  }
  return Math.round(total / 360_000) / 10
}

type Counted = { flow: string; width: Beacon['width']; mark: string; count: number }
type Faults = { flow: string; field: string; code: string; count: number }

/** What was told of visitors before the first beacon. */
export function readVisits(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return {
      counted: db.prepare('select * from usage').all() as Counted[],
      faults: db.prepare('select * from usage_errors').all() as Faults[],
    }
  } finally {
    db.close()
  }
}

type Visitors = { beacons: readonly Beacon[]; before: ReturnType<typeof readVisits> }
const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)

/** How many visitors of a procedure have a mark, on screens of this width or of any. */
export function marked(
  { beacons, before }: Visitors,
  mark: string,
  { flow, width }: { flow: string; width?: Beacon['width'] },
): number {
  const isOne = (one: { flow: string; width: string }) =>
    one.flow === flow && (!width || one.width === width)
  return (
    sum(before.counted.filter((row) => isOne(row) && row.mark === mark)) +
    beacons.filter((beacon) => isOne(beacon) && beacon.marks.includes(mark)).length
  )
}

/** First errors of a procedure by field and code. */
export function faultsOf({ beacons, before }: Visitors, flow: string) {
  const told = beacons.flatMap(({ error, ...one }) =>
    error ? [{ ...error, flow: one.flow, count: 1 }] : [],
  )
  const own = [...before.faults, ...told].filter((one) => one.flow === flow)
  return [...Map.groupBy(own, ({ field, code }) => `${field} ${code}`)].map(
    ([key, rows]) => [...key.split(' '), sum(rows)] as const,
  )
}
