/** What could not be delivered, in words for people, and page by page. */
import { expect, test } from 'vitest'
import { NEVER } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import { NOW } from '../testing/calls.ts'
import { openEmpty } from '../testing/databases.ts'
import { applicationRow, outboxRow, put } from '../testing/rows.ts'
import { createUndelivered, deliveryAsJson } from './undelivered.ts'

const MAIL = '受付メールを2026/11/20 9:00から送れていません'
const CALL = '請求システムへの通知を2026/11/20 9:00から送れていません'
const GIVEN_UP = '自動では再送しません。原因を確かめてから、再送してください。'
const NEXT = '次は2026/11/20 10:00に自動で試します。'
const CASES: readonly (readonly [Partial<OutboxRow>, string | null])[] = [
  [{}, null],
  [{ state: 'sending', attempts: 1 }, null],
  [{ state: 'sent', attempts: 2, last_error: 'connect ECONNREFUSED', sent_at: NOW }, null],
  [
    { last_error: 'connect ECONNREFUSED 127.0.0.1:25' },
    'メールサーバーに接続できないため、送信を待っています（次の試行 10:00ごろ）。',
  ],
  [
    { kind: 'webhook', last_error: 'fetch failed' },
    '請求システムに接続できないため、送信を待っています（次の試行 10:00ごろ）。',
  ],
  [
    { state: 'failed', attempts: 9, next_at: NEVER, last_error: 'connect ECONNREFUSED' },
    `${MAIL}（送り先のサーバーに接続できません）。9回試しました。${GIVEN_UP}`,
  ],
  [{ state: 'failed', attempts: 9, next_at: NEVER }, `${MAIL}。9回試しました。${GIVEN_UP}`],
  [{ state: 'held', next_at: NEVER }, `${MAIL}。${GIVEN_UP}`],
  [
    { kind: 'webhook', attempts: 3, last_error: 'HTTP 500' },
    `${CALL}（請求システムが受け取りませんでした）。3回試しました。${NEXT}`,
  ],
  [
    { kind: 'webhook_withdrawn', state: 'held', next_at: NEVER },
    `請求システムへの通知（取り下げ）を2026/11/20 9:00から送れていません。${GIVEN_UP}`,
  ],
  [
    { state: 'sending', attempts: 2, last_error: '452 too many' },
    `${MAIL}（あて先のメールサーバーが一時的に受け取れません）。2回試しました。いま送信しています。`,
  ],
  [
    { attempts: 1, last_error: '1日の上限です。次の日を待ちます。' },
    `${MAIL}（1日の上限です。次の日を待ちます）。1回試しました。${NEXT}`,
  ],
  [
    { attempts: 1, last_error: 'no idea' },
    `${MAIL}（送信できませんでした）。1回試しました。${NEXT}`,
  ],
]

test.each(CASES)('of a delivery with %o staff read: %s', (given, sentence) => {
  const times = { created_at: NOW, next_at: NOW + 3_600_000 }
  const row = outboxRow('1', { ...times, recipient: 'a@b.jp or an address', ...given })
  const { nextAt, ...told } = deliveryAsJson(row, [])
  expect(told.sentence).toBe(sentence)
  expect(told.recipient).toBe(row.kind === 'mail_applicant' ? row.recipient : '')
  const isOver = row.state === 'sent' || row.next_at === NEVER
  expect(nextAt).toBe(isOver ? null : '2026-11-20T01:00:00.000Z')
})

test.each([
  [50, [50]],
  [51, [50, 1]],
])('%i deliveries that failed are listed in pages of %j', async (count, sizes) => {
  const database = await openEmpty('sqlite')
  const ids = Array.from({ length: count }, (_, n) => String(n).padStart(3, '0'))
  await put(database, {
    applications: [applicationRow('a', { company_name: 'あおぞら' })],
    outbox: ids.map((id) => outboxRow(id, { last_error: '452' })),
  })
  const { page } = createUndelivered(database)
  const pages = [await page('', false)]
  for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await page(next, false))
  expect(pages.map(({ deliveries }) => deliveries.length)).toEqual(sizes)
  expect(pages.flatMap(({ deliveries }) => deliveries.map(({ id }) => id))).toEqual(ids)
  for (const { count: all } of pages) expect(all).toBe(count)
})
