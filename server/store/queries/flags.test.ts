/** Of every condition of the queries that flag some application fails just that one. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, effectsOf, put } from '../../testing/rows.ts'
import type { ApplicationRow } from '../schema.ts'
import { flagDuplicate, flagOtherRequests } from './flags.ts'
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
        await flagDuplicate(tx, { ...none, ...given, id, since: 10, at: 60 })
        const [found] = (await storedApplications(tx, [id])).get(id)?.flags ?? []
        return found && `${found.flag} ${found.detail}`
      })
    expect(await duplicateOf('known', { search_mail: 'm' })).toBe('possible_duplicate kept')
    expect(await duplicateOf('by-mail-2', { search_mail: 'old' })).toBeUndefined()
    expect(await duplicateOf('by-mail-2', { search_mail: 'm' })).toBe('possible_duplicate MINE')
    expect(await duplicateOf('mine', keys)).toBe('possible_duplicate BY-COMPANY')
  })

  test('a request and the latest other of its number are flagged once, each with the other', async () => {
    const database = await openEmpty(engine)
    const request = (id: string, given: Partial<ApplicationRow> = {}) =>
      applicationRow(id, { flow: 'suspension', customer: 'C', state: 'complete', ...given })
    const change = (application: string) => ({
      application,
      version: 1,
      place: 1,
      acknowledged_version: 0,
      acknowledged_at: null,
    })
    await put(database, {
      applications: [
        request('mine', { completed_at: 50 }),
        request('first', { completed_at: 10, staff_status: 'done' }),
        request('latest', { completed_at: 11, flow: 'migration', staff_status: 'in_progress' }),
        request('received', { customer: 'R', flow: 'migration' }),
        request('other-number', { completed_at: 40, customer: 'D' }),
        request('pending', { completed_at: 40, state: 'pending' }),
        request('issued', { completed_at: 40, flow: 'entry' }),
        request('done', { completed_at: 40, flow: 'migration', staff_status: 'done' }),
      ],
      changes: [change('latest'), change('first'), change('mine')],
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
