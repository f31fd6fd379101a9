import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { deleteOld, readSome } from './mailbox.ts'

test('what was moved in after the reading is not deleted unread, however old it is', async () => {
  const deleted: string[] = []
  const client = {
    search: async () => [1, 2, 3],
    messageDelete: async (uids: unknown) => deleted.push(String(uids)) > 0,
  }
  const lease = { place: () => ({ validity: '1', uid: 2 }), takeDeletion: () => true }
  await deleteOld({ deleteDays: 30, clock: () => Date.parse('2026-11-28'), lease }, client)
  expect(deleted).toEqual(['1,2'])
})

test('a message that the program cannot take is passed over, and one that the database cannot is read again', async () => {
  const counted: string[] = []
  const moved: number[] = []
  const client = { fetchOne: async (uid: string) => ({ source: Buffer.from(uid) }) }
  const errors: Record<string, Error> = { 2: new RangeError('what nobody foresaw') }
  const run = {
    reader: { read: async (raw: Uint8Array) => ({ kind: 'failed', code: String(raw) }) },
    take: async ({ code }: { code: string }) => {
      if (errors[code]) throw errors[code]
      return 'marked'
    },
    count: (outcome: string) => counted.push(outcome),
    lease: {
      place: () => ({ validity: '1', uid: 0 }),
      move: async ({ uid }: { uid: number }) => moved.push(uid),
    },
    log: { error: () => {} },
    signal: new AbortController().signal,
  }
  const read = (uids: number[]) => readSome(run as never, client as never, uids)
  await read([1, 2, 3])
  expect([counted, moved]).toEqual([['marked', 'unreadable', 'marked'], [3]])
  errors[5] = new AppError('unavailable')
  await expect(read([4, 5])).rejects.toMatchObject({ code: 'unavailable' })
  expect(moved).toEqual([3])
})
