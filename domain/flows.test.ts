import { expect, test } from 'vitest'
import { completionOf } from './completions.ts'
import { termSentences } from './consent.ts'
import {
  endsWithConsent,
  FLOW_NAMES,
  FLOWS,
  flowOfAppform,
  flowOfKind,
  hasApplicant,
  hasRows,
  isRequest,
  MAIL_ERROR_PATH,
  TRIAL_DAYS,
} from './flows.ts'
import { DEFAULT_WORDS } from './operator-words.ts'

test.each([
  ['entry', '/entry', 1, 3, ['register', 'consent', 'facilities']],
  ['migration', '/inherit-facility-info', 2, null, ['consent', 'facilities']],
  ['suspension', '/teishi', 3, null, ['consent']],
  ['trial', '/trial', 4, 4, ['register', 'consent', 'facilities']],
] as const)(
  '%s stands at %s, consents with kind %i and makes its calls in order',
  (flow, path, kind, appform, calls) => {
    const row = FLOWS[flow]
    expect([row.inputPath, row.resultPath]).toEqual([`${path}/input`, `${path}/result`])
    expect([row.kind, row.appform]).toEqual([kind, appform])
    expect(row.calls).toEqual(calls)
    expect(flowOfKind(kind)).toBe(flow)
    expect(row.customer).toBe(row.calls.some((call) => call === 'register') ? 'issued' : 'existing')
    expect(Object.keys(row.onFailure)).toEqual(calls)
  },
)

test('failures lead where specification 8 says', () => {
  expect(FLOWS.entry.onFailure).toEqual({
    register: 'result',
    consent: 'banner',
    facilities: 'banner',
  })
  expect(FLOWS.migration.onFailure).toEqual({ consent: 'result', facilities: 'result' })
  expect(FLOWS.suspension.onFailure).toEqual({ consent: 'result' })
  expect(FLOWS.trial.onFailure).toEqual({
    register: 'mail-error',
    consent: 'banner',
    facilities: 'banner',
  })
  expect(MAIL_ERROR_PATH).toBe('/trial/mail-error')
})

test('rows: how many, and how strictly their numbers are read', () => {
  expect(FLOWS.entry.rows).toEqual({ initial: 10, step: 10, max: 100, number: 'lenient' })
  expect(FLOWS.migration.rows).toEqual({ initial: 10, step: 10, max: 100, number: 'lenient' })
  expect(FLOWS.trial.rows).toEqual({ initial: 5, step: 5, max: 30, number: 'exact' })
  expect(FLOWS.suspension.rows).toBeNull()
  expect(FLOW_NAMES.map((flow) => FLOWS[flow].catalogue)).toEqual([
    'contract',
    'contract',
    null,
    'trial',
  ])
})

test('form numbers lead back to their flow, and no other number to any', () => {
  expect([3, 4].map(flowOfAppform)).toEqual(['entry', 'trial'])
  expect([0, 1, 2, 5, 3.5, Number.NaN].map(flowOfAppform)).toEqual(Array(6).fill(undefined))
  expect([0, 5, 1.5, Number.NaN].map(flowOfKind)).toEqual(Array(4).fill(undefined))
})

test('the trial alone asks the survey, follows campaigns, sends in one step and is free', () => {
  for (const column of ['hasSurvey', 'tracksCampaign', 'isOneStep', 'isFree'] as const)
    expect([column, FLOW_NAMES.filter((flow) => FLOWS[flow][column])]).toEqual([column, ['trial']])
})

test('a migration and a suspension are requests, and a suspension ends with its consent', () => {
  expect(FLOW_NAMES.filter(isRequest)).toEqual(['migration', 'suspension'])
  expect(FLOW_NAMES.filter(endsWithConsent)).toEqual(['suspension'])
})

test('a trial lasts 60 days', () => {
  expect(TRIAL_DAYS).toBe(60)
})

test('all but the suspension have rows; those that register have an applicant', () => {
  expect(FLOW_NAMES.filter(hasRows)).toEqual(['entry', 'migration', 'trial'])
  expect(FLOW_NAMES.filter(hasApplicant)).toEqual(['entry', 'trial'])
})

test('a result page has the operator’s own message where there is one', () => {
  const usual = completionOf('trial', DEFAULT_WORDS)
  expect(usual.message).toContain('お客様番号をお送りします')
  expect(completionOf('entry', DEFAULT_WORDS).message).toContain('2022年4月1日以降')
  const words = { ...DEFAULT_WORDS, completions: { trial: '担当者より' } }
  expect(completionOf('trial', words)).toEqual({ ...usual, message: '担当者より' })
  expect(completionOf('entry', words)).toEqual(completionOf('entry', DEFAULT_WORDS))
})

test('what the operator lets applicants know is told where it applies, and nothing else', () => {
  const words = { ...DEFAULT_WORDS, chargingStart: '翌月から', useEnd: '月末', dataAfter: '1年' }
  expect(FLOW_NAMES.map((flow) => termSentences(flow, words))).toEqual([
    [['料金の発生', '翌月から']],
    [['料金の発生', '翌月から']],
    [
      ['ご利用の終了日', '月末'],
      ['終了後のデータ', '1年'],
    ],
    [],
  ])
  expect(termSentences('suspension', { ...DEFAULT_WORDS, lastBill: '翌月' })).toEqual([
    ['最後のご請求', '翌月'],
  ])
})
