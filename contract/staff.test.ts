import { expect, test } from 'vitest'
import { decisionPress } from '#domain/presses.ts'
import { hasPermission, ROLE_NAMES } from '#domain/roles.ts'
import {
  ASKED_NAMES,
  CLOSED_STATUSES,
  flagDetail,
  isClosed,
  isStaffStatus,
  mayFollow,
  STAFF_STATUS_NAMES,
  staffActionLabel,
} from '#domain/staff.ts'
import { exportPath, exportRunPath, providerLoginPath, referencePath, viewPath } from './console.ts'
import { DecisionOfStaff, FilterQuery, SaveView } from './console-schemas.ts'
import { API_SCOPE_NAMES, STAFF_API_PATHS } from './staff-api.ts'

test('addresses of the console have what belongs into them', () => {
  expect(referencePath('notes', 'A/B')).toBe('/api/applications/A%2FB/notes')
  expect(exportPath('csv')).toBe('/api/exports/csv')
  expect(exportRunPath('1-2')).toBe('/api/exports/runs/1-2')
  expect(viewPath('新規/A')).toBe('/api/views/%E6%96%B0%E8%A6%8F%2FA')
  expect(providerLoginPath('/a?b=1')).toBe('/api/oidc/login?to=%2Fa%3Fb%3D1')
  expect(providerLoginPath('/', true)).toBe('/api/oidc/login?to=%2F&again=true')
})

test.each([
  ['', true],
  [' 　', true],
  ['太', true],
  ['太 一', true],
  ['山田 太', true],
  ['山田\u0000', false],
])('whether %j is a search: %s', (search, isOne) => {
  expect(FilterQuery.safeParse({ search }).success).toBe(isOne)
})

test('a view has a name', () => {
  const named = ['新規', ' ', ''].map((name) => SaveView.safeParse({ name, filter: {} }).success)
  expect(named).toEqual([true, false, false])
})

test.each([
  ['番号が違います。\nお電話ください。', true],
  [' \n　', false],
  ['', false],
  ['a\u0007', false],
])('whether %j is a reason with which a request is refused: %s', (reason, isOne) => {
  const decided = (accept: boolean) =>
    ASKED_NAMES.map((of) => {
      const asked = { asked: '2' }
      const ends = decisionPress({ of, accept }) === 'withdrawing'
      const seen = ends ? { ...asked, correction: '', message: '' } : asked
      return DecisionOfStaff.safeParse({ of, seen, accept, reason }).success
    })
  // A message is only ever settled.
  expect(decided(false)).toEqual(ASKED_NAMES.map((of) => of !== 'message' && isOne))
  // Who accepts needs none.
  const isStored = !reason.includes('\u0007')
  expect(decided(true)).toEqual([isStored, isStored, isStored])
})

test('each other status follows an open one, and 対応中 alone a closed one', () => {
  for (const from of STAFF_STATUS_NAMES) {
    const others = STAFF_STATUS_NAMES.filter((to) => to !== from)
    const allowed = STAFF_STATUS_NAMES.filter((to) => mayFollow(from, to))
    expect(allowed).toEqual(isClosed(from) ? ['in_progress'] : others)
  }
  const closed = ['done', 'rejected', 'withdrawn'] as const
  expect(CLOSED_STATUSES).toEqual(expect.arrayContaining([...closed]))
  expect([isClosed('received'), isClosed('in_progress')]).toEqual([false, false])
  expect(['done', 'toString', ''].filter(isStaffStatus)).toEqual(['done'])
})

test('an action has its label, and its name where a newer version wrote it', () => {
  expect(['note', 'toString', 'later'].map(staffActionLabel)).toEqual(['メモ', 'toString', 'later'])
})

test('a role may do what its row names', () => {
  const may = (['view', 'export', 'audit'] as const).map((permission) =>
    ROLE_NAMES.filter((role) => hasPermission(role, permission)),
  )
  expect(may).toEqual([
    ['reader', 'worker', 'administrator'],
    ['worker', 'administrator'],
    ['administrator'],
  ])
})

test('the paths and scopes that billing systems were given stay as they are', () => {
  expect(STAFF_API_PATHS).toEqual({
    applications: '/api/staff/v1/applications',
    application: '/api/staff/v1/applications/:reference',
    acknowledgement: '/api/staff/v1/applications/:reference/acknowledgement',
    status: '/api/staff/v1/applications/:reference/status',
    returned: '/api/staff/v1/returned',
  })
  expect(API_SCOPE_NAMES).toEqual([
    'read',
    'acknowledge',
    'status',
    'note',
    'customer_number',
    'notify',
    'returned',
  ])
})

test('what gave a robot away, and why an invitation counted for nothing, is said in words', () => {
  const reasons = ['malformed', 'unknown_key', 'forged', 'expired', 'later']
  expect(reasons.map((reason) => flagDetail('bad_invitation', reason))).toEqual([
    'リンクが途中で切れているか、余分な文字が付いています',
    '発行に使われた鍵が、いまは登録されていません',
    '別のお客様番号か別のお手続きのリンク、または書き換えられたリンクです',
    '有効期限を過ぎています',
    'later',
  ])
  expect(flagDetail('robot', 'trap, 1585 ms')).toBe(
    '人には見えない欄に入力がありました、入力から1.6秒で送信されました',
  )
  expect(flagDetail('other_price_list', 'trial-1')).toBe('trial-1')
})
