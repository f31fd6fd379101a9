/** How long applicants wait: what is open by its age, what arrived and was closed in the last weeks, and how long it took. */
import type { Situation } from '#contract/console-answers.ts'
import { spreadOf, TURN_NAMES, TURNS } from '#domain/figures.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { HOUR_MS, isoTime, startOfDayInTokyo, tokyoDay } from '#domain/tokyo-time.ts'
import { type Calendar, dayOfWeek, startOfWeek, weekNumber } from '#domain/working-days.ts'
import { calendarOf } from '../observability/calendar.ts'
import type { Database } from '../store/database.ts'
import { type Course, countOpen, coursesSince, oldestOpen } from '../store/queries/situation.ts'
import { csvHeader, csvRows } from './export.ts'

export const WEEKS = 12
const OLDEST = 10
const WEEKDAYS = ['月', '火', '水', '木', '金', '土', '日'] as const

/** Now; reads each application of these weeks once. */
export async function situationOf(database: Database, now: number): Promise<Situation> {
  const calendar = await database.browse(calendarOf)
  const ages = calendar.ageGroups(now)
  const starts = ages.flatMap(({ from }) => (from === null ? [] : [startOfDayInTokyo(from)]))
  const last = weekNumber(now)
  const weeks = Array.from({ length: WEEKS }, (_, at) => last - (WEEKS - 1 - at))
  const since = startOfWeek(last - (WEEKS - 1))
  const [open, oldest, courses] = await Promise.all([
    database.browse((tx) => countOpen(tx, { starts })),
    database.browse((tx) => oldestOpen(tx, { limit: OLDEST })),
    database.browse((tx) => coursesSince(tx, { since })),
  ])
  const arrived = courses.filter(({ completed_at }) => completed_at >= since)
  const byWeek = Map.groupBy(arrived, ({ completed_at }) => weekNumber(completed_at))
  const closed = courses.filter(({ closed_at }) => closed_at !== null && closed_at >= since)
  const closedByWeek = Map.groupBy(closed, ({ closed_at }) => weekNumber(closed_at ?? 0))
  const byWeekday = Map.groupBy(arrived, ({ completed_at }) => dayOfWeek(completed_at))
  return {
    at: isoTime(now),
    ages: ages.map(({ from, to }) => ({ from, to })),
    open: open.toSorted(inOrder),
    oldest: oldest.map(({ created_at, ...row }) => ({ ...row, createdAt: isoTime(created_at) })),
    weeks: weeks.map((week) => ({
      week: tokyoDay(startOfWeek(week)),
      ...courseOf(byWeek.get(week) ?? [], calendar),
      arrivals: countByFlow(byWeek.get(week) ?? []),
      closings: countByFlow(closedByWeek.get(week) ?? []),
    })),
    weekdays: WEEKDAYS.map((_, day) => courseOf(byWeekday.get(day) ?? [], calendar)),
  }
}

type Open = Situation['open'][number]

function inOrder(a: Open, b: Open): number {
  const turn = ({ turn }: Open) => TURN_NAMES.indexOf(turn)
  return turn(a) - turn(b) || a.assignee.localeCompare(b.assignee, 'ja') || a.age - b.age
}

function countByFlow(courses: readonly Course[]): Situation['weeks'][number]['arrivals'] {
  const counts = Object.fromEntries(FLOW_NAMES.map((flow) => [flow, 0]))
  for (const { flow } of courses) counts[flow] = (counts[flow] ?? 0) + 1
  return counts as Situation['weeks'][number]['arrivals']
}

function courseOf(courses: readonly Course[], { timeBetween }: Calendar) {
  const took = (end: 'begun_at' | 'closed_at') =>
    courses.flatMap(({ completed_at, [end]: at }) =>
      at === null ? [] : [timeBetween(completed_at, at)],
    )
  return {
    arrived: courses.length,
    reaction: spreadOf(took('begun_at')),
    closing: spreadOf(took('closed_at')),
  }
}

/** Each figure in a line of its own, so that a spreadsheet can arrange them. */
export function situationCsv({ ages, open, oldest, weeks, weekdays }: Situation): string {
  const hours = (duration: number | null) =>
    duration === null ? '' : Math.round(duration / (HOUR_MS / 10)) / 10
  const courses = (table: string, row: string, { reaction, closing }: Situation['weekdays'][0]) => [
    [table, row, '対応開始まで（中央値、時間）', '', hours(reaction.median)],
    [table, row, '対応開始まで（90%、時間）', '', hours(reaction.most)],
    [table, row, '対応終了まで（中央値、時間）', '', hours(closing.median)],
    [table, row, '対応終了まで（90%、時間）', '', hours(closing.most)],
  ]
  const flows = (row: string, column: string, counts: Record<string, number>) =>
    FLOW_NAMES.map((flow) => ['週', row, column, PROCEDURES[flow], counts[flow] ?? 0])
  return (
    csvHeader(['表', '行', '列', '内訳', '値']) +
    csvRows([
      ...open.map(({ age, turn, assignee, count }) => [
        ...['対応が終わっていないお申し込み', ageLabel(age, ages.length), TURNS[turn]],
        ...[assignee === '' ? '担当なし' : assignee, count],
      ]),
      ...weeks.flatMap(({ week, arrivals, closings, ...course }) => [
        ...flows(week, '申込完了', arrivals),
        ...flows(week, '対応終了', closings),
        ...courses('週', week, course),
      ]),
      ...weekdays.flatMap((course, day) => courses('曜日', WEEKDAYS[day] ?? '', course)),
      ...oldest.map(({ reference, createdAt, flow, turn, assignee }) => [
        ...['最も古い10件', reference, `${PROCEDURES[flow]}、${TURNS[turn]}`],
        ...[assignee === '' ? '担当なし' : assignee, tokyoDay(Date.parse(createdAt))],
      ]),
    ])
  )
}

function ageLabel(age: number, groups: number): string {
  if (age === 0) return '今日'
  return age === groups - 1 ? `${age}営業日以上前` : `${age}営業日前`
}
