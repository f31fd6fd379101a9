/** One press of staff on one application: the lock, the key, what was seen, then the work. */
import { PRESSES, type PressName } from '#domain/presses.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { heldAnyway, type Press, refuseErased } from './actions.ts'
import type { Actor } from './audit.ts'
import { once } from './replies.ts'
import { refuseUnseen } from './seen.ts'

type Pressed = {
  name: PressName
  reference: string
  by: Actor
  press?: Press | undefined
  /** What shall stand there, for the sentence of a refusal. */
  to?: string
}

/**
 * Locks the application, and does the work once under the key, with what the person saw: one's own success is no
 * conflict. Throws AppError `not_found`, `changed_meanwhile`, `idempotency_key_reused`; and `action_refused` where it is
 * erased, for what would be written now nobody would erase again.
 */
export async function pressedOn<T extends object>(
  tx: Transaction,
  { name, reference, by, press, to = '' }: Pressed,
  clock: () => number,
  work: (application: ApplicationRow, at: number) => Promise<T>,
): Promise<T> {
  const application = await heldAnyway(tx, reference)
  const at = clock()
  const inFull = async () => {
    if (name !== 'erasure') refuseErased(application)
    if (press) await refuseUnseen(tx, application, PRESSES[name], { seen: press.seen, to })
    return work(application, at)
  }
  if (!press) return inFull()
  const { key, request } = press
  return (await once(tx, { token: consoleToken(by), key, request }, at, inFull)).reply
}

/** Keys of persons beside those of tokens. */
export function consoleToken({ name }: Actor): string {
  return `console ${name}`
}
