/** Idempotency: which application a consent or facilities call belongs to, and whether its key may be used for it (reading 20). */
import { isCustomerNumber, TEMPORARY_CUSTOMER } from '#domain/customer-number.ts'
import { type Flow, hasRows } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import { bindKey, findById, findByKey, type Progress } from '../store/applications.ts'
import type { Transaction } from '../store/transaction.ts'

/** Whether a path names an issued customer or an existing number; anything else is unknown (reading 18). */
export function customerKind(customer: string): 'issued' | 'existing' {
  if (TEMPORARY_CUSTOMER.test(customer)) return 'issued'
  if (isCustomerNumber(customer)) return 'existing'
  throw new AppError('unknown_customer')
}

/** The application of an issued customer: whoever knows its name may go on, with its key, another or none. */
export async function issuedApplication(
  tx: Transaction,
  customer: string,
  key: string | null,
): Promise<Progress> {
  const application = await findById(tx, { id: customer })
  if (!application) throw new AppError('unknown_customer')
  if (key === null || application.application_key === key) return application
  // One key never names two applications.
  if (await findByKey(tx, { key })) throw new AppError('key_reused')
  await bindKey(tx, { id: application.id, key })
  return application
}

/** The request of an existing number, of a flow or of any that has facilities, that a key is bound to; a key bound to anything else is refused. */
export async function keyedRequest(
  tx: Transaction,
  { key, flow, customer }: { key: string; flow?: Flow; customer: string },
): Promise<Progress | undefined> {
  const application = await findByKey(tx, { key })
  if (!application) return undefined
  const fits = flow === undefined ? hasRows(application.flow) : application.flow === flow
  if (!fits || application.customer !== customer) throw new AppError('key_reused')
  return application
}
