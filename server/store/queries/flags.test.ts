/** Of every condition of the queries that flag some application fails just that one. */
import { describe, expect, test } from 'vitest'
import type { FlagName } from '#domain/staff.ts'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, changeRow, effectsOf, put, rowsIn } from '../../testing/rows.ts'
import type { ApplicationRow } from '../schema.ts'
import { query, type Transaction } from '../statement.ts'
import { dropTrialFlags, flagDuplicates, flagOtherRequests, flagTrial } from './flags.ts'
import { storedApplications } from './stored-applications.ts'

describe.each(ENGINES)('flags on %s', (engine) => {
  test('a duplicate is the latest that shares a contact, begun since then and not given way', async () => {
    const database = await openEmpty(engine)
    const keys = { search_mail: 'm', search_tel: 't', search_company: 'c' }
    await put(database, {
      applications: [
        applicationRow('mine', { ...keys, created_at: 50 }),
        applicationRow('by-mail', { search_mail: 'm', created_at: 11 }),
        applicationRow('by-mail-2', { search_mail: 'm', created_at: 10 }),
        applicationRow('by-tel', { search_tel: 't', created_at: 12 }),
        applicationRow('by-company', { search_company: 'c', created_at: 13 }),
        applicationRow('given-way', { ...keys, created_at: 40, state: 'superseded' }),
        applicationRow('old', { search_mail: 'old', created_at: 9 }),
        applicationRow('known', { search_mail: 'm', created_at: 5 }),
      ],
      flags: [{ application: 'known', flag: 'possible_duplicate', detail: 'kept', at: 0 }],
    })
    const none = { search_mail: null, search_tel: null, search_company: null }
    const duplicateOf = (id: string, given: object) =>
      database.atomic(async (tx) => {
        await flagDuplicates(tx, {
          ...{ ...none, isContract: 1, ...given, id, reference: id, since: 10, at: 60 },
        })
        const [found] = (await storedApplications(tx, [id])).get(id)?.flags ?? []
        return found && `${found.flag} ${found.detail}`
      })
    expect(await duplicateOf('known', { search_mail: 'm' })).toBe('possible_duplicate kept')
    expect(await duplicateOf('by-mail-2', { search_mail: 'old' })).toBeUndefined()
    expect(await duplicateOf('by-mail-2', { search_mail: 'm' })).toBe('possible_duplicate MINE')
    expect(await duplicateOf('mine', keys)).toBe('possible_duplicate BY-COMPANY')
  })

  test('the open one of two duplicates that was there is flagged too, and names the other', async () => {
    const database = await openEmpty(engine)
    const keys = { search_tel: null, search_company: null, created_at: 20, completed_at: 20 }
    const one = (search_mail: string, given: Partial<ApplicationRow> = {}) =>
      applicationRow(search_mail, { ...keys, search_mail, state: 'complete', ...given })
    const others = [
      one('open'),
      one('pending', { state: 'pending', completed_at: null }),
      one('closed', { staff_status: 'done', closed_at: 30 }),
      one('erased', { erased_at: 30 }),
      one('flagged'),
    ]
    await put(database, {
      applications: [applicationRow('mine'), ...others],
      flags: [{ application: 'flagged', flag: 'possible_duplicate', detail: 'kept', at: 0 }],
      changes: others.map(({ id }) => changeRow(id)),
    })
    const of = (search_mail: string) => (tx: Transaction) =>
      flagDuplicates(tx, {
        ...{
          ...keys,
          search_mail,
          id: 'mine',
          reference: 'MINE',
          isContract: 1,
          since: 10,
          at: 60,
        },
      })
    const raised = { version: 2, place: null }
    const own = { 'flags mine possible_duplicate': 'new' }
    expect(
      await effectsOf(database, {
        ...{ open: of('open'), pending: of('pending'), closed: of('closed') },
        ...{ erased: of('erased'), flagged: of('flagged'), none: of('none') },
      }),
    ).toEqual({
      open: { ...own, 'flags open possible_duplicate': 'new', 'changes open': raised },
      pending: own,
      closed: own,
      erased: own,
      flagged: own,
      none: {},
    })
    await database.atomic(of('open'))
    expect(await rowsIn(database, 'flags')).toContainEqual({
      ...{ application: 'open', flag: 'possible_duplicate', detail: 'MINE', at: 60 },
    })
  })

  test('a contract names the last completed trial of its corporation with its mail address or telephone number', async () => {
    const database = await openEmpty(engine)
    const keys = { search_mail: 'm', search_tel: 't', search_company: 'c' }
    const trial = (id: string, completed_at: number | null, given: Partial<ApplicationRow> = {}) =>
      applicationRow(id, { ...keys, flow: 'trial', state: 'complete', completed_at, ...given })
    await put(database, {
      applications: [
        applicationRow('mine', { ...keys, created_at: 60, state: 'complete', completed_at: 60 }),
        trial('by-mail', 10, { search_tel: null }),
        trial('by-tel', 20, { search_mail: 'other' }),
        trial('other-company', 30, { search_company: 'd' }),
        trial('other-contacts', 31, { search_mail: 'n', search_tel: 'u' }),
        trial('pending', null, { state: 'pending' }),
        trial('later', 61),
        applicationRow('entry', { ...keys, state: 'complete', completed_at: 40 }),
      ],
    })
    const none = { search_mail: null, search_tel: null, search_company: null }
    const named = async (given: object) => {
      const work = (tx: Transaction) => flagTrial(tx, { ...none, ...given, id: 'mine', at: 60 })
      const { flags } = await effectsOf(database, { flags: work })
      return flags
    }
    expect(await named({ ...keys, search_mail: null, search_tel: 'x' })).toEqual({})
    expect(await named({ search_company: 'c' })).toEqual({})
    await database.atomic((tx) => flagTrial(tx, { ...keys, id: 'mine', at: 60 }))
    const [flag] = await rowsIn(database, 'flags')
    expect(flag).toMatchObject({ application: 'mine', flag: 'from_trial', detail: 'BY-TEL' })
    expect(await named(keys)).toEqual({})
  })

  test('its own trial is no duplicate of a contract, a trial of others is, and a contract is one of a trial', async () => {
    const database = await openEmpty(engine)
    const keys = { search_mail: 'm', search_tel: 't', search_company: 'c' }
    const trial = { flow: 'trial', state: 'complete', completed_at: 20, created_at: 20 } as const
    await put(database, {
      applications: [
        applicationRow('mine', { ...keys, created_at: 50 }),
        applicationRow('own', { ...keys, ...trial }),
        applicationRow('of-others', { search_tel: 't', search_company: 'd', ...trial }),
        applicationRow('without-keys', { search_tel: 't', ...trial, created_at: 15 }),
        applicationRow('other-contacts', {
          ...{ ...keys, ...trial, search_mail: 'n', search_tel: 'u', created_at: 12 },
        }),
      ],
    })
    const duplicateOf = async (given: object) => {
      const work = async (tx: Transaction) => {
        await flagDuplicates(tx, {
          ...{ ...keys, isContract: 1, id: 'mine', reference: 'MINE', since: 10, at: 60, ...given },
        })
        const [found] = (await storedApplications(tx, ['mine'])).get('mine')?.flags ?? []
        throw new Error(found?.detail)
      }
      return database.atomic(work).catch(({ message }) => message)
    }
    expect(await duplicateOf({ since: 16 })).toBe('OF-OTHERS')
    const drop = (id: string) =>
      database.atomic((tx) =>
        tx.run(query((db) => db.deleteFrom('applications').where('id', '=', id))),
      )
    await drop('of-others')
    expect(await duplicateOf({})).toBe('WITHOUT-KEYS')
    expect(await duplicateOf({ since: 16 })).toBe('')
    expect(await duplicateOf({ since: 16, isContract: 0 })).toBe('OWN')
    await drop('without-keys')
    expect(await duplicateOf({})).toBe('OTHER-CONTACTS')
  })

  test('what an erasure takes of a contract and its trial is the flag of this pair alone', async () => {
    const database = await openEmpty(engine)
    const flag = (application: string, flagged: FlagName, detail: string) => ({
      ...{ application, flag: flagged, detail, at: 0 },
    })
    await put(database, {
      applications: ['contract', 'further', 'trial', 'other'].map((id) => applicationRow(id)),
      flags: [
        flag('contract', 'from_trial', 'TRIAL'),
        flag('contract', 'possible_duplicate', 'TRIAL'),
        flag('further', 'from_trial', 'TRIAL'),
        flag('other', 'from_trial', 'ELSE'),
      ],
    })
    const effects = await effectsOf(database, {
      contract: async (tx) => void (await dropTrialFlags(tx, { id: 'contract' })),
      trial: async (tx) => void (await dropTrialFlags(tx, { id: 'trial' })),
    })
    expect(effects).toEqual({
      contract: { 'flags contract from_trial': 'gone' },
      trial: { 'flags contract from_trial': 'gone', 'flags further from_trial': 'gone' },
    })
  })

  test('a request and the latest other of its number are flagged once, each with the other', async () => {
    const database = await openEmpty(engine)
    const request = (id: string, given: Partial<ApplicationRow> = {}) =>
      applicationRow(id, { flow: 'suspension', customer: 'C', state: 'complete', ...given })
    await put(database, {
      applications: [
        request('mine', { completed_at: 50 }),
        request('first', { completed_at: 10, staff_status: 'done', closed_at: 45 }),
        request('latest', { completed_at: 11, flow: 'migration', staff_status: 'in_progress' }),
        request('received', { customer: 'R', flow: 'migration' }),
        request('other-number', { completed_at: 40, customer: 'D' }),
        request('pending', { completed_at: 40, state: 'pending' }),
        request('issued', { completed_at: 40, flow: 'entry' }),
        request('done', {
          completed_at: 40,
          flow: 'migration',
          staff_status: 'done',
          closed_at: 45,
        }),
      ],
      changes: ['latest', 'first', 'mine'].map((id) => changeRow(id)),
    })
    const mine = { id: 'mine', customer: 'C', reference: 'MINE' }
    const raised = { version: 2, place: null }
    expect(
      await effectsOf(database, {
        'another open one': (tx) => flagOtherRequests(tx, { ...mine, flow: 'suspension' }, 60),
        'the same once more': async (tx) => {
          await flagOtherRequests(tx, { ...mine, flow: 'suspension' }, 60)
          await flagOtherRequests(tx, { ...mine, flow: 'suspension' }, 61)
        },
        'a new one': (tx) =>
          flagOtherRequests(tx, { ...mine, customer: 'R', flow: 'suspension' }, 60),
        'none of its number': (tx) =>
          flagOtherRequests(tx, { ...mine, customer: 'E', flow: 'suspension' }, 60),
      }),
    ).toEqual({
      'another open one': {
        'flags mine later_request': 'new',
        'flags latest further_request': 'new',
        'changes latest': raised,
      },
      'the same once more': {
        'flags mine later_request': 'new',
        'flags latest further_request': 'new',
        'changes latest': { version: 3, place: null },
      },
      'a new one': {
        'flags mine later_request': 'new',
        'flags received further_request': 'new',
      },
      'none of its number': {},
    })
  })
})
