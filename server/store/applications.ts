/** What the three public calls read and write. Every query takes the transaction it runs in. */
import { sql } from 'kysely'
import type { Flow } from '#domain/flows.ts'
import { IS_REQUEST } from './conditions.ts'
import {
  type ApplicationRow,
  type ConsentRow,
  type FacilityRecord,
  type OutboxRow,
  REGISTRATION_COLUMNS,
} from './schema.ts'
import { insertion, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

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
] as const

/** How far an application has come, and what its completion needs. */
export type Progress = Pick<ApplicationRow, (typeof PROGRESS_COLUMNS)[number]>

/** False where one of its unique columns is there already. */
export async function insertApplication(tx: Transaction, row: ApplicationRow): Promise<boolean> {
  return (await tx.run(insertApplicationRow, row)) === 1
}

export function findByKey(tx: Transaction, key: string): Promise<Progress | undefined> {
  return tx.first(progressByKey, { key })
}

export function findById(tx: Transaction, id: string): Promise<Progress | undefined> {
  return tx.first(progressById, { id })
}

/** The registration that a key is bound to, with its id and flow. */
export function findRegistration(tx: Transaction, key: string) {
  return tx.first(registrationByKey, { key })
}

/** Any request of a number with a price that came without a key. */
export function findKeylessRequest(
  tx: Transaction,
  search: { customer: string },
): Promise<Progress | undefined> {
  return tx.first(keylessRequest, search)
}

/** Requests of a number that came without a key and are in this state, at this price; the newest first. */
export function findKeylessRequests(tx: Transaction, search: KeylessSearch): Promise<Progress[]> {
  return tx.all(keylessRequests, search)
}

export function lastConsentOf(
  tx: Transaction,
  application: string,
): Promise<ConsentRow | undefined> {
  return tx.first(lastConsent, { application })
}

export async function markInvited(tx: Transaction, id: string): Promise<void> {
  await tx.run(setInvited, { id })
}

/** Names an application that had no key. Rejects where the key already names another. */
export async function bindKey(tx: Transaction, id: string, key: string): Promise<void> {
  await tx.run(setKey, { id, key })
}

/** The pending application of a flow under an earlier key gives way to a newer one. */
export async function supersede(
  tx: Transaction,
  change: { key: string; flow: Flow; by: string },
): Promise<void> {
  await tx.run(setSuperseded, change)
}

export async function insertConsent(tx: Transaction, row: ConsentRow): Promise<void> {
  await tx.run(...insertConsents([row]))
}

/** Makes a consent the one that counts; false where another came first, or the application is closed. */
export async function advanceConsent(
  tx: Transaction,
  change: { id: string; from: number; to: number; price: string | null },
): Promise<boolean> {
  return (await tx.run(setConsent, change)) === 1
}

export function facilitiesOf(tx: Transaction, application: string): Promise<FacilityRecord[]> {
  return tx.all(facilitiesByApplication, { application })
}

export async function storeFacilities(
  tx: Transaction,
  rows: readonly FacilityRecord[],
): Promise<void> {
  await tx.run(...insertFacilities(rows))
}

/** Closes an application for its client; false where its consent changed meanwhile, or it is closed already. */
export async function complete(
  tx: Transaction,
  change: { id: string; consent: number; price: number; priceList: string; at: number },
): Promise<boolean> {
  return (await tx.run(setComplete, change)) === 1
}

export async function addOutbox(tx: Transaction, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await tx.run(...insertOutbox(rows))
}

const APPLICATION_COLUMNS = [
  ...PROGRESS_COLUMNS,
  ...REGISTRATION_COLUMNS.filter((column) => column !== 'email'),
  'staff_status',
  'agreed_price',
  'price_list',
  'repeat_count',
  'superseded_by',
  'erased_at',
] as const satisfies readonly (keyof ApplicationRow)[]

const insertApplicationRow = statement((db, row: ApplicationRow) =>
  db
    .insertInto('applications')
    .values(
      Object.fromEntries(
        APPLICATION_COLUMNS.map((column) => [column, row[column]]),
      ) as ApplicationRow,
    )
    .onConflict((conflict) => conflict.doNothing()),
)

const progressByKey = statement((db, { key }: { key: string }) =>
  db.selectFrom('applications').select(PROGRESS_COLUMNS).where('application_key', '=', key),
)

const progressById = statement((db, { id }: { id: string }) =>
  db.selectFrom('applications').select(PROGRESS_COLUMNS).where('id', '=', id),
)

const registrationByKey = statement((db, { key }: { key: string }) =>
  db
    .selectFrom('applications')
    .select(['id', 'flow', 'reference', ...REGISTRATION_COLUMNS])
    .where('application_key', '=', key),
)

type KeylessSearch = { customer: string; state: 'pending' | 'complete'; price: string }

/** More than one customer leaves open; whoever asks more often for a number does not make each call cost more. */
const MOST_KEYLESS = 20

const keylessRequests = statement((db, p: KeylessSearch) =>
  db
    .selectFrom('applications')
    .select(PROGRESS_COLUMNS)
    .where('customer', '=', p.customer)
    .where(IS_REQUEST)
    .where('application_key', 'is', null)
    .where('state', '=', p.state)
    .where('consent_price', '=', p.price)
    // The last to be completed, or begun.
    .orderBy(sql`coalesce(completed_at, created_at) desc`)
    .orderBy('id')
    .limit(MOST_KEYLESS),
)

const keylessRequest = statement((db, { customer }: { customer: string }) =>
  db
    .selectFrom('applications')
    .select(PROGRESS_COLUMNS)
    .where('customer', '=', customer)
    .where(IS_REQUEST)
    .where('application_key', 'is', null)
    .where('consent_price', 'is not', null)
    .where('state', '<>', 'superseded')
    .limit(1),
)

const lastConsent = statement((db, { application }: { application: string }) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('application', '=', application)
    .orderBy('seq', 'desc')
    .limit(1),
)

const setInvited = statement((db, { id }: { id: string }) =>
  db.updateTable('applications').set({ assurance: 'invited' }).where('id', '=', id),
)

const setKey = statement((db, { id, key }: { id: string; key: string }) =>
  db
    .updateTable('applications')
    .set({ application_key: key })
    .where('id', '=', id)
    .where('application_key', 'is', null),
)

const setSuperseded = statement((db, p: { key: string; flow: Flow; by: string }) =>
  db
    .updateTable('applications')
    .set({ state: 'superseded', superseded_by: p.by })
    .where('application_key', '=', p.key)
    .where('flow', '=', p.flow)
    .where('state', '=', 'pending'),
)

const insertConsents = insertion('consents', [
  'application',
  'seq',
  'kind',
  'price_text',
  'at',
  'terms_version',
  'button',
  'price_list',
])

const setConsent = statement(
  (db, p: { id: string; from: number; to: number; price: string | null }) =>
    db
      .updateTable('applications')
      .set({ consent_seq: p.to, consent_price: p.price })
      .where('id', '=', p.id)
      .where('state', '=', 'pending')
      .where('consent_seq', '=', p.from),
)

const facilitiesByApplication = statement((db, { application }: { application: string }) =>
  db.selectFrom('facilities').selectAll().where('application', '=', application).orderBy('no'),
)

const insertFacilities = insertion('facilities', [
  'application',
  'no',
  'facility_name',
  'facility_number',
  'service_key',
])

const setComplete = statement(
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

const insertOutbox = insertion('outbox', [
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
  'next_at',
  'last_error',
  'created_at',
  'sent_at',
])
