/** For tests: one list through reader, recogniser and plan, the preview's questions answered by its truth, and how well it was read. */

import { isServiceKey, type ServiceKey } from '#domain/catalogue.ts'
import { FACILITY_CELLS, type FacilityCell } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import type { PasteCorrections, PastePlan, PasteTarget, TakenRow } from '../paste-plan.ts'
import { asksColumns, planPaste } from '../plan.ts'
import type { Sheet } from '../sheet.ts'
import { sheetChoices } from '../sheet-choice.ts'

/** Name, number, service; '' where the source does not say it, so that the cell has to stay blank. */
export type TrueRow = readonly [name: string, number: string, service: string]

export const VERDICTS = [
  'exact',
  'exact after an answer',
  'marked',
  'wrong without a mark',
  'refused',
] as const
export type Verdict = (typeof VERDICTS)[number]

export type Outcome = {
  verdict: Verdict
  /** Kinds of questions that the preview asked. */
  questions: string[]
  /** Rows that are right, and how many of them carry a mark although their source says everything. */
  right: number
  rightMarked: number
  /** What is wrong, for a person to read. */
  wrong: string[]
}

/** The table of the flow that a page belongs to. */
export function targetOf(page: string): PasteTarget {
  const isTrial = page.startsWith('/trial')
  return {
    list: priceListAt(isTrial ? 'trial' : 'contract', 0),
    rules: FLOWS[isTrial ? 'trial' : 'entry'].rows,
    rows: [],
    focus: { no: 1, cell: 'facilityName' },
  }
}

export function readList(
  target: PasteTarget,
  sheets: readonly Sheet[],
  truth: readonly TrueRow[],
  mustMark: readonly string[] = [],
): Outcome {
  const { choices, likeliest } = sheetChoices(target, sheets)
  const sheet = choices[likeliest]?.sheet ?? { grid: [] }
  const first = planPaste(target, sheet)
  const answers = answersOf(first, truth)
  let plan = planPaste(target, sheet, answers.corrections)
  // A column's answer shows other texts, which are asked about in turn.
  const further = answersOf(plan, truth)
  const corrections = { ...further.corrections, ...answers.corrections }
  for (const key of ['services', 'numbers'] as const)
    Object.assign(corrections, {
      [key]: new Map<string, string>([
        ...(answers.corrections[key] ?? []),
        ...(further.corrections[key] ?? []),
      ]),
    })
  plan = planPaste(target, sheet, corrections)
  const questions = [...new Set([...answers.questions, ...further.questions])]
  return { ...judged(plan, { truth, mustMark }, isSame(first, plan)), questions }
}

const textOf = ({ cells }: TakenRow) => FACILITY_CELLS.map((cell) => cells[cell]?.value ?? '')

function isSame(one: PastePlan, other: PastePlan): boolean {
  return JSON.stringify(one.rows.map(textOf)) === JSON.stringify(other.rows.map(textOf))
}

/** What a person who knows the facilities would answer. */
function answersOf(
  plan: PastePlan,
  truth: readonly TrueRow[],
): { corrections: PasteCorrections; questions: string[] } {
  const columns = columnsAnswered(plan, truth)
  const services = servicesAnswered(plan, truth)
  const numbers = numbersAnswered(plan, truth)
  const expected = new Set(truth.map(([, number]) => number))
  const repairsZeros = plan.rows.some(({ cells }) =>
    expected.has(`0${cells.facilityNumber?.value ?? ''}`),
  )
  const questions = [
    columns && 'columns',
    services.asked && 'services',
    numbers.asked && 'numbers',
    plan.lostZeros > 0 && 'zeros',
  ]
  return {
    corrections: {
      ...(columns && { columns }),
      services: services.given,
      numbers: numbers.given,
      ...(repairsZeros && { repairsZeros }),
    },
    questions: questions.filter((question) => typeof question === 'string'),
  }
}

/** Where the preview opens its assignment of columns: the column that holds most of the truth for each use. */
function columnsAnswered(
  plan: PastePlan,
  truth: readonly TrueRow[],
): PasteCorrections['columns'] | null {
  if (!asksColumns(plan)) return null
  const { layout, table } = plan
  const columns: (FacilityCell | null)[] = [...layout.columns]
  for (const [use, place] of [
    ['facilityName', 0],
    ['facilityNumber', 1],
  ] as const) {
    const plain = (text: string) => text.normalize('NFKC').replace(/-/g, '').trim()
    const expected = new Set(truth.map((row) => plain(row[place])).filter((text) => text !== ''))
    const hits = columns.map(
      (_, at) => table.lines.filter(({ cells }) => expected.has(plain(cells[at] ?? ''))).length,
    )
    const best = hits.indexOf(Math.max(...hits))
    if (!hits[best] || columns[best] === use) continue
    for (const [at, columnUse] of columns.entries()) if (columnUse === use) columns[at] = null
    columns[best] = use
  }
  return columns
}

/** A text that is unclear in every row is settled once, where the truth has one service for all of its rows. */
function servicesAnswered(plan: PastePlan, truth: readonly TrueRow[]) {
  const given = new Map<string, ServiceKey>()
  const meant = new Map<string, Set<string>>()
  for (const { cells } of plan.rows) {
    const service = cells.serviceKey
    if (!service?.unclear) continue
    const keys = truth
      .filter(
        ([name, number]) =>
          name === cells.facilityName?.value &&
          (number === '' || number === cells.facilityNumber?.value),
      )
      .map(([, , key]) => key)
    const text = service.source.trim()
    meant.set(text, new Set([...(meant.get(text) ?? []), ...keys]))
  }
  for (const [text, keys] of meant) {
    const [only = ''] = keys
    if (keys.size === 1 && isServiceKey(only)) given.set(text, only)
  }
  return { given, asked: meant.size > 0 }
}

function numbersAnswered(plan: PastePlan, truth: readonly TrueRow[]) {
  const asking = plan.rows.filter(
    (row) => (row.cells.facilityNumber?.numbers.length ?? 0) > 1 && isMarked(row, 'facilityNumber'),
  )
  const given = new Map<string, string>()
  for (const { key, cells } of asking) {
    const row = truth.find(
      ([name, , service]) =>
        name === cells.facilityName?.value &&
        (service === cells.serviceKey?.value || cells.serviceKey?.unclear),
    )
    if (row && (row[1] === '' || cells.facilityNumber?.numbers.includes(row[1])))
      given.set(key, row[1])
  }
  return { given, asked: asking.length > 0 }
}

function judged(
  plan: PastePlan,
  { truth, mustMark }: { truth: readonly TrueRow[]; mustMark: readonly string[] },
  isUnanswered: boolean,
): Omit<Outcome, 'questions'> {
  const open = truth.map((row) => row.join('/'))
  const left: TakenRow[] = []
  const unmarked: TakenRow[] = []
  let [right, rightMarked] = [0, 0]
  // A blank row of the table stays blank.
  const filled = plan.rows.filter((row) => textOf(row).some((text) => text !== ''))
  for (const row of filled) {
    const at = open.indexOf(textOf(row).join('/'))
    if (at < 0) {
      left.push(row)
      continue
    }
    open.splice(at, 1)
    right += 1
    const says = FACILITY_CELLS.some((cell) => row.cells[cell]?.value && isMarked(row, cell))
    const must = mustMark.includes(row.cells.facilityName?.value ?? '')
    if (says && !must) rightMarked += 1
    if (must && !says) unmarked.push(row)
  }
  const marked = left.filter((row) => isRightlyMarked(row, truth))
  const silent = left.filter((row) => !marked.includes(row))
  // A number that is said to be left out is not lost without a word.
  const lost = open.filter((row) => {
    const cells = row.split('/')
    return !plan.lost.includes(cells.at(-2) ?? '') && !marked.some((each) => isOfSame(each, cells))
  })
  const said = open.filter((row) => plan.lost.includes(row.split('/').at(-2) ?? ''))
  const wrong = [
    ...silent.map((row) => `silent ${textOf(row).join('/')}`),
    ...unmarked.map((row) => `unmarked ${textOf(row).join('/')}`),
    ...lost.map((row) => `lost ${row}`),
    ...said.map((row) => `said ${row}`),
    ...marked.map((row) => `marked ${textOf(row).join('/')}`),
  ]
  return { verdict: verdictOf(), right, rightMarked, wrong }

  function verdictOf(): Verdict {
    if (wrong.length === 0) return isUnanswered ? 'exact' : 'exact after an answer'
    if (plan.rows.length === 0) return 'refused'
    return silent.length + unmarked.length + lost.length > 0 ? 'wrong without a mark' : 'marked'
  }
}

/** A column that the table lacks is named above the rows, and the assignment of columns stands open. */
function isMarked({ cells }: TakenRow, cell: FacilityCell): boolean {
  if (cells[cell] === undefined) return true
  return Boolean(cells[cell]?.unclear || cells[cell]?.doubtful)
}

/** Whether each cell that differs from the nearest true row says so. */
function isRightlyMarked(row: TakenRow, truth: readonly TrueRow[]): boolean {
  const own = textOf(row)
  // A line that is no entry, and says so.
  const isBlank = own[1] === '' && (own[0] === '' || own[2] === '')
  if (isBlank && isMarked(row, 'facilityName')) return true
  return truth.some((each) =>
    FACILITY_CELLS.every((cell, place) => own[place] === each[place] || isMarked(row, cell)),
  )
}

function isOfSame(row: TakenRow, [name = '', number]: readonly string[]): boolean {
  const [ownName = '', ownNumber] = textOf(row)
  const isNamed = name === '' ? ownName === '' : ownName.includes(name)
  return isNamed || (ownNumber !== '' && ownNumber === number)
}
