/** Conflict with a colleague's change of the status, while the form holds something that is not recorded yet. */
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { isStaffStatus, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { formatTime } from '#domain/tokyo-time.ts'

/** As its history has it; `who` and `at` are empty where it never changed. */
export function lastChangeOf({ history, status }: ApplicationRecord): LastChange {
  const last = history.findLast(
    ({ action, detail }) => action === 'status' && isStaffStatus(detail),
  )
  return last ? { who: last.who, at: last.at, status } : { who: '', at: '', status }
}

export function newerOf(one: LastChange, other: LastChange | null): LastChange {
  return other !== null && other.at > one.at ? other : one
}

/** What is in the form and not recorded yet. */
export type Unrecorded = { choice: StaffStatus | null; hasNote: boolean }

/** `own` is the name of whoever looks; `now` in epoch milliseconds. */
export function conflictSentence(
  { who, at, status }: LastChange,
  { choice, hasNote }: Unrecorded,
  { own, now }: { own: string; now: number },
): string {
  const happened = `${who === own ? 'あなた' : `${who}さん`}が${formatTime(Date.parse(at), now)}に「${STAFF_STATUSES[status].label}」にしました。`
  const chosen =
    choice !== null && choice !== status ? `選択（${STAFF_STATUSES[choice].label}）` : ''
  const open = [chosen, hasNote ? 'メモ' : ''].filter((part) => part !== '').join('と')
  return open === '' ? happened : `${happened}あなたの${open}は、まだ記録されていません。`
}
