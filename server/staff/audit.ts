/** The audit trail: who logged in, looked at, exported or changed what. It is added to and read, never changed. */
import { createHash, randomUUID } from 'node:crypto'
import type { AuditAction } from '#domain/roles.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { auditPage, insertAudit } from '../store/queries/audit.ts'
import type { AuditRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'

/** Who acts, and through what. */
export type Actor = { name: string; via: AuditRow['via'] }

export type AuditEvent = {
  action: AuditAction
  /** A reference or an account's name. */
  subject?: string
  detail?: string
}

/** What tells one look at a list from another; of the texts nothing is recorded, and a digest is kept for ten minutes. */
export type Look = {
  /** Empty where nothing was searched for. */
  search: string
  /** Where the page began; empty for the first. */
  page: string
  /** How many were shown, or counted. */
  applications: number
}

export type Audit = {
  /** Resolves when it is on disk. */
  record(by: Actor, event: AuditEvent): Promise<void>
  /** Records a view; the same one again within ten minutes, as polling makes it, is recorded once. */
  recordView(by: Actor, event: AuditEvent): Promise<void>
  /**
   * Records a look at a list, as recordView does: another search and another page are other looks. The entry says how many
   * searches, pages and applications its person looked at within these ten minutes under the same conditions.
   */
  recordLook(by: Actor, event: AuditEvent, look: Look): Promise<void>
  /** JSON lines, oldest first, from one instant to another. */
  lines(from: number, until: number): AsyncGenerator<string>
}

const REPEATED_MS = 600_000
const LONG_AGO = Number.NEGATIVE_INFINITY
/** Views that are in memory, so that a repetition is not recorded; beyond that the oldest are recorded again. */
const MOST_VIEWS = 10_000
const PAGE = 500

export function createAudit(
  database: Database,
  clock: () => number,
  mostViews = MOST_VIEWS,
): Audit {
  const recordedAt = new Map<string, number>()
  const totals = new Map<string, Totals>()
  const isRepeated = (key: string) => clock() - (recordedAt.get(key) ?? LONG_AGO) < REPEATED_MS
  const keyOf = (by: Actor, event: AuditEvent) => JSON.stringify([by.name, by.via, event])
  const record: Audit['record'] = (by, event) =>
    database.atomic((tx) => addAudit(tx, by, event, clock()))
  return {
    record,
    async recordView(by, event) {
      const key = keyOf(by, event)
      const at = clock()
      if (isRepeated(key)) return
      await record(by, event)
      remember(recordedAt, key, at, mostViews)
    },
    async recordLook(by, event, look) {
      const conditions = keyOf(by, event)
      // Where there was nothing at first, what has come since is another look.
      const key = digestOf(conditions, look.search, look.page, String(look.applications > 0))
      const at = clock()
      if (isRepeated(key)) return
      const total = addedTo(totals.get(conditions), look, at)
      remember(totals, conditions, total, mostViews)
      await record(by, { ...event, detail: `${event.detail ?? ''} ${inWords(total)}`.trim() })
      remember(recordedAt, key, at, mostViews)
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

/** The newest stands last; beyond `most` the oldest is forgotten. */
function remember<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

function digestOf(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/** Looks of a person under the same conditions, `since` the first of them. */
type Totals = { since: number; searches: number; pages: number; applications: number }

function addedTo(before: Totals | undefined, { search, page, applications }: Look, at: number) {
  const isOver = before === undefined || at - before.since >= REPEATED_MS
  const total = isOver ? { since: at, searches: 0, pages: 0, applications: 0 } : before
  return {
    since: total.since,
    searches: total.searches + Number(search !== '' && page === ''),
    pages: total.pages + 1,
    applications: total.applications + applications,
  }
}

const inWords = ({ searches, pages, applications }: Totals) =>
  `${searches > 0 ? `searches=${searches} ` : ''}pages=${pages} applications=${applications}`

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
