/** What happened to an application, in order, as far as the database knows: no word of the applicant's. */
import {
  ASSURANCES,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  FLAGS,
  isStaffStatus,
  PROCEDURES,
  STAFF_STATUSES,
  staffActionLabel,
} from '#domain/staff.ts'
import { NEVER } from '../store/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { WholeApplication } from './applications.ts'
import { tokyoTime } from './json.ts'

export type TimelineEvent = { at: number; what: string; detail: string }

export function timelineOf({ application, ...rows }: WholeApplication): TimelineEvent[] {
  const { flow, assurance, created_at, completed_at, erased_at } = application
  const instants: [number | null, string, string][] = [
    [
      created_at,
      '受付',
      `${PROCEDURES[flow]}${assurance === 'none' ? '' : `、${ASSURANCES[assurance]}`}`,
    ],
    ...rows.consents.map(({ at, terms_version, price_text }): [number, string, string] => [
      at,
      '同意',
      `規約の版 ${terms_version}${price_text === null ? '' : `、月額${price_text}円`}`,
    ]),
    ...rows.flags.map(({ at, flag }): [number, string, string] => [at, '確認事項', FLAGS[flag]]),
    [completed_at, '完了', `事業所 ${rows.facilities.length} 件`],
    ...rows.history.map(({ at, who, action, detail }): [number, string, string] => [
      at,
      staffActionLabel(action),
      `${who}${isStaffStatus(detail) ? `：${STAFF_STATUSES[detail].label}` : ''}`,
    ]),
    [erased_at, '個人情報の消去', ''],
  ]
  const events = instants.flatMap(([at, what, detail]) =>
    at === null ? [] : [{ at, what, detail }],
  )
  return [...events, ...rows.outbox.flatMap(deliveryEvents)].sort((a, b) => a.at - b.at)
}

/** When it was promised, and how it stands: what was tried in between is in the log. */
function deliveryEvents(row: OutboxRow): TimelineEvent[] {
  const what = DELIVERY_KINDS[row.kind]
  const promised = { at: row.created_at, what, detail: `送信を予約（${row.id}）` }
  const tried = `${DELIVERY_STATES[row.state]}、${row.attempts}回試行`
  if (row.state === 'sent')
    return [promised, { at: row.sent_at ?? row.created_at, what, detail: tried }]
  const next = row.next_at >= NEVER ? '' : `、次は ${tokyoTime(row.next_at)}`
  const reason = row.last_error === null ? '' : `、理由：${row.last_error}`
  return [promised, { at: row.created_at, what, detail: `${tried}${next}${reason}` }]
}
