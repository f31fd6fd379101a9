/** What staff and an applicant have said to each other, and what staff write. */
import { randomUUIDv7 } from 'node:crypto'
import type { Conversation, Correction } from '#contract/console-answers.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { gateRest } from '../follow-up/gate.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import type { Database } from '../store/database.ts'
import { insertMessage, lastWithdrawal, messagesOf } from '../store/queries/messages.ts'
import { triesOf } from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, type Press, recordAction, refuseIncomplete } from './actions.ts'
import { isoTimeOrNull } from './application-fields.ts'
import type { Actor } from './audit.ts'
import { readCorrection } from './corrections.ts'
import { pressedOn } from './press.ts'
import { mailStatus } from './status-change.ts'

export type Asked = {
  reference: string
  by: Actor
  text: string
  /** Whether the applicant is to answer. */
  wantsAnswer: boolean
  press?: Press | undefined
}
export type Conversations = {
  of(application: ApplicationRow): Promise<Conversation>
  /** The last one; null where none was proposed. */
  correctionOf(application: ApplicationRow): Promise<Correction | null>
  /**
   * A question, or a notice that wants no answer; the applicant is mailed that something waits. Throws AppError
   * `action_refused`, `changed_meanwhile`, `not_found`.
   */
  write(message: Asked): Promise<void>
}

export function createConversations(database: Database, clock: () => number): Conversations {
  return {
    of: ({ id: application }) => database.read((tx) => readConversation(tx, application, clock())),
    correctionOf: (application) => database.read((tx) => readCorrection(tx, application)),
    write: async (message) => {
      await database.alone((tx) =>
        pressedOn(tx, { ...message, name: 'question' }, clock, async (application, at) => {
          refuseIncomplete(application)
          await writeWithin(tx, application, message, at)
          return {}
        }),
      )
    },
  }
}

/** Of an application, by id; `now` in epoch milliseconds. */
export async function readConversation(
  tx: Transaction,
  application: string,
  now: number,
): Promise<Conversation> {
  const messages = await messagesOf(tx, { application })
  const withdrawal = await lastWithdrawal(tx, { application })
  const tries = await triesOf(tx, { application })
  return {
    messages: messages.map(({ id, kind, at, who, text, settled_at, settled_by }) => ({
      ...{ id, kind, who, text },
      at: isoTime(at),
      settledAt: isoTimeOrNull(settled_at),
      settledBy: settled_by,
    })),
    withdrawal: withdrawal
      ? {
          id: withdrawal.id,
          state: withdrawal.state,
          at: isoTime(withdrawal.at),
          decidedAt: isoTimeOrNull(withdrawal.decided_at),
          decidedBy: withdrawal.decided_by,
          sentence: withdrawal.sentence,
        }
      : null,
    gateRests: tries ? gateRest(tries, now) : null,
  }
}

async function writeWithin(
  tx: Transaction,
  application: ApplicationRow,
  { by, text, wantsAnswer }: Asked,
  at: number,
): Promise<void> {
  const { id, flow } = application
  if (!hasApplicant(flow)) throw notAllowed(BY_TELEPHONE)
  if (isClosed(application.staff_status)) throw notAllowed(CLOSED)
  const kind = wantsAnswer ? 'question' : 'notice'
  const settled = wantsAnswer ? {} : { settled_at: at, settled_by: by.name }
  const row: MessageRow = {
    ...{ id: randomUUIDv7(), application: id, kind, at, who: by.name, text },
    ...{ question: null, day: null },
    ...{ settled_at: null, settled_by: null, ...settled },
  }
  await insertMessage(tx, row)
  await recordAction(tx, application, { by }, { action: 'question', detail: '', at })
  await mailStatus(tx, application, { by }, at)
}

const BY_TELEPHONE =
  'このお手続きには申込者の連絡先がありません。登録されている連絡先へ電話で確認してください。'
const CLOSED =
  '対応が終わったお申し込みには書けません。先に「対応中」に戻してから、もう一度操作してください。'
