/** Operations of the staff API: the feed of complete applications, acknowledgement, change of status. */

import type { ApiChange, StatusAdditions } from '#contract/staff-api-schemas.ts'
import { isRequest } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import {
  acknowledgeVersion,
  changeOf,
  type FeedFilter,
  type FeedPlace,
  type FeedRow,
  feedPage,
  hasUnplaced,
  placeChanges,
  raiseVersionFrom,
} from '../store/queries/feed.ts'
import { setCustomerNumber } from '../store/queries/staff-changes.ts'
import {
  findApplications,
  type WholeApplication,
  wholeApplication,
} from '../store/queries/stored-applications.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, recordAction } from './actions.ts'
import type { Actor } from './audit.ts'
import { type Keyed, once, type Replayable } from './replies.ts'
import { changeStatusWithin, NO_CALLS } from './status-change.ts'

export type { FeedFilter, FeedPlace, FeedRow }

/** A change of the version that the caller knows, under an idempotency key. */
export type VersionChange = Keyed & { reference: string; version: number; by: Actor }

export type Feed = {
  /** What follows a place, in the order in which it was completed or changed last. */
  page(filter: FeedFilter, place: { after: FeedPlace; limit: number }): Promise<FeedRow[]>
  /** A complete application of exactly this reference. */
  find(reference: string): Promise<WholeApplication | undefined>
  /** Throws `not_found`, `version_changed`, `action_refused`, `idempotency_key_reused`. */
  acknowledge(change: VersionChange): Promise<Replayable<ApiChange>>
  /** Throws `not_found`, `version_changed`, `changed_meanwhile`, `action_refused`, `idempotency_key_reused`. */
  changeStatus(change: VersionChange & StatusAdditions): Promise<Replayable<ApiChange>>
}

export function createFeed(database: Database, clock: () => number): Feed {
  return {
    async page(filter, place) {
      if (await database.read(hasUnplaced)) await database.atomic(placeChanges)
      return database.browse((tx) => feedPage(tx, filter, place))
    },
    find: (reference) =>
      database.read(async (tx) => {
        const application = await named(tx, reference)
        return application?.state === 'complete' ? wholeApplication(tx, application.id) : undefined
      }),
    acknowledge: (change) =>
      database.atomic((tx) =>
        once(tx, change, clock(), async () => {
          const { version, by } = change
          const application = await existing(tx, change.reference)
          const { id, reference, staff_status: status } = application
          const at = clock()
          if (!(await acknowledgeVersion(tx, { application: id, version, at })))
            throw await versionChanged(tx, id)
          const entry = { action: 'acknowledge', detail: String(version), at } as const
          await recordAction(tx, application, { by }, entry)
          return { reference, version, status }
        }),
      ),
    changeStatus: (change) =>
      database.atomic((tx) =>
        once(tx, change, clock(), async () => {
          const { version, by, status, from, note = '', customerNumber, notify } = change
          const application = await existing(tx, change.reference)
          const { id, reference, email } = application
          if (!(await raiseVersionFrom(tx, { application: id, version })))
            throw await versionChanged(tx, id)
          const at = clock()
          const wanted = { reference, by, note: note.trim(), from, to: status, notify }
          // A billing system is not called about what it changes itself.
          await changeStatusWithin(tx, wanted, at, NO_CALLS)
          if (customerNumber !== undefined)
            await giveNumber(tx, application, { by, number: customerNumber, at })
          const done = { reference, version: version + 1, status }
          return notify === undefined ? done : { ...done, notified: notify && email !== '' }
        }),
      ),
  }
}

async function named(tx: Transaction, reference: string): Promise<ApplicationRow | undefined> {
  const found = await findApplications(tx, reference)
  return found.find((application) => application.reference === reference)
}

async function existing(tx: Transaction, reference: string): Promise<ApplicationRow> {
  const application = await named(tx, reference)
  if (!application) throw new AppError('not_found')
  return application
}

/** A new customer has one number; the same again changes nothing. */
async function giveNumber(
  tx: Transaction,
  application: ApplicationRow,
  { by, number, at }: { by: Actor; number: string; at: number },
): Promise<void> {
  const { id, flow, customer_number: before } = application
  if (isRequest(flow))
    throw notAllowed('ご契約中のお客様のお手続きには、お客様番号を登録できません。')
  if (before === number) return
  if (!(await setCustomerNumber(tx, { id, number })))
    throw notAllowed('別のお客様番号がすでに登録されています。')
  await recordAction(tx, application, { by }, { action: 'customer_number', detail: number, at })
}

/** The application has another version than the caller knows; one that is not complete has none. */
async function versionChanged(tx: Transaction, application: string): Promise<AppError> {
  const change = await changeOf(tx, { application })
  return change
    ? new AppError('version_changed', { version: change.version })
    : new AppError('not_found')
}
