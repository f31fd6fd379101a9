/** The facilities call: completes an application if the price computed from its rows is the consented one. */
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows, isRequest } from '#domain/flows.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { insertChange } from '../store/queries/feed.ts'
import { addFlag, flagDuplicates, flagOtherRequests, flagTrial } from '../store/queries/flags.ts'
import {
  complete,
  facilitiesOf,
  insertFacilities,
  insertOutbox,
  type Progress,
} from '../store/queries/public-calls.ts'
import { addFacilitiesToSearch } from '../store/queries/search-texts.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import type { Applications, ApplicationsOptions, Completed, FacilitiesCall } from './call-types.ts'
import {
  copyConsent,
  customerKind,
  invitedRequest,
  issuedApplication,
  keyedRequest,
  keylessRequest,
  linkFor,
} from './idempotency.ts'
import { requireInvitation } from './invited.ts'
import { isSameRecords, newNotices, recordsOf } from './new-rows.ts'
import { agreedPrice, facilityFaults, numbered, refuse } from './refusals.ts'

/** Window of the duplicate check by mail, telephone and corporation. */
const DUPLICATE_MS = 30 * DAY_MS

export function facilitiesOperation(options: ApplicationsOptions): Applications['addFacilities'] {
  return async (call) => {
    const kind = customerKind(call.customer)
    const rows = numbered(call.facilities)
    const completion = { ...options, ...call, rows, at: options.clock() }
    return options.database.atomic(async (tx) => {
      if (kind === 'issued')
        return addTo(tx, await issuedApplication(tx, call.customer, call.key), completion)
      if (call.key === null) return addToKeyless(tx, completion)
      const bound = await keyedRequest(tx, { key: call.key, customer: call.customer })
      if (!bound) throw new AppError('consent_missing')
      return addTo(tx, bound, completion)
    })
  }
}

type Completion = ApplicationsOptions &
  FacilitiesCall & { rows: readonly FacilityRow[]; at: number }

/** Without a key an invitation names the request; else the rows and their price have to find it. */
async function addToKeyless(tx: Transaction, completion: Completion): Promise<Completed> {
  const found =
    (await invitedRequest(tx, completion)) ?? (await keylessRequest(tx, completion)) ?? null
  if (found === null) throw new AppError('consent_missing')
  if (found.isOwn) return addTo(tx, found.application, completion)
  // Before anything is written: to undo it, the whole batch would be run again.
  if (completion.refusal) throw completion.refusal
  requireInvitation(completion)
  const application = await copyConsent(tx, found.application, completion.at)
  return { ...(await addTo(tx, application, completion)), isNew: true }
}

async function addTo(
  tx: Transaction,
  application: Progress,
  completion: Completion,
): Promise<Completed> {
  const { rows, at, flags, notices, refusal, sender } = completion
  const { id, reference, state } = application
  const flow = application.flow as FlowWithRows
  const records = recordsOf(id, rows)
  if (state === 'superseded') throw new AppError('superseded')
  if (state === 'complete') {
    if (!isSameRecords(await facilitiesOf(tx, { application: id }), records))
      throw new AppError('already_completed')
    const statusLink = linkFor(application, { ...completion, completes: false })
    return { reference, replayed: true, isNew: false, statusLink }
  }
  if (application.consent_seq === 0) throw new AppError('consent_missing')
  refuse(facilityFaults(flow, rows))
  const agreed = agreedPrice(flow, rows, application.consent_price, at)
  if (refusal) throw refusal

  const otherList = { flag: 'other_price_list', detail: agreed.list } as const
  const isContract = isRequest(flow) || FLOWS[flow].isFree ? 0 : 1
  const allFlags = agreed.inForce ? flags : [...flags, otherList]
  const [closed] = await Promise.all([
    complete(tx, {
      id,
      consent: application.consent_seq,
      price: agreed.total,
      priceList: agreed.list,
      at,
    }),
    insertFacilities(tx, records),
    insertChange(tx, { application: id }),
    addFacilitiesToSearch(tx, application, records),
    insertOutbox(tx, newNotices(application, notices, { at, sender })),
    isRequest(flow)
      ? flagOtherRequests(tx, application, at)
      : flagDuplicates(tx, { ...application, isContract, since: at - DUPLICATE_MS, at }),
    ...(isContract ? [flagTrial(tx, { ...application, at })] : []),
    ...allFlags.map((flag) => addFlag(tx, { application: id, ...flag, at })),
  ])
  if (!closed) throw new Conflict()
  const statusLink = linkFor(application, { ...completion, completes: true })
  return { reference, replayed: false, isNew: false, statusLink }
}
