import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApplicationRecord, Correction } from '#contract/console-answers.ts'
import type { Role } from '#domain/roles.ts'
import { NO_DRAFTS } from './drafts.ts'
import { CorrectionCard } from './pages/correction-card.tsx'
import { SessionContext } from './session-context.ts'

const FACILITY = {
  no: 1,
  facilityName: 'あおば',
  facilityNumber: '1310100011',
  serviceKey: 'KYODO',
}
const CORRECTION: Correction = {
  number: 2,
  base: 1,
  state: 'waiting',
  at: '2026-11-23T00:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  sentence: '',
  fields: { jigyousha: 'あおぞら会\u202e', tel: '03' },
  facilities: [FACILITY, { ...FACILITY, no: 2, facilityNumber: '1310100029' }],
  words: '新しい料金に同意して訂正を申し出る',
  termsVersion: '1',
  priceText: '19,960',
  priceList: 'contract-1',
}

/** What stands on the screen for this role, tags left out. */
function shown(correction: Partial<Correction>, role: Role = 'worker'): string {
  const record = {
    ...{ flow: 'entry', reference: 'K7F4-9QXT', jigyousha: 'あおば会', tel: '03' },
    ...{ facilities: [FACILITY], priceText: '9,980' },
    correction: { ...CORRECTION, ...correction },
  } as unknown as ApplicationRecord
  const user = {
    who: 'hanako',
    role,
    canLogOut: true,
    hasPassword: true,
    remaining: null,
    build: '',
  }
  const session = { user, drafts: NO_DRAFTS, isLost: false, lose: () => {}, endSession: () => {} }
  const html = renderToStaticMarkup(
    <SessionContext value={session}>
      <CorrectionCard record={record} onDone={async () => {}} onLate={async () => {}} />
    </SessionContext>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ')
}

test('what waits is shown by field and row, with both prices, hidden characters written out', () => {
  const text = shown({})
  expect(text).toContain('変わる項目（1件）')
  expect(text).toContain('変わる事業所（追加1件）')
  expect(text).toMatch(/あおぞら会\s+U\+202E|あおぞら会\s+\S*202E/i)
  expect(text).toContain('変更前 月額9,980円（税抜）、変更後')
  expect(text).toContain('月額19,960円（税抜）')
  expect(text).toContain('「新しい料金に同意して訂正を申し出る」')
})

test('a worker decides; a reader sees it, and decides nothing', () => {
  for (const words of ['訂正を反映する', '訂正を反映しない', '反映しない理由']) {
    expect(shown({})).toContain(words)
    expect(shown({}, 'reader')).not.toContain(words)
  }
  expect(shown({}, 'reader')).toContain('変わる項目（1件）')
})

test.each<[Partial<Correction>, string]>([
  [
    { state: 'accepted', decidedAt: '2026-11-23T01:00:00.000Z', decidedBy: 'taro' },
    '反映しました。',
  ],
  [{ state: 'declined', decidedBy: 'taro', sentence: '名称が異なります。' }, '名称が異なります。'],
  [{ state: 'lapsed' }, '対応が終わったため、反映されませんでした。'],
])('%j is said, and cannot be decided again', (correction, sentence) => {
  expect(shown(correction)).toContain(sentence)
  expect(shown(correction)).not.toContain('訂正を反映する')
})
