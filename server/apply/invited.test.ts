/** What an invitation is worth to the request that shows it. */
import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  PRICE,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import type { ConsentCall } from './call-types.ts'

const INVITATION = { status: 'valid', id: 'inv-1', key: 'k1' } as const

describe.each(ENGINES)('invitations on %s', (engine) => {
  test('an invitation counts once; a bad one is flagged and answered like none', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    await applications.consent(suspension('C-1'))
    await applications.consent(suspension('C-1', { invitation: INVITATION }))
    await applications.consent(suspension('C-2', { invitation: { status: 'forged' } }))
    const again = { key: 'm', customer: 'C-1', kind: 2, invitation: INVITATION } as const
    await applications.consent(consent(again))
    const { applications: rows, flags } = await everythingIn(database)
    const assurances = rows.map(({ flow, customer, assurance }) => [flow, customer, assurance])
    expect(new Set(assurances)).toEqual(
      new Set([
        ['suspension', 'C-1', 'unverified'],
        ['suspension', 'C-1', 'invited'],
        ['suspension', 'C-2', 'unverified'],
        ['migration', 'C-1', 'unverified'],
      ]),
    )
    const first = rows.find(({ assurance }) => assurance === 'invited')
    const ofInvitations = flags.filter(({ flag }) => flag.includes('invitation'))
    expect(new Set(ofInvitations.map(({ flag, detail }) => [flag, detail]))).toEqual(
      new Set([
        ['bad_invitation', 'forged'],
        ['invitation_reused', first?.reference],
      ]),
    )
  })

  test.each(['optional', 'required'] as const)(
    'who was invited may begin again until a request is complete; invitations %s',
    async (invitations) => {
      const database = await openEmpty(engine)
      const applications = applicationsOn(database, { invitations })
      const invitation = INVITATION
      const begin = (key: string | null) =>
        applications.consent(consent({ key, customer: 'C-1', kind: 2, invitation }))
      await begin('closed tab')
      await begin(null)
      await begin(null)
      await expect(begin('closed tab')).rejects.toMatchObject({ code: 'superseded' })
      await applications.addFacilities(addition({ customer: 'C-1', invitation }))
      const late = begin('late')
      if (invitations === 'required')
        await expect(late).rejects.toMatchObject({ code: 'invitation_required' })
      else await late
      const { applications: rows, flags } = await everythingIn(database)
      const states = rows.map(({ state, assurance }) => `${state} ${assurance}`).sort()
      const taken = ['complete invited', 'superseded invited', 'superseded invited']
      expect(states).toEqual(
        invitations === 'required' ? taken : [...taken, 'pending unverified'].sort(),
      )
      expect(flags.map(({ flag }) => flag)).toEqual(
        invitations === 'required' ? [] : ['invitation_reused'],
      )
    },
  )

  test('where invitations are required nothing is stored without one', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database, { invitations: 'required' })
    const invitation = INVITATION
    for (const call of [
      suspension('C-1'),
      suspension('C-1', { invitation: { status: 'expired' } }),
      consent({ customer: 'C-1', kind: 2, key: 'm' }),
    ])
      await expect(applications.consent(call)).rejects.toMatchObject({
        code: 'invitation_required',
        status: 403,
      })
    await applications.consent(suspension('C-1', { key: 's', invitation }))
    // The invitation was spent on this very request: its replay needs none.
    expect((await applications.consent(suspension('C-1', { key: 's' }))).replayed).toBe(true)
    await expect(applications.consent(suspension('C-2', { invitation }))).rejects.toMatchObject({
      code: 'invitation_required',
    })
    await applications.register(register())
    // Facilities without a key would be a request of their own beside the one of the customer.
    const own = { ...INVITATION, id: 'of the migration' }
    await applications.consent(consent({ customer: 'C-3', kind: 2, invitation: own }))
    await applications.addFacilities(addition({ customer: 'C-3', invitation: own }))
    const others = FACILITIES.toReversed()
    await expect(
      applications.addFacilities(addition({ customer: 'C-3', facilities: others })),
    ).rejects.toMatchObject({ code: 'invitation_required' })
    const { applications: rows } = await everythingIn(database)
    expect(rows.map(({ flow }) => flow).sort()).toEqual(['entry', 'migration', 'suspension'])
  })

  test('each further consent is judged by the invitation that comes with it, a repetition is not', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const agree = (priceText: string, invitation: ConsentCall['invitation']) =>
      applications.consent(consent({ key: 'm', customer: 'C-1', kind: 2, priceText, invitation }))
    await agree('9,980', null)
    expect(await agree('9,980', { status: 'expired' })).toMatchObject({ replayed: true })
    await agree(PRICE, INVITATION)
    // The same invitation again is neither reused nor does the request give way to itself.
    await agree('9,980', INVITATION)
    const { applications: rows, flags } = await everythingIn(database)
    expect(rows).toMatchObject([{ state: 'pending', assurance: 'invited', consent_seq: 3 }])
    expect(flags).toEqual([])
    await agree(PRICE, { status: 'forged' })
    expect((await everythingIn(database)).flags).toMatchObject([
      { flag: 'bad_invitation', detail: 'forged' },
    ])
  })

  test('without a key, facilities go to the request that the invitation was used for, and to no other', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const add = (customer: string, invitation: ConsentCall['invitation'] = INVITATION) =>
      applications.addFacilities(addition({ customer, invitation }))
    // Used for nothing yet; then for a request with a key; then for another customer's.
    await expect(add('C-1')).rejects.toMatchObject({ code: 'consent_missing' })
    const keyed = { ...INVITATION, id: 'inv-2' }
    await applications.consent(consent({ key: 'm', customer: 'C-1', kind: 2, invitation: keyed }))
    await expect(add('C-1', keyed)).rejects.toMatchObject({ code: 'consent_missing' })
    await applications.consent(consent({ customer: 'C-1', kind: 2, invitation: INVITATION }))
    await expect(add('C-2')).rejects.toMatchObject({ code: 'consent_missing' })
    expect(await add('C-1')).toMatchObject({ replayed: false, isNew: false })
    const { applications: rows } = await everythingIn(database)
    expect(new Set(rows.map((row) => [row.application_key, row.state]))).toEqual(
      new Set([
        ['m', 'pending'],
        [null, 'complete'],
      ]),
    )
  })
})
