/** A stranger's calls between a customer's own, in any order: whatever the stranger sends, the customer loses nothing. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStaffApplications } from './staff/applications.ts'
import type { Database } from './store/database.ts'
import { query } from './store/statement.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  NOW,
  PRICE,
  suspension,
} from './testing/calls.ts'
import { ENGINES, openEmpty } from './testing/databases.ts'
import { rowsIn } from './testing/rows.ts'
import { applyAt, linkIn, startDesk, TELEPHONE } from './testing/status.ts'

type Applications = ReturnType<typeof applicationsOn>
type Customer = { procedure: 'migration' | 'suspension'; hasKey: boolean; isInvited: boolean }
type Step = (applications: Applications, customer: string) => Promise<unknown>

/** The customer's rows, other rows of the same price, and rows of another price. */
const OWN = FACILITIES
const RIVAL = FACILITIES.map((row) => ({ ...row, facilityName: `偽${row.facilityName}` }))
const OTHER_PRICE = FACILITIES.slice(2)
const INVITATION = (customer: string) =>
  ({ status: 'valid', id: `invitation-${customer}`, key: 'k1' }) as const

/** The customer never shows these their key or invitation. */
const strangerStep: fc.Arbitrary<Step> = fc
  .record({
    what: fc.constantFrom('suspend', 'agree', 'add', 'add', 'forge'),
    key: fc.constantFrom(null, null, 'stranger-1', 'stranger-2'),
    priceText: fc.constantFrom(PRICE, '9,980'),
    facilities: fc.constantFrom(OWN, RIVAL, OTHER_PRICE),
  })
  .map(({ what, key: own, priceText, facilities }) => (applications, customer) => {
    const key = own && `${own}-${customer}`
    const forged = { status: 'forged' } as const
    if (what === 'suspend') return applications.consent(suspension(customer, { key }))
    if (what === 'add') return applications.addFacilities(addition({ key, customer, facilities }))
    const invitation = what === 'forge' ? forged : null
    return applications.consent(consent({ key, customer, kind: 2, priceText, invitation }))
  })

const anyCustomer: fc.Arbitrary<Customer> = fc.record({
  procedure: fc.constantFrom('migration', 'suspension'),
  hasKey: fc.boolean(),
  isInvited: fc.boolean(),
})

/** The customer's calls, each again as after a lost reply. */
function callsOf({ procedure, hasKey, isInvited }: Customer, customer: string): Step[] {
  const call = {
    key: hasKey ? `own-${customer}` : null,
    customer,
    invitation: isInvited ? INVITATION(customer) : null,
  }
  if (procedure === 'suspension') {
    const end: Step = (applications) => applications.consent(suspension(customer, call))
    return hasKey ? [end, end] : [end]
  }
  const agree: Step = (applications) => applications.consent(consent({ ...call, kind: 2 }))
  const add: Step = (applications) => applications.addFacilities(addition(call))
  return [agree, ...(hasKey ? [agree] : []), add, add]
}

describe.each(ENGINES)('a stranger among the calls of a customer on %s', (engine) => {
  test('costs the customer nothing, in no order', async () => {
    const database = await openEmpty(engine)
    let now = NOW
    let run = 0
    const applications = applicationsOn(database, { clock: () => now++ })
    const steps = fc.array(strangerStep, { maxLength: 5, size: 'max' })
    const gaps = fc.tuple(steps, steps, steps, steps, steps)
    await fc.assert(
      fc.asyncProperty(anyCustomer, gaps, async (who, strangers) => {
        run += 1
        const customer = `C-${run}`
        for (const [index, gap] of strangers.entries()) {
          for (const step of gap) await step(applications, customer).catch(() => {})
          // Every call of the customer is answered 200.
          await callsOf(who, customer)[index]?.(applications, customer)
        }
        await expectUntouched(database, who, customer)
      }),
      { numRuns: engine === 'sqlite' ? 150 : 40 },
    )
  }, 60_000)

  test.each(['migration', 'suspension'] as const)(
    'files a %s first: the own one stands beside it, staff are told of both, and rejecting one leaves the other',
    async (procedure) => {
      const database = await openEmpty(engine)
      const applications = applicationsOn(database)
      const file = async (who: Customer) => {
        for (const call of callsOf(who, 'C-1')) await call(applications, 'C-1')
      }
      await file({ procedure, hasKey: false, isInvited: false })
      await file({ procedure, hasKey: true, isInvited: true })
      const { applications: rows, flags, outbox } = await everythingIn(database)
      const [forged, own] = rows.toSorted((a, b) => (a.assurance < b.assurance ? 1 : -1))
      if (!forged || !own) throw new Error('one of them is missing')
      expect([forged.assurance, own.assurance]).toEqual(['unverified', 'invited'])
      expect(own.application_key).toBe('own-C-1')
      expect(flags.map((row) => [row.application, row.flag, row.detail])).toEqual(
        expect.arrayContaining([
          [own.id, 'later_request', forged.reference],
          [forged.id, 'further_request', own.reference],
        ]),
      )
      expect(new Set(outbox.map(({ application, kind }) => `${application} ${kind}`))).toEqual(
        new Set([`${own.id} mail_staff`, `${forged.id} mail_staff`]),
      )
      const staff = createStaffApplications(database, () => NOW)
      await staff.changeStatus({
        reference: forged.reference,
        by: { name: '佐藤', via: 'command' },
        note: '',
        to: 'rejected',
      })
      const after = (await everythingIn(database)).applications
      expect(after.find(({ id }) => id === own.id)?.staff_status).toBe('received')
      expect((await staff.find('C-1'))?.whole.application.id).toBe(own.id)
    },
  )

  test('who was invited comes first among the requests of a number', async () => {
    const database = await openEmpty(engine)
    const at = (offset: number) => applicationsOn(database, { clock: () => NOW + offset })
    const { reference } = await at(0).consent(
      suspension('C-1', { key: 'own', invitation: INVITATION('C-1') }),
    )
    const later = await at(1).consent(suspension('C-1'))
    const found = await createStaffApplications(database, () => NOW).find('C-1')
    expect(found?.whole.application.reference).toBe(reference)
    expect(found?.others).toEqual([later.reference])
  })
})

/** One request of the customer's own: complete, open, with its key, consent, rows and invitation, and told to staff. */
async function expectUntouched(
  database: Database,
  { procedure, hasKey, isInvited }: Customer,
  customer: string,
) {
  const rows = await database.read((tx) =>
    tx.all(
      query((db) =>
        db
          .selectFrom('applications')
          .selectAll()
          .where('customer', '=', customer)
          .where('flow', '=', procedure)
          .where('state', '=', 'complete')
          .where('staff_status', '=', 'received'),
      ),
    ),
  )
  const { consents, facilities, outbox } = await everythingIn(database)
  const own = rows.filter(({ id, application_key, assurance }) => {
    const names = facilities
      .filter(({ application }) => application === id)
      .map(({ facility_name }) => facility_name)
    return (
      (procedure === 'suspension' || names.join() === OWN.map((row) => row.facilityName).join()) &&
      consents.some((row) => row.application === id && (row.price_text ?? PRICE) === PRICE) &&
      outbox.some((row) => row.application === id && row.kind === 'mail_staff') &&
      application_key === (hasKey ? `own-${customer}` : null) &&
      (!isInvited || assurance === 'invited')
    )
  })
  expect(own.length).toBeGreaterThanOrEqual(1)
  // Nobody else's rows stand in what the invitation vouches for.
  const invited = rows.filter(({ assurance }) => assurance === 'invited')
  expect(invited.every(({ id }) => own.some((one) => one.id === id))).toBe(true)
}

test('ten thousand forged links from many addresses open nothing, and keep nobody out', async () => {
  const desk = await startDesk({ perMinute: 60 })
  const { reply, reference } = await applyAt(desk)
  const outcomes = new Map<string, number>()
  for (let n = 0; n < 10_000; n++) {
    const forged = `${reference}.1.${n.toString(16).padStart(32, '0')}`
    const from = `2001:db8:${(n % 100).toString(16)}::1`
    const { statusCode } = await desk.ask(forged, n % 2 ? TELEPHONE : undefined, from)
    const name = String(statusCode)
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
  }
  expect(Object.fromEntries(outcomes)).toEqual({ 404: 6000, 429: 4000 })
  expect(await rowsIn(desk.database, 'status_links')).toEqual([])
  expect((await desk.ask(linkIn(reply), TELEPHONE)).json()).toHaveProperty('details')
}, 60_000)
