import { expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../testing/app.ts'
import { LIST } from '../testing/billing.ts'
import { startConsole } from '../testing/staff-app.ts'

const CALLS = '/api/public/temp/customers'

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

test('the document of the billing system’s calls has a page too, and says how a call is allowed', async () => {
  const { app } = await startConsole()
  const { security, components } = (await app.inject('/api/staff/v1/openapi.json')).json()
  expect([security, components.securitySchemes.token.scheme]).toEqual([[{ token: [] }], 'bearer'])
  expect((await app.inject('/api/staff/v1/docs')).body).toContain(`GET ${LIST}/{reference}`)
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
