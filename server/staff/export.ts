/** The CSV export: one row a facility, for those who set up the billing accounts. */
import { type ApplicantField, fieldRow } from '#domain/applicant.ts'
import { CAMPAIGN_KEYS } from '#domain/campaign.ts'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import type { Filter } from '#domain/console.ts'
import { WIRE_NAMES } from '#domain/contract.ts'
import { APPLICATION_STATES, ASSURANCES, FLAGS, PROCEDURES, STAFF_STATUSES } from '#domain/staff.ts'
import { APPLICANT_COLUMNS, type FacilityRecord } from '../store/schema.ts'
import type { ListedRow, StaffApplications } from './applications.ts'
import { csvHeader, csvRows } from './csv.ts'
import { tokyoTime } from './json.ts'

type Cell = string | number
type Column<T> = readonly [heading: string, cell: (from: T) => Cell]

const FIELDS = Object.keys(WIRE_NAMES) as ApplicantField[]

const OF_APPLICATION: readonly Column<ListedRow>[] = [
  ['受付番号', ({ reference }) => reference],
  ['お客様番号', ({ customer }) => customer],
  ['手続き', ({ flow }) => PROCEDURES[flow]],
  ['申し込みの状態', ({ state }) => APPLICATION_STATES[state]],
  ['対応状況', ({ staff_status }) => STAFF_STATUSES[staff_status].label],
  ['本人確認', ({ assurance }) => ASSURANCES[assurance]],
  ['受付日時', ({ created_at }) => tokyoTime(created_at)],
  ['完了日時', ({ completed_at }) => (completed_at === null ? '' : tokyoTime(completed_at))],
  ...FIELDS.map(
    (field): Column<ListedRow> => [
      fieldRow(field).label,
      (row) => wordsOf(field, row[APPLICANT_COLUMNS[field]]),
    ],
  ),
  ...CAMPAIGN_KEYS.map((key): Column<ListedRow> => [key, (row) => row[key]]),
  ['月額料金（税抜）', ({ agreed_price }) => agreed_price ?? ''],
  ['料金表', ({ price_list }) => price_list ?? ''],
  ['確認事項', ({ flags }) => flags.map(({ flag }) => FLAGS[flag]).join('／')],
]

const OF_FACILITY: readonly Column<FacilityRecord>[] = [
  ['行', ({ no }) => no],
  ['事業所名', ({ facility_name }) => facility_name],
  ['事業所番号', ({ facility_number }) => facility_number],
  [
    'サービス種類',
    ({ service_key }) => (isServiceKey(service_key) ? SERVICES[service_key].name : ''),
  ],
  ['サービスの記号', ({ service_key }) => service_key],
]

const HEADINGS = [...OF_APPLICATION, ...OF_FACILITY].map(([heading]) => heading)

/** The CSV of a whole list, streamed in constant memory. */
export async function* exportCsv(
  applications: StaffApplications,
  filter: Filter,
): AsyncGenerator<string> {
  yield csvHeader(HEADINGS)
  for await (const page of applications.pages(filter)) {
    const facilities = await applications.facilities(page)
    yield csvRows(page.flatMap((row) => exportRows(row, facilities.get(row.id) ?? [])))
  }
}

/** One row for each facility; an application without any has one row all the same. */
function exportRows(application: ListedRow, facilities: readonly FacilityRecord[]): Cell[][] {
  const common = OF_APPLICATION.map(([, cell]) => cell(application))
  if (facilities.length === 0) return [[...common, ...OF_FACILITY.map(() => '')]]
  return facilities.map((facility) => [...common, ...OF_FACILITY.map(([, cell]) => cell(facility))])
}

/** The label of a choice's code; any other text as it was typed. */
export function wordsOf(field: ApplicantField, value: string): string {
  const choice = fieldRow(field).choices?.find(([code]) => code === value)
  return choice?.[1] ?? value
}
