/** The last call: the facilities complete an application, at a price that both sides computed alike. */
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import {
  addOutbox,
  complete,
  facilitiesOf,
  findKeylessMigration,
  type Progress,
  storeFacilities,
} from '../store/applications.ts'
import { addFlag, flagDuplicate, flagLaterRequest } from '../store/flags.ts'
import type { FacilityRecord } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/transaction.ts'
import { agreedPrice, priceTextOf } from './agreed-price.ts'
import type { Answer, Applications, ApplicationsOptions, FacilitiesCall } from './calls.ts'
import { customerKind, issuedApplication, keyedRequest } from './identity.ts'
import { facilityFaults, numbered, refuse } from './refusals.ts'
import { newNotices } from './rows.ts'

/** An earlier application with the same mail, telephone or corporation is looked for this far back. */
const DUPLICATE_MS = 30 * 86_400_000

export function facilitiesOperation(options: ApplicationsOptions): Applications['addFacilities'] {
  return async (call) => {
    const kind = customerKind(call.customer)
    const rows = numbered(call.facilities)
    const at = options.clock()
    return options.database.atomic(async (tx) => {
      const application = await (kind === 'issued'
        ? issuedApplication(tx, call.customer, call.key)
        : migrationOf(tx, call, rows, at))
      return addTo(tx, application, rows, { ...options, ...call, at })
    })
  }
}

/** With a key the request it names; without one, one of the number that came without one. */
async function migrationOf(
  tx: Transaction,
  { key, customer }: FacilitiesCall,
  rows: readonly FacilityRow[],
  at: number,
): Promise<Progress> {
  const flow = 'migration'
  const application =
    key === null
      ? await keylessMigration(tx, customer, rows, at)
      : await keyedRequest(tx, { key, flow, customer })
  if (!application) throw new AppError('consent_missing')
  return application
}

/**
 * The newest that is pending, before others one at the price of these rows: whoever else asks for the number is in
 * nobody's way. Unless this is the call that completed another: its reply was lost.
 */
async function keylessMigration(
  tx: Transaction,
  customer: string,
  rows: readonly FacilityRow[],
  at: number,
): Promise<Progress | undefined> {
  const price = priceTextOf('migration', rows, at)
  const pending = await findKeylessMigration(tx, { customer, state: 'pending', price })
  const done = await findKeylessMigration(tx, { customer, state: 'complete', price })
  if (!pending || !done) return pending ?? done
  const isLater = pending.created_at > (done.completed_at ?? 0)
  if (isLater && pending.consent_price === price) return pending
  return isSame(await facilitiesOf(tx, done.id), recordsOf(done.id, rows)) ? done : pending
}

type Completion = ApplicationsOptions & FacilitiesCall & { at: number }

async function addTo(
  tx: Transaction,
  application: Progress,
  rows: readonly FacilityRow[],
  { at, marks, notices }: Completion,
): Promise<Answer> {
  const { id, reference, state } = application
  const flow = application.flow as FlowWithRows
  const records = recordsOf(id, rows)
  if (state === 'superseded') throw new AppError('superseded')
  if (state === 'complete') {
    if (!isSame(await facilitiesOf(tx, id), records)) throw new AppError('already_completed')
    return { reference, replayed: true, isNew: false }
  }
  if (application.consent_seq === 0) throw new AppError('consent_missing')
  refuse(facilityFaults(flow, rows))
  const agreed = agreedPrice(flow, rows, application.consent_price, at)

  const [closed] = await Promise.all([
    complete(tx, {
      id,
      consent: application.consent_seq,
      price: agreed.total,
      priceList: agreed.list,
      at,
    }),
    storeFacilities(tx, records),
    addOutbox(tx, newNotices(application, notices, at)),
    flow === 'migration'
      ? flagLaterRequest(tx, application, at)
      : flagDuplicate(tx, application, { since: at - DUPLICATE_MS, at }),
    ...(agreed.inForce
      ? []
      : [addFlag(tx, { application: id, flag: 'other_price_list', detail: agreed.list, at })]),
    ...marks.map((mark) => addFlag(tx, { application: id, ...mark, at })),
  ])
  if (!closed) throw new Conflict()
  return { reference, replayed: false, isNew: false }
}

/** A wholly empty row is nothing; the others keep their numbers and their text exactly. */
function recordsOf(application: string, rows: readonly FacilityRow[]): FacilityRecord[] {
  return rows
    .filter((row) => !isBlankRow(row))
    .map(({ no, facilityName, facilityNumber, serviceKey }) => ({
      application,
      no,
      facility_name: facilityName,
      facility_number: facilityNumber,
      service_key: serviceKey,
    }))
}

function isSame(stored: readonly FacilityRecord[], sent: readonly FacilityRecord[]): boolean {
  return (
    stored.length === sent.length &&
    stored.every(
      (row, index) =>
        row.no === sent[index]?.no &&
        row.facility_name === sent[index].facility_name &&
        row.facility_number === sent[index].facility_number &&
        row.service_key === sent[index].service_key,
    )
  )
}
