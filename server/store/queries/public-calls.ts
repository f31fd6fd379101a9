/** What the three public calls read and write. Every query takes the transaction it runs in. */
import { sql } from 'kysely'
import { FLOW_NAMES, type Flow, hasRows, isRequest } from '#domain/flows.ts'
import { type ApplicationRow, HAS_NO_KEY, IS_REQUEST, REGISTRATION_COLUMNS } from '../schema.ts'
import { insertRows, readAll, readFirst, type Transaction, write, writeOne } from '../statement.ts'
import { insertSearchText, searchTextOf } from './search-texts.ts'

const PROGRESS_COLUMNS = [
  'id',
  'reference',
  'flow',
  'customer',
  'application_key',
  'state',
  'assurance',
  'consent_seq',
  'consent_price',
  'email',
  'search_mail',
  'search_tel',
  'search_company',
  'created_at',
  'completed_at',
  'link_generation',
] as const

/** How far an application has come, and what its completion needs. */
export type Progress = Pick<ApplicationRow, (typeof PROGRESS_COLUMNS)[number]>

const APPLICATION_COLUMNS = [
  ...PROGRESS_COLUMNS,
  ...REGISTRATION_COLUMNS.filter((column) => column !== 'email'),
  'issued_name',
  'staff_status',
  'agreed_price',
  'price_list',
  'repeat_count',
  'superseded_by',
  'erased_at',
] as const satisfies readonly (keyof ApplicationRow)[]

/** False where one of its unique columns is there already. */
export async function insertApplication(tx: Transaction, row: ApplicationRow): Promise<boolean> {
  if (!(await insertRow(tx, row))) return false
  const { created_at, id: application } = row
  await insertSearchText(tx, { created_at, application, text: searchTextOf(row) })
  return true
}

const insertRow = writeOne((db, row: ApplicationRow) =>
  db
    .insertInto('applications')
    .values(
      Object.fromEntries(
        APPLICATION_COLUMNS.map((column) => [column, row[column]]),
      ) as ApplicationRow,
    )
    .onConflict((conflict) => conflict.doNothing()),
)

export const findByKey = readFirst((db, { key }: { key: string }) =>
  db.selectFrom('applications').select(PROGRESS_COLUMNS).where('application_key', '=', key),
)

export const findById = readFirst((db, { id }: { id: string }) =>
  db.selectFrom('applications').select(PROGRESS_COLUMNS).where('id', '=', id),
)

/** The registration that a key is bound to, with the name that was issued for it. */
export const findRegistration = readFirst((db, { key }: { key: string }) =>
  db
    .selectFrom('applications')
    .select(['issued_name', 'flow', 'reference', ...REGISTRATION_COLUMNS])
    .where('application_key', '=', key),
)

type KeylessSearch = { customer: string; state: 'pending' | 'complete'; price: string }

const WITH_FACILITIES = FLOW_NAMES.filter((flow) => isRequest(flow) && hasRows(flow))

/** More than one customer leaves open; whoever asks more often for a number does not make each call cost more. */
const MOST_KEYLESS = 20

/** Requests of a number that came without a key and are in this state, at this price; the newest first. */
export const findKeylessRequests = readAll((db, p: KeylessSearch) =>
  db
    .selectFrom('applications')
    .select(PROGRESS_COLUMNS)
    .where('customer', '=', p.customer)
    .where(IS_REQUEST)
    .where('flow', 'in', WITH_FACILITIES)
    .where(HAS_NO_KEY)
    .where('state', '=', p.state)
    .where('consent_price', '=', p.price)
    // The last to be completed, or begun.
    .orderBy(sql`coalesce(completed_at, created_at) desc`)
    .orderBy('id')
    .limit(MOST_KEYLESS),
)

/** Any request with facilities of a number that came without a key. */
export const findKeylessRequest = readFirst((db, { customer }: { customer: string }) =>
  db
    .selectFrom('applications')
    .select(PROGRESS_COLUMNS)
    .where('customer', '=', customer)
    .where(IS_REQUEST)
    .where('flow', 'in', WITH_FACILITIES)
    .where(HAS_NO_KEY)
    .where('state', '<>', 'superseded')
    .limit(1),
)

export const lastConsentOf = readFirst((db, { application }: { application: string }) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('application', '=', application)
    .orderBy('seq', 'desc')
    .limit(1),
)

export const markInvited = write((db, { id }: { id: string }) =>
  db.updateTable('applications').set({ assurance: 'invited' }).where('id', '=', id),
)

/**
 * Names an application that has no key and is not complete yet; false for any other. Rejects where the key already names
 * another.
 */
export const bindKey = writeOne((db, { id, key }: { id: string; key: string }) =>
  db
    .updateTable('applications')
    .set({ application_key: key })
    .where('id', '=', id)
    .where('application_key', 'is', null)
    .where('state', '<>', 'complete'),
)

/** The pending application of a flow under an earlier key gives way to a newer one, named by its reference. */
export const supersede = write((db, p: { key: string; flow: Flow; by: string }) =>
  db
    .updateTable('applications')
    .set({ state: 'superseded', superseded_by: p.by })
    .where('application_key', '=', p.key)
    .where('flow', '=', p.flow)
    .where('state', '=', 'pending'),
)

export const insertConsents = insertRows('consents', [
  'application',
  'seq',
  'kind',
  'price_text',
  'at',
  'terms_version',
  'button',
  'price_list',
])

/** Makes a consent the one that counts; false where another came first, or the application is closed. */
export const advanceConsent = writeOne(
  (db, p: { id: string; from: number; to: number; price: string | null }) =>
    db
      .updateTable('applications')
      .set({ consent_seq: p.to, consent_price: p.price })
      .where('id', '=', p.id)
      .where('state', '=', 'pending')
      .where('consent_seq', '=', p.from),
)

export const facilitiesOf = readAll((db, { application }: { application: string }) =>
  db.selectFrom('facilities').selectAll().where('application', '=', application).orderBy('no'),
)

export const insertFacilities = insertRows('facilities', [
  'application',
  'no',
  'facility_name',
  'facility_number',
  'service_key',
])

/** Closes an application for its client; false where its consent changed meanwhile, or it is closed already. */
export const complete = writeOne(
  (db, p: { id: string; consent: number; price: number; priceList: string; at: number }) =>
    db
      .updateTable('applications')
      .set({
        state: 'complete',
        agreed_price: p.price,
        price_list: p.priceList,
        completed_at: p.at,
      })
      .where('id', '=', p.id)
      .where('state', '=', 'pending')
      .where('consent_seq', '=', p.consent),
)

export const insertOutbox = insertRows('outbox', [
  'id',
  'application',
  'kind',
  'recipient',
  'mailbox',
  'destination',
  'source',
  'state',
  'attempts',
  'unknown_answers',
  'backoff_ms',
  'next_at',
  'last_error',
  'created_at',
  'sent_at',
])
