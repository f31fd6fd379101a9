/** Applications found by reference or customer number, and what is stored of them: for mails, the feed, staff. */

import { isRequest } from '#domain/flows.ts'
import { referenceOf } from '#domain/search-text.ts'
import {
  type ApplicationRow,
  type ConsentRow,
  type CustomerAnswerRow,
  type FacilityRecord,
  type FlagRow,
  type HistoryRow,
  IS_REQUEST,
  type OutboxRow,
  type ReturnedMailRow,
  type WorkRow,
} from '../schema.ts'
import { readAll, readForAll, type Transaction } from '../statement.ts'
import { findWork } from './assignees-and-views.ts'
import { customerAnswersOf } from './customer-answers.ts'
import { returnedOf } from './returned-mails.ts'

/** Applications that a person may mean by a reference or a customer number; those invited first, then the newest. */
export async function findApplications(tx: Transaction, name: string): Promise<ApplicationRow[]> {
  const reference = referenceOf(name) ?? name.toUpperCase()
  const found = await byName(tx, { name, reference })
  // Anybody can give another application's reference as a customer number: it names its own one all the same.
  const own = found.filter((row) => row.reference === reference)
  return own.length > 0 ? own : found
}

/** What the billing system gets of a completed application, by webhook and feed. */
export type StoredApplication = {
  application: ApplicationRow
  /** Raised with each change since its completion; 0 before that. */
  version: number
  consents: ConsentRow[]
  facilities: FacilityRecord[]
  flags: FlagRow[]
}

/** The columns that a mail names, and no more: they are read for each mail. */
const MAIL_COLUMNS = [
  'id',
  'reference',
  'flow',
  'customer',
  'assurance',
  'company_name',
  'email',
  'consent_price',
  'created_at',
  'completed_at',
  'link_generation',
  'staff_status',
] as const satisfies (keyof ApplicationRow)[]

export type ApplicationSummary = Pick<ApplicationRow, (typeof MAIL_COLUMNS)[number]> & {
  facility_count: number
  flags: FlagRow[]
}

/** By id; what is not there any more is left out. */
export async function summariesOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ApplicationSummary>> {
  const [applications, flags] = await Promise.all([briefsOf(tx, ids), grouped(flagsOf(tx, ids))])
  return new Map(
    applications.map((application) => {
      const { id } = application
      return [id, { ...application, flags: flags.get(id) ?? [] }]
    }),
  )
}

export type WholeApplication = StoredApplication & {
  history: HistoryRow[]
  outbox: OutboxRow[]
  /** Undefined while no staff have touched it. */
  work: WorkRow | undefined
  /** Notices of mails that came back, in their order. */
  returned: ReturnedMailRow[]
  /** Undefined while the billing system has said nothing of the number. */
  answer: CustomerAnswerRow | undefined
}

/** By id; what is not there any more is left out. One question a table, however many are asked for. */
export async function storedApplications(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, StoredApplication>> {
  const [applications, changes, consents, facilities, flags] = await Promise.all([
    applicationsOf(tx, ids),
    changesOf(tx, ids),
    grouped(consentsOf(tx, ids)),
    grouped(facilitiesOf(tx, ids)),
    grouped(flagsOf(tx, ids)),
  ])
  const versions = new Map(changes.map(({ application, version }) => [application, version]))
  return new Map(
    applications.map((application) => {
      const { id } = application
      const stored = {
        application,
        version: versions.get(id) ?? 0,
        consents: consents.get(id) ?? [],
        facilities: facilities.get(id) ?? [],
        flags: flags.get(id) ?? [],
      }
      return [id, stored]
    }),
  )
}

export async function wholeApplication(
  tx: Transaction,
  id: string,
): Promise<WholeApplication | undefined> {
  const [all, history, outbox, work, returned, answers] = await Promise.all([
    storedApplications(tx, [id]),
    historyOf(tx, { id }),
    outboxOf(tx, { id }),
    findWork(tx, { application: id }),
    returnedOf(tx, [id]),
    customerAnswersOf(tx, [id]),
  ])
  const stored = all.get(id)
  return stored && { ...stored, history, outbox, work, returned, answer: answers[0] }
}

/** Other requests of the same existing customer, newest first; when each used an invitation. */
export async function relatedTo(
  tx: Transaction,
  { id, flow, customer }: Pick<ApplicationRow, 'id' | 'flow' | 'customer'>,
) {
  return isRequest(flow) ? requestsBeside(tx, { id, customer, limit: MOST_RELATED }) : []
}

export type RelatedRow = Awaited<ReturnType<typeof relatedTo>>[number]

/** Whoever asks again and again for a number does not make its page endless. */
const MOST_RELATED = 20

const requestsBeside = readAll((db, p: { id: string; customer: string; limit: number }) =>
  db
    .selectFrom('applications')
    .leftJoin('used_invitations as u', 'u.application', 'applications.id')
    .select(['reference', 'flow', 'state', 'staff_status', 'created_at', 'u.at as invited_at'])
    .where('customer', '=', p.customer)
    .where(IS_REQUEST)
    .where('applications.id', '<>', p.id)
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(p.limit),
)

const byName = readAll((db, { name, reference }: { name: string; reference: string }) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where((eb) =>
      eb.or([eb('reference', '=', reference), eb.and([eb('customer', '=', name), IS_REQUEST])]),
    )
    // A signed invitation outranks every request without one.
    .orderBy((eb) => eb('assurance', '=', 'invited'), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

/** Rows of a table that belong to applications, by application. */
async function grouped<T extends { application: string }>(
  rows: Promise<T[]>,
): Promise<Map<string, T[]>> {
  return Map.groupBy(await rows, ({ application }) => application)
}

const applicationsOf = readForAll((db, ids) =>
  db.selectFrom('applications').selectAll().where('id', 'in', ids),
)
const briefsOf = readForAll((db, ids) =>
  db
    .selectFrom('applications')
    .select(MAIL_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('facilities')
        .whereRef('facilities.application', '=', 'applications.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('facility_count'),
    )
    .where('id', 'in', ids),
)
const changesOf = readForAll((db, ids) =>
  db.selectFrom('changes').select(['application', 'version']).where('application', 'in', ids),
)
const consentsOf = readForAll((db, ids) =>
  db.selectFrom('consents').selectAll().where('application', 'in', ids).orderBy('seq'),
)
const facilitiesOf = readForAll((db, ids) =>
  db.selectFrom('facilities').selectAll().where('application', 'in', ids).orderBy('no'),
)
const flagsOf = readForAll((db, ids) =>
  db.selectFrom('flags').selectAll().where('application', 'in', ids).orderBy('at').orderBy('flag'),
)
// A status stands before the note that came with it, at the same instant.
const historyOf = readAll((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .selectAll()
    .where('application', '=', id)
    .orderBy('at')
    .orderBy('action', 'desc')
    .orderBy('id'),
)
const outboxOf = readAll((db, { id }: { id: string }) =>
  db.selectFrom('outbox').selectAll().where('application', '=', id).orderBy('id'),
)
