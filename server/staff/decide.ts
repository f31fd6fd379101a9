/** What staff decide of what an applicant asks: one operation for a correction, a request to withdraw and a message. */

import type { DecisionBody } from '#contract/console-schemas.ts'
import { decisionPress } from '#domain/presses.ts'
import type { Asked as AskedKind } from '#domain/staff.ts'
import { AppError } from '../errors.ts'
import type { StatusCalls } from '../follow-up/after-change.ts'
import type { Database } from '../store/database.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import {
  decideWithdrawal,
  lastWithdrawal,
  messagesOf,
  settleMessage,
} from '../store/queries/messages.ts'
import { lastProposal } from '../store/queries/revisions.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { type Press, recordAction, refuseIncomplete } from './actions.ts'
import { isoTimeOrNull } from './application-fields.ts'
import type { Actor } from './audit.ts'
import { decideCorrection } from './corrections.ts'
import { pressedOn } from './press.ts'
import { LOOK_AGAIN, overtakenCorrection } from './seen.ts'
import { changeStatusWithin, mailStatus } from './status-change.ts'

export type Decision = Omit<DecisionBody, 'seen'> & {
  /** The number of the correction, or the id of another. */
  seen: string
  reference: string
  by: Actor
  press?: Press | undefined
}

/** Throws AppError `action_refused`, `changed_meanwhile`, `not_found`. */
export type Decide = (decision: Decision) => Promise<void>

type Now = { at: number; calls: StatusCalls }

/** What was asked, as it stands. */
type Asked = {
  id: string
  state: string
  isWaiting: boolean
  by: string | null
  at: number | null
}

type Kind = {
  /** The state that a decision leaves. */
  states: Record<'accepted' | 'declined', string>
  /** The last one, or the one that was seen where several wait. */
  find(tx: Transaction, row: ApplicationRow, seen: string): Promise<Asked | undefined>
  /** Why the one that was seen waits no more. */
  overtaken(asked: Asked | undefined): string
  /** What staff have seen waits, and the application is theirs alone. */
  carryOut(tx: Transaction, row: ApplicationRow, decision: Decision, now: Now): Promise<void>
}

export function createDecide(database: Database, clock: () => number, calls: StatusCalls): Decide {
  return async (decision) => {
    await database.alone((tx) =>
      pressedOn(
        tx,
        { ...decision, name: decisionPress(decision) },
        clock,
        async (application, at) => {
          refuseIncomplete(application)
          await decideWithin(tx, application, decision, { at, calls })
          return {}
        },
      ),
    )
  }
}

async function decideWithin(
  tx: Transaction,
  application: ApplicationRow,
  decision: Decision,
  now: Now,
): Promise<void> {
  const { of, seen, accept } = decision
  const kind = KINDS[of]
  const asked = await kind.find(tx, application, seen)
  const to = kind.states[accept ? 'accepted' : 'declined']
  if (asked?.id === seen && asked.isWaiting) return kind.carryOut(tx, application, decision, now)
  throw new AppError('changed_meanwhile', {
    sentence: kind.overtaken(asked),
    sides: {
      field: of,
      yours: { from: 'waiting', to },
      theirs: {
        value: asked?.state ?? '',
        who: asked?.by ?? null,
        at: isoTimeOrNull(asked?.at ?? null),
      },
    },
  })
}

const KINDS: Record<AskedKind, Kind> = {
  correction: {
    states: { accepted: 'accepted', declined: 'declined' },
    async find(tx, { id: application }) {
      const last = await lastProposal(tx, { application })
      if (!last) return undefined
      const { number, state, decided_by: by, decided_at: at } = last
      return { id: String(number), state, isWaiting: state === 'waiting', by, at }
    },
    overtaken: (asked) => `${overtakenCorrection(asked?.state)}${LOOK_AGAIN}`,
    carryOut: decideCorrection,
  },
  withdrawal: {
    states: { accepted: 'confirmed', declined: 'refused' },
    async find(tx, { id: application }) {
      const last = await lastWithdrawal(tx, { application })
      if (!last) return undefined
      const { id, state, decided_by: by, decided_at: at } = last
      return { id, state, isWaiting: state === 'waiting', by, at }
    },
    overtaken: (asked) => `${overtakenWithdrawal(asked)}${LOOK_AGAIN}`,
    carryOut: withdraw,
  },
  message: {
    states: { accepted: 'settled', declined: '' },
    async find(tx, { id: application }, seen) {
      const message = (await messagesOf(tx, { application })).find(({ id }) => id === seen)
      if (!message) throw new AppError('not_found')
      const { id, settled_by: by, settled_at: at } = message
      const isWaiting = at === null
      return { id, state: isWaiting ? 'waiting' : 'settled', isWaiting, by, at }
    },
    overtaken: (asked) => `${asked?.by ?? ''}さんがすでに確認済みにしました。`,
    async carryOut(tx, application, { seen: id, by }, { at }) {
      await settleMessage(tx, { application: application.id, id, by: by.name, at })
      await recordAction(tx, application, { by }, { action: 'settled', detail: '', at })
    },
  },
}

async function withdraw(
  tx: Transaction,
  application: ApplicationRow,
  { reference, by, accept, reason }: Decision,
  { at, calls }: Now,
): Promise<void> {
  const { id } = application
  if (accept) {
    const withdrawn = { reference, by, note: '', to: 'withdrawn', notify: true } as const
    return changeStatusWithin(tx, application, withdrawn, { at, calls })
  }
  const refused = { application: id, state: 'refused', by: by.name, at, sentence: reason } as const
  await decideWithdrawal(tx, refused)
  // A billing system that could not close it meanwhile is given it again.
  await raiseVersion(tx, { application: id })
  await recordAction(tx, application, { by }, { action: 'withdrawal_refused', detail: '', at })
  await mailStatus(tx, application, { by }, at)
}

function overtakenWithdrawal(asked: Asked | undefined): string {
  if (!asked) return '取り下げの申し出はありません。'
  if (asked.isWaiting) return 'この間に、申込者が新しい取り下げを申し出ました。'
  const done = asked.state === 'confirmed' ? '確認しました' : '断りました'
  return `この取り下げの申し出は、${asked.by ?? 'ほかの担当者'}さんがすでに${done}。`
}
