import { afterEach, expect, test } from 'vitest'
import { forget, keep, recall } from '../browser/session.ts'
import { campaignOf } from '../sending/campaign.ts'
import { isResult } from '../sending/result.ts'
import { invitationOf } from '../sending/submit.ts'
import { recallDraft } from './draft.ts'

afterEach(() => forget('draft.entry'))

test('what is kept comes back until it is forgotten, even without session storage', () => {
  keep('draft.entry', { rowCount: 20, values: { companyName: 'あおば会' } })
  expect(recallDraft('entry')).toEqual({ rowCount: 20, values: { companyName: 'あおば会' } })
  forget('draft.entry')
  expect(recall('draft.entry')).toBeUndefined()
  expect(recallDraft('entry')).toBeNull()
})

test.each([
  null,
  'text',
  { rowCount: '20', values: {} },
  { rowCount: 20 },
  { rowCount: 20, values: null },
])('a draft of another shape is none: %j', (kept) => {
  keep('draft.entry', kept)
  expect(recallDraft('entry')).toBeNull()
})

test.each([
  [{ title: 'a', message: 'b' }, true],
  [{ title: 'a' }, false],
  [{ title: 1, message: 'b' }, false],
  [null, false],
  ['title', false],
])('only a result is shown: %j is %s', (state, expected) => {
  expect(isResult(state)).toBe(expected)
})

test('campaign values are read by their names, cut to 255 units, without control characters and halves of pairs', () => {
  const search = `?lead_id=L1&utm_source=${encodeURIComponent('広告')}&content=%00x%0A&utm_term=${'a'.repeat(300)}&utm_campaign=${'b'.repeat(254)}${encodeURIComponent('𠮷')}&other=1`
  expect(campaignOf(search)).toEqual({
    lead_id: 'L1',
    contact_id: '',
    service: '',
    utm_source: '広告',
    lp_category: '',
    content: 'x',
    utm_campaign: 'b'.repeat(254),
    utm_term: 'a'.repeat(255),
  })
})

test.each([
  ['#inv=v1.k.1.id.mac', 'v1.k.1.id.mac'],
  ['', null],
  ['#inv=', null],
  ['#inv=%E3%81%82', null],
  ['#main', null],
])('the invitation of %j is %j', (hash, token) => {
  expect(invitationOf(hash)).toBe(token)
})
