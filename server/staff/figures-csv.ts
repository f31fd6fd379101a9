/** Figures as a file: each in a line of its own, so that a spreadsheet can arrange them. */
import type { Figures } from '#contract/console-answers.ts'
import { FIGURE_TABLES, type FigureTable } from '#domain/figures.ts'
import { PROCEDURES, STAFF_STATUS_NAMES, STAFF_STATUSES } from '#domain/staff.ts'
import { FILLINGS, type Mark } from '#domain/usage.ts'
import {
  ERROR_LABELS,
  errorFieldLabel,
  FILLING_LABELS,
  STEP_LABELS,
  WIDTH_LABELS,
} from '#domain/usage-words.ts'
import { csvHeader, csvRows } from './export.ts'

type Row = readonly (string | number)[]

/** One table, or all of them. */
export function figuresCsv(figures: Figures, table: FigureTable | '' = ''): string {
  const rows = rowsOf(figures)
  const wanted = (Object.keys(FIGURE_TABLES) as FigureTable[]).filter(
    (each) => table === '' || each === table,
  )
  return (
    csvHeader(['表', '期間', 'お手続き', '項目', '内訳', '値']) +
    csvRows(wanted.flatMap((each) => rows[each].map((row) => [FIGURE_TABLES[each], ...row])))
  )
}

function rowsOf(figures: Figures): Record<FigureTable, readonly Row[]> {
  const { from, to, way, errors, months, chances, trials, campaigns } = figures
  const period = `${from}〜${to}`
  const wholeMonths = `${months[0]?.month}〜${months.at(-1)?.month}`
  const isFilling = (mark: Mark) => FILLINGS.some((filling) => filling === mark)
  // A column that holds sums of its own cells adds up to twice the truth.
  const marks = way.flatMap(({ width, ...row }) => (width === 'all' ? [] : [{ width, ...row }]))
  const wayRow = ({ flow, mark, width, count }: (typeof marks)[number]) => [
    ...[period, PROCEDURES[flow], { ...STEP_LABELS, ...FILLING_LABELS }[mark]],
    ...[WIDTH_LABELS[width], count],
  ]
  return {
    way: marks.filter(({ mark }) => !isFilling(mark)).map(wayRow),
    fillings: marks.filter(({ mark }) => isFilling(mark)).map(wayRow),
    errors: errors.map(({ flow, field, code, count }) => [
      ...[period, PROCEDURES[flow], errorFieldLabel(field), ERROR_LABELS[code], count],
    ]),
    months: months.flatMap(({ month, flow, completed, statuses, amount, typical }) => [
      [month, PROCEDURES[flow], '申込完了', '', completed],
      ...STAFF_STATUS_NAMES.map((status) => [
        ...[month, PROCEDURES[flow], '対応状況', STAFF_STATUSES[status].label, statuses[status]],
      ]),
      [month, PROCEDURES[flow], '月額料金（税抜）', '', amount],
      [month, PROCEDURES[flow], '事業所数（中央値）', '', typical ?? ''],
    ]),
    trials: trials.flatMap(({ month, ...led }) => ledRows(month, '', led)),
    campaigns: campaigns.flatMap(({ label, ...led }) => ledRows(wholeMonths, label, led)),
    chances: chances.map(({ label, count }) => [wholeMonths, PROCEDURES.trial, label, '', count]),
  }
}

type Led = Omit<Figures['trials'][number], 'month'>

const ledRows = (period: string, label: string, { trials, contracts, days }: Led) => [
  [period, PROCEDURES.trial, label, '体験', trials],
  [period, PROCEDURES.trial, label, '契約の可能性', contracts],
  [period, PROCEDURES.trial, label, '日数（中央値）', days ?? ''],
]
