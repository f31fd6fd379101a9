import { expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { ENTRY, form } from '../testing/requests.ts'

function linesOf(logged: string): Record<string, unknown>[] {
  return logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'request')
}

test('a refused request is found in the log by the id of its answer, with the code of its error', async () => {
  const { app, logged } = await startApp()
  const refused = await app.inject(form({ ...ENTRY, tel: '' }))
  const taken = await app.inject(form(ENTRY))
  expect(linesOf(logged())).toMatchObject([
    { reqId: refused.headers['x-request-id'], status: 422, code: 'validation_failed' },
    {
      reqId: taken.headers['x-request-id'],
      status: 200,
      reference: taken.headers['application-reference'],
    },
  ])
  expect(refused.headers['x-request-id']).not.toBe(taken.headers['x-request-id'])
})

test.each([
  ['a trusted proxy’s id is kept', ['127.0.0.1'], 'from-proxy.1', true],
  ['an id that could break a line is not', ['127.0.0.1'], 'a b"', false],
  ['a stranger’s id is not', ['192.0.2.1'], 'from-stranger', false],
])('%s', async (_case, trustProxy, id, isKept) => {
  const { app } = await startApp({ trustProxy })
  const { headers } = await app.inject(form(ENTRY, { 'x-request-id': id }))
  expect(headers['x-request-id'] === id).toBe(isKept)
})
