/** Every order of calls against the model of the rules, over HTTP. */
import fc from 'fast-check'
import {
  API_BASE,
  customerPath,
  PATHS,
  REPLAYED_HEADER,
  registrationFields,
} from '#contract/apply.ts'
import { anySteps } from '../../server/testing/any-step.ts'
import { CORPORATION, everythingIn, NO_CAMPAIGN } from '../../server/testing/calls.ts'
import {
  type Customer,
  Model,
  type ModelApplication,
  ROWS,
  type Step,
} from '../../server/testing/model.ts'
import { exchange, judge, type Sent } from './exchange.ts'
import { explore, type Part } from './part.ts'
import { readStored } from './read-database.ts'
import type { TestServer } from './test-server.ts'

/** Applicants at once. */
const TOGETHER = 8

export const sequences: Part = {
  name: 'sequences',
  share: 0.25,
  async run({ servers, ...trial }) {
    const before = await Promise.all(servers.map(countOf))
    const expected = { all: 0, complete: 0 }
    let run = 0
    let requests = 0
    const scripts = fc.array(anySteps, { minLength: TOGETHER, maxLength: TOGETHER })
    const runs = await explore(trial, scripts, async (scripts) => {
      const ends = scripts.map((steps) => {
        // Each has its own keys and numbers, and so knows nothing of the others.
        run += 1
        requests += servers.length * steps.length
        return Promise.all(servers.map((server) => follow(steps, server, `s${run}`)))
      })
      for (const [applications = []] of await Promise.all(ends)) {
        expected.all += applications.length
        expected.complete += applications.filter(({ state }) => state === 'complete').length
      }
      for (const server of servers) server.requireWell()
    })
    for (const [index, server] of servers.entries()) {
      const { all, complete } = await countOf(server)
      const stored = {
        all: all - (before[index]?.all ?? 0),
        complete: complete - (before[index]?.complete ?? 0),
      }
      if (stored.all !== expected.all || stored.complete !== expected.complete)
        throw new Error(
          `${server.engine} holds ${JSON.stringify(stored)}, not ${JSON.stringify(expected)}`,
        )
    }
    return { runs: runs * TOGETHER, requests }
  },
}

async function countOf(server: TestServer): Promise<{ all: number; complete: number }> {
  const { applications } = await readStored(server, everythingIn)
  const complete = applications.filter(({ state }) => state === 'complete')
  return { all: applications.length, complete: complete.length }
}

/** Every answer is the model's. Resolves to what the model knows at the end. */
async function follow(
  steps: readonly Step[],
  { url }: TestServer,
  run: string,
): Promise<ModelApplication[]> {
  const model = new Model()
  const usernames: string[] = []
  const usernameOf = new Map<ModelApplication, string>()
  const nameOf = (customer: Customer) =>
    typeof customer === 'string'
      ? `${customer}-${run}`
      : (usernames[customer] ?? `tmp-${'a'.repeat(26)}`)
  for (const step of steps) {
    const outcome = model.step(step)
    const reply = await exchange(url, sentOf(step, run, nameOf))
    const code = judge(reply)
    if ('code' in outcome) {
      if (code !== outcome.code)
        throw new Error(`${JSON.stringify(step)}: ${code}, not ${outcome.code}`)
      continue
    }
    const replayed = reply.headers[REPLAYED_HEADER.toLowerCase()] === 'true'
    if (code !== null || replayed !== outcome.replayed)
      throw new Error(`${JSON.stringify(step)}: ${code ?? `replayed ${replayed}`}`)
    const { username } = JSON.parse(reply.text)
    if (step.call !== 'register') continue
    if (username !== (usernameOf.get(outcome.of) ?? username)) throw new Error('another username')
    if (!outcome.replayed) usernames.push(username)
    usernameOf.set(outcome.of, username)
  }
  return model.applications
}

function sentOf(step: Step, run: string, nameOf: (customer: Customer) => string): Sent {
  const keyed = (key: string | null) => (key === null ? {} : { 'idempotency-key': `${run}-${key}` })
  if (step.call === 'register') {
    const { flow, person, supersedes } = step
    const trial = flow === 'trial' ? { chance: '9', nowsoft: '1' } : {}
    const applicant = { ...CORPORATION, companyName: `法人${run}`, person, ...trial }
    return {
      method: 'POST',
      path: API_BASE + PATHS.register,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...keyed(step.key),
        ...(supersedes !== null && { 'application-supersedes': `${run}-${supersedes}` }),
      },
      body: Buffer.from(
        new URLSearchParams(registrationFields(flow, applicant, NO_CAMPAIGN)).toString(),
      ),
    }
  }
  const body =
    step.call === 'facilities'
      ? { facilities: ROWS[step.rows] }
      : { kind: step.kind, ...(step.kind !== 3 && { priceText: step.price }) }
  return {
    method: 'POST',
    path: API_BASE + customerPath(step.call, nameOf(step.customer)),
    headers: { 'content-type': 'application/json', ...keyed(step.key) },
    body: Buffer.from(JSON.stringify(body)),
  }
}
