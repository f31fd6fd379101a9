/** What corrections have changed, in words: for files, where what was first typed stands beside what counts, and for the record. */
import type { Correction } from '#contract/console-answers.ts'
import { type Applicant, type ApplicantField, choiceLabel, fieldRow } from '#domain/applicant.ts'
import { serviceName } from '#domain/catalogue.ts'
import { type Difference, differenceOf, type Version, versionOf } from '#domain/difference.ts'
import {
  CELL_LABELS,
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
} from '#domain/facilities.ts'
import { type Flow, hasApplicant } from '#domain/flows.ts'
import { rowsOf } from '../follow-up/correct.ts'
import { facilitiesOfRevision, revisionOf } from '../store/queries/revisions.ts'
import type { WholeApplication } from '../store/queries/stored-applications.ts'
import { APPLICANT_COLUMNS, type FacilityRecord, type Registration } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'

/** A version as it is stored. */
export type Typed = { registration: Registration; facilities: readonly FacilityRecord[] }

/** A revision of an application; undefined where there is none, or none any more. */
export async function typedIn(
  tx: Transaction,
  application: string,
  revision: number,
): Promise<Typed | undefined> {
  const registration = await revisionOf(tx, { application, revision })
  if (!registration) return undefined
  return { registration, facilities: await facilitiesOfRevision(tx, { application, revision }) }
}

/** What corrections have made of an application: since it was sent, and what the one that waits would change. */
export type Corrected = { since: string[][]; proposed: string[][] }

export async function correctedIn(
  tx: Transaction,
  { application, facilities }: Pick<WholeApplication, 'application' | 'facilities'>,
  last: Correction | null,
): Promise<Corrected> {
  const { id, flow } = application
  const now = { registration: application, facilities }
  const first = await typedIn(tx, id, 1)
  const wanted = last?.state === 'waiting' ? await typedIn(tx, id, last.number) : undefined
  return {
    since: first ? differenceLines(flow, first, now) : [],
    proposed: wanted ? differenceLines(flow, now, wanted) : [],
  }
}

/** What was typed first, where it differs: of the application, and of each of its rows by number. */
export type FirstValues = { own: string; rows: ReadonlyMap<number, string> }

export function firstValuesOf(flow: Flow, first: Typed, now: Typed): FirstValues {
  const rows = new Map<number, string>()
  const own: string[] = []
  const { fields, rows: changes } = difference(flow, first, now)
  for (const { name, before } of fields)
    own.push(`${fieldRow(name).label}：${fieldText(name, before)}`)
  for (const change of changes)
    if (change.kind === 'removed') own.push(`削除した行：${rowText(change.before)}`)
    else if (change.kind === 'added') rows.set(change.after.no, '（訂正で追加）')
    else if (change.kind === 'changed')
      rows.set(
        change.after.no,
        change.cells
          .map((cell) => `${CELL_LABELS[cell]}：${cellText(cell, change.before)}`)
          .join('／'),
      )
  return { own: own.join('／'), rows }
}

/** A line for each field and row that differ: which, before, after. */
function differenceLines(flow: Flow, before: Typed, after: Typed): string[][] {
  const { fields, rows } = difference(flow, before, after)
  return [
    ...fields.map((field) => [
      fieldRow(field.name).label,
      fieldText(field.name, field.before),
      fieldText(field.name, field.after),
    ]),
    ...rows.flatMap((row) => {
      if (row.kind === 'kept') return []
      const { no } = row.kind === 'removed' ? row.before : row.after
      const was = row.kind === 'added' ? '（なし）' : rowText(row.before)
      const is = row.kind === 'removed' ? '（削除）' : rowText(row.after)
      return [[`事業所の${no}行目`, was, is]]
    }),
  ]
}

function difference(flow: Flow, before: Typed, after: Typed): Difference<ApplicantField> {
  if (!hasApplicant(flow)) return { fields: [], rows: [] }
  const version = ({ registration, facilities }: Typed): Version<ApplicantField> =>
    versionOf(flow, applicantIn(registration), rowsOf(facilities))
  return differenceOf(version(before), version(after))
}

function applicantIn(registration: Registration): Applicant {
  const entries = Object.entries(APPLICANT_COLUMNS).map(([field, column]) => [
    field,
    registration[column],
  ])
  return Object.fromEntries(entries)
}

function fieldText(name: ApplicantField, text: string): string {
  return choiceLabel(name, text) || '（空欄）'
}

function rowText(row: FacilityRow): string {
  return FACILITY_CELLS.map((cell) => cellText(cell, row)).join(' ')
}

function cellText(cell: FacilityCell, row: FacilityRow): string {
  const text = row[cell]
  return cell === 'serviceKey' ? serviceName(text) : text
}
