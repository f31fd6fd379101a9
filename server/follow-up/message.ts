/** What an applicant writes to staff: the answer to a question, or one message a day. Untrusted text, as everything that is typed. */
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { MessageCall } from '#contract/status-schemas.ts'
import { APPLICANT } from '#domain/staff.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import { newStaffNews } from '../apply/new-rows.ts'
import { AppError } from '../errors.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import { insertMessage, messagesOf, settleMessage } from '../store/queries/messages.ts'
import { insertOutbox } from '../store/queries/public-calls.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import type { Transaction } from '../store/statement.ts'
import { type Answered, applicantCall } from './applicant-calls.ts'
import { isOpen } from './conversation.ts'
import type { Way } from './gate.ts'
import type { Shown } from './look.ts'

export type SendMessage = (call: MessageCall & { key: string | null }) => Promise<Answered>

/** Throws `question_closed`, `message_sent_today`, and as `applicantCall`. */
export function messageToStaff(
  way: Way,
  shown: Shown,
  { staffMail }: { staffMail: string },
): SendMessage {
  return ({ text, question = null, ...call }) => {
    const keyed = { ...call, request: ['message', text, question ?? ''] }
    return applicantCall(way, shown, keyed, async (tx, held, at) => {
      const application = held.id
      if (question !== null) {
        const settled = { application, id: question, by: APPLICANT, at }
        if (
          !(await isOpenQuestion(tx, application, question)) ||
          !(await settleMessage(tx, settled))
        )
          throw new AppError('question_closed')
      }
      const day = question === null ? tokyoDay(at) : null
      const row = newMessage({ application, at, text: text.trim(), question, day })
      if (!(await insertMessage(tx, row)))
        throw new AppError(question === null ? 'message_sent_today' : 'question_closed')
      const entry = { id: randomUUID(), application, at, who: APPLICANT }
      await addHistory(tx, { ...entry, action: 'message', detail: '' })
      await insertOutbox(tx, [newStaffNews(application, staffMail, at)])
    })
  }
}

type Written = Pick<MessageRow, 'application' | 'at' | 'text' | 'question' | 'day'>

function newMessage(written: Written): MessageRow {
  const kind = written.question === null ? 'message' : 'answer'
  return {
    id: randomUUIDv7(),
    kind,
    who: '',
    settled_at: null,
    settled_by: null,
    ...written,
  }
}

async function isOpenQuestion(tx: Transaction, application: string, id: string): Promise<boolean> {
  const messages = await messagesOf(tx, { application })
  return messages.some((message) => message.id === id && isOpen(message))
}
