import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import {
  areHolidaysOld,
  createCalendar,
  HOLIDAYS_TAKEN,
  startOfWeek,
  weekNumber,
} from './working-days.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(`${text}+09:00`)
const { isWorkingDay, timeBetween, timeBefore, lateBefore, ageGroups } = createCalendar()

test('Saturdays, Sundays and public holidays are no working days', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
  expect(days.map(isWorkingDay)).toEqual([true, false, false, false, true])
})

test('of a working day all hours count, of another none', () => {
  expect(timeBetween(at('2026-11-20T12:00'), at('2026-11-24T12:00')) / 3_600_000).toBe(24)
  expect(timeBetween(at('2026-11-21T12:00'), at('2026-11-23T12:00'))).toBe(0)
  expect(timeBetween(at('2026-11-24T09:00'), at('2026-11-24T17:30')) / 3_600_000).toBe(8.5)
})

test('each day belongs to one group by its age, also where today is no working day', () => {
  expect(ageGroups(at('2026-11-25T09:00'))).toEqual([
    { days: 0, from: '2026-11-25', to: '2026-11-25' },
    { days: 1, from: '2026-11-24', to: '2026-11-24' },
    { days: 2, from: '2026-11-20', to: '2026-11-23' },
    { days: 3, from: null, to: '2026-11-19' },
  ])
  expect(ageGroups(at('2026-11-23T09:00'))[0]).toEqual({
    days: 0,
    from: '2026-11-20',
    to: '2026-11-23',
  })
})

test('the days on which an operator is closed count as a weekend does', () => {
  const calendar = createCalendar(['2026-11-19', '2026-11-24'])
  expect(['2026-11-18', '2026-11-19', '2026-11-24'].map(calendar.isWorkingDay)).toEqual([
    ...[true, false, false],
  ])
  expect(calendar.timeBetween(at('2026-11-18T12:00'), at('2026-11-25T12:00'))).toBe(48 * HOUR_MS)
  expect(calendar.lateBefore(at('2026-11-25T12:00'), 24)).toBe(at('2026-11-20T12:00'))
  expect(calendar.ageGroups(at('2026-11-25T09:00')).map(({ from }) => from)).toEqual([
    ...['2026-11-25', '2026-11-20', '2026-11-18', null],
  ])
})

test('a week begins on Monday in Tokyo', () => {
  const week = weekNumber(at('2026-11-23T00:00'))
  expect(weekNumber(at('2026-11-29T23:59'))).toBe(week)
  expect(weekNumber(at('2026-11-22T23:59'))).toBe(week - 1)
  expect(startOfWeek(week)).toBe(at('2026-11-23T00:00'))
})

test('the instant before which something has waited so long', () => {
  // A public holiday follows the weekend.
  const tuesday = at('2026-11-24T18:00')
  expect(timeBefore(tuesday, 24 * HOUR_MS)).toBe(at('2026-11-20T18:00'))
  // What came in these days has waited as long as what comes on Tuesday at midnight.
  expect(timeBefore(tuesday, 18 * HOUR_MS)).toBe(at('2026-11-24T00:00'))
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const until = tuesday + hour * HOUR_MS
    const since = timeBefore(until, 24 * HOUR_MS)
    expect(timeBetween(since, until)).toBe(24 * HOUR_MS)
    expect(timeBetween(since + 1, until)).toBeLessThan(24 * HOUR_MS)
  }
  expect(lateBefore(tuesday + 59_999, 24)).toBe(at('2026-11-20T18:00'))
  expect(lateBefore(tuesday, 0)).toBeLessThan(0)
  // Longer than anything was stored, it ends all the same.
  expect(lateBefore(tuesday, 1_000_000_000)).toBeLessThan(0)
})

test('the table of holidays is that of the package, and a year later it is old', () => {
  expect(packageJson.dependencies['@holiday-jp/holiday_jp']).toBe(HOLIDAYS_TAKEN.version)
  const taken = at(`${HOLIDAYS_TAKEN.day}T00:00`)
  expect([364, 365].map((days) => areHolidaysOld(taken + days * 24 * HOUR_MS))).toEqual([
    false,
    true,
  ])
})
