/** What people read: of every condition of these lists some row fails just that one. */
import { describe, expect, test } from 'vitest'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import {
  applicationRow,
  changeRow,
  facilityRow,
  historyRow,
  outboxRow,
  put,
} from '../../testing/rows.ts'
import type { ApplicationRow, FlagRow } from '../schema.ts'
import {
  applicationsPage,
  countByStatus,
  exactMatches,
  facilitiesOfPage,
  neighbour,
  type Place,
  type RowFilter,
} from './application-lists.ts'
import { activeBetween, auditPage } from './audit.ts'
import { feedPage } from './feed.ts'

const flag = (application: string, name: FlagRow['flag'], at = 0): FlagRow => ({
  application,
  flag: name,
  detail: '',
  at,
})
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe.each(ENGINES)('lists on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const complete = { state: 'complete', completed_at: 1 } as const
    await put(database, {
      applications: [
        applicationRow('a', { created_at: 10, flow: 'trial' }),
        applicationRow('c', { created_at: 20, ...complete, search_tel: '03' }),
        applicationRow('b', { created_at: 20, customer: 'C-1', search_mail: 'm@x' }),
        applicationRow('d', { ...complete, created_at: 30, staff_status: 'done' }),
        applicationRow('e', { created_at: 40, state: 'superseded' }),
      ],
      facilities: [
        facilityRow('c', 2),
        { ...facilityRow('c', 1), facility_number: '1' },
        facilityRow('d', 1),
      ],
      flags: [
        flag('a', 'robot'),
        flag('c', 'robot', 2),
        flag('c', 'later_request', 2),
        flag('c', 'bad_invitation', 1),
      ],
    })
    return database
  }

  test('show what fits the filter, the newest first, behind the page before', async () => {
    const database = await setUp()
    const page = (
      filter: RowFilter,
      limit = 9,
      after?: Pick<ApplicationRow, 'created_at' | 'id'>,
    ) =>
      database.read(async (tx) => {
        const place = after && { ...after, part: 'all' as const }
        return ids(await applicationsPage(tx, filter, { after: place, limit }))
      })
    expect(await page({})).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await page({}, 2)).toEqual(['e', 'd'])
    expect(await page({}, 9, { created_at: 20, id: 'c' })).toEqual(['b', 'a'])
    expect(await page({ flow: 'trial' })).toEqual(['a'])
    expect(await page({ state: 'complete' })).toEqual(['d', 'c'])
    expect(await page({ status: 'done' })).toEqual(['d'])
    expect(await page({ from: 20 })).toEqual(['e', 'd', 'c', 'b'])
    expect(await page({ from: 0, until: 20 })).toEqual(['a'])
    expect(await page({ until: 0 })).toEqual([])
    expect(await page({ flag: 'robot' })).toEqual(['c', 'a'])
    expect(await page({ flag: 'bad_invitation' })).toEqual(['c'])
    expect(await page({ among: [] })).toEqual([])
    expect(await page({ among: ['a', 'x', 'c'], flag: 'robot' })).toEqual(['c', 'a'])
    const exact = (p: object) =>
      database.read(async (tx) =>
        ids(
          await exactMatches(tx, {
            reference: '',
            name: '',
            number: null,
            mail: '',
            tel: '',
            ...p,
          }),
        ),
      )
    expect(await exact({})).toEqual([])
    expect(await exact({ name: 'b' })).toEqual([])
    expect(await exact({ name: 'C-1' })).toEqual([])
    expect(await exact({ mail: 'm@x' })).toEqual(['b'])
    expect(await exact({ tel: '03' })).toEqual(['c'])
    expect(await exact({ number: '1' })).toEqual(['c'])
  })

  test('in the order of work begin with what is open, the oldest on top, in pages and beside each other', async () => {
    const database = await openEmpty(engine)
    const complete = { state: 'complete' } as const
    const closed = { ...complete, staff_status: 'done', closed_at: 9 } as const
    await put(database, {
      applications: [
        applicationRow('erased', { ...complete, created_at: 10, erased_at: 11 }),
        applicationRow('done', { ...closed, created_at: 20 }),
        applicationRow('old', { ...complete, created_at: 30, staff_status: 'in_progress' }),
        applicationRow('older', { ...complete, created_at: 30 }),
        applicationRow('pending', { created_at: 40 }),
        applicationRow('new', { ...complete, created_at: 50 }),
      ],
    })
    const parts = ['open', 'rest'] as const
    const order = ['old', 'older', 'new', 'pending', 'done', 'erased']
    for (const limit of [1, 2, 3, 4, 6, 7]) {
      const found: string[] = []
      let after: Place | undefined
      for (;;) {
        const page = await database.read((tx) => applicationsPage(tx, {}, { after, limit }, parts))
        found.push(...ids(page))
        after = page.at(-1)
        if (page.length < limit) break
      }
      expect(found).toEqual(order)
    }
    const besides = await database.read(async (tx) => {
      const rows = await applicationsPage(tx, {}, { limit: 9 }, parts)
      const sides = []
      for (const application of rows)
        sides.push([
          await neighbour(tx, {}, { application, parts }, 'previous'),
          await neighbour(tx, {}, { application, parts }, 'next'),
        ])
      return { references: rows.map(({ reference }) => reference), sides }
    })
    const { references } = besides
    expect(besides.sides).toEqual(
      references.map((_, at) => [references[at - 1], references[at + 1]]),
    )
  })

  test('show of each application what is its own, and count them by status', async () => {
    const database = await setUp()
    const rows = await database.read((tx) => applicationsPage(tx, {}, { limit: 9 }))
    expect(
      rows.map(({ id, flags, facility_count }) => [id, facility_count, flags.map((f) => f.flag)]),
    ).toEqual([
      ['e', 0, []],
      ['d', 1, []],
      ['c', 2, ['bad_invitation', 'later_request', 'robot']],
      ['b', 0, []],
      ['a', 0, ['robot']],
    ])
    const [counts, some, of, none] = await database.read(async (tx) => [
      await countByStatus(tx, {}),
      await countByStatus(tx, { from: 30 }),
      await facilitiesOfPage(tx, [{ id: 'c' }]),
      await facilitiesOfPage(tx, []),
    ])
    const ofNone = Object.fromEntries(STAFF_STATUS_NAMES.map((status) => [status, 0]))
    const zero = { pending: 0, ...ofNone }
    expect(counts).toEqual({ ...zero, all: 5, pending: 2, received: 1, done: 1 })
    expect(some).toEqual({ ...zero, all: 2, done: 1 })
    expect([...of].map(([id, found]) => [id, found.map(({ no }) => no)])).toEqual([['c', [1, 2]]])
    expect(none).toEqual(new Map())
  })

  test('tell what happened in a span, and of whom', async () => {
    const database = await openEmpty(engine)
    const sent = (id: string, application: string, sent_at: number) =>
      outboxRow(id, { application, state: 'sent', sent_at })
    await put(database, {
      applications: [
        applicationRow('received', { created_at: 10 }),
        applicationRow('completed', { created_at: 2, completed_at: 19 }),
        applicationRow('mailed', { created_at: 1 }),
        applicationRow('noted', { created_at: 1 }),
        applicationRow('before', { created_at: 9, completed_at: 9 }),
        applicationRow('after', { created_at: 20, completed_at: 20 }),
      ],
      outbox: [sent('1', 'mailed', 10), sent('2', 'before', 9), sent('3', 'after', 20)],
      history: [
        historyRow('1', 'noted', { at: 19 }),
        historyRow('2', 'before', { at: 9 }),
        historyRow('3', 'after', { at: 20 }),
      ],
      audit: [9, 10, 10, 19, 20].map((at, index) => ({
        id: `${9 - index}`,
        at,
        who: '',
        via: 'command',
        action: '',
        subject: '',
        detail: '',
      })),
    })
    const span = { from: 10, until: 20 }
    const found = await database.read(async (tx) => {
      const audit = await auditPage(tx, { ...span, limit: 9 })
      return {
        active: ids(await activeBetween(tx, { ...span, limit: 9 })),
        two: ids(await activeBetween(tx, { ...span, limit: 2 })),
        audit: ids(audit),
        one: ids(await auditPage(tx, { ...span, limit: 1 })),
        next: ids(await auditPage(tx, { ...span, limit: 9, after: audit[0] })),
      }
    })
    expect(found).toEqual({
      active: ['mailed', 'noted', 'completed', 'received'],
      two: ['mailed', 'noted'],
      audit: ['7', '8', '6'],
      one: ['7'],
      next: ['8', '6'],
    })
  })

  test('of the feed hold what has a place behind the cursor, with all that it consists of', async () => {
    const database = await setUp()
    const change = (application: string, place: number | null, acknowledged_version: number) =>
      changeRow(application, { version: 2, place, acknowledged_version })
    const changes = [change('a', 1, 2), change('c', 2, 1), change('d', 2, 0), change('b', null, 0)]
    await put(database, { changes })
    const page = (filter: Parameters<typeof feedPage>[1], limit = 9, place = 0, application = '') =>
      database.read((tx) => feedPage(tx, filter, { after: { place, application }, limit }))
    const names = async (...given: Parameters<typeof page>) =>
      (await page(...given)).map(({ application }) => application.id)
    expect(await names({})).toEqual(['a', 'c', 'd'])
    expect(await names({}, 2)).toEqual(['a', 'c'])
    expect(await names({}, 9, 2, 'c')).toEqual(['d'])
    expect(await names({ flow: 'trial' })).toEqual(['a'])
    expect(await names({ status: 'done' })).toEqual(['d'])
    expect(await names({ unacknowledged: true })).toEqual(['c', 'd'])
    const [first, second, third] = await page({})
    expect(first).toMatchObject({ facilities: [] })
    expect(third).toMatchObject({ consents: [], flags: [] })
    expect(second).toMatchObject({ place: 2, version: 2 })
    expect(Object.keys(second?.application ?? {}).toSorted()).toEqual(
      Object.keys(applicationRow('c')).toSorted(),
    )
    expect(second?.facilities.map(({ no }) => no)).toEqual([1, 2])
    expect(second?.flags.map((each) => each.flag)).toEqual([
      'bad_invitation',
      'later_request',
      'robot',
    ])
  })
})
