/** What is asked at every call, or every second, is found through an index: no query walks through a table that grows. */
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { applicationRow, put } from '../testing/rows.ts'
import { dropReplies, findReply, findToken } from './queries/api-tokens.ts'
import { applicationsPage, exactMatches } from './queries/application-lists.ts'
import { feedPage, hasUnplaced, placeChanges } from './queries/feed.ts'
import * as flags from './queries/flags.ts'
import { dropTrialFlags, flagDuplicates, flagOtherRequests, flagTrial } from './queries/flags.ts'
import { findInvitationUse, takeOverInvitation } from './queries/invitations.ts'
import {
  countFailed,
  dueRows,
  heldMail,
  isDue,
  mailHistory,
  markSent,
  oldestUndelivered,
  recentMails,
  repairDueTimes,
} from './queries/outbox.ts'
import * as publicCalls from './queries/public-calls.ts'
import {
  advanceConsent,
  complete,
  facilitiesOf,
  findById,
  findByKey,
  findKeylessRequest,
  findKeylessRequests,
  findRegistration,
  lastConsentOf,
  supersede,
} from './queries/public-calls.ts'
import { closedBefore, isClosedBefore, takeIncomplete } from './queries/retention.ts'
import {
  countReturned,
  deliveryOf,
  lastReturnedFrom,
  returnedOf,
} from './queries/returned-mails.ts'
import { addNoteToSearch, deleteSearchTexts, portionReader } from './queries/search-texts.ts'
import { findBySubject } from './queries/staff-accounts.ts'
import { countLinkMails, findStanding, statusesOf } from './queries/status-links.ts'
import {
  findApplications,
  storedApplications,
  summariesOf,
  wholeApplication,
} from './queries/stored-applications.ts'
import { countUndelivered, undeliveredPage } from './queries/undelivered.ts'
import { createTransaction, type Transaction } from './statement.ts'

const progress = {
  id: 'i',
  reference: 'r',
  flow: 'migration' as const,
  customer: 'C',
  search_mail: 'm',
  search_tel: 't',
  search_company: 'c',
}
const range = { from: 0, before: 1, limit: 50, at: 1 }

const QUERIES: Record<string, (tx: Transaction) => Promise<unknown>> = {
  findByKey: (tx) => findByKey(tx, { key: 'k' }),
  findById: (tx) => findById(tx, { id: 'i' }),
  findRegistration: (tx) => findRegistration(tx, { key: 'k' }),
  findKeylessRequest: (tx) => findKeylessRequest(tx, { customer: 'C' }),
  findKeylessRequests: (tx) =>
    findKeylessRequests(tx, { customer: 'C', state: 'pending', price: '0' }),
  lastConsentOf: (tx) => lastConsentOf(tx, { application: 'i' }),
  supersede: (tx) => supersede(tx, { key: 'k', flow: 'entry', by: 'b' }),
  advanceConsent: (tx) => advanceConsent(tx, { id: 'i', from: 0, to: 1, price: '0' }),
  complete: (tx) => complete(tx, { id: 'i', consent: 1, price: 0, priceList: 'l', at: 0 }),
  facilitiesOf: (tx) => facilitiesOf(tx, { application: 'i' }),
  flagDuplicates: (tx) => flagDuplicates(tx, { ...progress, isContract: 1, since: 0, at: 0 }),
  dropTrialFlags: (tx) => dropTrialFlags(tx, { id: 'i' }),
  flagTrial: (tx) => flagTrial(tx, { ...progress, at: 0 }),
  flagOtherRequests: (tx) => flagOtherRequests(tx, progress, 0),
  findInvitationUse: (tx) => findInvitationUse(tx, { id: 'i' }),
  takeOverInvitation: (tx) => takeOverInvitation(tx, { id: 'i', application: 'a', at: 0 }),
  isDue: (tx) => isDue(tx, { kind: 'mail_staff', now: 0, blocked: [] }),
  dueRows: (tx) => dueRows(tx, { kind: 'mail_staff', now: 0, limit: 8, blocked: ['d'] }),
  mailHistory: (tx) => mailHistory(tx, { mailbox: 'm', since: 0 }),
  findStanding: (tx) => findStanding(tx, { reference: 'r' }),
  statusesOf: (tx) => statusesOf(tx, { application: 'i' }),
  recentMails: (tx) => recentMails(tx, { kind: 'mail_applicant', since: 0, limit: 3 }),
  repairDueTimes: (tx) => repairDueTimes(tx, { kind: 'webhook', now: 0, latest: 1 }),
  heldMail: (tx) => heldMail(tx),
  oldestUndelivered: (tx) => oldestUndelivered(tx),
  countFailed: (tx) => countFailed(tx),
  markSent: (tx) => markSent(tx, { id: 'i', at: 0 }),
  undeliveredPage: (tx) => undeliveredPage(tx, { after: '', closed: false, limit: 50 }),
  countUndelivered: (tx) => countUndelivered(tx),
  deliveryOf: (tx) => deliveryOf(tx, { id: 'i' }),
  returnedOf: (tx) => returnedOf(tx, ['a', 'b']),
  lastReturnedFrom: (tx) => lastReturnedFrom(tx, { application: 'i', recipient: 'm' }),
  countReturned: (tx) => countReturned(tx, { since: 0 }),
  countLinkMails: (tx) => countLinkMails(tx, { application: 'i', since: 0 }),
  findApplications: (tx) => findApplications(tx, 'C'),
  storedApplications: (tx) => storedApplications(tx, ['a', 'b', 'c']),
  summariesOf: (tx) => summariesOf(tx, ['a', 'b', 'c']),
  takeIncomplete: (tx) => takeIncomplete(tx, range),
  closedBefore: (tx) => closedBefore(tx, range),
  isClosedBefore: (tx) => isClosedBefore(tx, { id: 'i', before: 9 }),
  hasUnplaced: (tx) => hasUnplaced(tx),
  placeChanges: (tx) => placeChanges(tx),
  feedPage: (tx) => feedPage(tx, {}, { after: { place: 1, application: 'i' }, limit: 50 }),
  findToken: (tx) => findToken(tx, { hash: 'h' }),
  findReply: (tx) => findReply(tx, { token: 't', key: 'k' }),
  dropReplies: (tx) => dropReplies(tx, { before: 0 }),
  applicationsPage: (tx) => applicationsPage(tx, {}, { limit: 50 }),
  applicationsPageOfWork: (tx) => applicationsPage(tx, {}, { limit: 50 }, ['open', 'rest']),
  wholeApplication: (tx) => wholeApplication(tx, 'i'),
  findBySubject: (tx) => findBySubject(tx, { subject: 's' }),
  exactMatches: (tx) =>
    exactMatches(tx, { reference: 'r', name: 'n', number: '1', mail: 'm', tel: 't' }),
  addNoteToSearch: (tx) => addNoteToSearch(tx, 'i', 'n'),
  deleteSearchTexts: (tx) => deleteSearchTexts(tx, { ids: ['i'] }),
  aPortionOfASearch: (tx) =>
    portionReader({ either: [[['x']]], withTexts: false }, { flow: 'entry' })(tx, {
      before: 9,
      from: 0,
      size: 64,
    }),
}

/** Asked for every mail, or at every look at the metrics: a long queue must not make them slow. */
const NOT_OF_THE_QUEUE = new Set(['mailHistory', 'recentMails', 'heldMail', 'countFailed'])

test.each(Object.entries(QUERIES))('%s', async (name, ask) => {
  const url = await emptyDatabase('sqlite')
  await openForTest(url)
  const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
  const plan: string[] = []
  const explain = (sql: string) => {
    for (const { detail } of db.prepare(`explain query plan ${sql}`).all()) plan.push(`${detail}`)
  }
  const tx = createTransaction({
    dialect: 'sqlite',
    rows: async ({ sql }) => {
      explain(sql)
      return [{ id: 'i' }]
    },
    changes: async ({ sql }) => {
      explain(sql)
      return 0
    },
  })
  await ask(tx)
  db.close()
  expect(plan.length).toBeGreaterThan(0)
  // What came without a key is found by its number: an index of keys would hold all of it under one.
  if (name.startsWith('findKeyless')) expect(plan.join()).toContain('requests_by_number')
  if (NOT_OF_THE_QUEUE.has(name)) expect(plan.join()).not.toContain('outbox_due')
  // The index of what is due holds the rows that are not sent yet, and no others.
  expect(
    plan.filter((step) =>
      /^SCAN (applications|outbox(?! USING INDEX outbox_due)|consents|facilities|flags|history|used_|changes|c\b|api_|staff_|search_|returned_mails(?! USING (COVERING )?INDEX)|[atou]\b(?! USING INDEX))/.test(
        step,
      ),
    ),
  ).toEqual([])
})

/**
 * PostgreSQL plans a call's statements while its tables are empty and keeps the plans while they grow: each must be found
 * by its own key from the first one on.
 */
test('on PostgreSQL an empty table teaches no call to walk through it', async () => {
  const url = await emptyDatabase('postgres')
  await openForTest(url)
  const walks: string[] = []
  let current = ''
  const explain = async ({ sql }: { sql: string }, values: readonly unknown[]) => {
    const lines = await rowsOf(url, `explain ${sql}`, values)
    for (const { 'QUERY PLAN': line } of lines)
      if (/Seq Scan|open_applications/.test(`${line}`)) walks.push(`${current}: ${line}`)
  }
  const tx = createTransaction({
    dialect: 'postgres',
    rows: async (compiled, values) => {
      await explain(compiled, values)
      return [{ id: 'i' }]
    },
    changes: async (compiled, values) => {
      await explain(compiled, values)
      return 0
    },
  })
  const calls = Object.entries(QUERIES).filter(([name]) => name in flags || name in publicCalls)
  expect(calls.length).toBeGreaterThan(10)
  for (const [name, ask] of calls) {
    current = name
    await ask(tx)
  }
  expect(walks).toEqual([])
})

/** Of 30,000 mails of which a few are in trouble. PostgreSQL chooses by its statistics: an empty table tells nothing. */
test.each(['undeliveredPage', 'countUndelivered', 'countReturned'])(
  '%s walks through no table of mails on PostgreSQL',
  async (name) => {
    const url = await emptyDatabase('postgres')
    const database = await openForTest(url)
    await put(database, { applications: [applicationRow('a', { state: 'complete' })] })
    await runSql(
      url,
      `insert into outbox (id, application, kind, recipient, state, attempts, next_at, created_at, sent_at)
        select n::text, 'a', 'mail_applicant', '', case when n % 1000 = 0 then 'failed' else 'sent' end, 1, n, n, n
        from generate_series(1, 30000) as n;
      insert into returned_mails (delivery, sending, application, at, code, state)
        select n::text, 1, 'a', n, '5.1.1', case when n % 1000 = 1 then 'open' else 'settled' end
        from generate_series(1, 30000) as n;
      analyze`,
    )
    const plan: string[] = []
    const tx = createTransaction({
      dialect: 'postgres',
      rows: async ({ sql }, values) => {
        const lines = await rowsOf(url, `explain ${sql}`, values)
        plan.push(...lines.map((line) => String(line['QUERY PLAN'])))
        return []
      },
      changes: async () => 0,
    })
    await (name === 'countReturned' ? countReturned(tx, { since: 29_990 }) : QUERIES[name]?.(tx))
    expect(plan.length).toBeGreaterThan(0)
    expect(plan.filter((line) => /Seq Scan on (outbox|returned_mails)/.test(line))).toEqual([])
  },
)
