/** A filled database as text: its schema as each engine tells it, and every row. */
import type { Database } from '../store/database.ts'
import type { Engine } from './databases.ts'
import { isOfInterest, someOf } from './golden-book.ts'
import { rowsOf } from './raw-sql.ts'
import { rowsIn } from './rows.ts'

/** Tables, columns, types, defaults, constraints, indexes and triggers, a line or more each. */
export async function schemaText(engine: Engine, url: string): Promise<string> {
  if (engine === 'postgres') return postgresSchema(url)
  const objects = await rowsOf(
    url,
    `select type, name, tbl_name as of, sql from sqlite_master order by type desc, name`,
  )
  const texts = objects.map(
    ({ type, name, of, sql }) =>
      `### ${type} ${name} of ${of}\n${tidy(sql ?? '(of the table itself)')}\n`,
  )
  const settings = await rowsOf(
    url,
    'select * from pragma_journal_mode, pragma_user_version, pragma_application_id, pragma_auto_vacuum, pragma_encoding, pragma_page_size',
  )
  return [...texts, `### settings\n${linesOf(settings[0] ?? {})}\n`].join('\n')
}

/** How it was indented says nothing. */
const tidy = (sql: unknown) =>
  String(sql)
    .replace(/\s*\n\s*/g, '\n')
    .trim()

const POSTGRES: Readonly<Record<string, string>> = {
  columns: `select table_name || '.' || column_name || ' ' || data_type
      || case when is_nullable = 'NO' then ' not null' else '' end
      || coalesce(' default ' || column_default, '') || coalesce(' collate ' || collation_name, '') as line
    from information_schema.columns where table_schema = current_schema()
    order by table_name, ordinal_position`,
  constraints: `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n' order by 1`,
  indexes: `select indexdef as line from pg_indexes where schemaname = current_schema() order by indexname`,
  triggers: `select pg_get_triggerdef(oid) as line from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
    order by tgname, 1`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc
    where pronamespace = current_schema()::regnamespace order by proname`,
  'options of tables': `select relname || ' ' || array_to_string(reloptions, ', ') as line
    from pg_class where relnamespace = current_schema()::regnamespace and reloptions is not null order by relname`,
  sequences: `select sequence_name || ' ' || data_type as line
    from information_schema.sequences where sequence_schema = current_schema() order by 1`,
}

async function postgresSchema(url: string): Promise<string> {
  const texts: string[] = []
  for (const [title, sql] of Object.entries(POSTGRES)) {
    const rows = await rowsOf(url, sql)
    texts.push(`### ${title}\n${rows.map(({ line }) => tidy(line)).join('\n')}\n`)
  }
  // The name of the schema, which each run makes.
  return texts.join('\n').replace(/\btest_[\da-f]{12}\b/g, '<schema>')
}

type Table = Parameters<typeof rowsIn>[1]

/** What chance makes, by table and column; ids that are named elsewhere keep their names. */
const CHANCE: Partial<Record<Table, readonly string[]>> = {
  history: ['id'],
  audit: ['id'],
  staff_accounts: ['password_hash', 'totp_secret', 'setup_hash'],
  staff_recovery_codes: ['hash'],
  staff_sessions: ['id', 'id_token'],
  api_tokens: ['hash'],
  api_replies: ['request'],
}
const TABLES: readonly Table[] = [
  ...(['applications', 'consents', 'facilities', 'flags', 'history', 'outbox', 'changes'] as const),
  ...(['used_invitations', 'limits', 'facts', 'staff_accounts', 'staff_recovery_codes'] as const),
  ...(['staff_sessions', 'audit', 'api_tokens', 'api_replies'] as const),
]

/** Tables with many rows that are alike. */
const ALIKE = new Set<Table>(['outbox', 'audit', 'consents', 'facilities', 'changes'])

/** Every row, a line for each column that is not empty; in the order of their text, for ids are made by chance. */
export async function rowsText(
  database: Database,
  masked: (text: string) => string,
  isShown: (row: object) => boolean,
): Promise<string> {
  const texts: string[] = []
  for (const table of TABLES) {
    const rows = (await rowsIn(database, table)).filter((row) => isShown(row) && !isCheck(row))
    const rowTexts = rows.map((row) => masked(linesOf(withoutChance(table, row)))).toSorted()
    const shown = ALIKE.has(table) ? someOf(rowTexts, isOfInterest) : rowTexts
    texts.push(`### ${table}: ${rows.length}\n${shown.join('\n\n')}\n`)
  }
  return texts.join('\n')
}

/** What readiness writes, with one engine alone. */
const isCheck = (row: object) => 'name' in row && row.name === 'last_check'

function withoutChance(table: Table, row: object): Record<string, unknown> {
  const columns = CHANCE[table] ?? []
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const isChance = (columns.includes(column) && value !== null) || isOfSession(value)
      return [column, isChance ? '<chance>' : value]
    }),
  )
}

/** A throttle of passwords is named by its session. */
const isOfSession = (value: unknown) => typeof value === 'string' && value.startsWith('staff:')

function linesOf(row: Readonly<Record<string, unknown>>): string {
  const empty = Object.keys(row).filter((column) => row[column] === '')
  const lines = Object.entries(row)
    .filter(([, value]) => value !== '')
    .map(([column, value]) => `${column} ${JSON.stringify(value)}`)
  return [...lines, ...(empty.length > 0 ? [`(empty) ${empty.join(' ')}`] : [])].join('\n')
}
