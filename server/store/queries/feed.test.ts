/** The feed's cursor under concurrent writers: nothing is skipped, and no version comes twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createStaffApplications } from '../../staff/applications.ts'
import { createFeed, type FeedPlace } from '../../staff/feed.ts'
import { applicationsOn, NOW, suspension } from '../../testing/calls.ts'
import { ENGINES, emptyDatabase, openEmpty, openForTest } from '../../testing/databases.ts'
import { rowsOf } from '../../testing/raw-sql.ts'
import { applicationRow, changeRow, put, rowsIn } from '../../testing/rows.ts'
import type { Database } from '../database.ts'

const START: FeedPlace = { place: 0, application: '' }
const BY = { name: '花子', via: 'console' } as const
const clock = () => NOW

/** Follows the cursor until nothing more comes after `isOver`; every version as it came. */
async function follow(database: Database, isOver: () => boolean) {
  const feed = createFeed(database, clock)
  const seen: string[] = []
  let after = START
  for (;;) {
    const wasOver = isOver()
    const rows = await feed.page({}, { after, limit: 7 })
    seen.push(...rows.map(({ application, version }) => `${application.reference} ${version}`))
    const last = rows.at(-1)
    if (last) after = { place: last.place, application: last.application.id }
    else if (wasOver) return seen
    else await sleep(1)
  }
}

describe.each(ENGINES)('the feed on %s', (engine) => {
  test('gives two readers every application while three writers complete and change them', async () => {
    const url = await emptyDatabase(engine)
    const writers = await Promise.all([1, 2, 3].map(() => openForTest(url)))
    const readers = await Promise.all([1, 2].map(() => openForTest(url)))
    let writing = true
    const reading = readers.map((reader) => follow(reader, () => !writing))
    const write = async (database: Database, writer: number) => {
      const [applications, staff] = [
        applicationsOn(database),
        createStaffApplications(database, clock),
      ]
      for (let round = 0; round < 12; round += 1) {
        const calls = [0, 1, 2, 3].map((n) => suspension(`C-${writer}-${round}-${n}`))
        const made = await Promise.all(calls.map((call) => applications.consent(call)))
        const [first, second] = made.map(({ reference }) => ({ reference, by: BY, note: '' }))
        if (first) await staff.changeStatus({ ...first, to: 'in_progress' })
        if (second) await staff.erase(second)
      }
    }
    await Promise.all(writers.map(write))
    writing = false
    const versions = await rowsOf(
      url,
      'select reference, version from changes join applications on id = application',
    )
    expect(versions).toHaveLength(3 * 12 * 4)
    for (const seen of await Promise.all(reading)) {
      expect(seen).toHaveLength(new Set(seen).size)
      expect(seen).toEqual(
        expect.arrayContaining(versions.map(({ reference, version }) => `${reference} ${version}`)),
      )
    }
  }, 60_000)
})

test.each(ENGINES)(
  'what was never read is placed in portions on %s, and a page that is not full says that nothing follows',
  async (engine) => {
    const database = await openEmpty(engine)
    const names = Array.from({ length: 5200 }, (_, index) => `a${index}`)
    for (let from = 0; from < names.length; from += 400) {
      const some = names.slice(from, from + 400)
      await put(database, {
        applications: some.map((name) => applicationRow(name, { state: 'complete' })),
        changes: some.map((name) => changeRow(name, { place: null })),
      })
    }
    // Each portion takes longer than is spent before a page is looked for.
    const atomic: Database['atomic'] = async (work) => {
      await sleep(1100)
      return database.atomic(work)
    }
    const feed = createFeed({ ...database, atomic }, clock)
    const page = (after: FeedPlace) => feed.page({}, { after, limit: 5100 })
    const found: string[] = []
    let after = START
    for (let rows = await page(after); ; rows = await page(after)) {
      found.push(...rows.map(({ application }) => application.id))
      const last = rows.at(-1)
      if (last) after = { place: last.place, application: last.application.id }
      if (rows.length < 5100) break
    }
    expect(found).toHaveLength(names.length)
    expect(new Set(found)).toEqual(new Set(names))
    const places = (await rowsIn(database, 'changes')).map(({ place }) => place)
    const counts = [...Map.groupBy(places, (place) => place).values()].map(({ length }) => length)
    expect(counts.toSorted((a, b) => a - b)).toEqual([200, 5000])
  },
)

test('what commits late on PostgreSQL comes late, and is not skipped', async () => {
  const url = await emptyDatabase('postgres')
  const database = await openForTest(url)
  const slow = new pg.Client({ connectionString: url })
  await slow.connect()
  const applications = applicationsOn(database)
  await applications.consent(suspension('C-1'))
  await rowsOf(url, 'delete from changes')
  await slow.query('begin')
  await slow.query(
    `insert into changes (application, version, place, acknowledged_version)
     select id, 1, null, 0 from applications`,
  )
  await applications.consent(suspension('C-2'))
  const feed = createFeed(database, clock)
  const [second] = await feed.page({}, { after: START, limit: 9 })
  expect(second?.application.customer).toBe('C-2')
  await slow.query('commit')
  await slow.end()
  const after = { place: second?.place ?? 0, application: second?.application.id ?? '' }
  const late = await feed.page({}, { after, limit: 9 })
  expect(late.map(({ application }) => application.customer)).toEqual(['C-1'])
})

test('a batch on PostgreSQL waits for the one before it, and so stands behind it', async () => {
  const url = await emptyDatabase('postgres')
  const database = await openForTest(url)
  const applications = applicationsOn(database)
  await applications.consent(suspension('C-1'))
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  // As another process gives places, and has not committed yet.
  await other.query('begin')
  const { rows } = await other.query('update change_batches set last = last + 1 returning last')
  const first = Number(rows[0]?.last)
  await other.query('update changes set place = $1 where place is null', [first])
  await applications.consent(suspension('C-2'))
  const feed = createFeed(database, clock)
  const page = feed.page({}, { after: START, limit: 9 })
  expect(await Promise.race([page.then(() => 'read'), sleep(300, 'waits')])).toBe('waits')
  await other.query('commit')
  await other.end()
  const places = (await page).map(({ application, place }) => [application.customer, place])
  expect(places).toEqual([
    ['C-1', first],
    ['C-2', first + 1],
  ])
})

test('a place is given anew after a change, never twice', async () => {
  const database = await openForTest(await emptyDatabase('sqlite'))
  const feed = createFeed(database, clock)
  const { reference } = await applicationsOn(database).consent(suspension('C-1'))
  const places: number[] = []
  for (const to of ['in_progress', 'done', 'in_progress'] as const) {
    const [row] = await feed.page({}, { after: START, limit: 9 })
    places.push(row?.place ?? 0)
    const change = { reference, by: BY, note: '', to, confirmedBy: '田中様' }
    await createStaffApplications(database, clock).changeStatus(change)
  }
  expect(places).toEqual([1, 2, 3])
})
