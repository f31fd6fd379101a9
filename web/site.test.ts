import { expect, test } from 'vitest'
import { API_BASE, PATHS } from '#contract/apply.ts'
import * as site from './site.ts'

test('as delivered, the pages speak to the server beside them', () => {
  expect(site.apiBase).toBe(API_BASE)
  expect(site.postalService).toBe(API_BASE + PATHS.postalCodes)
})
