/** What staff, jobs and invitations change of applications: of every condition some row fails just that one. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../../testing/databases.ts'
import {
  applicationRow,
  changeRow,
  consentRow,
  effectsOf,
  facilityRow,
  historyRow,
  outboxRow,
  put,
  rowsIn,
} from '../../testing/rows.ts'
import { insertAudit } from './audit.ts'
import { acknowledgeVersion, changeOf, insertChange, placeChanges, raiseVersion } from './feed.ts'
import { addFlag } from './flags.ts'
import { findInvitationUse, spendInvitation, takeOverInvitation } from './invitations.ts'
import { closedBefore, deleteApplications, isClosedBefore, takeIncomplete } from './retention.ts'
import {
  addHistory,
  changeStatus,
  eraseApplication,
  lastAction,
  setCustomerNumber,
} from './staff-changes.ts'

const facility = (application: string) => ({
  ...facilityRow(application),
  ...{ facility_name: '名', facility_number: '1', service_key: 'KYODO' },
})
const note = (id: string, application: string, action = 'note') =>
  historyRow(id, application, { who: '花子', action, detail: '電話' })
const flag = (application: string) => ({ application, flag: 'robot', detail: 'd', at: 0 }) as const

describe.each(ENGINES)('changes of applications on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const named = { company_name: 'あ', search_mail: 'm', application_key: 'k' }
    await put(database, {
      applications: [
        applicationRow('a', { ...named, created_at: 1 }),
        applicationRow('b', {
          ...{ created_at: 2, completed_at: 2, state: 'complete', staff_status: 'in_progress' },
          customer_number: 'C-2',
        }),
        applicationRow('c'),
      ],
      consents: [consentRow('a'), consentRow('b')],
      facilities: [facility('a'), facility('b')],
      flags: [flag('a'), flag('b')],
      history: [note('1', 'a'), note('2', 'a', 'status'), note('3', 'b')],
      outbox: [
        outboxRow('queued', { recipient: 'r', source: 's' }),
        outboxRow('sent', { recipient: 'r', mailbox: 'm', state: 'sent' }),
        outboxRow('other', { recipient: 'r', application: 'b' }),
        outboxRow('other-sent', { recipient: 'r', application: 'b', state: 'sent' }),
      ],
      used_invitations: [
        { id: 'of-a', application: 'a', at: 0 },
        { id: 'of-b', application: 'b', at: 0 },
      ],
      changes: [changeRow('a', { version: 3 }), changeRow('b', { version: 3, place: null })],
      status_links: ['a', 'b'].map((application) => ({
        ...{ application, tried_in: 1, wrong_in_hour: 1, wrong: 1 },
      })),
    })
    return database
  }

  test('an erasure, a status, a flag and a deletion are of the one that is named', async () => {
    const database = await setUp()
    const scrub = 'facts scrub_due'
    expect(
      await effectsOf(database, {
        erase: (tx) => eraseApplication(tx, { id: 'a', at: 9 }),
        'erase a complete one': (tx) => eraseApplication(tx, { id: 'b', at: 9 }),
        status: (tx) => changeStatus(tx, { id: 'a', to: 'done', at: 5 }),
        number: (tx) => setCustomerNumber(tx, { id: 'a', number: 'C-1' }),
        'another number': (tx) => setCustomerNumber(tx, { id: 'b', number: 'C-1' }),
        history: (tx) => addHistory(tx, note('4', 'a')),
        audit: (tx) => insertAudit(tx, { ...note('1', 'a'), via: 'console', subject: '' }),
        'new flag': (tx) => addFlag(tx, { ...flag('c') }),
        'flag again': (tx) => addFlag(tx, { ...flag('a'), detail: 'other' }),
        delete: (tx) => deleteApplications(tx, ['a']),
      }),
    ).toEqual({
      erase: {
        'applications a': {
          company_name: '',
          search_mail: null,
          application_key: null,
          state: 'superseded',
          erased_at: 9,
        },
        'facilities a 1': 'gone',
        'history 1': { detail: '' },
        'outbox queued': 'gone',
        'outbox sent': { recipient: '', mailbox: '' },
        'changes a': { version: 4, place: null },
        'status_links a': 'gone',
        [scrub]: 'new',
      },
      'erase a complete one': {
        'applications b': { erased_at: 9 },
        'facilities b 1': 'gone',
        'history 3': { detail: '' },
        'outbox other': 'gone',
        'outbox other-sent': { recipient: '' },
        'changes b': { version: 4 },
        'status_links b': 'gone',
        'kept_sums 1970-01 entry facilities  1': 'new',
        [scrub]: 'new',
      },
      status: { 'applications a': { staff_status: 'done', closed_at: 5 } },
      number: { 'applications a': { customer_number: 'C-1' } },
      'another number': {},
      history: { 'history 4': 'new' },
      audit: { 'audit 1': 'new' },
      'new flag': { 'flags c robot': 'new' },
      'flag again': {},
      delete: Object.fromEntries(
        [
          ...['applications a', 'consents a 1', 'facilities a 1', 'flags a robot', 'history 1'],
          ...['history 2', 'outbox queued', 'outbox sent', 'used_invitations of-a', 'changes a'],
          'status_links a',
        ]
          .map((key) => [key, 'gone'])
          .concat([[scrub, 'new']]),
      ),
    })
  })

  test('versions rise alone, and are acknowledged as they were seen', async () => {
    const database = await setUp()
    const raised = { 'changes a': { version: 4, place: null } }
    const at = 9
    expect(
      await effectsOf(database, {
        new: (tx) => insertChange(tx, { application: 'c' }),
        raise: (tx) => raiseVersion(tx, { application: 'a' }),
        acknowledge: (tx) => acknowledgeVersion(tx, { application: 'a', version: 3, at }),
        'another version': (tx) => acknowledgeVersion(tx, { application: 'a', version: 2, at }),
        place: (tx) => placeChanges(tx),
      }),
    ).toEqual({
      new: { 'changes c': 'new' },
      raise: raised,
      acknowledge: { 'changes a': { acknowledged_version: 3, acknowledged_at: 9 } },
      'another version': {},
      place: { 'changes b': { place: 1 } },
    })
    const found = await database.read((tx) => changeOf(tx, { application: 'b' }))
    expect(found).toMatchObject({ application: 'b', place: null })
  })

  test('an invitation is spent once, and taken over only from what was not completed', async () => {
    const database = await setUp()
    expect(
      await effectsOf(database, {
        spend: (tx) => spendInvitation(tx, { id: 'new', application: 'c', at: 5 }),
        'spend again': (tx) => spendInvitation(tx, { id: 'of-a', application: 'c', at: 5 }),
        'take over': (tx) => takeOverInvitation(tx, { id: 'of-a', application: 'c', at: 5 }),
        'of a complete one': (tx) =>
          takeOverInvitation(tx, { id: 'of-b', application: 'c', at: 5 }),
        'of none': (tx) => takeOverInvitation(tx, { id: 'new', application: 'c', at: 5 }),
      }),
    ).toEqual({
      spend: { 'used_invitations new': 'new' },
      'spend again': {},
      'take over': {
        'applications a': { state: 'superseded', superseded_by: 'C' },
        'used_invitations of-a': { application: 'c', at: 5 },
      },
      'of a complete one': {},
      'of none': {},
    })
    const use = await database.read((tx) => findInvitationUse(tx, { id: 'of-b' }))
    expect(use).toEqual({ application: 'b', reference: 'B' })
  })
})

describe.each(ENGINES)('retention on %s', (engine) => {
  test('takes what was received in its span, oldest first, and not what staff have open', async () => {
    const database = await openEmpty(engine)
    const shut = { state: 'complete', staff_status: 'done' } as const
    const complete = { ...shut, completed_at: 1, closed_at: 1 }
    await put(database, {
      applications: [
        applicationRow('p-early', { created_at: 9 }),
        applicationRow('p-second', { created_at: 12, state: 'superseded' }),
        applicationRow('p-first', { created_at: 10, staff_status: 'done' }),
        applicationRow('p-late', { created_at: 20 }),
        applicationRow('p-third', { created_at: 13 }),
        applicationRow('c-early', { ...complete, created_at: 9 }),
        applicationRow('c-second', { ...complete, created_at: 13 }),
        applicationRow('c-first', { ...complete, created_at: 12, staff_status: 'rejected' }),
        applicationRow('c-open', {
          ...{ ...complete, created_at: 10, staff_status: 'received', closed_at: null },
        }),
        applicationRow('c-erased', { ...complete, created_at: 10, erased_at: 1 }),
        applicationRow('c-given-way', { ...complete, created_at: 11, state: 'superseded' }),
        applicationRow('c-late', { ...complete, created_at: 20 }),
        applicationRow('c-closed-late', { ...complete, created_at: 10, closed_at: 20 }),
      ],
    })
    const span = { from: 10, before: 20 }
    const gone = { state: 'superseded' }
    expect(
      await effectsOf(database, {
        incomplete: (tx) => takeIncomplete(tx, { ...span, limit: 9 }),
        'one incomplete': (tx) => takeIncomplete(tx, { ...span, limit: 1 }),
      }),
    ).toEqual({
      incomplete: { 'applications p-first': gone, 'applications p-third': gone },
      'one incomplete': { 'applications p-first': gone },
    })
    const taken = await database.atomic((tx) => takeIncomplete(tx, { ...span, limit: 9 }))
    const names = ['c-given-way', 'p-first', 'p-second', 'p-third']
    expect(taken.map(({ id }) => id).toSorted()).toEqual(names)
    const closed = async (limit: number) =>
      (await database.read((tx) => closedBefore(tx, { ...span, limit }))).map(({ id }) => id)
    expect([await closed(9), await closed(1)]).toEqual([['c-first', 'c-second'], ['c-first']])
    for (const { id } of await rowsIn(database, 'applications')) {
      const isDue = await database.read((tx) => isClosedBefore(tx, { id, before: 20 }))
      expect([id, isDue]).toEqual([id, /^c-(early|first|second|late)$/.test(id)])
    }
  })
})

test.each(ENGINES)('the last change of a status on %s is its own, and no note', async (engine) => {
  const database = await openEmpty(engine)
  await put(database, {
    applications: [applicationRow('a'), applicationRow('b')],
    history: [
      { ...note('1', 'a', 'status'), at: 1, who: '先' },
      { ...note('2', 'a', 'status'), at: 2, who: '後' },
      { ...note('3', 'a'), at: 3 },
      { ...note('4', 'b', 'status'), at: 4 },
    ],
  })
  const last = await database.atomic((tx) => lastAction(tx, { id: 'a', action: 'status' }))
  expect([last?.who, last?.at]).toEqual(['後', 2])
})

test('what is completed on PostgreSQL while retention takes it is not taken', async () => {
  const url = await emptyDatabase('postgres')
  const [jobs, staff] = [await openForTest(url), new pg.Client({ connectionString: url })]
  await staff.connect()
  onTestFinished(() => staff.end())
  await put(jobs, { applications: [applicationRow('p')] })
  const span = { from: 0, before: 20, limit: 9 }
  await staff.query(`begin; update applications set state = 'complete'`)
  const taken = jobs.atomic((tx) => takeIncomplete(tx, span))
  // It looks, and then waits for the row that is locked.
  await sleep(100)
  await staff.query('commit')
  expect(await taken).toEqual([])
})
