import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  register,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../testing/databases.ts'

describe.each(ENGINES)('the application key on %s', (engine) => {
  test('fifty at once under one key are one application', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => applications.register(register({ key: 'k' }))),
    )
    expect(new Set(answers.map(({ username }) => username)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    const [{ username } = { username: '' }] = answers
    await Promise.all(
      answers.map(() => applications.consent(consent({ key: 'k', customer: username, kind: 1 }))),
    )
    await Promise.all(
      answers.map(() => applications.addFacilities(addition({ key: 'k', customer: username }))),
    )
    const stored = await everythingIn(database)
    expect(stored.applications).toHaveLength(1)
    expect(stored.consents).toHaveLength(1)
    expect(stored.facilities).toHaveLength(3)
    expect(stored.outbox).toHaveLength(2)
  })

  test('two processes that race for the same keys behave as one', async () => {
    const url = await emptyDatabase(engine)
    const databases = [await openForTest(url), await openForTest(url)]
    const processes = databases.map((database) => applicationsOn(database))
    const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`)
    const whole = async (key: string, turn: number) => {
      const processOf = (call: number) => {
        const chosen = processes[(turn + call) % 2]
        if (!chosen) throw new Error('no process')
        return chosen
      }
      const { username } = await processOf(0).register(register({ key }))
      await processOf(1).consent(consent({ key, customer: username, kind: 1 }))
      await processOf(0).addFacilities(addition({ key, customer: username }))
      return username
    }
    const both = await Promise.all([
      Promise.all(keys.map((key) => whole(key, 0))),
      // The other way round, so that they meet in the middle.
      Promise.all(keys.toReversed().map((key) => whole(key, 1))).then((names) => names.reverse()),
    ])
    expect(both[0]).toEqual(both[1])
    const [database] = databases
    if (!database) throw new Error('no database')
    const stored = await everythingIn(database)
    expect(stored.applications.map(({ state }) => state)).toEqual(keys.map(() => 'complete'))
    expect(stored.consents).toHaveLength(60)
    expect(stored.facilities).toHaveLength(180)
    expect(stored.outbox).toHaveLength(120)
  })

  test('an edited corporation supersedes its pending predecessor, never one that is complete', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const old = await applications.register(register({ key: 'old' }))
    const edited = { ...CORPORATION, person: '佐藤 次郎' }
    const fresh = await applications.register(
      register({ key: 'new', applicant: edited, supersedes: 'old' }),
    )
    for (const call of [
      applications.consent(consent({ customer: old.username, kind: 1 })),
      applications.addFacilities(addition({ customer: old.username })),
    ])
      await expect(call).rejects.toMatchObject({ code: 'superseded', status: 409 })

    await applications.consent(consent({ customer: fresh.username, kind: 1 }))
    await applications.addFacilities(addition({ customer: fresh.username }))
    await applications.register(register({ key: 'third', supersedes: 'new' }))
    await applications.register(register({ ...TRIAL, key: 'fourth', supersedes: 'third' }))
    await applications.register(register({ key: 'itself', supersedes: 'itself' }))
    const { applications: rows, flags } = await everythingIn(database)
    const states = rows.map(({ application_key, state, superseded_by }) => [
      application_key,
      [state, superseded_by],
    ])
    expect(Object.fromEntries(states)).toEqual({
      old: ['superseded', fresh.reference],
      new: ['complete', null],
      third: ['pending', null],
      fourth: ['pending', null],
      itself: ['pending', null],
    })
    // What it took the place of is no duplicate.
    expect(flags).toEqual([])
  })
})
