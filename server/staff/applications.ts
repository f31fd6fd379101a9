/** Operations of staff on applications, shared by the staff command line and the console: no HTTP, no SQL. Lists are in application-lists.ts. */

import type { AssigneeReply } from '#contract/console-answers.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { statusPress } from '#domain/presses.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { NO_CALLS, type StatusCalls } from '../follow-up/after-change.ts'
import type { Database } from '../store/database.ts'
import type { ListedRow, Place } from '../store/queries/application-lists.ts'
import { changeAssignee, findWork } from '../store/queries/assignees-and-views.ts'
import {
  type AccountRead,
  findAccount,
  holdGeneration,
  mayWork,
} from '../store/queries/staff-accounts.ts'
import { eraseApplication } from '../store/queries/staff-changes.ts'
import type { WholeApplication } from '../store/queries/stored-applications.ts'
import type { Transaction } from '../store/statement.ts'
import { type Entry, notAllowed, recordAction } from './actions.ts'
import { type ApplicationLists, createLists } from './application-lists.ts'
import { pressedOn } from './press.ts'
import { changeStatusWithin, type StatusChange } from './status-change.ts'

export type { ListedRow, Place, WholeApplication }

export type StaffApplications = ApplicationLists & {
  /** Throws AppError. An empty name is nobody. */
  assign(change: Assignment): Promise<AssigneeReply>
  /** Throws AppError. `from` is the status the person saw; without it the current one is taken. */
  changeStatus(change: StatusChange): Promise<LastChange>
  /** Throws AppError. */
  addNote(entry: Entry): Promise<void>
  /**
   * Removes personal data, keeps the proof of consent, cancels unsent deliveries; once more, what is left. Throws AppError
   * `login_required` where the account whose password was asked for is in another generation by then.
   */
  erase(entry: Omit<Entry, 'note'>, verified?: AccountRead): Promise<void>
}

type Clock = () => number

export function createStaffApplications(
  database: Database,
  clock: Clock,
  calls = NO_CALLS,
  alertHours = 0,
): StaffApplications {
  return { ...createLists(database, clock, alertHours), ...changing(database, clock, calls) }
}

function changing(database: Database, clock: Clock, calls: StatusCalls) {
  return {
    changeStatus: (change: StatusChange) =>
      database.alone((tx) => {
        const { to } = change
        return pressedOn(tx, { ...change, name: statusPress(to) }, clock, async (held, at) => {
          await changeStatusWithin(tx, held, change, { at, calls })
          return { who: change.as ?? change.by.name, at: isoTime(at), status: to }
        })
      }),
    assign: (change: Assignment) => database.alone((tx) => assignWithin(tx, change, clock)),
    addNote: async (entry: Entry) => {
      await database.alone((tx) =>
        pressedOn(tx, { ...entry, name: 'note' }, clock, async (held, at) => {
          await recordAction(tx, held, entry, { action: 'note', detail: entry.note, at })
          return {}
        }),
      )
    },
    erase: async (entry: Omit<Entry, 'note'>, verified?: AccountRead) => {
      await database.alone((tx) =>
        pressedOn(tx, { ...entry, name: 'erasure' }, clock, async (held, at) => {
          if (verified && !(await holdGeneration(tx, verified)))
            throw new AppError('login_required')
          await eraseApplication(tx, { id: held.id, at })
          await recordAction(tx, held, entry, { action: 'erase', detail: '', at })
          return {}
        }),
      )
    },
  }
}

type Assignment = Omit<Entry, 'note'> & { to: string }

function assignWithin(tx: Transaction, change: Assignment, clock: Clock): Promise<AssigneeReply> {
  return pressedOn(tx, { ...change, name: 'assignee' }, clock, async ({ id, reference }, at) => {
    const { by, to } = change
    // Whoever takes it over may work: the route has asked.
    const isOther = to !== '' && to !== by.name
    if (isOther && !mayWork(await findAccount(tx, { name: to })))
      throw notAllowed(
        `「${to}」さんは、担当にできません。名前をご確認のうえ、選び直してください。`,
      )
    const from = (await findWork(tx, { application: id }))?.assignee ?? ''
    await changeAssignee(tx, { application: id, from, to, who: by.name, at })
    if (from !== to)
      await recordAction(tx, { id, reference }, { by }, { action: 'assignee', detail: to, at })
    return { assignee: to, who: by.name, at: isoTime(at) }
  })
}
