import { expect, test } from 'vitest'
import { z } from 'zod'
import { API_ERRORS } from '#domain/messages.ts'
import { startApp } from '../testing/app.ts'
import { bareServer } from '../testing/bare-server.ts'
import { everythingIn } from '../testing/calls.ts'
import { consentOf, ENTRY, errorBody, form, post } from '../testing/requests.ts'
import { takeJson } from './body.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

test.each(['', '; charset=utf-8', ';charset="UTF-8"', '; charset= utf8', '; part=x'])(
  'a form and JSON are read under a type with %j',
  async (parameters) => {
    const { app } = await startApp()
    const registered = await app.inject(form(ENTRY, { 'content-type': FORM + parameters }))
    expect(registered.statusCode).toBe(200)
    const url = consentOf(registered.json().username)
    const headers = { 'content-type': JSON_TYPE + parameters }
    const consented = await app.inject(post(url, { kind: 1, priceText: '0' }, headers))
    expect(consented.statusCode).toBe(200)
  },
)

test.each([
  'Shift_JIS',
  'utf-16',
  '"iso-2022-jp"',
  'utf-8; charset=Shift_JIS',
  'xutf-8',
  'utf-8x',
  '',
])(
  'charset %s is refused and nothing is stored: it would be read as other characters',
  async (charset) => {
    const { app, database } = await startApp()
    for (const request of [
      form(ENTRY, { 'content-type': `${FORM}; charset=${charset}` }),
      post(consentOf('C-1'), { kind: 3 }, { 'content-type': `${JSON_TYPE};Charset=${charset}` }),
    ]) {
      const response = await app.inject(request)
      expect([response.statusCode, response.json()]).toEqual([
        415,
        errorBody('unsupported_media_type'),
      ])
    }
    expect((await everythingIn(database)).applications).toEqual([])
  },
)

test('a field is told by its schema’s sentence where that is Japanese; of more than a hundred the rest is not named', async () => {
  const { app } = bareServer((app) => {
    takeJson(app)
    const body = z.object({ note: z.string('メモを入力してください。'), count: z.number() })
    app.post('/', { schema: { body }, bodyLimit: 10_000 }, async () => 'taken')
    const row = z.string('名前を入力してください。')
    app.post('/rows', { schema: { body: z.array(row) }, bodyLimit: 10_000 }, async () => 'taken')
  })
  const faultsOf = async (url: string, payload: object) => {
    const reply = await app.inject({ method: 'POST', url, payload })
    const { code, fields } = reply.json().error
    expect([reply.statusCode, code]).toEqual([422, 'validation_failed'])
    return fields as Record<string, string[]>
  }
  expect(await faultsOf('/', {})).toEqual({
    note: ['メモを入力してください。'],
    count: [API_ERRORS.malformed_request],
  })
  expect(await faultsOf('/', { note: '' })).toEqual({ count: [API_ERRORS.malformed_request] })
  const rows = await faultsOf('/rows', Array(101).fill(0))
  expect(Object.keys(rows)).toHaveLength(100)
  expect(rows['100']).toEqual(['名前を入力してください。'])
})
