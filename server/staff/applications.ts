/** Operations of staff on applications, shared by the staff command line and the console: no HTTP, no SQL. Lists are in application-lists.ts. */

import type { AssigneeReply, LastChange } from '#contract/console.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { ListedRow, Place } from '../store/queries/application-lists.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { type AccountRead, holdGeneration } from '../store/queries/staff-accounts.ts'
import { eraseApplication } from '../store/queries/staff-changes.ts'
import type { WholeApplication } from '../store/queries/stored-applications.ts'
import { changeAssignee, findWork } from '../store/queries/work.ts'
import type { Transaction } from '../store/statement.ts'
import { type Entry, notAllowed, onlyApplication, recordAction } from './actions.ts'
import { isoTime } from './application-fields.ts'
import { type ApplicationLists, createLists } from './application-lists.ts'
import {
  changeStatusWithin,
  NO_CALLS,
  type StatusCalls,
  type StatusChange,
} from './status-change.ts'

export type { ListedRow, Place, WholeApplication }

export type StaffApplications = ApplicationLists & {
  /** Throws AppError. `from` is the assignee the person saw; an empty name is nobody. */
  assign(change: Assignment): Promise<AssigneeReply>
  /** Throws AppError. `from` is the status the person saw; without it the current one is taken. */
  changeStatus(change: StatusChange): Promise<LastChange>
  /** Throws AppError. */
  addNote(entry: Entry): Promise<void>
  /**
   * Removes personal data, keeps the proof of consent, cancels unsent deliveries. Throws AppError
   * `login_required` where the account whose password was asked for is in another generation by then.
   */
  erase(entry: Omit<Entry, 'note'>, verified?: AccountRead): Promise<void>
}

type Clock = () => number

export function createStaffApplications(
  database: Database,
  clock: Clock,
  calls = NO_CALLS,
): StaffApplications {
  return { ...createLists(database), ...changing(database, clock, calls) }
}

function changing(database: Database, clock: Clock, calls: StatusCalls) {
  return {
    changeStatus: (change: StatusChange) =>
      database.atomic(async (tx) => {
        const at = clock()
        const { id } = await changeStatusWithin(tx, change, at, calls)
        await raiseVersion(tx, { application: id })
        return { who: change.as ?? change.by.name, at: isoTime(at), status: change.to }
      }),
    assign: (change: Assignment) => database.atomic((tx) => assignWithin(tx, change, clock())),
    addNote: (entry: Entry) =>
      database.atomic(async (tx) => {
        const noted = { action: 'note', detail: entry.note, at: clock() } as const
        await recordAction(tx, await onlyApplication(tx, entry.reference), entry, noted)
      }),
    erase: (entry: Omit<Entry, 'note'>, verified?: AccountRead) =>
      database.atomic(async (tx) => {
        if (verified && !(await holdGeneration(tx, verified))) throw new AppError('login_required')
        const application = await onlyApplication(tx, entry.reference)
        if (application.erased_at !== null)
          throw notAllowed(`${entry.reference} の個人情報はすでに消去されています。`)
        const at = clock()
        await eraseApplication(tx, { id: application.id, at })
        await recordAction(tx, application, entry, { action: 'erase', detail: '', at })
      }),
  }
}

type Assignment = Omit<Entry, 'note'> & { from: string; to: string }

async function assignWithin(
  tx: Transaction,
  { reference, by, from, to }: Assignment,
  at: number,
): Promise<AssigneeReply> {
  const application = await onlyApplication(tx, reference)
  const who = by.name
  if (!(await changeAssignee(tx, { application: application.id, from, to, who, at }))) {
    const work = await findWork(tx, { application: application.id })
    const value = work?.assignee ?? ''
    // One press that is repeated after a lost answer has done what it should.
    if (value === to)
      return { assignee: to, who: work?.touched_by ?? who, at: isoTime(work?.touched_at ?? at) }
    throw new AppError('changed_meanwhile', {
      sentence: `担当がすでに「${value === '' ? 'なし' : value}」に変更されています。内容を確認してから、もう一度操作してください。`,
      sides: {
        field: 'assignee',
        yours: { from, to },
        theirs: {
          value,
          who: work?.touched_by ?? null,
          at: work ? isoTime(work.touched_at) : null,
        },
      },
    })
  }
  if (from !== to)
    await recordAction(tx, application, { by }, { action: 'assignee', detail: to, at })
  return { assignee: to, who, at: isoTime(at) }
}
