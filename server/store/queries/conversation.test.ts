/** What a message, a request to withdraw and a close assume stands in their statements: what changed since it was looked at, in the same commit too, changes nothing. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { applicationRow, put, rowsIn } from '../../testing/rows.ts'
import type { MessageRow } from '../applicant-rows.ts'
import { insertMessage, insertWithdrawal } from './conversation.ts'
import { closeStatus } from './staff-changes.ts'
import { holdLinked } from './status-links.ts'

function message(id: string, given: Partial<MessageRow> = {}): MessageRow {
  return {
    ...{ id, application: 'open', kind: 'message', at: 1, who: '', text: 'あ', question: null },
    ...{ day: id, settled_at: null, settled_by: null },
    ...given,
  }
}

async function desk(engine: (typeof ENGINES)[number]) {
  const database = await openEmpty(engine)
  const complete = { state: 'complete', completed_at: 1 } as const
  await put(database, {
    applications: [
      applicationRow('open', { ...complete, staff_status: 'in_progress' }),
      applicationRow('closed', { ...complete, staff_status: 'done', closed_at: 2 }),
      applicationRow('erased', { ...complete, staff_status: 'in_progress', erased_at: 3 }),
    ],
  })
  return database
}

describe.each(ENGINES)('on %s', (engine) => {
  test('a message goes to no erased application, and behind the last one that was seen', async () => {
    const database = await desk(engine)
    const insert = (row: MessageRow, last: string | null) =>
      database.atomic((tx) => insertMessage(tx, { ...row, last }))
    expect(await insert(message('1', { application: 'erased' }), null)).toBe(false)
    expect(await insert(message('2'), 'x')).toBe(false)
    expect(await insert(message('3'), '')).toBe(true)
    expect(await insert(message('4'), '')).toBe(false)
    expect(await insert(message('5', { at: 2 }), '3')).toBe(true)
    expect(await insert(message('6', { at: 3, day: '5' }), null)).toBe(false)
    expect(await insert(message('7', { application: 'closed' }), null)).toBe(true)
    expect((await rowsIn(database, 'messages')).map(({ id }) => id).toSorted()).toEqual([
      ...['3', '5', '7'],
    ])
    // Two in one commit, as two presses come.
    const both = await Promise.all(['8', '9'].map((id) => insert(message(id, { at: 4 }), '5')))
    expect(both.toSorted()).toEqual([false, true])
  })

  test('a request to withdraw comes to an open application alone, one at a time', async () => {
    const database = await desk(engine)
    const insert = (application: string, id: string) =>
      database.atomic((tx) => insertWithdrawal(tx, { id, application, at: 1 }))
    expect(await insert('closed', '1')).toBe(false)
    expect(await insert('erased', '2')).toBe(false)
    expect((await Promise.all(['3', '4'].map((id) => insert('open', id)))).toSorted()).toEqual([
      false,
      true,
    ])
  })

  test('an application is not closed over a request that waits', async () => {
    const database = await desk(engine)
    const close = () =>
      database.atomic((tx) =>
        closeStatus(tx, {
          ...{ id: 'open', from: 'in_progress', to: 'done', closedAt: 9, despite: 1 },
        }),
      )
    await database.atomic((tx) => insertWithdrawal(tx, { id: '1', application: 'open', at: 1 }))
    expect(await close()).toBe(false)
    const other = await desk(engine)
    const moved = { id: 'open', from: 'in_progress', to: 'done', closedAt: 9, despite: 0 } as const
    expect(await other.atomic((tx) => closeStatus(tx, moved))).toBe(true)
    expect(await other.atomic((tx) => closeStatus(tx, moved))).toBe(false)
  })

  test('a link holds what it names, while it names it', async () => {
    const database = await desk(engine)
    const hold = (id: string, generation: number) =>
      database.atomic((tx) => holdLinked(tx, { id, generation }))
    expect(await hold('open', 1)).toBe(true)
    expect(await hold('open', 2)).toBe(false)
    expect(await hold('erased', 1)).toBe(false)
  })
})
