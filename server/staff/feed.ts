/** Operations of the staff API: the feed of complete applications, acknowledgement, change of status. */

import type { Acknowledgement, ApiChange, StatusAdditions } from '#contract/staff-api-schemas.ts'
import { isRequest } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import { NO_CALLS } from '../follow-up/after-change.ts'
import type { Database } from '../store/database.ts'
import { setCustomerAnswer } from '../store/queries/customer-answers.ts'
import {
  acknowledgeVersion,
  changeOf,
  type FeedFilter,
  type FeedPlace,
  type FeedRow,
  feedPage,
  hasUnplaced,
  placeChanges,
} from '../store/queries/feed.ts'
import { held } from '../store/queries/held.ts'
import { holderOfNumber, setCustomerNumber } from '../store/queries/staff-changes.ts'
import {
  findApplications,
  type WholeApplication,
  wholeApplication,
} from '../store/queries/stored-applications.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, recordAction, refuseErased } from './actions.ts'
import type { Actor } from './audit.ts'
import { type Keyed, once, type Replayable } from './replies.ts'
import { changeStatusWithin } from './status-change.ts'

export type { FeedFilter, FeedPlace, FeedRow }

/** A change of the version that the caller knows, under an idempotency key. */
export type VersionChange = Keyed & { reference: string; version: number; by: Actor }

export type Feed = {
  /** What follows a place, in the order in which it was completed or changed last. */
  page(filter: FeedFilter, place: { after: FeedPlace; limit: number }): Promise<FeedRow[]>
  /** A complete application of exactly this reference. */
  find(reference: string): Promise<WholeApplication | undefined>
  /** Throws `not_found`, `version_changed`, `action_refused`, `idempotency_key_reused`. */
  acknowledge(change: VersionChange & { known?: Acknowledgement }): Promise<Replayable<ApiChange>>
  /** Throws `not_found`, `version_changed`, `changed_meanwhile`, `confirmation_missing`, `action_refused`, `customer_number_taken`, `idempotency_key_reused`. */
  changeStatus(change: VersionChange & StatusAdditions): Promise<Replayable<ApiChange>>
}

export function createFeed(database: Database, clock: () => number): Feed {
  return {
    async page(filter, place) {
      for (;;) {
        const isWhole = await placeFor(database, PLACING_MS)
        const rows = await database.browse((tx) => feedPage(tx, filter, place))
        // A page that is not full says that nothing follows.
        if (isWhole || rows.length === place.limit) return rows
      }
    },
    find: (reference) =>
      database.read(async (tx) => {
        const application = await named(tx, reference)
        return application?.state === 'complete' ? wholeApplication(tx, application.id) : undefined
      }),
    acknowledge: (change) =>
      database.alone(async (tx) => {
        const application = await heldExactly(tx, change.reference)
        return once(tx, change, clock(), async () => {
          const { version, by, known } = change
          const { id, reference, staff_status: status } = application
          const at = clock()
          // Of what was erased too, which the other side is to erase: it says nothing else.
          if (!(await acknowledgeVersion(tx, { application: id, version, at })))
            throw versionChanged(await changeOf(tx, { application: id }))
          if (known) await keepAnswer(tx, application, known, { version, at })
          const entry = { action: 'acknowledge', detail: String(version), at } as const
          await recordAction(tx, application, { by }, entry)
          return { reference, version, status }
        })
      }),
    changeStatus: (change) =>
      database.alone(async (tx) => {
        const application = await heldExactly(tx, change.reference)
        return once(tx, change, clock(), () => changeHeld(tx, application, change, clock()))
      }),
  }
}

/** Before a page is looked for: of a million that were never read, each page then finds some hundred thousand placed. */
const PLACING_MS = 1000

/** Gives places, portion by portion; false where the time did not do. */
async function placeFor(database: Database, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  if (!(await database.read(hasUnplaced))) return true
  while (performance.now() < until) if (await database.atomic(placeChanges)) return true
  return false
}

/** Of a number that somebody typed: of another application the billing system knows more than we do. */
async function keepAnswer(
  tx: Transaction,
  application: ApplicationRow,
  { customer: answer, name = '' }: NonNullable<Acknowledgement>,
  { version, at }: { version: number; at: number },
): Promise<void> {
  refuseErased(application)
  if (!isRequest(application.flow))
    throw notAllowed('お客様番号の照会は、契約の移行手続きと利用停止手続きだけで記録できます。')
  await setCustomerAnswer(tx, { application: application.id, answer, name, version, at })
}

async function changeHeld(
  tx: Transaction,
  application: ApplicationRow,
  wished: VersionChange & StatusAdditions,
  at: number,
): Promise<ApiChange> {
  const { id, reference, email } = application
  const { version, by, status, from, note = '', customerNumber, notify, confirmedBy } = wished
  refuseErased(application)
  const change = await changeOf(tx, { application: id })
  if (change?.version !== version) throw versionChanged(change)
  const wanted = { reference, by, note: note.trim(), from, to: status, notify, confirmedBy }
  // A billing system is not called about what it changes itself.
  await changeStatusWithin(tx, application, wanted, { at, calls: NO_CALLS })
  if (customerNumber !== undefined)
    await giveNumber(tx, application, { by, number: customerNumber, at })
  const done = { reference, version: version + 1, status }
  return notify === undefined ? done : { ...done, notified: notify && email !== '' }
}

async function named(tx: Transaction, reference: string): Promise<ApplicationRow | undefined> {
  const found = await findApplications(tx, reference)
  return found.find((application) => application.reference === reference)
}

async function heldExactly(tx: Transaction, reference: string): Promise<ApplicationRow> {
  const application = await held(tx, { reference })
  if (!application) throw new AppError('not_found')
  return application
}

/** A new customer has one number, and a number one contract and one trial; the same again changes nothing. */
async function giveNumber(
  tx: Transaction,
  application: ApplicationRow,
  { by, number, at }: { by: Actor; number: string; at: number },
): Promise<void> {
  const { id, flow, customer_number: before } = application
  if (isRequest(flow))
    throw notAllowed('ご契約中のお客様のお手続きには、お客様番号を登録できません。')
  if (before === number) return
  const holder = await holderOfNumber(tx, { flow, number })
  if (holder)
    throw new AppError('customer_number_taken', {
      fields: { customerNumber: [`受付番号 ${holder.reference} のお申し込みに登録されています。`] },
    })
  if (!(await setCustomerNumber(tx, { id, number })))
    throw notAllowed('別のお客様番号がすでに登録されています。')
  await recordAction(tx, application, { by }, { action: 'customer_number', detail: number, at })
}

/** The application has another version than the caller knows; one that is not complete has none. */
function versionChanged(change: Awaited<ReturnType<typeof changeOf>>): AppError {
  return change
    ? new AppError('version_changed', { version: change.version })
    : new AppError('not_found')
}
