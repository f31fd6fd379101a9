/** Staff send again what was given up or held: dead letters of one application, one delivery, or all of them. */
import { randomUUID } from 'node:crypto'
import { type Actor, addAudit } from '../staff/audit.ts'
import type { Database } from '../store/database.ts'
import { retry } from '../store/queries/outbox.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import { touch } from '../store/queries/work.ts'

export type SendAgain = {
  /** The receipt number of the application. */
  reference: string
  /** One of its deliveries; without one, all that are not sent. */
  id?: string
  by: Actor
}

/**
 * Makes deliveries of an application due, their attempts counted from the start, and notes it in its history and the audit trail.
 * What is being sent is left alone. Gives the number of deliveries; 0 also where there is no such application.
 */
export async function sendAgain(
  database: Database,
  clock: () => number,
  { reference, id, by }: SendAgain,
): Promise<number> {
  return database.atomic(async (tx) => {
    const now = clock()
    const found = (await findApplications(tx, reference)).find(
      (application) => application.reference === reference.toUpperCase(),
    )
    if (!found) return 0
    const count = await retry(tx, { application: found.id, now, id })
    if (count === 0) return 0
    const event = { action: 'resend', detail: `${count}件` } as const
    const entry = { id: randomUUID(), application: found.id, at: now, who: by.name, ...event }
    await addHistory(tx, entry)
    await touch(tx, { application: found.id, who: by.name, at: now })
    await addAudit(tx, by, { ...event, subject: found.reference }, now)
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
