/** What is asked at every call, or every second, is found through an index: no query walks through a table that grows. */
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { emptyDatabase, openForTest } from '../testing/databases.ts'
import { dropReplies, findReply, findToken } from './queries/api-tokens.ts'
import { applicationsPage } from './queries/application-lists.ts'
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
} from './queries/applications.ts'
import { feedPage, hasUnplaced, placeChanges, raiseVersionFrom } from './queries/feed.ts'
import { flagDuplicate, flagOtherRequests } from './queries/flags.ts'
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
import { takeClosed, takeIncomplete } from './queries/retention.ts'
import { findBySubject } from './queries/staff-accounts.ts'
import { findStanding, statusesOf } from './queries/status-links.ts'
import {
  findApplications,
  storedApplications,
  summariesOf,
  wholeApplication,
} from './queries/stored-applications.ts'
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
  flagDuplicate: (tx) => flagDuplicate(tx, { ...progress, since: 0, at: 0 }),
  flagOtherRequests: (tx) => flagOtherRequests(tx, progress, 0),
  findInvitationUse: (tx) => findInvitationUse(tx, { id: 'i' }),
  takeOverInvitation: (tx) => takeOverInvitation(tx, { id: 'i', application: 'a', at: 0 }),
  isDue: (tx) => isDue(tx, { kind: 'mail_staff', now: 0, blocked: [] }),
  dueRows: (tx) => dueRows(tx, { kind: 'mail_staff', now: 0, limit: 8, blocked: ['d'] }),
  mailHistory: (tx) => mailHistory(tx, { kind: 'mail_applicant', mailbox: 'm', since: 0 }),
  statusHistory: (tx) => mailHistory(tx, { kind: 'mail_status', mailbox: 'm', since: 0 }),
  findStanding: (tx) => findStanding(tx, { reference: 'r' }),
  statusesOf: (tx) => statusesOf(tx, { application: 'i' }),
  recentMails: (tx) => recentMails(tx, { kind: 'mail_applicant', since: 0, limit: 3 }),
  repairDueTimes: (tx) => repairDueTimes(tx, { kind: 'webhook', now: 0, latest: 1 }),
  heldMail: (tx) => heldMail(tx),
  oldestUndelivered: (tx) => oldestUndelivered(tx),
  countFailed: (tx) => countFailed(tx),
  markSent: (tx) => markSent(tx, { id: 'i', at: 0 }),
  findApplications: (tx) => findApplications(tx, 'C'),
  storedApplications: (tx) => storedApplications(tx, ['a', 'b', 'c']),
  summariesOf: (tx) => summariesOf(tx, ['a', 'b', 'c']),
  takeIncomplete: (tx) => takeIncomplete(tx, range),
  takeClosed: (tx) => takeClosed(tx, range),
  hasUnplaced: (tx) => hasUnplaced(tx),
  placeChanges: (tx) => placeChanges(tx),
  feedPage: (tx) => feedPage(tx, {}, { after: { place: 1, application: 'i' }, limit: 50 }),
  raiseVersionFrom: (tx) => raiseVersionFrom(tx, { application: 'i', version: 1 }),
  findToken: (tx) => findToken(tx, { hash: 'h' }),
  findReply: (tx) => findReply(tx, { token: 't', key: 'k' }),
  dropReplies: (tx) => dropReplies(tx, { before: 0 }),
  applicationsPage: (tx) => applicationsPage(tx, {}, { limit: 50 }),
  wholeApplication: (tx) => wholeApplication(tx, 'i'),
  findBySubject: (tx) => findBySubject(tx, { subject: 's' }),
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
      /^SCAN (applications|outbox(?! USING INDEX outbox_due)|consents|facilities|flags|history|used_|changes|c\b|api_|staff_)/.test(
        step,
      ),
    ),
  ).toEqual([])
})
