/** What stands where a press of staff acts, and the refusal of a press that was made about something else. */
import type { FactName, Seen, SeenName } from '#domain/presses.ts'
import { STAFF_STATUSES } from '#domain/staff.ts'
import { AppError } from '../errors.ts'
import { findWork } from '../store/queries/assignees-and-views.ts'
import { lastWithdrawal, messagesOf } from '../store/queries/messages.ts'
import { lastChangeOf, lastProposal } from '../store/queries/revisions.ts'
import { lastAction, lastAssignment, lastLinkEnd } from '../store/queries/staff-changes.ts'
import type { ApplicationRow, RevisionRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { isoTimeOrNull } from './application-fields.ts'

/** Throws `changed_meanwhile`, with who did what, and when. */
export async function refuseUnseen(
  tx: Transaction,
  application: ApplicationRow,
  names: readonly SeenName[],
  { seen, to }: { seen: Seen; to: string },
): Promise<void> {
  for (const name of names) {
    // A decision is refused by what it is of.
    if (name === 'asked') continue
    const now = await FACTS[name](tx, application)
    const { [name]: from = '' } = seen
    if (now.value === from) continue
    const who = now.who || null
    const at = isoTimeOrNull(now.at)
    const isDated = name === 'status' && who !== null && at !== null
    throw new AppError('changed_meanwhile', {
      sentence: now.sentence,
      change: isDated ? { who, at, status: application.staff_status } : undefined,
      sides: {
        field: name,
        yours: { from, to },
        theirs: { value: now.shown ?? now.value, who, at },
      },
    })
  }
}

/** `who` is empty for the applicant, null where the history does not say. */
type Fact = {
  value: string
  who: string | null
  at: number | null
  sentence: string
  /** Where the value is an id: what stands there. */
  shown?: string
}
type FactOf = (tx: Transaction, application: ApplicationRow) => Promise<Fact>

/** Of a sentence that says what came first. */
export const LOOK_AGAIN = '内容を確認してから、もう一度操作してください。'

/** Of an application that the task holds. */
export const FACTS: Record<FactName, FactOf> = {
  async status(tx, { id, staff_status: value }) {
    const last = await lastAction(tx, { id, action: 'status' })
    const { who = null, at = null } = last?.detail === value ? last : {}
    const sentence = `対応状況がすでに「${STAFF_STATUSES[value].label}」に変更されています。${LOOK_AGAIN}`
    return { value, who, at, sentence }
  },
  async correction(tx, { id: application }) {
    const last = await lastProposal(tx, { application })
    const isWaiting = last?.state === 'waiting'
    const done = { who: last?.decided_by ?? null, at: last?.decided_at ?? null }
    return {
      value: isWaiting ? String(last.number) : '',
      shown: last?.state ?? '',
      ...(isWaiting ? { who: '', at: last.at } : done),
      sentence: `${overtakenCorrection(last?.state)}${LOOK_AGAIN}`,
    }
  },
  async withdrawal(tx, { id: application }) {
    const last = await lastWithdrawal(tx, { application })
    const isWaiting = last?.state === 'waiting'
    const done = { who: last?.decided_by ?? null, at: last?.decided_at ?? null }
    return {
      value: isWaiting ? last.id : '',
      shown: last?.state ?? '',
      ...(isWaiting ? { who: '', at: last.at } : done),
      sentence: `${isWaiting ? 'この間に、申込者が取り下げを申し出ました。' : '取り下げの申し出は、すでに終わっています。'}${LOOK_AGAIN}`,
    }
  },
  async message(tx, { id: application }) {
    const newest = (await messagesOf(tx, { application })).at(-1)
    const { id: value, who, at } = newest ?? { id: '', who: null, at: null }
    const writer = who ? `${who}さん` : '申込者'
    return {
      ...{ value, who, at, shown: newest?.kind ?? '' },
      sentence: `先に${writer}が書いたものがあります。内容を確認してから、もう一度押してください。入力した内容は残っています。`,
    }
  },
  async assignee(tx, { id }) {
    const value = (await findWork(tx, { application: id }))?.assignee ?? ''
    const last = await lastAssignment(tx, { id })
    return {
      ...{ value, who: last?.who ?? null, at: last?.at ?? null },
      sentence: `担当がすでに「${value === '' ? 'なし' : value}」に変更されています。${LOOK_AGAIN}`,
    }
  },
  async address(tx, { id: application, email: value }) {
    const last = await lastChangeOf(tx, { application }, ['email'])
    const sentence = `メールアドレスがすでに変更されています。${LOOK_AGAIN}`
    return { value, who: last?.who ?? null, at: last?.at ?? null, sentence }
  },
  async link(tx, { id: application, link_generation }) {
    const ended = await lastLinkEnd(tx, { id: application })
    const moved = await lastChangeOf(tx, { application }, ['email', 'tel'])
    const last = (ended?.at ?? 0) > (moved?.at ?? 0) ? ended : moved
    const sentence = `申込者のリンクがすでに新しくなっています。${LOOK_AGAIN}`
    const value = String(link_generation)
    return { value, who: last?.who ?? null, at: last?.at ?? null, sentence }
  },
}

/** Why a correction that staff saw waits no more, by the state of the last one. */
export function overtakenCorrection(state: string | undefined): string {
  const known: Readonly<Record<string, string>> = OVERTAKEN
  return known[state ?? 'first'] ?? OVERTAKEN.first
}

const OVERTAKEN: Record<RevisionRow['state'], string> = {
  first: '訂正の申し出はありません。',
  waiting: 'この間に、申込者が新しい訂正を申し出ました。',
  accepted: 'この訂正は、すでに反映されています。',
  declined: 'この訂正の申し出は、すでに断られています。',
  replaced: 'この間に、申込者が新しい訂正を申し出ました。',
  lapsed: 'お申し込みへの対応が終わったため、この訂正の申し出も終わっています。',
}
