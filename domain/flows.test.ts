import { expect, test } from 'vitest'
import { completionOf } from './completions.ts'
import { correctionWords, termSentences } from './consent.ts'
import {
  agreedPrice,
  endsWithConsent,
  FLOW_NAMES,
  FLOWS,
  flowOfAppform,
  flowOfKind,
  hasApplicant,
  hasRows,
  isRequest,
  MAIL_ERROR_PATH,
  shownPrice,
  TRIAL_DAYS,
} from './flows.ts'
import { linkSentence } from './link-sentence.ts'
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

test('a price is named as one that is charged, a trial’s as what a contract would cost', () => {
  const [contract, trial] = [shownPrice('entry', '14,960'), shownPrice('trial', '10,980')]
  expect(contract).toEqual(['料金', '月額14,960円（税抜）'])
  expect(trial).toEqual(['無料体験の料金', '0円（ご契約になった場合の目安：月額10,980円（税抜））'])
  expect(agreedPrice('migration', '14,960')).toEqual(['同意いただいた料金', contract[1]])
  expect(agreedPrice('trial', '10,980')).toEqual(trial)
})

test('the button of a correction says what is agreed to, where the price is another', () => {
  expect(correctionWords('entry', false)).toBe('訂正を申し出る')
  expect(correctionWords('entry', true)).toBe('新しい料金に同意して訂正を申し出る')
  expect(correctionWords('trial', false)).toBe('訂正を申し出る')
  expect(correctionWords('trial', true)).toBe('新しい料金の目安に同意して訂正を申し出る')
})

test('before a link stands what can be done there, and that it is for nobody else', () => {
  const secret = 'このリンクは、ほかの方に知らせないでください。'
  expect(linkSentence(true)).toBe(
    `お申し込みの状況の確認、内容の訂正、取り下げは、次のページからできます。${secret}`,
  )
  expect(linkSentence(false)).toBe(`お申し込みの状況は、次のページで確認できます。${secret}`)
})
