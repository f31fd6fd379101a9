/** The pure rules: what an estimate and a whole validation of a page cost, and how they grow. */
import { normaliseApplicant, validateApplicant } from '#domain/applicant.ts'
import { groupOf, SERVICES } from '#domain/catalogue.ts'
import { type FacilityRow, normaliseRow, validateRows, validRows } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { estimate, priceListAt } from '#domain/prices.ts'
import { GOALS } from '../goals.ts'
import { applicantOf, FIRST_NUMBER } from '../load/applicants.ts'
import { takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 9
/** How long one contender's turn lasts, about. */
const TURN_MS = 60
const ROWS = 100
const FEW_ROWS = 10
const MANY_ROWS = 10_000

export async function domainSuite(report: Report): Promise<void> {
  const rows = rowsOf(ROWS)
  const costs = await takeTurns(ROUNDS, {
    copied: () => microseconds(() => structuredClone(rows)),
    estimated: () => microseconds(() => estimateOf(rows)),
    validated: () => microseconds(() => validate(rows)),
  })
  const { copied: floor, estimated, validated, ratios } = costs
  report({
    name: 'estimate of 100 rows',
    unit: 'µs',
    value: estimated,
    floor,
    ratios: ratios('estimated', 'copied'),
    goal: GOALS.estimate,
  })
  report({
    name: 'normalising and validating 100 rows and their applicant',
    unit: 'µs',
    value: validated,
    floor,
    ratios: ratios('validated', 'copied'),
    goal: GOALS.validation,
  })
  await growth(report, 'estimate', estimateOf)
  await growth(report, 'validation', validate)
}

/** Linear growth is the same cost a row, however many there are. */
async function growth(report: Report, name: string, work: (rows: FacilityRow[]) => unknown) {
  const [few, many] = [rowsOf(FEW_ROWS), rowsOf(MANY_ROWS)]
  const { value, floor } = await takeTurns(ROUNDS, {
    floor: async () => (await microseconds(() => work(few))) / FEW_ROWS,
    value: async () => (await microseconds(() => work(many))) / MANY_ROWS,
  })
  report({
    name: `${name}, a row of 10,000 beside a row of 10`,
    unit: 'µs',
    value,
    floor,
    goal: GOALS.growth,
  })
}

const { rows: rules, catalogue } = FLOWS.entry
const list = priceListAt(catalogue, Date.now())

function estimateOf(rows: readonly FacilityRow[]) {
  return estimate(list, rows)
}

/** What a press of the estimate button runs. */
function validate(rows: readonly FacilityRow[]): number {
  const applicant = normaliseApplicant(applicantOf(FIRST_NUMBER))
  const normalised = rows.map((row) => normaliseRow(rules, row))
  const problems = [
    ...validateApplicant('entry', applicant),
    ...validateRows(rules, catalogue, normalised),
  ]
  return problems.length + validRows(catalogue, normalised).length
}

/** Two rows to a number, every service in its turn, kana to widen in each name. */
function rowsOf(count: number): FacilityRow[] {
  const services = Object.keys(SERVICES).filter((key) => groupOf(catalogue, key))
  return Array.from({ length: count }, (_, index) => ({
    no: index + 1,
    facilityName: `あおぞらﾎｰﾑ 第${index + 1}事業所`,
    facilityNumber: String(1_310_000_000 + Math.floor(index / 2)),
    serviceKey: services[index % services.length] ?? '',
  }))
}

/** Processor time of a run, the mean of as many as fit into a turn: waiting for whoever else works does not count. */
async function microseconds(work: () => unknown): Promise<number> {
  const until = performance.now() + TURN_MS
  const before = process.cpuUsage()
  let runs = 0
  for (; performance.now() < until; runs++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
