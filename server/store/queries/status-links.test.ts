import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, effectsOf, historyRow, put } from '../../testing/rows.ts'
import { endLink, findStanding, giveTryBack, statusesOf, takeTry } from './status-links.ts'

const limits = { anHour: 5, inAll: 20 }
const tries = (application: string, given: object) => ({
  ...{ application, tried_in: 100, wrong_in_hour: 1, wrong: 1 },
  ...given,
})

describe.each(ENGINES)('the link of an applicant on %s', (engine) => {
  async function filled() {
    const database = await openEmpty(engine)
    const complete = { state: 'complete', completed_at: 5 } as const
    await put(database, {
      applications: [
        applicationRow('a', complete),
        applicationRow('b', complete),
        applicationRow('full', complete),
        applicationRow('hour', complete),
        applicationRow('erased', { ...complete, erased_at: 9 }),
        applicationRow('pending'),
      ],
      status_links: [
        tries('b', { wrong_in_hour: 4, wrong: 7 }),
        tries('full', { wrong_in_hour: 0, wrong: 20 }),
        tries('hour', { wrong_in_hour: 5, wrong: 5 }),
      ],
      history: [
        historyRow('1', 'a', { at: 8, action: 'status', detail: 'done' }),
        historyRow('2', 'a', { at: 7, action: 'status', detail: 'in_progress' }),
        historyRow('3', 'a', { at: 9, detail: 'n' }),
        historyRow('4', 'b', { at: 9, action: 'status', detail: 'done' }),
      ],
    })
    return database
  }

  test('a try is taken while one is left in the hour and in all, and given back', async () => {
    const tried = (application: string, hour = 100) => ({ application, hour, ...limits })
    expect(
      await effectsOf(await filled(), {
        first: (tx) => takeTry(tx, tried('a')),
        fifth: (tx) => takeTry(tx, tried('b')),
        'fifth, in another hour': (tx) => takeTry(tx, tried('b', 101)),
        'after five': (tx) => takeTry(tx, tried('hour')),
        'after five, in another hour': (tx) => takeTry(tx, tried('hour', 99)),
        'after twenty': (tx) => takeTry(tx, tried('full')),
        'given back': (tx) => giveTryBack(tx, { application: 'b' }),
      }),
    ).toEqual({
      first: { 'status_links a': 'new' },
      fifth: { 'status_links b': { wrong_in_hour: 5, wrong: 8 } },
      'fifth, in another hour': { 'status_links b': { tried_in: 101, wrong_in_hour: 1, wrong: 8 } },
      'after five': {},
      'after five, in another hour': {
        'status_links hour': { tried_in: 99, wrong_in_hour: 1, wrong: 6 },
      },
      'after twenty': {},
      'given back': { 'status_links b': { wrong_in_hour: 3, wrong: 6 } },
    })
  })

  test('a link ends with what was tried at its gate', async () => {
    expect(await effectsOf(await filled(), { ended: (tx) => endLink(tx, 'full') })).toEqual({
      ended: { 'applications full': { link_generation: 2 }, 'status_links full': 'gone' },
    })
  })

  test('an application is found by its receipt number, with its tries and its way', async () => {
    const database = await filled()
    const found = await database.read(async (tx) => ({
      a: await findStanding(tx, { reference: 'A' }),
      b: await findStanding(tx, { reference: 'B' }),
      none: await findStanding(tx, { reference: '' }),
      way: await statusesOf(tx, { application: 'a' }),
    }))
    expect(found).toMatchObject({
      a: { id: 'a', link_generation: 1, wrong: null },
      b: { id: 'b', tried_in: 100, wrong_in_hour: 4, wrong: 7 },
      none: undefined,
      way: [
        { detail: 'in_progress', at: 7 },
        { detail: 'done', at: 8 },
      ],
    })
  })
})
