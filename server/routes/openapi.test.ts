import { expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../testing/app.ts'

async function describe() {
  const { app } = await startApp()
  const response = await app.inject('/api/openapi.json')
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return response.json()
}

const CALLS = '/api/public/temp/customers'

test('every public path is described, and nothing else', async () => {
  const { openapi, paths } = await describe()
  expect(openapi).toBe('3.1.0')
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(operations.sort()).toEqual([
    'get /api/directory',
    'get /api/directory/corporations',
    'get /api/directory/corporations/{id}/facilities',
    'get /api/directory/facilities',
    'get /api/postal-codes',
    'get /livez',
    'get /readyz',
    'post /api/public/status',
    'post /api/public/status/correction',
    'post /api/public/status/message',
    'post /api/public/status/withdrawal',
    'post /api/public/temp/customers/regist-renewal',
    'post /api/public/temp/customers/{customer}/consent',
    'post /api/public/temp/customers/{customer}/facilities',
    'post /api/vitals',
  ])
})

test('the registration is a form whose fields, limits and choices are the domain’s', async () => {
  const { paths } = await describe()
  const { requestBody, parameters } = paths[`${CALLS}/regist-renewal`].post
  expect(Object.keys(requestBody.content)).toEqual(['application/x-www-form-urlencoded'])
  const { schema } = requestBody.content['application/x-www-form-urlencoded']
  expect(schema.required).toEqual([
    'jigyousha',
    'zipcode',
    'address',
    'tel',
    'mailaddress',
    'person',
    'appform',
    'insert',
    'page',
    'plan3',
  ])
  expect(schema.properties).toMatchObject({
    jigyousha: { type: 'string', maxLength: 255, description: '法人名' },
    appform: { enum: ['3', '4'] },
    insert: { enum: ['true'] },
    nowsoft: { enum: ['', '1', '2', '3', '4'] },
    utm_term: { type: 'string' },
  })
  expect(
    parameters.map(({ name, in: place }: { name: string; in: string }) => [name, place]),
  ).toEqual([
    ['Idempotency-Key', 'header'],
    ['Application-Supersedes', 'header'],
  ])
})

test('the consent has the four kinds and the form of a price', async () => {
  const { paths } = await describe()
  const { requestBody, parameters } = paths[`${CALLS}/{customer}/consent`].post
  const { schema } = requestBody.content['application/json']
  expect(schema.required).toEqual(['kind'])
  expect(schema.properties.kind.enum).toEqual([1, 2, 3, 4])
  expect(schema.properties.priceText.pattern).toBe('^(0|[1-9]\\d{0,2}(,\\d{3})*)$')
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'customer',
    'Idempotency-Key',
    'X-Invitation',
  ])
})

test('every error has the one body, and every reference leads somewhere', async () => {
  const description = await describe()
  const { responses } = description.paths[`${CALLS}/{customer}/facilities`].post
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '503',
  ])
  expect(responses[409].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  expect(responses[409].description).toContain('`consent_missing`')
  const references = JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)
  expect([...new Set([...references].map(([, ref]) => ref))]).toEqual([
    '#/components/schemas/Error',
  ])
  expect(description.components.schemas.Error.required).toEqual(['error'])
})

test('the examples are what the schemas take', async () => {
  const { app } = await startApp()
  const { paths } = (await app.inject('/api/openapi.json')).json()
  for (const call of ['consent', 'facilities']) {
    const { example } =
      paths[`${CALLS}/{customer}/${call}`].post.requestBody.content['application/json']
    const url = `${CALLS}/C-1/${call}`
    const { error } = (await app.inject({ method: 'POST', url, payload: example })).json()
    // The shape is right: what is refused is that nobody registered.
    expect(['unknown_customer', 'consent_missing']).toContain(error.code)
  }
  const { example } =
    paths[`${CALLS}/regist-renewal`].post.requestBody.content['application/x-www-form-urlencoded']
  const form = z.record(z.string(), z.string()).parse(example)
  const registered = await app.inject({
    method: 'POST',
    url: `${CALLS}/regist-renewal`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  expect(registered.statusCode).toBe(200)
})

test('the page to read it on needs no script and no inline style', async () => {
  const { app } = await startApp()
  const page = await app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('POST /api/public/temp/customers/{customer}/consent')
  expect(page.body).toContain('<code>facilities[].facilityName</code> *')
  expect(page.body).not.toMatch(/<script|style=|\son\w+=/)
  const style = await app.inject('/api/docs.css')
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
})
