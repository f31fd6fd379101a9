import { expect, test } from 'vitest'
import { z } from 'zod'
import { PublicError } from '#contract/error-schemas.ts'
import { AppError } from '../errors.ts'
import { answersOfPublic, holdAnswers } from '../routes/answers.ts'
import { takeFaults } from './answers.ts'
import { bareServer } from './bare-server.ts'

const SAID = { 200: z.object({ rows: z.array(z.object({ name: z.string() })) }) }

async function faultsOf(answer: () => unknown): Promise<string[]> {
  const { app } = bareServer((server) => {
    holdAnswers(server, answersOfPublic)
    const config = { refuses: ['not_found'] } as const
    server.get('/', { config, schema: { response: SAID } }, async (_, reply) => {
      const given = answer()
      return typeof given === 'number' ? reply.code(given as 200).send() : given
    })
  })
  await app.inject('/')
  return takeFaults()
}

test.each([
  [{ rows: [] }, []],
  [{ rows: [{ name: 'a' }] }, []],
  [{ rows: [{ name: 1 }] }, [expect.stringContaining('GET / 200: ✖ Invalid input')]],
  [{ rows: [{ name: 'a', more: 1 }] }, ['GET / 200: not as stated: /rows/0/more']],
  [{ rows: [], more: undefined }, []],
  [202, ['GET / 202: the status is not stated']],
])('of %j it is said: %j', async (answer, faults) => {
  expect(await faultsOf(() => answer)).toEqual(faults)
})

test.each([
  ['not_found', []],
  ['unavailable', []],
  ['link_unknown', ['GET / 404: link_unknown is not stated']],
  ['key_reused', ['GET / 422: the status is not stated']],
] as const)('of the refusal %s it is said: %j', async (code, faults) => {
  const refuse = () => {
    throw new AppError(code)
  }
  expect(await faultsOf(refuse)).toEqual(faults)
})

test('a route that does not state its answers, or refuses with a code of another API, stops the start', () => {
  const start = (
    schema: object | undefined,
    refuses: readonly ['scope_missing'] | readonly [] = [],
  ) =>
    bareServer((server) => {
      holdAnswers(server, () => ({ error: PublicError, codes: [] }))
      server.get('/', { config: { refuses }, ...(schema && { schema }) }, async () => ({}))
    })
  expect(() => start(undefined)).toThrow('GET / does not state its answers')
  expect(() => start({})).toThrow('GET / does not state its answers')
  expect(() => start({ response: SAID }, ['scope_missing'])).toThrow('scope_missing')
})
