import { expect, test } from 'vitest'
import { campaignOf } from './calls.ts'
import { isResult } from './receipt.ts'
import { invitationOf } from './use-sending.ts'

test.each([
  [{ title: 'a', message: 'b' }, true],
  [{ title: 'a' }, false],
  [{ title: 1, message: 'b' }, false],
  [null, false],
  [undefined, false],
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
  ['#inv=a%0Ab', null],
  [`#inv=${'a'.repeat(512)}`, 'a'.repeat(512)],
  [`#inv=${'a'.repeat(513)}`, null],
  ['#main', null],
])('the invitation of %j is %j', (hash, token) => {
  expect(invitationOf(hash)).toBe(token)
})
