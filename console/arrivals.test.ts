import { expect, test } from 'vitest'
import type { ApplicationRecord, Delivery } from '#contract/console-answers.ts'
import { STAFF_ACTIONS } from '#domain/staff.ts'
import { arrivalsOf, withDeliveries } from './arrivals.ts'

const AT = '2026-11-27T00:14:00.000Z'
const MAIL: Omit<Delivery, 'state'> = {
  id: 'd-1',
  kind: 'mail_status',
  recipient: 'a@b.jp',
  attempts: 0,
  lastError: null,
  sentence: null,
  createdAt: AT,
  nextAt: null,
  sentAt: null,
  isUndelivered: false,
  returned: null,
}
const delivery = (state: Delivery['state'], more: Partial<Delivery> = {}): Delivery => ({
  ...MAIL,
  state,
  ...more,
})
const record = (more: Partial<ApplicationRecord> = {}) =>
  ({
    ...{ reference: 'K7F4-9QXT', createdAt: AT, lastTouch: null, version: 1 },
    ...{ history: [], deliveries: [delivery('queued')] },
    ...more,
  }) as unknown as ApplicationRecord
const entry = (action: string, who = 'taro', detail = '') => ({
  ...{ at: AT, who, action, detail, confirmedBy: '' },
})
const toldOf = (newest: ApplicationRecord, drawn = record()) =>
  arrivalsOf(drawn, newest, 'hanako').map(({ sentence }) => sentence)

test('each kind of entry is told in a sentence; a mail beside it and a passed gate are no news', () => {
  const actions = Object.keys(STAFF_ACTIONS)
  const silent = actions.filter(
    (action) => toldOf(record({ history: [entry(action)] })).length === 0,
  )
  expect(silent).toEqual(['notify', 'gate'])
  expect(toldOf(record({ history: [entry('withdrawal', '申込者'), entry('note')] }))).toEqual([
    '申込者が取り下げを申し出ました',
    'taroさんがメモを追加しました',
  ])
  expect(toldOf(record({ history: [entry('status', 'hanako', 'done')] }))).toEqual([
    'あなたが対応状況を「完了」にしました',
  ])
  expect(toldOf(record({ history: [entry('assignee', 'taro', '')] }))).toEqual([
    'taroさんが担当を「なし」にしました',
  ])
  // Of a newer version.
  expect(toldOf(record({ history: [entry('unheard-of')] }))).toEqual(['お申し込みが更新されました'])
})

test('what was drawn is told no more; what changes without an entry is told too', () => {
  const history = [entry('note')]
  expect(toldOf(record({ history }), record({ history }))).toEqual([])
  const touched = { lastTouch: { who: 'taro', at: AT }, version: 2 }
  expect(toldOf(record(touched))).toEqual([])
  for (const more of [
    { deliveries: [delivery('failed')] },
    { deliveries: [delivery('queued', { sentence: '送れていません' })] },
    { repeats: 1 },
  ])
    expect(toldOf(record(more))).toEqual(['お申し込みの内容か通知が更新されました'])
})

test('a mail that goes out as it should is drawn at once; one that fails is not', () => {
  const drawn = record()
  const sent = record({ deliveries: [delivery('sent', { sentAt: AT })] })
  expect(toldOf(sent)).toEqual([])
  expect(withDeliveries(drawn, sent).deliveries).toEqual(sent.deliveries)
  const failed = record({ deliveries: [delivery('failed')] })
  expect(withDeliveries(drawn, failed)).toBe(drawn)
})
