/** Small rules of the console: names, days, codes, the throttle of logins, what the audit trail keeps of a filter. */
import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { isDay, STAFF_NAME_LIMIT } from '#contract/console.ts'
import { filterOf } from '../admin/applications.ts'
import { createOwnCounters } from '../http/limits/rate-limits.ts'
import { createThrottle } from '../http/limits/sign-in.ts'
import { describeFilter } from './application-json.ts'
import { localActor, localPerson, newStaffName, staffName } from './sign-in/local-person.ts'
import { hashOneTimeCode, newOneTimeCode, newRecoveryCodes } from './sign-in/second-factor.ts'

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-11-20T00:00', false],
  ['x2026-11-20', false],
  ['-002026-11-20', false],
  ['2026-1-2', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test.each([
  [' 髙﨑 花子\n', '髙﨑 花子'],
  ['x'.repeat(STAFF_NAME_LIMIT), 'x'.repeat(STAFF_NAME_LIMIT)],
  ['x'.repeat(STAFF_NAME_LIMIT + 1), null],
  [' ', null],
  ['a\0b', null],
])('the name %j is kept as %j', (typed, stored) => {
  expect(staffName(typed)).toBe(stored)
  expect(newStaffName(typed)).toBe(stored)
})

test.each(['申込者', ' - '])(
  '%j, somebody else in histories and filters, is no new name',
  (name) => {
    expect(newStaffName(name)).toBeNull()
    // An account that has it can be disabled.
    expect(staffName(name)).toBe(name.trim())
  },
)

test('the trail keeps the conditions of a list, and of a search only that there was one', () => {
  const filter = filterOf({ flow: 'trial', status: 'done', search: '山田' })
  expect(describeFilter(filter)).toBe('flow=trial status=done search')
  expect(describeFilter(filterOf({}))).toBe('')
})

test('whoever called sudo is the person, else the user of the process', () => {
  expect(localPerson({ SUDO_USER: 'hanako' })).toBe('hanako')
  expect(localPerson({ SUDO_USER: '' })).toBe(userInfo().username)
  expect(localActor()).toEqual({ name: localPerson(), via: 'command' })
})

test('a code is read however it is typed, and nothing else is one', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(8)
  const code = newOneTimeCode()
  for (const one of [code, ...codes]) expect(one).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)
  const hash = hashOneTimeCode(code)
  expect(hash).toMatch(/^[\w-]{43}$/)
  expect(hashOneTimeCode(code.toLowerCase().replaceAll('-', ' '))).toBe(hash)
  expect(hashOneTimeCode(` ${code}\n`)).toBe(hash)
  expect(hashOneTimeCode(String(codes[0]))).not.toBe(hash)
  for (const none of [`${code}A`, `A${code}`, code.slice(1), code.replace(/./, '1'), ''])
    expect(hashOneTimeCode(none)).toBe(null)
})

test('ten failures of an address, thirty of an account, and then not even a right answer for the hour', async () => {
  const clock = { now: 3_600_000 * 400_000 + 600_000 }
  const guesses = {
    counters: createOwnCounters(),
    clock: () => clock.now,
    addressBucket: (address: string) => address.slice(0, 3),
  }
  const throttle = createThrottle('login', guesses)
  const fail = (address: string, account: string) => throttle(address, account, async () => null)
  const refusal = { code: 'rate_limited', retryAfter: 3000 }
  for (let i = 0; i < 10; i++) expect(await fail('a-1', `x${i}`)).toBe(null)
  await expect(fail('a-1', 'other')).rejects.toMatchObject(refusal)
  // Of something else they are failures apart.
  const other = createThrottle('api token', guesses)
  expect(await other('a-1', 'x1', async () => null)).toBe(null)
  // The account is counted for itself, from wherever it is guessed.
  for (const address of ['b-1', 'c-1', 'd-1'])
    for (let i = 0; i < 10; i++) expect(await fail(address, 'hanako')).toBe(null)
  await expect(throttle('e-1', 'hanako', async () => 'in')).rejects.toMatchObject(refusal)
  // Right answers are not counted, and a fault is nobody's guess.
  for (let i = 0; i < 40; i++) expect(await throttle('f-1', 'taro', async () => 'in')).toBe('in')
  const fault = throttle('f-1', 'taro', async () => {
    throw new TypeError('database')
  })
  await expect(fault).rejects.toThrow(TypeError)
  for (let i = 0; i < 9; i++) await fail('f-1', 'taro')
  await expect(fail('f-1x', 'taro')).resolves.toBe(null)
  await expect(fail('f-1', 'jiro')).rejects.toMatchObject(refusal)
  clock.now += 3_000_000
  expect(await throttle('a-1', 'hanako', async () => 'in')).toBe('in')
  // Failures of one hour count together, whenever in it.
  for (let i = 0; i < 10; i++) {
    expect(await fail('g-1', `y${i}`)).toBe(null)
    clock.now += 359_000
  }
  await expect(fail('g-1', 'other')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 10 })
})
