/**
 * Takes a notice of a failure. It marks the sending that it names, and does nothing else: whoever has seen a mail can
 * have that mail marked, once, and no more.
 */
import { isToStaff, isWebhook } from '#domain/staff.ts'
import type { SigningKey } from '../apply/signing-keys.ts'
import type { Database } from '../store/database.ts'
import { held } from '../store/queries/held.ts'
import { addReturned, deliveryOf } from '../store/queries/returned-mails.ts'
import type { Transaction } from '../store/statement.ts'
import type { Failure, Notice } from './read-notice.ts'
import { isGenuine, SENDINGS, tokensIn } from './return-address.ts'

/**
 * marked: staff see it. past: kept, of an earlier sending or address. repeated: known already. unknown: neither a right
 * MAC nor a known mail with its recipient.
 */
export const TAKEN = ['marked', 'past', 'repeated', 'unknown'] as const
export type Taken = (typeof TAKEN)[number]

export type TakeNotice = (notice: Notice) => Promise<Taken | Exclude<Notice['kind'], 'failed'>>

export function noticeTaker(
  database: Database,
  clock: () => number,
  /** Those that signed return addresses. */
  keys: () => readonly SigningKey[],
): TakeNotice {
  return async (notice) => {
    if (notice.kind !== 'failed') return notice.kind
    const named = await database.read((tx) => namedBy(tx, notice, keys()))
    if (!named) return 'unknown'
    return database.alone((tx) => mark(tx, { ...named, code: notice.code }, clock))
  }
}

type Named = { delivery: string; sending: number; reference: string }

async function namedBy(
  tx: Transaction,
  { addresses, messageId, recipients }: Failure,
  keys: readonly SigningKey[],
): Promise<Named | undefined> {
  for (const claim of tokensIn(addresses)) {
    const mail = await mailOf(tx, claim.delivery)
    if (mail && isGenuine(claim, mail.recipient, keys))
      return { delivery: mail.id, sending: claim.sending, reference: mail.reference }
  }
  const mail = messageId === '' ? undefined : await mailOf(tx, messageId)
  const isToIt = recipients.some((each) => each.toLowerCase() === mail?.recipient.toLowerCase())
  if (!mail || mail.attempts === 0 || !isToIt) return undefined
  const { id: delivery, attempts, reference } = mail
  return { delivery, sending: attempts % SENDINGS, reference }
}

/** A mail that has a recipient: of what was erased nothing is known. */
async function mailOf(tx: Transaction, id: string) {
  const found = await deliveryOf(tx, { id })
  return found && !isWebhook(found.kind) && found.recipient !== '' ? found : undefined
}

async function mark(
  tx: Transaction,
  { delivery, sending, reference, code }: Named & { code: string },
  clock: () => number,
): Promise<Taken> {
  const application = await held(tx, { reference })
  const mail = await mailOf(tx, delivery)
  if (!application || application.erased_at !== null || !mail) return 'unknown'
  const isOnFile = isToStaff(mail.kind) || mail.recipient === application.email
  const isPast = sending !== mail.attempts % SENDINGS || !isOnFile
  const row = { delivery, sending, application: application.id, at: clock(), code }
  if (!(await addReturned(tx, { ...row, state: isPast ? 'past' : 'open' }))) return 'repeated'
  return isPast ? 'past' : 'marked'
}
