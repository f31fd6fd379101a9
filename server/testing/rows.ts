/** Rows put into a database as they are, and what a unit of work would change of them: for tests of what a query leaves alone. */
import { newApplication } from '../apply/new-rows.ts'
import type { Database } from '../store/database.ts'
import type {
  ApplicationRow,
  ChangeRow,
  ConsentRow,
  HistoryRow,
  OutboxRow,
  Schema,
} from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { query, statement } from '../store/statement.ts'

type Table = Exclude<keyof Schema, 'migrations' | 'change_batches'>
type Rows = { [T in Table]?: readonly Schema[T][] }

const KEYS = {
  applications: ['id'],
  consents: ['application', 'seq'],
  facilities: ['application', 'no'],
  flags: ['application', 'flag'],
  history: ['id'],
  outbox: ['id'],
  limits: ['bucket', 'window_start'],
  used_invitations: ['id'],
  facts: ['name'],
  staff_accounts: ['name'],
  staff_recovery_codes: ['account', 'hash'],
  staff_sessions: ['id'],
  audit: ['id'],
  changes: ['application'],
  api_tokens: ['name'],
  api_replies: ['token', 'key'],
  work: ['application'],
  status_links: ['application'],
  messages: ['id'],
  withdrawal_requests: ['id'],
  applicant_calls: ['application', 'key'],
  revisions: ['application', 'number'],
  revision_facilities: ['application', 'revision', 'no'],
  staff_views: ['account', 'name'],
  search_texts: ['created_at', 'application'],
  returned_mails: ['delivery', 'sending'],
  customer_answers: ['application'],
  usage: ['day', 'flow', 'mark', 'width'],
  usage_errors: ['day', 'flow', 'field', 'code'],
  kept_sums: ['month', 'flow', 'kind', 'name', 'size'],
} as const satisfies { [T in Table]: readonly (keyof Schema[T])[] }
const TABLES = Object.keys(KEYS) as Table[]

/** In an order that references allow. */
export async function put(database: Database, rows: Rows): Promise<void> {
  await database.atomic(async (tx) => {
    for (const table of TABLES)
      if (rows[table]?.length)
        await tx.run(query((db) => db.insertInto(table).values(rows[table] as never)))
  })
}

export function rowsIn<T extends Table>(database: Database, table: T): Promise<Schema[T][]> {
  return database.read(async (tx) => {
    const rows = await tx.all(query((db) => db.selectFrom(table as 'facts').selectAll()))
    return rows as unknown as Schema[T][]
  })
}

/** Named by its id all over. */
export const applicationRow = (
  id: string,
  given: Partial<ApplicationRow> = {},
): ApplicationRow => ({
  ...newApplication({
    id,
    flow: 'entry',
    customer: id,
    application_key: null,
    assurance: 'none',
    created_at: 0,
  }),
  reference: id.toUpperCase(),
  ...given,
})

export const outboxRow = (id: string, given: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  application: 'a',
  kind: 'mail_applicant',
  recipient: '',
  mailbox: '',
  destination: '',
  source: '',
  state: 'queued',
  attempts: 0,
  unknown_answers: 0,
  backoff_ms: 0,
  next_at: 0,
  last_error: null,
  created_at: 0,
  sent_at: null,
  ...given,
})

export const consentRow = (application: string, given: Partial<ConsentRow> = {}): ConsentRow => ({
  ...{ application, seq: 1, kind: 1, price_text: null, at: 0 },
  ...{ terms_version: '', button: '', price_list: null },
  ...given,
})

export const facilityRow = (application: string, no = 1): Schema['facilities'] => ({
  ...{ application, no, facility_name: '', facility_number: '', service_key: '' },
})

export const historyRow = (
  id: string,
  application: string,
  given: Partial<HistoryRow> = {},
): HistoryRow => ({
  ...{ id, application, at: 0, who: '', action: 'note', detail: '', confirmed_by: '' },
  ...given,
})

/** Has a place, and nobody has acknowledged it. */
export const changeRow = (application: string, given: Partial<ChangeRow> = {}): ChangeRow => ({
  ...{ application, version: 1, place: 1, acknowledged_version: 0, acknowledged_at: null },
  ...given,
})

export type Effect = Record<string, object | 'new' | 'gone'>

type Work = (tx: Transaction) => Promise<unknown>

/** What each work alone would change, by table and key: the new values of columns. One that answers yes or no must say whether it changed anything. */
export async function effectsOf(
  database: Database,
  works: Readonly<Record<string, Work>>,
): Promise<Record<string, Effect>> {
  const effects: Record<string, Effect> = {}
  for (const [name, work] of Object.entries(works)) {
    const { result, changed } = await effectOf(database, work)
    const isAny = Object.keys(changed).length > 0
    if (typeof result === 'boolean' && result !== isAny)
      throw new Error(`${name} answers ${result} and changes ${JSON.stringify(changed)}`)
    effects[name] = changed
  }
  return effects
}

/** Undone once it is seen. */
async function effectOf(
  database: Database,
  work: Work,
): Promise<{ result: unknown; changed: Effect }> {
  let effect: { result: unknown; changed: Effect } | undefined
  const attempt = database.atomic(async (tx) => {
    const before = await everyRow(tx)
    const result = await work(tx)
    effect = { result, changed: difference(before, await everyRow(tx)) }
    throw new Undone()
  })
  await attempt.catch((error) => {
    if (!(error instanceof Undone)) throw error
  })
  if (effect === undefined) throw new Error('the work was not run')
  return effect
}

class Undone extends Error {}

export type Stored = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const contents = TABLES.map((table) => statement((db) => db.selectFrom(table).selectAll()))

/** What is stored, by table and key. */
export async function everyRow(tx: Transaction): Promise<Stored> {
  const tables = await Promise.all(contents.map((content) => tx.all(content)))
  return new Map(
    tables.flatMap((rows, at) => {
      const table = TABLES[at] as Table
      return rows.map((row) => {
        const values: Record<string, unknown> = { ...row }
        return [[table, ...KEYS[table].map((column) => values[column])].join(' '), values] as const
      })
    }),
  )
}

/** Whether what is stored under a key is an application's. */
export const isOfApplication = (id: string, key: string, row: Readonly<Record<string, unknown>>) =>
  key === `applications ${id}` || row.application === id

/** The new values of columns, by table and key. */
export function difference(before: Stored, after: Stored): Effect {
  const changed: Effect = {}
  for (const key of before.keys()) if (!after.has(key)) changed[key] = 'gone'
  for (const [key, row] of after) {
    const old = before.get(key)
    const columns = Object.entries(row).filter(([column, value]) => value !== old?.[column])
    if (old === undefined) changed[key] = 'new'
    else if (columns.length > 0) changed[key] = Object.fromEntries(columns)
  }
  return changed
}

/** How lines in any order differ from each of several outcomes; none where they are one of them. */
export function differencesFrom(
  outcomes: readonly (readonly string[])[],
  lines: readonly string[],
): string[][] {
  const differences = outcomes.map((outcome) => linesOnlyIn(lines, outcome))
  return differences.some((each) => each.length === 0) ? [] : differences
}

/** Those that the other has not, with a sign in front. */
function linesOnlyIn(ours: readonly string[], theirs: readonly string[]): string[] {
  const without = (lines: readonly string[], others: readonly string[]) => {
    const left = [...others]
    return lines.filter((line) => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  return [
    ...without(ours, theirs).map((line) => `+ ${line}`),
    ...without(theirs, ours).map((line) => `- ${line}`),
  ]
}
