import { expect, test } from 'vitest'
import { LIST } from '../../testing/billing.ts'
import { startConsole } from '../../testing/staff-app.ts'

type Operation = {
  summary: string
  description?: string
  tags: string[]
  parameters: { name: string; description: string; required?: boolean; schema: { type?: string } }[]
  responses: Record<string, { description: string }>
}

async function described() {
  const { app } = await startConsole()
  const document = (await app.inject('/api/staff/v1/openapi.json')).json()
  const paths: Record<string, Record<string, Operation>> = document.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  )
  return { app, document, operations }
}

const RECORD = `${LIST}/{reference}`
const OFTEN =
  'token_invalid encryption_required scope_missing validation_failed rate_limited unavailable'
const CHANGES =
  'malformed_request idempotency_key_missing not_found version_changed idempotency_key_reused if_match_missing'
const REFUSALS = {
  [`get ${LIST}`]: '',
  [`get ${RECORD}`]: 'not_found',
  [`post ${RECORD}/acknowledgement`]: CHANGES,
  [`post ${RECORD}/status`]: `${CHANGES} action_refused changed_meanwhile correction_waiting payload_too_large unsupported_media_type`,
}

test('each call is described with every error that it may answer, and no other', async () => {
  const { operations } = await described()
  const documented = operations.map(([name, { responses }]) => {
    const text = Object.values(responses).map(({ description }) => description)
    return [name, [...text.join(' ').matchAll(/`([a-z_]+)`/g)].map(([, code]) => code).toSorted()]
  })
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      Object.entries(REFUSALS).map(([name, more]) => [
        name,
        `${OFTEN} ${more}`.trim().split(' ').toSorted(),
      ]),
    ),
  )
})

/** Without one of them a call is refused. */
const NEEDED: ReadonlySet<string> = new Set(['reference', 'Idempotency-Key', 'If-Match'])

test('each call and each of its parameters and headers says what it is', async () => {
  const { operations } = await described()
  const parameters: Record<string, string[]> = {}
  for (const [name, { summary, tags, parameters: own }] of operations) {
    expect([name, summary, tags]).toEqual([
      name,
      expect.stringMatching(/\w+ \w+/),
      ['Applications'],
    ])
    for (const { name: parameter, description, schema } of own)
      expect([parameter, description, schema.type ?? 'string']).toEqual([
        parameter,
        expect.stringMatching(/[\w受]{4,}/),
        'string',
      ])
    parameters[name] = own.map((parameter) => parameter.name)
    const needed = own.filter((parameter) => parameter.required)
    expect([name, needed.map((parameter) => parameter.name)]).toEqual([
      name,
      own.map((parameter) => parameter.name).filter((parameter) => NEEDED.has(parameter)),
    ])
  }
  const further = operations.filter(([, { description }]) => /\w \w/.test(description ?? ''))
  expect(further.map(([name]) => name)).toEqual(
    Object.keys(REFUSALS).filter((name) => name !== `get ${RECORD}`),
  )
  const change = ['reference', 'Idempotency-Key', 'If-Match']
  expect(parameters).toEqual({
    [`get ${LIST}`]: ['after', 'limit', 'flow', 'status', 'unacknowledged'],
    [`get ${RECORD}`]: ['reference', 'If-None-Match'],
    [`post ${RECORD}/acknowledgement`]: change,
    [`post ${RECORD}/status`]: change,
  })
})

test('only what is described is answered: HEAD is no method of the API', async () => {
  const { app } = await described()
  for (const url of [LIST, `${LIST}/7F3K-9QXM`])
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
})

test('the token is described, and a page shows it all', async () => {
  const { app, document } = await described()
  const { security, components } = document
  expect([security, components.securitySchemes.token.scheme]).toEqual([[{ token: [] }], 'bearer'])
  const page = await app.inject('/api/staff/v1/docs')
  expect(page.body).toContain(`GET ${RECORD}`)
})
