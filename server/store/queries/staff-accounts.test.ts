/** Accounts, codes, sessions, tokens and kept answers: a change is of the one that is named, and of no other. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { effectsOf, put } from '../../testing/rows.ts'
import type { ApiReplyRow, ApiTokenRow, StaffAccountRow, StaffSessionRow } from '../schema.ts'
import {
  allTokens,
  dropReplies,
  findReply,
  findToken,
  insertReply,
  insertToken,
  revokeToken,
  setReply,
  touchToken,
} from './api-tokens.ts'
import * as accounts from './staff-accounts.ts'
import { findBySubject, insertProviderAccount } from './staff-accounts.ts'

const account = (name: string, given: Partial<StaffAccountRow> = {}): StaffAccountRow => ({
  name,
  role: 'reader',
  password_hash: 'p',
  totp_secret: 't',
  totp_step: 5,
  setup_hash: null,
  setup_until: null,
  disabled_at: null,
  created_at: 0,
  subject: null,
  generation: 3,
  ...given,
})
const session = (id: string, given: Partial<StaffSessionRow> = {}): StaffSessionRow => ({
  id,
  account: 'a',
  created_at: 100,
  seen_at: 100,
  authenticated_at: null,
  id_token: null,
  generation: 3,
  ...given,
})
const token = (name: string, given: Partial<ApiTokenRow> = {}): ApiTokenRow => ({
  name,
  hash: `hash-${name}`,
  scopes: '',
  created_at: 0,
  expires_at: 9,
  revoked_at: null,
  used_at: null,
  ...given,
})
const reply = (of: string, key: string, at = 0): ApiReplyRow => ({
  token: of,
  key,
  request: '',
  reply: '',
  at,
})
/** The account `a` as it is, and as it was read before a change. */
const READ = { name: 'a', generation: 3 }
const STALE = { name: 'a', generation: 2 }
const OWN_GONE = {
  'staff_sessions mine': 'gone',
  'staff_sessions mine-first': 'gone',
  'staff_sessions of-before': 'gone',
}

describe.each(ENGINES)('accounts on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    await put(database, {
      staff_accounts: [
        account('b', { subject: 's', setup_hash: 'setup' }),
        account('a', { setup_hash: 'setup', setup_until: 9 }),
      ],
      staff_recovery_codes: [
        { account: 'a', hash: '1' },
        { account: 'a', hash: '2' },
        { account: 'b', hash: '1' },
      ],
      staff_sessions: [
        session('mine', { created_at: 101 }),
        session('mine-first'),
        session('of-before', { generation: 2 }),
        session('theirs', { account: 'b' }),
        session('begun-long-ago', { account: 'b', created_at: 49 }),
        session('not-seen', { account: 'b', seen_at: 59 }),
      ],
    })
    return database
  }

  test('are found by name and subject, with their codes and sessions', async () => {
    const database = await setUp()
    const found = await database.read(async (tx) => ({
      name: (await accounts.findAccount(tx, { name: 'b' }))?.name,
      subject: (await findBySubject(tx, { subject: 's' }))?.name,
      nobody: await findBySubject(tx, { subject: 'x' }),
      all: (await accounts.allAccounts(tx)).map(({ name }) => name),
      any: await accounts.hasAccounts(tx),
      codes: (await accounts.recoveryCodesOf(tx, { name: 'a' })).length,
      sessions: (await accounts.sessionsOf(tx, { name: 'a' })).map(({ id }) => id),
      session: await accounts.findSession(tx, { id: 'theirs' }),
      'session of before': await accounts.findSession(tx, { id: 'of-before' }),
    }))
    expect(found).toEqual({
      name: 'b',
      subject: 'b',
      nobody: undefined,
      all: ['a', 'b'],
      any: true,
      codes: 2,
      sessions: ['mine-first', 'mine'],
      session: {
        ...session('theirs', { account: 'b' }),
        role: 'reader',
        disabled_at: null,
        subject: 's',
      },
      'session of before': undefined,
    })
    const none = await openEmpty(engine)
    expect(await none.read((tx) => accounts.hasAccounts(tx))).toBe(false)
  })

  test('are changed alone', async () => {
    const database = await setUp()
    const row = 'staff_accounts a'
    const setup = { name: 'a', hash: 'h', until: 7 }
    const done = { password: 'q', step: 6 }
    expect(
      await effectsOf(database, {
        nobody: (tx) => accounts.changeRole(tx, { name: 'x', role: 'worker' }),
        role: (tx) => accounts.changeRole(tx, { name: 'a', role: 'worker' }),
        disabled: (tx) => accounts.changeDisabled(tx, { name: 'a', at: 7 }),
        setup: (tx) => accounts.startSetup(tx, setup),
        secret: (tx) => accounts.changeTotpSecret(tx, { ...READ, secret: 'u' }),
        'stale secret': (tx) => accounts.changeTotpSecret(tx, { ...STALE, secret: 'u' }),
        finished: (tx) => accounts.finishSetup(tx, { ...READ, ...done }),
        'finished stale': (tx) => accounts.finishSetup(tx, { ...STALE, ...done }),
        password: (tx) => accounts.changePassword(tx, { ...READ, password: 'q' }),
        'stale password': (tx) => accounts.changePassword(tx, { ...STALE, password: 'q' }),
        held: async (tx) => expect(await accounts.holdGeneration(tx, READ)).toBe(true),
        'held stale': async (tx) => expect(await accounts.holdGeneration(tx, STALE)).toBe(false),
        step: (tx) => accounts.spendTotpStep(tx, { name: 'a', step: 6 }),
        'step again': (tx) => accounts.spendTotpStep(tx, { name: 'a', step: 5 }),
        code: (tx) => accounts.spendRecoveryCode(tx, { name: 'a', hash: '1' }),
        'code of another': (tx) => accounts.spendRecoveryCode(tx, { name: 'b', hash: '2' }),
        codes: (tx) =>
          accounts.insertRecoveryCodes(
            tx,
            ['3', '4'].map((hash) => ({ account: 'b', hash })),
          ),
        began: (tx) => accounts.insertSession(tx, session('new')),
        touched: (tx) => accounts.touchSession(tx, { id: 'mine', at: 200 }),
        ended: (tx) => accounts.deleteSession(tx, { id: 'mine' }),
        'all deleted': (tx) => accounts.deleteSessions(tx, { name: 'a' }),
        'all ended': (tx) => accounts.endSessions(tx, { name: 'a' }),
        'old ones': (tx) => accounts.deleteOldSessions(tx, { created: 50, seen: 60 }),
      }),
    ).toEqual({
      nobody: {},
      role: { [row]: { role: 'worker' } },
      disabled: { [row]: { disabled_at: 7 } },
      setup: {
        'staff_recovery_codes a 1': 'gone',
        'staff_recovery_codes a 2': 'gone',
        [row]: { setup_hash: 'h', setup_until: 7, password_hash: null, totp_secret: null },
      },
      secret: { [row]: { totp_secret: 'u', generation: 4 } },
      'stale secret': {},
      finished: {
        [row]: {
          password_hash: 'q',
          totp_step: 6,
          setup_hash: null,
          setup_until: null,
          generation: 4,
        },
      },
      'finished stale': {},
      password: { [row]: { password_hash: 'q', generation: 4 } },
      'stale password': {},
      held: {},
      'held stale': {},
      step: { [row]: { totp_step: 6 } },
      'step again': {},
      code: { 'staff_recovery_codes a 1': 'gone' },
      'code of another': {},
      codes: { 'staff_recovery_codes b 3': 'new', 'staff_recovery_codes b 4': 'new' },
      began: { 'staff_sessions new': 'new' },
      touched: { 'staff_sessions mine': { seen_at: 200 } },
      ended: { 'staff_sessions mine': 'gone' },
      'all deleted': OWN_GONE,
      'all ended': { [row]: { generation: 4 }, ...OWN_GONE },
      'old ones': { 'staff_sessions begun-long-ago': 'gone', 'staff_sessions not-seen': 'gone' },
    })
  })

  test('of a name or a subject that is taken are not added', async () => {
    const database = await setUp()
    const given = { role: 'reader', created_at: 0 } as const
    const provided = { role: 'reader', at: 0 } as const
    expect(
      await effectsOf(database, {
        new: (tx) => accounts.insertAccount(tx, { name: 'c', ...given }),
        'same name': (tx) => accounts.insertAccount(tx, { name: 'a', ...given }),
        provided: (tx) => insertProviderAccount(tx, { name: 'c', subject: 'u', ...provided }),
        'provided name': (tx) =>
          insertProviderAccount(tx, { name: 'a', subject: 'u', ...provided }),
        'same subject': (tx) => insertProviderAccount(tx, { name: 'c', subject: 's', ...provided }),
      }),
    ).toEqual({
      new: { 'staff_accounts c': 'new' },
      'same name': {},
      provided: { 'staff_accounts c': 'new' },
      'provided name': {},
      'same subject': {},
    })
  })
})

describe.each(ENGINES)('tokens of the staff API on %s', (engine) => {
  test('and the answers kept for them are found and changed alone', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      api_tokens: [
        token('late', { created_at: 2 }),
        token('b', { created_at: 1 }),
        token('a', { created_at: 1 }),
        token('revoked', { revoked_at: 3, created_at: 3 }),
      ],
      api_replies: [reply('a', 'k', 9), reply('a', 'l', 10), reply('b', 'k', 11)],
    })
    const found = await database.read(async (tx) => [
      (await findToken(tx, { hash: 'hash-b' }))?.name,
      (await allTokens(tx)).map(({ name }) => name),
      (await findReply(tx, { token: 'a', key: 'k' }))?.at,
      (await findReply(tx, { token: 'b', key: 'l' }))?.at,
    ])
    expect(found).toEqual(['b', ['a', 'b', 'late', 'revoked'], 9, undefined])
    const added = { ...reply('a', 'k'), reply: 'other' }
    expect(
      await effectsOf(database, {
        'new token': (tx) => insertToken(tx, token('new')),
        'same name': (tx) => insertToken(tx, token('a', { hash: 'new' })),
        'same hash': (tx) => insertToken(tx, token('new', { hash: 'hash-a' })),
        revoke: (tx) => revokeToken(tx, { name: 'a', at: 5 }),
        'revoke again': (tx) => revokeToken(tx, { name: 'revoked', at: 5 }),
        touch: (tx) => touchToken(tx, { name: 'a', at: 5 }),
        'new reply': (tx) => insertReply(tx, reply('b', 'l')),
        'same key': (tx) => insertReply(tx, added),
        answer: (tx) => setReply(tx, added),
        drop: (tx) => dropReplies(tx, { before: 10 }),
      }),
    ).toEqual({
      'new token': { 'api_tokens new': 'new' },
      'same name': {},
      'same hash': {},
      revoke: { 'api_tokens a': { revoked_at: 5 } },
      'revoke again': {},
      touch: { 'api_tokens a': { used_at: 5 } },
      'new reply': { 'api_replies b l': 'new' },
      'same key': {},
      answer: { 'api_replies a k': { reply: 'other' } },
      drop: { 'api_replies a k': 'gone' },
    })
  })
})
