/** What staff say to an applicant, and what they make of what the applicant wrote: questions, settled messages, requests to withdraw. */
import { randomUUIDv7 } from 'node:crypto'
import type { Conversation } from '#contract/console.ts'
import { hasApplicant } from '#domain/flows.ts'
import { isClosed } from '#domain/staff.ts'
import { gateRest } from '../applications/gate.ts'
import { AppError } from '../errors.ts'
import type { MessageRow } from '../store/applicant-rows.ts'
import type { Database } from '../store/database.ts'
import {
  decideWithdrawal,
  insertMessage,
  lastWithdrawal,
  messagesOf,
  settleMessage,
} from '../store/queries/conversation.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { holdApplication } from '../store/queries/staff-changes.ts'
import { triesOf } from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { notAllowed, onlyApplication, recordAction } from './actions.ts'
import { isoTime, isoTimeOrNull } from './application-fields.ts'
import type { Actor } from './audit.ts'
import { changeStatusWithin, mailStatus, type StatusCalls } from './status-change.ts'

type By = { reference: string; by: Actor }

export type Asked = By & {
  text: string
  /** Whether the applicant is to answer. */
  wantsAnswer: boolean
  /** The last message that the person saw; empty for none. */
  last: string
}
export type Decided = By & {
  /** The request that the person saw. */
  request: string
  accept: boolean
  /** For the applicant, where it is refused. */
  sentence: string
}

/** All throw AppError `action_refused`, `changed_meanwhile`, `not_found`. */
export type Conversations = {
  of(application: ApplicationRow): Promise<Conversation>
  /** A question, or a notice that wants no answer; the applicant is mailed that something waits. */
  write(message: Asked): Promise<void>
  /** A message that was dealt with, or a question that needs no answer any more. */
  settle(settled: By & { message: string }): Promise<void>
  decide(decision: Decided): Promise<void>
}

export function createConversations(
  database: Database,
  clock: () => number,
  calls: StatusCalls,
): Conversations {
  const held = (
    { reference }: By,
    work: (tx: Transaction, application: ApplicationRow, at: number) => Promise<void>,
  ) =>
    database.atomic(async (tx) => {
      const found = await onlyApplication(tx, reference)
      const status = await holdApplication(tx, { id: found.id })
      if (!status) throw notAllowed(NOTHING_TO_DO)
      await work(tx, { ...found, ...status }, clock())
    })
  return {
    of: ({ id: application }) => database.read((tx) => readConversation(tx, application, clock())),
    write: (message) => held(message, (tx, row, at) => writeWithin(tx, row, message, at)),
    settle: ({ message: id, by, ...named }) =>
      held({ ...named, by }, async (tx, application, at) => {
        const settled = { application: application.id, id, by: by.name, at }
        const isSettled = await settleMessage(tx, settled)
        if (!isSettled) return alreadySettled(tx, settled)
        await recordAction(tx, application, { by }, { action: 'settled', detail: '', at })
      }),
    decide: (decision) =>
      held(decision, (tx, row, at) => decideWithin(tx, row, decision, { at, calls })),
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
  { by, text, wantsAnswer, last }: Asked,
  at: number,
): Promise<void> {
  const { id, flow } = application
  if (!hasApplicant(flow)) throw notAllowed(BY_TELEPHONE)
  if (isClosed(application.staff_status)) throw notAllowed(CLOSED)
  const newest = (await messagesOf(tx, { application: id })).at(-1)
  const kind = wantsAnswer ? 'question' : 'notice'
  // The answer to this very press was lost.
  if (newest?.id !== last && isSame(newest, { kind, who: by.name, text })) return
  if ((newest?.id ?? '') !== last) throw newestUnseen(newest)
  const settled = wantsAnswer ? {} : { settled_at: at, settled_by: by.name }
  const row: MessageRow = {
    ...{ id: randomUUIDv7(), application: id, kind, at, who: by.name, text },
    ...{ question: null, day: null },
    ...{ settled_at: null, settled_by: null, ...settled },
  }
  // Of two at once one is first: what came since it was looked for is in the condition.
  if (!(await insertMessage(tx, { ...row, last }))) throw new Conflict()
  await recordAction(tx, application, { by }, { action: 'question', detail: '', at })
  await mailStatus(tx, application, { by }, at)
}

type Comparable = Pick<MessageRow, 'kind' | 'who' | 'text'>

function isSame(one: Comparable | undefined, other: Comparable): boolean {
  return one?.kind === other.kind && one.who === other.who && one.text === other.text
}

async function decideWithin(
  tx: Transaction,
  application: ApplicationRow,
  { by, reference, request, accept, sentence }: Decided,
  { at, calls }: { at: number; calls: StatusCalls },
): Promise<void> {
  const { id } = application
  const last = await lastWithdrawal(tx, { application: id })
  if (last?.id !== request || last.state !== 'waiting') {
    const isDone = last?.id === request && last.decided_by === by.name
    const wanted = accept ? 'confirmed' : 'refused'
    // The answer to this very press was lost.
    if (isDone && last.state === wanted && last.sentence === sentence) return
    throw alreadyDecided(last)
  }
  if (accept) {
    await changeStatusWithin(
      tx,
      { reference, by, note: '', to: 'withdrawn', notify: true },
      at,
      calls,
    )
    await raiseVersion(tx, { application: id })
    return
  }
  const refused = { application: id, state: 'refused', by: by.name, at, sentence } as const
  if (!(await decideWithdrawal(tx, refused))) throw new Conflict()
  // A billing system that could not close it meanwhile is given it again.
  await raiseVersion(tx, { application: id })
  await recordAction(tx, application, { by }, { action: 'withdrawal_refused', detail: '', at })
  await mailStatus(tx, application, { by }, at)
}

type Withdrawal = Awaited<ReturnType<typeof lastWithdrawal>>

function alreadyDecided(last: Withdrawal): AppError {
  const who = last?.decided_by ?? null
  return new AppError('changed_meanwhile', {
    sentence: `${last ? overtakenBy(last) : '取り下げの申し出はありません。'}内容を確認してから、もう一度操作してください。`,
    sides: {
      field: 'withdrawal',
      yours: { from: 'waiting', to: '' },
      theirs: { value: last?.state ?? '', who, at: isoTimeOrNull(last?.decided_at ?? null) },
    },
  })
}

function overtakenBy({ state, decided_by }: NonNullable<Withdrawal>): string {
  if (state === 'waiting') return 'この間に、申込者が新しい取り下げを申し出ました。'
  const done = state === 'confirmed' ? '確認しました' : '断りました'
  return `この取り下げの申し出は、${decided_by ?? 'ほかの担当者'}さんがすでに${done}。`
}

function newestUnseen(newest: MessageRow | undefined): AppError {
  const who = newest?.who ? `${newest.who}さん` : '申込者'
  return new AppError('changed_meanwhile', {
    sentence: `先に${who}が書いたものがあります。内容を確認してから、もう一度押してください。入力した内容は残っています。`,
    sides: {
      field: 'message',
      yours: { from: '', to: '' },
      theirs: {
        value: newest?.kind ?? '',
        who: newest?.who || null,
        at: newest ? isoTime(newest.at) : null,
      },
    },
  })
}

/** A press that is repeated after a lost answer has done what it should. */
async function alreadySettled(
  tx: Transaction,
  { application, id, by }: { application: string; id: string; by: string },
): Promise<void> {
  const message = (await messagesOf(tx, { application })).find((each) => each.id === id)
  if (!message) throw new AppError('not_found')
  if (message.settled_by === by) return
  const who = message.settled_by ?? ''
  throw new AppError('changed_meanwhile', {
    sentence: `${who}さんがすでに確認済みにしました。`,
    sides: {
      field: 'message',
      yours: { from: '', to: 'settled' },
      theirs: { value: 'settled', who, at: isoTimeOrNull(message.settled_at) },
    },
  })
}

export const NOTHING_TO_DO =
  'お申し込みが完了していないか、個人情報を消去したため、この操作はできません。'
const BY_TELEPHONE =
  'このお手続きには申込者の連絡先がありません。登録されている連絡先へ電話で確認してください。'
const CLOSED =
  '対応が終わったお申し込みには書けません。先に「対応中」に戻してから、もう一度操作してください。'
