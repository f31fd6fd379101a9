/** What brings customers, on the desk of a demo: each figure is counted once more from the rows themselves. */
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/console-answers.ts'
import { FIGURE_TABLES } from '#domain/figures.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { PROCEDURES } from '#domain/staff.ts'
import { inventApplications } from '../demo/invent.ts'
import { playDesk } from '../demo/play.ts'
import { createStatusLinks } from '../follow-up/link.ts'
import { createLog } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import { noteOperator } from '../store/queries/installation-values.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, put, rowsIn } from '../testing/rows.ts'
import { addAccount, auditTrail, logInAs, startConsole } from '../testing/staff-app.ts'
import { createUsage } from '../usage.ts'
import { createStaffApplications } from './applications.ts'
import { figuresOf } from './figures.ts'
import { figuresCsv } from './figures-csv.ts'

const NOW = Date.parse('2026-11-27T16:00:00+09:00')
const NOVEMBER = { from: '2026-11-01', to: '2026-11-27' }
const YEAR = { from: '2025-11-03', to: '2026-11-27' }
const NAMED = ['2026秋の展示会', 'メルマガ']

async function desk(database: Database): Promise<void> {
  const key = { id: 'k', secret: Buffer.alloc(32, 1) }
  const links = createStatusLinks({ keys: () => [key], origin: 'http://localhost' })
  await playDesk(database, links, inventApplications(160, NOW), NOW)
  await database.atomic((tx) => noteOperator(tx, { campaigns: NAMED, closedDays: [] }))
}

/** Each trial with the first contract that staff did not end, of all that name it. */
async function truthOfTrials(database: Database) {
  const [applications, flags] = [
    await rowsIn(database, 'applications'),
    await rowsIn(database, 'flags'),
  ]
  const complete = applications.filter(({ state }) => state === 'complete')
  const contracts = complete.flatMap((contract) =>
    flags
      .filter(({ application, flag }) => application === contract.id && flag === 'from_trial')
      .map(({ detail }) => ({ ...contract, trial: detail })),
  )
  return complete
    .filter(({ flow }) => flow === 'trial')
    .map((trial) => {
      const own = contracts
        .filter((one) => one.trial === trial.reference)
        .filter(({ staff_status }) => !['rejected', 'withdrawn'].includes(staff_status))
        .map(({ completed_at }) => ((completed_at ?? 0) - (trial.completed_at ?? 0)) / 86_400_000)
      const { utm_campaign: campaign } = trial
      const label = campaign === '' ? 'なし' : NAMED.includes(campaign) ? campaign : 'その他'
      return { month: monthOf(trial.completed_at), label, days: own.map(Math.floor).toSorted()[0] }
    })
}

type Trial = Awaited<ReturnType<typeof truthOfTrials>>[number]

const ledOf = (trials: readonly Trial[]) => {
  const days = trials.flatMap((trial) => trial.days ?? [])
  return { trials: trials.length, contracts: days.length, days: middle(days) }
}

/** In months of Tokyo, which has no summer time. */
const monthOf = (at: number | null) => new Date((at ?? 0) + 9 * 3_600_000).toISOString().slice(0, 7)

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length / 2) - 1] ?? null

async function truthOf(database: Database, month: string, flow: string) {
  const [applications, facilities] = [
    await rowsIn(database, 'applications'),
    await rowsIn(database, 'facilities'),
  ]
  const own = applications.filter(
    (row) => row.state === 'complete' && row.flow === flow && monthOf(row.completed_at) === month,
  )
  const charged = own.filter(
    ({ staff_status }) => flow !== 'trial' && !['rejected', 'withdrawn'].includes(staff_status),
  )
  const sizes = own
    .filter(({ erased_at }) => erased_at === null)
    .map(({ id }) => facilities.filter(({ application }) => application === id).length)
    .filter((size) => size > 0)
  return {
    completed: own.length,
    done: own.filter(({ staff_status }) => staff_status === 'done').length,
    amount: charged.reduce((sum, { agreed_price }) => sum + (agreed_price ?? 0), 0),
    typical: middle(sizes),
  }
}

const shownOf = ({ months }: Figures, month: string, flow: string) => {
  const row = months.find((each) => each.month === month && each.flow === flow)
  return {
    completed: row?.completed,
    done: row?.statuses.done,
    amount: row?.amount,
    typical: row?.typical,
  }
}

describe.each(ENGINES)('%s', (engine) => {
  test('months and campaigns are those of the stored applications, each counted once', async () => {
    const database = await openEmpty(engine)
    await desk(database)
    const figures = await figuresOf(database, NOW, YEAR)
    expect(figures.months).toHaveLength(13 * FLOW_NAMES.length)
    for (const month of ['2026-09', '2026-10', '2026-11'])
      for (const flow of FLOW_NAMES) {
        const truth = await truthOf(database, month, flow)
        expect([month, flow, shownOf(figures, month, flow)]).toEqual([month, flow, truth])
      }
    expect(figures.months.some(({ amount }) => Number(amount) > 0)).toBe(true)
    const applications = await rowsIn(database, 'applications')
    const heard = applications.filter(({ state, flow }) => state === 'complete' && flow === 'trial')
    const friends = figures.chances.find(({ label }) => label === '他の事業所からの紹介')
    expect(figures.chances.reduce((sum, { count }) => sum + Number(count), 0)).toBe(heard.length)
    expect(friends?.count).toBe(heard.filter(({ chance }) => chance === '6').length)

    // A campaign that the operator names leads to trials and contracts, any other is told together.
    const truth = await truthOfTrials(database)
    const { campaigns, trials } = figures
    const labels = [...NAMED, 'その他', 'なし']
    expect(campaigns.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
    for (const { label, ...led } of campaigns)
      expect([label, led]).toEqual([label, ledOf(truth.filter((one) => one.label === label))])
    for (const { month, ...led } of trials)
      expect([month, led]).toEqual([month, ledOf(truth.filter((one) => one.month === month))])
    expect(ledOf(truth).contracts).toBeGreaterThan(5)
    const { data } = Papa.parse<string[]>(figuresCsv(figures).slice(1))
    const row = ['キャンペーン', '2025-11〜2026-11', PROCEDURES.trial, 'メルマガ', '契約の可能性']
    const { contracts } = ledOf(truth.filter(({ label }) => label === 'メルマガ'))
    expect(data).toContainEqual([...row, `${contracts}`])
  })

  test.each([
    ['the oldest first', (rows: readonly string[]) => rows],
    ['the newest first', (rows: readonly string[]) => rows.toReversed()],
  ])(
    'an erasure changes no figure, %s',
    async (_, inOrder) => {
      const database = await openEmpty(engine)
      await desk(database)
      const before = await figuresOf(database, NOW, YEAR)
      const staff = createStaffApplications(database, () => NOW)
      const by = { name: 'root', via: 'command' } as const
      const rows = await rowsIn(database, 'applications')
      const complete = rows.filter(({ state }) => state === 'complete')
      const references = complete
        .toSorted((a, b) => (a.completed_at ?? 0) - (b.completed_at ?? 0))
        .map(({ reference }) => reference)
      for (const [at, reference] of inOrder(references).entries()) {
        await staff.erase({ reference, by })
        if (at === 40) await staff.erase({ reference, by })
        if (at % 40 === 0) expect(await figuresOf(database, NOW, YEAR)).toEqual(before)
      }
      expect(await figuresOf(database, NOW, YEAR)).toEqual(before)
      const kept = JSON.stringify(await rowsIn(database, 'kept_sums'))
      expect(kept).not.toContain('spring@example.jp')
      expect(kept).toContain('その他')
    },
    120_000,
  )

  test('a trial that two contracts name is one contract while one of them stands, and after', async () => {
    const database = await openEmpty(engine)
    const at = NOW - 10 * 86_400_000
    const trial = { flow: 'trial', state: 'complete', completed_at: at } as const
    const contract = (id: string, days: number) =>
      applicationRow(id, { state: 'complete', completed_at: at + days * 86_400_000 })
    const flag = (application: string, kind: 'from_trial' | 'possible_duplicate') => ({
      ...{ application, flag: kind, detail: 'TRIAL', at: 0 },
    })
    await put(database, {
      applications: [
        applicationRow('trial', trial),
        // Named by another flag alone, it is no contract of the trial.
        contract('alike', 1),
        contract('first', 2),
        contract('second', 5),
      ],
      flags: [
        flag('alike', 'possible_duplicate'),
        flag('first', 'from_trial'),
        flag('second', 'from_trial'),
      ],
    })
    const led = async () => {
      const { trials } = await figuresOf(database, NOW, NOVEMBER)
      return trials.map(({ trials: tried, contracts, days }) => [tried, contracts, days])
    }
    const staff = createStaffApplications(database, () => NOW)
    const by = { name: 'root', via: 'command' } as const
    const seen = [await led()]
    for (const reference of ['FIRST', 'SECOND', 'TRIAL']) {
      await staff.erase({ reference, by })
      seen.push(await led())
    }
    expect(seen).toEqual([[[1, 1, 2]], [[1, 1, 5]], [[1, 1, 5]], [[1, 1, 5]]])
  })

  test('months are those that the period touches, twenty-five at most', async () => {
    const database = await openEmpty(engine)
    const monthsOf = async (from: string, to: string) => {
      const { trials } = await figuresOf(database, NOW, { from, to })
      return trials.map(({ month }) => month)
    }
    expect(await monthsOf('2025-12-31', '2026-02-01')).toEqual(['2025-12', '2026-01', '2026-02'])
    const many = await monthsOf('2020-01-01', '2026-11-27')
    expect([many.length, many[0], many.at(-1)]).toEqual([25, '2024-11', '2026-11'])
  })

  test('the way is that of the beacons of the period, both days included', async () => {
    const database = await openEmpty(engine)
    const log = createLog({ level: 'trace', clock: () => NOW, write: () => {} })
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-27', '2026-11-28']) {
      const clock = () => Date.parse(`${day}T12:00:00+09:00`)
      const usage = createUsage({ database, clock, log })
      usage.count({
        ...{ flow: 'trial', width: 'phone', marks: ['opened', 'paste'] },
        error: { field: 'facilityNumber', code: 'wrong' },
      })
      await usage.write()
    }
    const figures = await figuresOf(database, NOW, NOVEMBER)
    expect(figures.way.toSorted((a, b) => (a.mark < b.mark ? -1 : 1))).toEqual([
      { flow: 'trial', mark: 'opened', width: 'phone', count: 2 },
      { flow: 'trial', mark: 'opened', width: 'all', count: 2 },
      { flow: 'trial', mark: 'paste', width: 'phone', count: 2 },
      { flow: 'trial', mark: 'paste', width: 'all', count: 2 },
    ])
    expect(figures.errors).toEqual([
      { flow: 'trial', field: 'facilityNumber', code: 'wrong', count: 2 },
    ])
    const { data } = Papa.parse<string[]>(figuresCsv(figures).replace('\ufeff', ''))
    const period = '2026-11-01〜2026-11-27'
    expect(data).toContainEqual([
      ...['手続きの進み具合', period, PROCEDURES.trial, '開いた', 'スマートフォン', '2'],
    ])
    expect(data).toContainEqual([
      '表の入れ方',
      period,
      PROCEDURES.trial,
      '貼り付け',
      'スマートフォン',
      '2',
    ])
    expect(data).toContainEqual([
      '最初のエラー',
      period,
      PROCEDURES.trial,
      '事業所番号',
      '誤り',
      '2',
    ])
  })
})

/** Of figures, those that stand for something. */
const figuresIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(figuresIn)
    : typeof value === 'number' || value === '5未満'
      ? [value]
      : []

test('whoever sees figures alone sees none that rests on one to four, on the page and in files, and no application', async () => {
  const staff = await startConsole()
  staff.clock.now = NOW
  await desk(staff.database)
  const [analyst, boss] = [
    await logInAs(staff, await addAccount(staff, 'matome', 'analyst')),
    await logInAs(staff, await addAccount(staff, 'hanako', 'administrator')),
  ]
  const get = (url: string, headers: object) => staff.app.inject({ url, headers: { ...headers } })
  const whole: Figures = (await get('/api/figures', boss)).json()
  const hidden: Figures = (await get('/api/figures', analyst)).json()
  expect(figuresIn(whole)).not.toContain('5未満')
  for (const [at, row] of whole.months.entries()) {
    const { completed } = row
    const few = Number(completed) > 0 && Number(completed) < 5
    expect([row.month, hidden.months[at]?.completed]).toEqual([
      row.month,
      few ? '5未満' : completed,
    ])
    // What one contract pays is that contract's.
    if (few && Number(row.amount) > 0) expect(hidden.months[at]?.amount).toBe('5未満')
  }
  const { at, months, ...rest } = hidden
  const counts = figuresIn([rest, months.map(({ completed, statuses }) => [completed, statuses])])
  expect(counts).toContain('5未満')
  const file = Papa.parse<string[]>((await get('/api/figures.csv', analyst)).body.slice(1)).data
  const withCount = file.filter(([, , , item]) => item === '対応状況' || item === '申込完了')
  expect(
    withCount.map(([, , , , , count]) => count).filter((count) => /^[1-4]$/.test(count ?? '')),
  ).toEqual([])
  for (const url of ['/api/applications', '/api/situation', '/api/people', '/api/activity'])
    expect([url, (await get(url, analyst)).statusCode]).toEqual([url, 403])

  // Each table is a file of its own, and each is in the audit trail.
  const rowsOf = async (query: string) =>
    Papa.parse<string[]>((await get(`/api/figures.csv${query}`, boss)).body.slice(1), {
      skipEmptyLines: true,
    }).data.slice(1)
  const all = await rowsOf('')
  const tables = Object.keys(FIGURE_TABLES)
  const parts = await Promise.all(tables.map((table) => rowsOf(`?table=${table}`)))
  expect(parts.flat()).toEqual(all)
  for (const part of parts) expect(new Set(part.map(([table]) => table)).size).toBeLessThan(2)
  const trail = (await auditTrail(staff)).filter(
    ({ who, action }) => who === 'hanako' && action === 'export',
  )
  expect(trail.map(({ detail }) => detail).toSorted()).toEqual(
    ['figures csv', ...tables.map((table) => `figures csv ${table}`)].toSorted(),
  )
})
