/** Operations of the staff API: the feed of complete applications, acknowledgement, change of status. */

import type { ApiChange } from '#contract/staff-api-schemas.ts'
import type { StaffStatus } from '#domain/staff.ts'
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
import {
  findApplications,
  type WholeApplication,
  wholeApplication,
} from '../store/queries/stored-applications.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { changeStatusWithin, recordAction } from './applications.ts'
import type { Actor } from './audit.ts'
import { type Keyed, once, type Replayable } from './replies.ts'

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
  /** Throws `not_found`, `version_changed`, `action_refused`, `idempotency_key_reused`. */
  changeStatus(change: VersionChange & { status: StaffStatus }): Promise<Replayable<ApiChange>>
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
          const { version, by, status } = change
          const { id, reference } = await existing(tx, change.reference)
          if (!(await raiseVersionFrom(tx, { application: id, version })))
            throw await versionChanged(tx, id)
          await changeStatusWithin(tx, { reference, by, note: '', to: status }, clock())
          return { reference, version: version + 1, status }
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

/** The application has another version than the caller knows; one that is not complete has none. */
async function versionChanged(tx: Transaction, application: string): Promise<AppError> {
  const change = await changeOf(tx, { application })
  return change
    ? new AppError('version_changed', { version: change.version })
    : new AppError('not_found')
}
