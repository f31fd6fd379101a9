/** What brings customers, and where people give up: beacons of a period, and completed applications by month. */
import type { Figures } from '#contract/console-answers.ts'
import { APPLICANT_FIELDS } from '#domain/applicant.ts'
import { campaignLabel, type Figure, figureOf, middleOf } from '#domain/figures.ts'
import { FLOW_NAMES, type Flow } from '#domain/flows.ts'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { isoTime, startOfDayInTokyo } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import {
  countChances,
  countMonths,
  countSizes,
  countTrials,
  type MonthCount,
  type SizeCount,
} from '../store/queries/figures.ts'
import { namedCampaigns } from '../store/queries/installation-values.ts'
import { keptSumsBetween } from '../store/queries/kept-sums.ts'
import { usageBetween, usageErrorsBetween } from '../store/queries/usage.ts'
import type { KeptSumRow } from '../store/schema.ts'
import { isCharged } from './application-fields.ts'

/** As long as sums are kept; of a longer period the last ones. */
const MOST_MONTHS = 25

/**
 * Of beacons between two days, both included, and of the months that these days touch. `hidesFew`: for whoever may not
 * read applications.
 */
export async function figuresOf(
  database: Database,
  now: number,
  { from, to, hidesFew = false }: { from: string; to: string; hidesFew?: boolean },
): Promise<Figures> {
  const shown: Shown = (value, of = value) => figureOf(value, of, hidesFew)
  const months = monthsOf({ from, to })
  const [way, errors, counts, sizes, chances, trials] = await read(database, { from, to, months })
  return {
    ...{ at: isoTime(now), from, to },
    way: withAllWidths(way).map((row) => ({ ...row, count: shown(row.count) })),
    errors: errors
      .toSorted((a, b) => b.count - a.count)
      .map((row) => ({ ...row, count: shown(row.count) })),
    months: months.flatMap((month, at) =>
      FLOW_NAMES.map((flow) => {
        const isOwn = (row: { month: number; flow: Flow }) => row.month === at && row.flow === flow
        return { month, flow, ...monthOf(counts.filter(isOwn), sizes.filter(isOwn), shown) }
      }),
    ),
    chances: [...Map.groupBy(chances, ({ chance }) => chanceLabel(chance))]
      .toSorted(([one, a], [other, b]) => sumOf(b) - sumOf(a) || (one < other ? -1 : 1))
      .map(([label, rows]) => ({ label, count: shown(sumOf(rows)) })),
    trials: months.map((month, at) => ({
      month,
      ...ledTo(
        trials.filter((row) => row.month === at),
        shown,
      ),
    })),
    campaigns: [...Map.groupBy(trials, ({ label }) => label)]
      .toSorted(([one, a], [other, b]) => trialsIn(b) - trialsIn(a) || (one < other ? -1 : 1))
      .map(([label, rows]) => ({ label, ...ledTo(rows, shown) })),
  }
}

/** A figure that rests on so many; on itself where nothing else is said. */
type Shown = (value: number, of?: number) => Figure

/** Trials of a month and a campaign, those of them that became a contract, and after how many days each. */
type LedRow = { month: number; label: string; trials: number; contracts: number; days: number }

async function read(
  database: Database,
  { from, to, months }: { from: string; to: string; months: readonly string[] },
) {
  const starts = months.map((month) => startOfDayInTokyo(`${month}-01`))
  const span = { starts, until: startOfDayInTokyo(`${monthAfter(months.at(-1) ?? '', 1)}-01`) }
  const [way, errors, counts, sizes, chances, trials, named] = await Promise.all([
    database.browse((tx) => usageBetween(tx, { from, to })),
    database.browse((tx) => usageErrorsBetween(tx, { from, to })),
    database.browse((tx) => countMonths(tx, span)),
    database.browse((tx) => countSizes(tx, span)),
    database.browse((tx) => countChances(tx, span)),
    database.browse((tx) => countTrials(tx, span)),
    database.browse((tx) => namedCampaigns(tx)),
  ])
  const kept = await database.browse((tx) =>
    keptSumsBetween(tx, { from: months[0] ?? '', to: months.at(-1) ?? '' }),
  )
  const own = (wanted: KeptSumRow['kind']) =>
    kept
      .filter(({ kind }) => kind === wanted)
      .map((row) => ({ ...row, month: months.indexOf(row.month) }))
  const live = trials.map(({ month, campaign, days, count }): LedRow => {
    const contracts = days === null ? 0 : count
    return {
      month,
      label: campaignLabel(campaign, named),
      trials: count,
      contracts,
      days: days ?? 0,
    }
  })
  // A contract of an erased trial stands for both, a trial of an erased contract is still there.
  const led = [
    ...live,
    ...own('trial').map(({ month, name, count }) => ({
      ...{ month, label: name, trials: count, contracts: 0, days: 0 },
    })),
    ...own('contract').map(({ month, name, size, count }) => ({
      ...{ month, label: name, trials: 0, contracts: count, days: size },
    })),
  ]
  const allSizes = [
    ...sizes,
    ...own('facilities').map(({ size, ...row }) => ({ ...row, facilities: size })),
  ]
  const allChances = [
    ...chances,
    ...own('chance').map(({ name, ...row }) => ({ ...row, chance: name })),
  ]
  return [way, errors, counts, allSizes, allChances, led] as const
}

/** YYYY-MM, oldest first. */
function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const last = to.slice(0, 7)
  const all = Array.from({ length: MOST_MONTHS }, (_, back) => monthAfter(last, -back))
  return all.filter((month) => month >= from.slice(0, 7)).toReversed()
}

/** YYYY-MM, so many months later. */
export function monthAfter(month: string, later: number): string {
  const [year = 0, no = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, no - 1 + later, 1)).toISOString().slice(0, 7)
}

type WayRow = Awaited<ReturnType<typeof usageBetween>>[number]

/** Besides each width all of them: figures that are not shown cannot be added up. */
function withAllWidths(rows: readonly WayRow[]) {
  const groups = Map.groupBy(rows, ({ flow, mark }) => `${flow} ${mark}`)
  const all = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, width: 'all' as const, count: sumOf([first, ...others]) }] : [],
  )
  return [...rows, ...all]
}

function monthOf(counts: readonly MonthCount[], sizes: readonly SizeCount[], shown: Shown) {
  const charged = counts.filter((row) => isCharged(row))
  const withSome = sizes.filter(({ facilities }) => facilities > 0)
  const typical = middleOf(withSome.map(({ facilities, count }) => [facilities, count]))
  return {
    completed: shown(sumOf(counts)),
    statuses: Object.fromEntries(
      STAFF_STATUS_NAMES.map((status) => [
        status,
        shown(sumOf(counts.filter(({ staff_status }) => staff_status === status))),
      ]),
    ) as Figures['months'][number]['statuses'],
    amount: shown(
      charged.reduce((total, { amount }) => total + (amount ?? 0), 0),
      sumOf(charged),
    ),
    typical: typical === null ? null : shown(typical, sumOf(withSome)),
  }
}

const sumOf = (rows: readonly { count: number }[]) =>
  rows.reduce((total, { count }) => total + count, 0)

const trialsIn = (rows: readonly LedRow[]) => rows.reduce((sum, { trials }) => sum + trials, 0)

function ledTo(rows: readonly LedRow[], shown: Shown) {
  const contracts = rows.reduce((sum, row) => sum + row.contracts, 0)
  const became = rows.filter((row) => row.contracts > 0)
  const days = middleOf(became.map((row) => [row.days, row.contracts]))
  return {
    trials: shown(trialsIn(rows)),
    contracts: shown(contracts),
    days: days === null ? null : shown(days, contracts),
  }
}

function chanceLabel(chance: string): string {
  const choice = APPLICANT_FIELDS.chance.choices.find(([code]) => code === chance)
  return choice?.[1] ?? '不明'
}
