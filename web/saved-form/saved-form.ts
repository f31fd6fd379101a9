/**
 * A form as sheets of a workbook, and back: what was typed, to be gone on with on another day or another device. The consent
 * is not among it: it is given on the day of sending.
 */
import {
  APPLICANT_FIELDS,
  type Applicant,
  type ApplicantField,
  choiceLabel,
  EMPTY_APPLICANT,
  fieldRow,
} from '#domain/applicant.ts'
import { SERVICE_KEYS, SERVICES, serviceName } from '#domain/catalogue.ts'
import { CELL_LABELS, type FacilityRow } from '#domain/facilities.ts'
import { FLOW_NAMES, type FlowWithRows, hasRows, type RowRules } from '#domain/flows.ts'
import { isOffered, type PriceList } from '#domain/prices.ts'
import { PROCEDURES } from '#domain/staff.ts'
import type { Grid, Sheet } from '#sheets/sheet.ts'
import type { SheetColumn } from '#sheets/write-workbook.ts'

/** What a person typed; `leftOver` are pasted lines for which the table had no room. */
export type TypedForm = {
  flow: FlowWithRows
  /** Null where the flow asks for no corporation. */
  applicant: Readonly<Applicant> | null
  rows: readonly FacilityRow[]
  leftOver: readonly (readonly string[])[]
}

export type SavedForm = {
  /** Null where the file does not say it any more. */
  flow: FlowWithRows | null
  /** As the file has it: words for people. */
  savedAt: string
  /** Null where the file holds none. */
  applicant: Applicant | null
  /** Null where they are not exactly rows of the table: a spreadsheet changed them, or the form offers other services. */
  rows: FacilityRow[] | null
  /** The sheet of the facilities, for the preview of a paste; null where the file has none. */
  facilities: Sheet | null
}

/** The cells beside the labels. */
type Texts = ReadonlyMap<string | undefined, string | undefined>

export type SavedSheet = {
  name: string
  columns: readonly SheetColumn[]
  rows: readonly (readonly string[])[]
}

const HEADINGS = Object.values(CELL_LABELS)
const FIELDS = Object.keys(APPLICANT_FIELDS) as ApplicantField[]

/** Names the format; a later one that cannot be read as this has another number. */
const FORMAT = ['ファイルの形式', '入力内容の控え 1'] as const
const FLOW_LABEL = 'お手続き'
const DATE_LABEL = '保存した日時'
const CAUTION = [
  'ご注意',
  'このファイルには、入力した内容がそのまま入っています。個人情報として保管し、不要になったら削除してください。',
] as const

/** `savedAt` is shown to people as it is. */
export function savedSheets(form: TypedForm, savedAt: string): SavedSheet[] {
  const { flow, applicant, rows, leftOver } = form
  const text = (heading: string, width: number) => ({ heading, width, isText: true }) as const
  return [
    {
      name: '事業所',
      columns: HEADINGS.map((heading, index) => text(heading, [40, 14, 30][index] ?? 30)),
      rows: [...rows.map(cellsOf), ...leftOver],
    },
    {
      name: '申し込みの内容',
      columns: [text('項目', 30), text('内容', 60)],
      rows: [
        FORMAT,
        [FLOW_LABEL, PROCEDURES[flow]],
        [DATE_LABEL, savedAt],
        CAUTION,
        ...FIELDS.flatMap((field) => {
          const value = applicant?.[field]
          // By its label, for a person may read the file.
          return value ? [[fieldRow(field).label, choiceLabel(field, value)]] : []
        }),
      ],
    },
  ]
}

/** What the workbook keeps; null where it is none of these files. */
export function savedFormOf(
  sheets: readonly Sheet[],
  rules: RowRules,
  list: PriceList,
): SavedForm | null {
  const saved = sheets.find(({ grid }) =>
    grid.some(([label, text]) => label === FORMAT[0] && text === FORMAT[1]),
  )
  if (!saved) return null
  const texts: Texts = new Map(saved.grid.map(([label, text]) => [label, text]))
  const facilities = sheets.find((sheet) => sheet !== saved && hasLines(sheet)) ?? null
  return {
    flow: FLOW_NAMES.filter(hasRows).find((f) => PROCEDURES[f] === texts.get(FLOW_LABEL)) ?? null,
    savedAt: texts.get(DATE_LABEL) ?? '',
    applicant: applicantOf(texts),
    rows: facilities && rowsOf(facilities, rules, list),
    facilities,
  }
}

function cellsOf({ facilityName, facilityNumber, serviceKey }: FacilityRow): string[] {
  return [facilityName, facilityNumber, serviceName(serviceKey)]
}

function applicantOf(texts: Texts): Applicant | null {
  const entries = FIELDS.flatMap((field) => {
    const text = texts.get(fieldRow(field).label)
    return text ? [[field, codeOf(field, text)] as const] : []
  })
  return entries.length > 0 ? { ...EMPTY_APPLICANT, ...Object.fromEntries(entries) } : null
}

/** The code of a choice's label; another text as it is. */
function codeOf(field: ApplicantField, text: string): string {
  const { choices } = fieldRow(field)
  return choices ? (choices.find(([, words]) => words === text)?.[0] ?? '') : text
}

/** The rows where each cell is what this form could have kept; blank ones stay in their places. */
function rowsOf(sheet: Sheet, rules: RowRules, list: PriceList): FacilityRow[] | null {
  const [headings, ...lines] = sheet.grid
  const isWhole = !sheet.merges?.length && !sheet.hiddenLines?.size && !sheet.hiddenColumns?.size
  if (!isWhole || JSON.stringify(headings) !== JSON.stringify(HEADINGS)) return null
  const filled = lines.slice(0, lines.findLastIndex((cells) => cells.some(Boolean)) + 1)
  if (filled.length > rules.max) return null
  const rows = filled.map((cells, index) => rowOf(cells, index + 1, list))
  return rows.every((row) => row !== null) ? rows : null
}

function rowOf(cells: Grid[number], no: number, list: PriceList): FacilityRow | null {
  const [facilityName = '', facilityNumber = '', service = '', ...more] = cells
  const serviceKey =
    SERVICE_KEYS.find((key) => SERVICES[key].name === service && isOffered(list, key)) ?? ''
  const isExact = !more.some(Boolean) && (service !== '') === (serviceKey !== '')
  // A line break is no text that a cell of the form can hold.
  if (!isExact || /\n/.test(facilityName + facilityNumber)) return null
  return { no, facilityName, facilityNumber, serviceKey }
}

function hasLines({ grid }: Sheet): boolean {
  return grid.slice(1).some((cells) => cells.some(Boolean))
}
