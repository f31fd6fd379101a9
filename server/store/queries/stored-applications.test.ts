import { describe, expect, test } from 'vitest'
import { idOfIssued } from '../../apply/new-rows.ts'
import {
  addition,
  applicationsOn,
  consent,
  FACILITIES,
  PRICE,
  register,
  suspension,
} from '../../testing/calls.ts'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, historyRow, outboxRow, put } from '../../testing/rows.ts'
import {
  findApplications,
  storedApplications,
  summariesOf,
  wholeApplication,
} from './stored-applications.ts'

describe.each(ENGINES)('records on %s', (engine) => {
  test('tells of several applications at once, of each what is its own', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username } = await applications.register(register())
    await applications.consent(consent({ customer: username, kind: 1, priceText: '9,980' }))
    await applications.consent(consent({ customer: username, kind: 1, priceText: PRICE }))
    await applications.addFacilities(addition({ customer: username }))
    const requests = await Promise.all(
      ['C-1', 'C-2'].map((number) => applications.consent(suspension(number))),
    )
    const { ids, stored, summaries, whole } = await database.read(async (tx) => {
      const found = await Promise.all(
        requests.map(({ reference }) => findApplications(tx, reference)),
      )
      const ids = [idOfIssued(username), ...found.flat().map(({ id }) => id)]
      return {
        ids,
        stored: await storedApplications(tx, [...ids, 'nobody', 'no one']),
        summaries: await summariesOf(tx, [...ids, 'nobody', 'no one']),
        whole: await Promise.all(ids.map((id) => wholeApplication(tx, id))),
      }
    })
    expect([...stored.keys()].sort()).toEqual([...ids].sort())
    const [entry, ...suspensions] = ids.map((id) => stored.get(id))
    expect(entry?.consents.map(({ seq, price_text }) => [seq, price_text])).toEqual([
      [1, '9,980'],
      [2, PRICE],
    ])
    expect(entry?.facilities.map(({ no, service_key }) => [no, service_key])).toEqual(
      FACILITIES.map(({ serviceKey }, index) => [index + 1, serviceKey]),
    )
    expect(entry?.version).toBe(1)
    for (const [index, suspended] of suspensions.entries()) {
      expect(suspended?.application.customer).toBe(`C-${index + 1}`)
      expect(suspended?.consents).toHaveLength(1)
      expect(suspended?.facilities).toEqual([])
    }
    for (const [index, id] of ids.entries())
      expect(whole[index]).toMatchObject(stored.get(id) ?? {})
    expect(summaries.size).toBe(ids.length)
    for (const [id, { facility_count, flags, ...brief }] of summaries) {
      expect(stored.get(id)).toMatchObject({ application: brief, flags })
      expect(stored.get(id)?.facilities).toHaveLength(facility_count)
    }
  })

  test('tells of one with its own history and mails, in the order of time', async () => {
    const database = await openEmpty(engine)
    await put(database, {
      applications: [applicationRow('a'), applicationRow('b')],
      history: [
        historyRow('1', 'a', { at: 2, action: 'erase' }),
        historyRow('2', 'a', { at: 1 }),
        historyRow('3', 'a', { at: 1, action: 'status' }),
        historyRow('4', 'b', { at: 1 }),
      ],
      outbox: [outboxRow('2'), outboxRow('1'), outboxRow('3', { application: 'b' })],
    })
    const [whole, none] = await database.read(async (tx) => [
      await wholeApplication(tx, 'a'),
      await wholeApplication(tx, 'nobody'),
    ])
    expect(whole?.history.map(({ action }) => action)).toEqual(['status', 'note', 'erase'])
    expect(whole?.outbox.map(({ id }) => id)).toEqual(['1', '2'])
    expect(whole).toMatchObject({ version: 0, consents: [], facilities: [], flags: [] })
    expect(none).toBeUndefined()
  })

  test('of the requests of one number, finds those with a signed invitation first, else the latest', async () => {
    const database = await openEmpty(engine)
    const request = (id: string, created_at: number, assurance: 'invited' | 'none') =>
      applicationRow(id, { flow: 'suspension', customer: 'C-1', created_at, assurance })
    await put(database, {
      applications: [request('a', 3, 'none'), request('b', 1, 'invited'), request('c', 2, 'none')],
    })
    const found = await database.read((tx) => findApplications(tx, 'C-1'))
    expect(found.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  })

  test('tells of none where none is asked for', async () => {
    const database = await openEmpty(engine)
    expect(await database.read((tx) => storedApplications(tx, []))).toEqual(new Map())
    expect(await database.read((tx) => summariesOf(tx, []))).toEqual(new Map())
  })
})
