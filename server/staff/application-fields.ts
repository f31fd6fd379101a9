/**
 * The fields of an application as staff and billing systems get them: what each is called, how it is taken from a row,
 * and where it appears. JSON, files and the command line's record are made from this table.
 */

import { WIRE_NAMES } from '#contract/apply.ts'
import type { SentFields } from '#contract/staff-api-schemas.ts'
import {
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  choiceLabel,
  fieldRow,
} from '#domain/applicant.ts'
import { FLOWS, type Flow, hasApplicant, shownPrice } from '#domain/flows.ts'
import { formatAmount } from '#domain/prices.ts'
import {
  APPLICATION_STATES,
  ASSURANCES,
  isClosed,
  PROCEDURES,
  STAFF_STATUSES,
} from '#domain/staff.ts'
import { isoTime, tokyoTime } from '#domain/tokyo-time.ts'
import type { Cell } from '#sheets/write-workbook.ts'
import type { Handling } from '../store/queries/handling.ts'
import { APPLICANT_COLUMNS, type ApplicationRow, type WorkRow } from '../store/schema.ts'

/** Whoever knows the issued name acts for the applicant: nothing that leaves the server has it (reading 43). */
type Row = Omit<ApplicationRow, 'issued_name'>

type FieldOfApplication<V> = {
  /** Heading of its column and of its line. */
  label: string
  /** In JSON, under the field's name. */
  value: (row: Row) => V
  /** In a cell, where that is not the value; an empty one for null. */
  cell?: (row: Row) => Cell
  /** In the record, where that is not the cell: a line, a heading and a line, or none. */
  line?: (row: Row) => string | readonly [label: string, text: string] | null
}

const SENT = Object.keys(WIRE_NAMES) as ApplicantField[]

/** In the order of JSON. */
const FIELDS = {
  reference: field('受付番号', (row) => row.reference),
  givenNumber: field('お客様番号', (row) => row.customer || null),
  flow: field('手続き', (row) => row.flow, { cell: (row) => PROCEDURES[row.flow] }),
  state: field('申し込みの状態', (row) => row.state, {
    cell: (row) => APPLICATION_STATES[row.state],
  }),
  status: field('対応状況', (row) => row.staff_status, {
    cell: (row) => STAFF_STATUSES[row.staff_status].label,
    line: (row) => (row.state === 'complete' ? STAFF_STATUSES[row.staff_status].label : null),
  }),
  assurance: field('本人確認', (row) => row.assurance, {
    cell: (row) => ASSURANCES[row.assurance],
    line: (row) => (row.assurance === 'none' ? null : ASSURANCES[row.assurance]),
  }),
  ...sentFields(),
  priceText: field('同意した料金', (row) => row.consent_price),
  agreedPrice: field('月額料金（税抜）', (row) => row.agreed_price, {
    line: ({ flow, agreed_price: price, price_list: list }) =>
      price === null ? null : agreedPriceLine(flow, price, list),
  }),
  priceList: field('料金表', (row) => row.price_list),
  repeats: field('再送信', (row) => row.repeat_count, {
    line: ({ repeat_count: count }) =>
      count === 0 ? null : `同じ申し込みが、ほかに${count}回ありました`,
  }),
  supersededBy: field('差し替え先', (row) => row.superseded_by),
  createdAt: field('受付日時', (row) => isoTime(row.created_at), {
    cell: (row) => tokyoTime(row.created_at),
  }),
  completedAt: field('申込完了日時', (row) => isoTimeOrNull(row.completed_at), {
    cell: (row) => tokyoTimeOrNothing(row.completed_at),
  }),
  closedAt: field('対応終了', (row) => isoTimeOrNull(closingOf(row)), {
    cell: (row) => tokyoTimeOrNothing(closingOf(row)),
  }),
  revision: field('内容の版', (row) => row.revision, {
    line: ({ revision }) => (revision === 1 ? null : `${revision}（1は、最初に送信された内容）`),
  }),
  customerNumber: field('発行番号', (row) => row.customer_number),
  erasedAt: field('個人情報の消去', (row) => isoTimeOrNull(row.erased_at), {
    cell: (row) => tokyoTimeOrNothing(row.erased_at),
  }),
}

type FieldName = keyof typeof FIELDS

/** An application as files have it. */
export type FileRow = Row & Handling & { work: WorkRow | undefined }

/** Columns of CSV and workbooks with their widths. */
const IN_FILES: readonly (readonly [name: FieldName, width: number] | Column<FileRow>)[] = [
  ['reference', 12],
  ['givenNumber', 16],
  ['flow', 26],
  ['state', 16],
  ['status', 10],
  ['assurance', 16],
  ['createdAt', 17],
  ['completedAt', 17],
  ['対応開始', 17, ({ begunAt }) => tokyoTimeOrNothing(begunAt)],
  ['closedAt', 17],
  ['担当', 14, ({ work }) => work?.assignee ?? ''],
  ['確認した方', 14, ({ confirmedBy }) => confirmedBy],
  ['customerNumber', 16],
  ...SENT.map((field) => [WIRE_NAMES[field], 24] as const),
  ...CAMPAIGN_KEYS.map((key) => [key, 14] as const),
  ['priceList', 12],
]

/** Amounts of an application: they stand once in a file, so that whoever adds up a column gets the truth. */
export const AMOUNT_COLUMNS: readonly Column<Row>[] = [
  ['月額料金（税抜）', 16, (row) => (isCharged(row) ? (row.agreed_price ?? '') : '')],
  ['体験・却下・取り下げの料金', 16, (row) => (isCharged(row) ? '' : (row.agreed_price ?? ''))],
]

/** Whether the agreed amount is one that the vendor may count on: of no trial, and of nothing that was ended without one. */
export function isCharged({ flow, staff_status: status }: Pick<Row, 'flow' | 'staff_status'>) {
  return !FLOWS[flow].isFree && STAFF_STATUSES[status].sign !== 'ended'
}

/** Lines of the record's first section. */
const IN_RECORD: readonly FieldName[] = [
  'reference',
  'givenNumber',
  'createdAt',
  'completedAt',
  'state',
  'status',
  'assurance',
  'agreedPrice',
  'customerNumber',
  'revision',
  'repeats',
  'supersededBy',
  'erasedAt',
]

type ApplicationJson = { [N in FieldName]: ReturnType<(typeof FIELDS)[N]['value']> }

const ENTRIES = Object.entries(FIELDS)

export function applicationAsJson(row: Row): ApplicationJson {
  const values = ENTRIES.map(([name, { value }]) => [name, value(row)])
  return Object.fromEntries(values) as ApplicationJson
}

export type Column<T> = readonly [heading: string, width: number, cell: (from: T) => Cell]

export const FILE_COLUMNS: readonly Column<FileRow>[] = IN_FILES.map((column) => {
  if (column.length === 3) return column
  const [name, width] = column
  return [FIELDS[name].label, width, (row) => cellOf(FIELDS[name], row)]
})

/** Heading and text of each line that the record of an application begins with. */
export function recordLines(row: Row): string[][] {
  return IN_RECORD.flatMap((name) => lineOf(FIELDS[name], row))
}

/** What the applicant typed, in the order of the screen, and how the page was come upon; nothing once that is erased. */
export function applicantLines(row: Row): string[][] {
  const { flow } = row
  if (!hasApplicant(flow) || row.erased_at !== null) return []
  return [
    ...applicantFieldsOf(flow).flatMap((name) => lineOf(FIELDS[WIRE_NAMES[name]], row)),
    ...CAMPAIGN_KEYS.flatMap((key) => lineOf(FIELDS[key], row)),
  ]
}

function agreedPriceLine(flow: Flow, price: number, list: string | null) {
  const [label, text] = shownPrice(flow, formatAmount(price))
  return [FLOWS[flow].isFree ? label : '合意した料金', `${text}、料金表 ${list}`] as const
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}

/** Null while it is open. */
function closingOf({ staff_status, closed_at }: Row): number | null {
  return isClosed(staff_status) ? closed_at : null
}

function tokyoTimeOrNothing(at: number | null): string {
  return at === null ? '' : tokyoTime(at)
}

function field<V>(
  label: string,
  value: (row: Row) => V,
  shown: Pick<FieldOfApplication<V>, 'cell' | 'line'> = {},
): FieldOfApplication<V> {
  return { label, value, ...shown }
}

/** What was sent, under the wire's names, empty where the flow does not ask for it. */
function sentFields(): Record<keyof SentFields, FieldOfApplication<string>> {
  const typed = SENT.map((name) => {
    const textOf = (row: Row) => row[APPLICANT_COLUMNS[name]]
    const cell = (row: Row) => choiceLabel(name, textOf(row))
    return [WIRE_NAMES[name], field(fieldRow(name).label, textOf, { cell, line: cell })]
  })
  const tracking = CAMPAIGN_KEYS.map((key) => [key, field(key, (row) => row[key])])
  return Object.fromEntries([...typed, ...tracking])
}

function cellOf({ value, cell }: FieldOfApplication<Cell | null>, row: Row): Cell {
  return cell ? cell(row) : (value(row) ?? '')
}

function lineOf(from: FieldOfApplication<Cell | null>, row: Row): string[][] {
  const line = from.line ? from.line(row) : String(cellOf(from, row)) || null
  if (line === null) return []
  return [typeof line === 'string' ? [from.label, line] : [...line]]
}
