/** Every order of calls against a model of the rules: what each answers, and what is stored at the end. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasApplicant } from '#domain/flows.ts'
import { AppError } from '../errors.ts'
import { anySteps } from '../testing/any-step.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  NOW,
  register,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import {
  type Customer,
  Model,
  type ModelApplication,
  ROWS,
  SHORT_KEY,
  type Step,
} from '../testing/model.ts'

describe.each(ENGINES)('any order of calls on %s', (engine) => {
  test('answers and stores what the rules say', async () => {
    const database = await openEmpty(engine)
    let run = 0
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        // One database for all runs: each has its own keys and numbers, and so knows nothing of the others.
        run += 1
        await follow(steps, database, `${run}`)
      }),
      { numRuns: engine === 'sqlite' ? 120 : 30 },
    )
  }, 60_000)
})

async function follow(
  steps: readonly Step[],
  database: Awaited<ReturnType<typeof openEmpty>>,
  run: string,
) {
  const model = new Model()
  const usernames: string[] = []
  const references = new Map<ModelApplication, string>()
  let now = NOW
  const links = { to: ({ reference }: { reference: string }) => `link of ${reference}` }
  const applications = applicationsOn(database, { clock: () => now, links })
  const own = (key: string | null) =>
    key && `${run}-${key}`.padEnd(key === SHORT_KEY ? 19 : 20, '-')
  const nameOf = (customer: Customer) =>
    typeof customer === 'string'
      ? `${customer}-${run}`
      : (usernames[customer] ?? `tmp-${'a'.repeat(26)}`)

  for (const step of steps) {
    now += 1
    const outcome = model.step(step)
    const answer = await perform(step).catch((error: unknown) => {
      if (error instanceof AppError) return { code: error.code }
      throw error
    })
    if ('code' in outcome) {
      expect(answer).toEqual({ code: outcome.code })
      continue
    }
    expect(answer).toMatchObject({ replayed: outcome.replayed })
    const { reference, statusLink = null } = answer as { reference: string; statusLink?: string }
    expect(statusLink).toBe(outcome.hasLink ? `link of ${reference}` : null)
    expect(reference).toBe(references.get(outcome.of) ?? reference)
    references.set(outcome.of, reference)
    if (step.call === 'register' && !outcome.replayed && 'username' in answer)
      usernames.push(String(answer.username))
  }
  await compare()

  function perform(step: Step) {
    if (step.call === 'register')
      return applications.register(
        register({
          key: own(step.key),
          flow: step.flow,
          supersedes: own(step.supersedes),
          applicant: {
            ...CORPORATION,
            companyName: `法人${run}`,
            person: step.person,
            ...(step.flow === 'trial' && { chance: '9', nowsoft: '1' }),
          },
        }),
      )
    const common = { key: own(step.key), customer: nameOf(step.customer) }
    if (step.call === 'facilities')
      return applications.addFacilities(addition({ ...common, facilities: ROWS[step.rows] }))
    const priceText = step.kind === 3 ? undefined : step.price
    return applications.consent(consent({ ...common, kind: step.kind, priceText }))
  }

  async function compare() {
    const all = await everythingIn(database)
    const rows = all.applications.filter(({ reference }) =>
      [...references.values()].includes(reference),
    )
    expect(rows).toHaveLength(model.applications.length)
    for (const one of model.applications) {
      const row = rows.find(({ reference }) => reference === references.get(one))
      if (!row) throw new Error('an application is missing')
      expect(row).toMatchObject({
        flow: one.flow,
        [typeof one.customer === 'number' ? 'issued_name' : 'customer']: nameOf(one.customer),
        application_key: own(one.key),
        state: one.state,
        person: one.person,
        consent_seq: one.consents.length,
      })
      const ofThis = ({ application }: { application: string }) => application === row.id
      expect(all.consents.filter(ofThis).map(({ price_text }) => price_text)).toEqual(one.consents)
      expect(all.facilities.filter(ofThis)).toHaveLength(
        one.rows === null ? 0 : ROWS[one.rows].length,
      )
      const notices = hasApplicant(one.flow) ? 2 : 1
      expect(all.outbox.filter(ofThis)).toHaveLength(one.state === 'complete' ? notices : 0)
      const flags = all.flags.filter(ofThis).map(({ flag }) => flag)
      expect(flags.includes('later_request')).toBe(one.later)
      expect(flags.includes('further_request')).toBe(one.further)
    }
  }
}
