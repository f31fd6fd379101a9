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

test('a message that its server does not give out is passed over beside others that it gives, and stops nothing for ever', async () => {
  const counted: string[] = []
  const moved: number[] = []
  const logged: string[] = []
  let refuses = [2, 4]
  let isGone = false
  const client = {
    async fetchOne(uid: string) {
      if (isGone) throw new Error('Connection not available')
      if (!refuses.includes(Number(uid))) return { source: Buffer.from(uid) }
      // Whatever fails once is asked for again.
      if (uid === '4') refuses = [2]
      throw Object.assign(new Error('Command failed'), { responseStatus: 'NO' })
    },
  }
  const run = {
    reader: { read: async (raw: Uint8Array) => ({ kind: 'failed', code: String(raw) }) },
    take: async () => 'marked',
    count: (outcome: string) => counted.push(outcome),
    lease: {
      place: () => ({ validity: '1', uid: 0 }),
      move: async ({ uid }: { uid: number }) => moved.push(uid),
    },
    log: { error: (event: string) => logged.push(event) },
    signal: new AbortController().signal,
  }
  const read = (uids: number[]) => readSome(run as never, client as never, uids)
  // Where it gives none at all, the fault may be the server's of this moment.
  await expect(read([2])).rejects.toThrow('Command failed')
  expect([counted, moved]).toEqual([[], []])
  await read([1, 2, 3, 4])
  expect(counted).toEqual(['marked', 'marked', 'unreadable', 'marked'])
  expect([moved, logged]).toEqual([[4], ['returned_mistake']])
  isGone = true
  await expect(read([1, 2, 3])).rejects.toThrow('Connection not available')
  expect(moved).toEqual([4])
})
