import { describe, expect, test } from 'vitest'
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
    failed: new Map<number, number>(),
  }
  const read = (uids: number[]) => readSome(run as never, client as never, uids)
  await read([1, 2, 3])
  expect([counted, moved]).toEqual([['marked', 'unreadable', 'marked'], [3]])
  errors[5] = new AppError('unavailable')
  await expect(read([4, 5])).rejects.toMatchObject({ code: 'unavailable' })
  expect(moved).toEqual([3, 4])
})

describe('a message that the server does not give', () => {
  const REFUSED = Object.assign(new Error('Command failed'), { responseStatus: 'NO' })
  const LOST = new Error('Connection not available')

  /** One look at what is not read yet of five messages; `faults` by UID, after one of LOST nothing comes. */
  function mailbox(faults: Record<number, Error>) {
    const counted: string[] = []
    let place = 0
    let isLost = false
    const client = {
      async fetchOne(uid: string) {
        const fault = isLost ? LOST : faults[Number(uid)]
        isLost ||= fault === LOST
        if (fault) throw fault
        return { source: Buffer.from(uid) }
      },
    }
    const run = {
      reader: { read: async (raw: Uint8Array) => ({ kind: 'failed', code: String(raw) }) },
      take: async ({ code }: { code: string }) => code,
      count: (outcome: string) => counted.push(outcome),
      lease: {
        place: () => ({ validity: '1', uid: place }),
        move: async ({ uid }: { uid: number }) => {
          place = uid
        },
      },
      log: { error: () => {} },
      signal: new AbortController().signal,
      failed: new Map<number, number>(),
    }
    async function look(last = 5) {
      isLost = false
      const uids = [1, 2, 3, 4, 5].filter((uid) => uid > place && uid <= last)
      return readSome(run as never, client as never, uids).then(
        () => place,
        () => `failed at ${place}`,
      )
    }
    return { counted, look, faults }
  }

  test.each([
    ['refuses', REFUSED],
    ['ends the connection over', LOST],
  ])(
    'is passed over behind one that it gives, where it %s it in several looks',
    async (_, fault) => {
      const { counted, look } = mailbox({ 2: fault })
      for (let looks = 0; looks < 3; looks += 1) expect(await look()).toBe('failed at 1')
      // Where it gives none at all, the fault may be the server's, and nothing waits behind it.
      expect(await look(2)).toBe('failed at 1')
      const passed = await look()
      expect(passed).toBe(fault === LOST ? 'failed at 3' : 5)
      expect(await look()).toBe(5)
      expect(counted).toEqual(['1', '3', 'unreadable', '4', '5'])
    },
  )

  test('is read where it is given later, and two in a row are each passed over', async () => {
    const { counted, look, faults } = mailbox({ 2: REFUSED, 3: REFUSED })
    for (let looks = 0; looks < 3; looks += 1) expect(await look()).toBe('failed at 1')
    delete faults[2]
    expect(await look()).toBe('failed at 1')
    expect(await look()).toBe('failed at 1')
    expect(await look()).toBe('failed at 1')
    expect(await look()).toBe(5)
    expect(counted.filter((outcome) => outcome === 'unreadable')).toHaveLength(1)
    expect(new Set(counted)).toEqual(new Set(['1', '2', '4', '5', 'unreadable']))
  })

  test('is none while the server asks for a pause', async () => {
    const pause = Object.assign(new Error('throttled'), { code: 'ETHROTTLE' })
    const { counted, look, faults } = mailbox({ 2: pause })
    for (let looks = 0; looks < 5; looks += 1) expect(await look()).toBe('failed at 1')
    delete faults[2]
    expect(await look()).toBe(5)
    expect(counted).toEqual(['1', '2', '3', '4', '5'])
  })
})
