import { expect, test } from 'vitest'
import { deleteOld } from './mailbox.ts'

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
