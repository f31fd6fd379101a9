/** Requests as a plain client sends them, and the errors it may be told. */
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { API_BASE, customerPath, PATHS, registrationFields } from '#contract/apply.ts'
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import type { TestApp } from './app.ts'
import { CORPORATION, NO_CAMPAIGN } from './calls.ts'

export const REGISTER = `${API_BASE}${PATHS.register}`
export const consentOf = (customer: string) => `${API_BASE}${customerPath('consent', customer)}`
export const facilitiesOf = (customer: string) =>
  `${API_BASE}${customerPath('facilities', customer)}`

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
export const ENTRY = Object.fromEntries(registrationFields('entry', CORPORATION, NO_CAMPAIGN))

export function form(fields: Record<string, string> | string, headers = {}): InjectOptions {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  return { method: 'POST', url: REGISTER, headers: { ...FORM, ...headers }, payload }
}

export function post(url: string, body: unknown, headers = {}): InjectOptions {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return { method: 'POST', url, headers: { ...JSON_TYPE, ...headers }, payload }
}

export async function register({ app }: TestApp, headers = {}): Promise<string> {
  const response = await app.inject(form(ENTRY, headers))
  expect(response.statusCode).toBe(200)
  return response.json().username
}

export const errorBody = (code: ErrorCode, fields?: Record<string, string[]>) => ({
  error: { code, message: API_ERRORS[code], ...(fields && { fields }) },
})
