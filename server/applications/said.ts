/** What applicant and staff have said to each other since the application, as its page shows it behind the gate. */
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { isClosed } from '#domain/staff.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import { lastWithdrawal, messagesOf } from '../store/queries/conversation.ts'
import { runsOlderProcess } from '../store/queries/staff-changes.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'

type Details = NonNullable<StatusAnswer['details']>
type Said = Pick<Details, 'withdrawal' | 'messages' | 'actions'>

/** What was said, and what the applicant may do next. */
export async function saidOf(
  tx: Transaction,
  { id: application, staff_status: status }: ApplicationRow,
  now: number,
): Promise<Said> {
  const messages = await messagesOf(tx, { application })
  const last = await lastWithdrawal(tx, { application })
  const closed = isClosed(status)
  const isWaiting = last?.state === 'waiting'
  const isAtOnce = status === 'received' && !(await runsOlderProcess(tx))
  return {
    withdrawal:
      closed || !last || last.state === 'confirmed'
        ? null
        : { state: last.state, at: isoTime(last.at), sentence: last.sentence },
    messages: messages.map((message) => ({
      id: message.id,
      kind: message.kind,
      at: isoTime(message.at),
      text: message.text,
      isWaiting: !closed && isOpen(message),
    })),
    actions: {
      withdraw: closed || isWaiting ? null : isAtOnce ? 'at_once' : 'request',
      message: !messages.some(({ day }) => day === tokyoDay(now)),
    },
  }
}

export function isOpen({ kind, settled_at }: MessageRow): boolean {
  return kind === 'question' && settled_at === null
}

/** Whether staff wait for an answer. */
export async function hasOpenQuestion(tx: Transaction, application: string): Promise<boolean> {
  return (await messagesOf(tx, { application })).some(isOpen)
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
