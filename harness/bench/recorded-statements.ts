/** What the store sends to the database for real registrations, recorded: the floors run these statements and no others. */
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { createApplications } from '../../server/apply/public-calls.ts'
import { createStatusLinks } from '../../server/follow-up/link.ts'
import {
  type Counters,
  createLimits,
  createOwnCounters,
  hourOf,
} from '../../server/http/limits/rate-limits.ts'
import type { Database } from '../../server/store/database.ts'
import { createSharedCounters } from '../../server/store/queries/limits.ts'
import type { Transaction } from '../../server/store/statement.ts'
import { bind, type Dialect, type SqlValue, type Statement } from '../../server/store/statement.ts'
import { NO_CAMPAIGN } from '../client/application.ts'
import {
  addressOf,
  applicantOf,
  FACILITIES,
  FIRST_NUMBER,
  keyOf,
  priceText,
} from './load/applicants.ts'

export type Sent = { sql: string; values: SqlValue[] }
/** The transactions of one registration: those of its three calls, and of the limits where they are shared. */
export type Recorded = Sent[][]

/** Registers applicants one after another on a database that is there for nothing else. */
export async function recordRegistrations(
  database: Database,
  dialect: Dialect,
  count: number,
): Promise<Recorded[]> {
  let transactions: Sent[][] = []
  const tapped: Database = {
    ...database,
    atomic: (work) =>
      database.atomic((tx) => {
        const sent: Sent[] = []
        transactions.push(sent)
        return work(tap(tx, dialect, sent))
      }),
  }
  const counters = dialect === 'sqlite' ? createOwnCounters() : createSharedCounters(tapped)
  // What the counters do once an hour is no part of a registration.
  await counters.take([{ name: 'first of the hour', limit: 1, hour: hourOf(Date.now()) }])
  transactions = []
  const register = registrar(tapped, counters)
  const recorded: Recorded[] = []
  for (let number = FIRST_NUMBER + 1; number <= FIRST_NUMBER + count; number++) {
    await register(number)
    recorded.push(transactions)
    transactions = []
  }
  return recorded
}

/** How many applicants register at a time when nothing is recorded: they share commits. */
const AT_ONCE = 64
let lastRegistered = FIRST_NUMBER

/** Fills a database: so many applications more, none like another. */
export async function registerMany(database: Database, count: number): Promise<void> {
  const register = registrar(database, createOwnCounters())
  const last = lastRegistered + count
  const lane = async () => {
    while (lastRegistered < last) await register(++lastRegistered)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** The three calls of an applicant as the routes make them, without HTTP. */
function registrar(database: Database, counters: Counters): (number: number) => Promise<void> {
  const clock = Date.now
  const applications = createApplications({
    database,
    clock,
    notices: { staffMail: 'staff@localhost', webhookUrl: '' },
    termsVersion: DEFAULT_WORDS.version,
    invitations: 'optional',
    links: createStatusLinks({ keys: () => [], origin: null }),
  })
  const perHour = { address: 300, mail: 60, bytes: 8_000_000 }
  const limits = createLimits({ perHour, clock, counters })
  const agreed = { kind: 1, priceText: priceText(), invitation: null, flags: [] } as const
  return async (number) => {
    const key = keyOf(number)
    const applicant = applicantOf(number)
    const limited = {
      address: addressOf(number),
      mail: applicant.email,
      key,
      bytes: 1_000,
      mayStart: true,
      mayRepeat: true,
    }
    const registration = { flow: 'entry', campaign: NO_CAMPAIGN, supersedes: null } as const
    const { username: customer } = await limits.admit(limited, () =>
      applications.register({ ...registration, key, applicant, flags: [] }),
    )
    await applications.consent({ ...agreed, key, customer })
    await applications.addFacilities({
      key,
      customer,
      facilities: FACILITIES,
      flags: [],
      invitation: null,
      sender: key,
    })
  }
}

function tap(tx: Transaction, dialect: Dialect, sent: Sent[]): Transaction {
  const note = (statement: Statement<never, unknown>, parameters: unknown) => {
    const compiled = statement.compile(dialect)
    sent.push({ sql: compiled.sql, values: bind(compiled, parameters) })
  }
  return {
    all(statement, ...parameters) {
      note(statement, parameters[0])
      return tx.all(statement, ...parameters)
    },
    first(statement, ...parameters) {
      note(statement, parameters[0])
      return tx.first(statement, ...parameters)
    },
    run(statement, ...parameters) {
      note(statement, parameters[0])
      return tx.run(statement, ...parameters)
    },
  }
}

/** Whether a statement gives rows. */
export function givesRows(sql: string): boolean {
  return /^select|\breturning\b/.test(sql)
}
