/** Of every condition of these queries some application fails just that one. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, consentRow, effectsOf, facilityRow, put } from '../../testing/rows.ts'
import type { ApplicationRow } from '../schema.ts'
import {
  advanceConsent,
  bindKey,
  complete,
  facilitiesOf,
  findById,
  findByKey,
  findKeylessRequest,
  findKeylessRequests,
  findRegistration,
  insertApplication,
  lastConsentOf,
  markInvited,
  supersede,
} from './public-calls.ts'

const PAIR = [applicationRow('a'), applicationRow('b')]
const closed = { state: 'complete' } as const
const consent = (application: string, seq: number) =>
  consentRow(application, { seq, price_text: `${application}${seq}` })

describe.each(ENGINES)('applications on %s', (engine) => {
  test('are found by id and key alone, with what is theirs, in its order', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      applications: [
        applicationRow('a', { application_key: 'key-a', company_name: 'あ' }),
        applicationRow('b', { application_key: 'key-b', company_name: 'い' }),
      ],
      consents: [consent('b', 3), consent('a', 2), consent('a', 1)],
      facilities: [facilityRow('b', 1), facilityRow('a', 2), facilityRow('a', 1)],
    })
    const found = await database.read(async (tx) => ({
      id: (await findById(tx, { id: 'b' }))?.id,
      key: (await findByKey(tx, { key: 'key-b' }))?.id,
      registration: (await findRegistration(tx, { key: 'key-b' }))?.company_name,
      nobody: await findById(tx, { id: 'key-a' }),
      consent: (await lastConsentOf(tx, { application: 'a' }))?.price_text,
      facilities: (await facilitiesOf(tx, { application: 'a' })).map((row) => row.no),
    }))
    expect(found).toEqual({
      id: 'b',
      key: 'b',
      registration: 'い',
      nobody: undefined,
      consent: 'a2',
      facilities: [1, 2],
    })
  })

  test('one that is there already is not stored a second time', async () => {
    const database = await openEmpty(engine)
    await put(database, { applications: [applicationRow('a', { application_key: 'key' })] })
    expect(
      await effectsOf(database, {
        'a new one': (tx) => insertApplication(tx, applicationRow('b')),
        'same id': (tx) => insertApplication(tx, applicationRow('a')),
        'same key': (tx) => insertApplication(tx, applicationRow('b', { application_key: 'key' })),
        'same reference': (tx) => insertApplication(tx, applicationRow('b', { reference: 'A' })),
      }),
    ).toEqual({
      'a new one': { 'applications b': 'new', 'search_texts 0 b': 'new' },
      'same id': {},
      'same key': {},
      'same reference': {},
    })
  })

  test('requests of a number without a key: at this price, in this state, the newest twenty', async () => {
    const database = await openEmpty(engine)
    const request = (id: string, given: Partial<ApplicationRow> = {}) =>
      applicationRow(id, { customer: 'C', flow: 'migration', consent_price: '9', ...given })
    await put(database, {
      applications: [
        request('old', { ...closed, created_at: 9, completed_at: 1 }),
        request('new', { ...closed, created_at: 1, completed_at: 9 }),
        request('newer', { ...closed, created_at: 0, completed_at: 10 }),
        request('other-number', { ...closed, customer: 'D' }),
        request('stop', { ...closed, flow: 'suspension' }),
        request('entry', { ...closed, flow: 'entry' }),
        request('with-key', { ...closed, application_key: 'k' }),
        request('pending', { state: 'pending' }),
        request('other-price', { ...closed, consent_price: '8' }),
        request('given-way', { customer: 'X', state: 'superseded' }),
        request('stop-only', { customer: 'X', flow: 'suspension' }),
        request('key-only', { customer: 'X', application_key: 'x' }),
        ...Array.from({ length: 21 }, (_, at) => request(`r${at}`, { customer: 'M' })),
      ],
    })
    const ask = (customer: string, state: 'pending' | 'complete' = 'complete') =>
      database.read(async (tx) =>
        (await findKeylessRequests(tx, { customer, state, price: '9' })).map(({ id }) => id),
      )
    expect(await ask('C')).toEqual(['newer', 'new', 'old'])
    expect(await ask('C', 'pending')).toEqual(['pending'])
    expect(await ask('M', 'pending')).toHaveLength(20)
    const any = (customer: string) => database.read((tx) => findKeylessRequest(tx, { customer }))
    expect((await any('D'))?.id).toBe('other-number')
    expect(await any('X')).toBeUndefined()
  })

  test('a change is of the one that is named, and of no other', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      applications: [
        ...PAIR,
        applicationRow('named', { application_key: 'key' }),
        applicationRow('closed', { ...closed, application_key: 'old' }),
        applicationRow('keyless', closed),
      ],
    })
    const row = 'applications a'
    const consented = { consent_seq: 1, consent_price: '9,980' }
    const agreed = { agreed_price: 9980, price_list: 'list', completed_at: 1 }
    const completion = { consent: 0, price: 9980, priceList: 'list', at: 1 }
    const moved = { from: 0, to: 1, price: '9,980' }
    expect(
      await effectsOf(database, {
        invited: (tx) => markInvited(tx, { id: 'a' }),
        bound: (tx) => bindKey(tx, { id: 'a', key: 'k' }),
        'bound already': (tx) => bindKey(tx, { id: 'named', key: 'k' }),
        'bound when complete': (tx) => bindKey(tx, { id: 'keyless', key: 'k' }),
        superseded: (tx) => supersede(tx, { key: 'key', flow: 'entry', by: 'a' }),
        'of another flow': (tx) => supersede(tx, { key: 'key', flow: 'trial', by: 'a' }),
        'of nobody': (tx) => supersede(tx, { key: 'none', flow: 'entry', by: 'a' }),
        'closed already': (tx) => supersede(tx, { key: 'old', flow: 'entry', by: 'a' }),
        consented: (tx) => advanceConsent(tx, { id: 'a', ...moved }),
        'from another consent': (tx) => advanceConsent(tx, { id: 'a', ...moved, from: 1 }),
        'consent of a closed one': (tx) => advanceConsent(tx, { id: 'closed', ...moved }),
        complete: (tx) => complete(tx, { id: 'a', ...completion }),
        'under another consent': (tx) => complete(tx, { id: 'a', ...completion, consent: 1 }),
        'complete already': (tx) => complete(tx, { id: 'closed', ...completion }),
      }),
    ).toEqual({
      invited: { [row]: { assurance: 'invited' } },
      bound: { [row]: { application_key: 'k' } },
      'bound already': {},
      'bound when complete': {},
      superseded: { 'applications named': { state: 'superseded', superseded_by: 'a' } },
      'of another flow': {},
      'of nobody': {},
      'closed already': {},
      consented: { [row]: consented },
      'from another consent': {},
      'consent of a closed one': {},
      complete: { [row]: { state: 'complete', ...agreed } },
      'under another consent': {},
      'complete already': {},
    })
  })
})
