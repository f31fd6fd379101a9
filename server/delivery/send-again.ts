/** Staff send again what was given up or held: dead letters of one application, one delivery, or all of them. */
import { type Press, recordAction } from '../staff/actions.ts'
import type { Actor } from '../staff/audit.ts'
import { pressedOn } from '../staff/press.ts'
import type { Database } from '../store/database.ts'
import { held } from '../store/queries/held.ts'
import { retry } from '../store/queries/outbox.ts'

export type SendAgain = {
  /** The receipt number of the application. */
  reference: string
  /** One of its deliveries; without one, all that are not sent. */
  id?: string
  by: Actor
  press?: Press | undefined
}

/**
 * Makes deliveries of an application due, their attempts counted from the start, and notes it in its history and the audit trail.
 * What is being sent is left alone. Gives the number of deliveries; 0 also where there is no such application. Throws
 * AppError `action_refused`.
 */
export async function sendAgain(
  database: Database,
  clock: () => number,
  { reference, id, by, press }: SendAgain,
): Promise<number> {
  return database.alone(async (tx) => {
    const found = await held(tx, { reference: reference.toUpperCase() })
    if (!found) return 0
    const pressed = { name: 'resend', reference: found.reference, by, press } as const
    const { count } = await pressedOn(tx, pressed, clock, async (application, at) => {
      const count = await retry(tx, { application: application.id, now: at, id })
      const entry = { action: 'resend', detail: `${count}件`, at } as const
      if (count > 0) await recordAction(tx, application, { by }, entry)
      return { count }
    })
    return count
  })
}

/** The same for the command line: every dead letter, or one delivery by its id. */
export async function sendAllAgain(
  database: Database,
  clock: () => number,
  id?: string,
): Promise<number> {
  return database.atomic((tx) => retry(tx, { now: clock(), id }))
}
