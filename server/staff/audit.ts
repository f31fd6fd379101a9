/** The audit trail: who logged in, looked at, exported or changed what. It is added to and read, never changed. */
import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/roles.ts'
import type { Database } from '../store/database.ts'
import { auditPage, insertAudit } from '../store/queries/audit.ts'
import type { AuditRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { isoTime } from './application-fields.ts'

/** Who acts, and through what. */
export type Actor = { name: string; via: AuditRow['via'] }

export type AuditEvent = {
  action: AuditAction
  /** A reference or an account's name. */
  subject?: string
  detail?: string
}

export type Audit = {
  /** Resolves when it is on disk. */
  record(by: Actor, event: AuditEvent): Promise<void>
  /** Records a view; the same one again within ten minutes, as polling makes it, is recorded once. */
  recordView(by: Actor, event: AuditEvent): Promise<void>
  /** JSON lines, oldest first, from one instant to another. */
  lines(from: number, until: number): AsyncGenerator<string>
}

const REPEATED_MS = 600_000
/** Views that are in memory, so that a repetition is not recorded; beyond that the oldest are recorded again. */
const MOST_VIEWS = 10_000
const PAGE = 500

export function createAudit(
  database: Database,
  clock: () => number,
  mostViews = MOST_VIEWS,
): Audit {
  const recordedAt = new Map<string, number>()
  const record: Audit['record'] = (by, event) =>
    database.atomic((tx) => addAudit(tx, by, event, clock()))
  return {
    record,
    async recordView(by, event) {
      const key = JSON.stringify([by.name, by.via, event])
      const now = clock()
      if (now - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS) return
      await record(by, event)
      recordedAt.delete(key)
      recordedAt.set(key, now)
      const [oldest] = recordedAt.keys()
      if (recordedAt.size > mostViews && oldest !== undefined) recordedAt.delete(oldest)
    },
    async *lines(from, until) {
      let after: AuditRow | undefined
      for (;;) {
        const page = await database.read((tx) => auditPage(tx, { from, until, after, limit: PAGE }))
        for (const { at, who, via, action, subject, detail } of page)
          yield `${JSON.stringify({ at: isoTime(at), who, via, action, subject, detail })}\n`
        if (page.length < PAGE) return
        after = page.at(-1)
      }
    },
  }
}

/** Orders what one process records within a millisecond. */
let sequence = 0

/** Within the transaction of the change that it records: both are stored, or neither. */
export async function addAudit(
  tx: Transaction,
  { name, via }: Actor,
  { action, subject = '', detail = '' }: AuditEvent,
  at: number,
): Promise<void> {
  sequence += 1
  const id = `${String(sequence).padStart(10, '0')}-${randomUUID()}`
  await insertAudit(tx, { id, at, who: name, via, action, subject, detail })
}
