/** A database as the release left it, opened by this build: `npm run test:upgrade` runs this where there is a column more. */
import { describe, expect, test } from 'vitest'
import { filterOf } from './admin/applications.ts'
import { createStaffApplications } from './staff/applications.ts'
import { EXPORTS } from './staff/export.ts'
import { MIGRATIONS } from './store/migrations/migrations.ts'
import { ENGINES, emptyDatabase, openForTest } from './testing/databases.ts'
import { rowsOf } from './testing/raw-sql.ts'
import { fillAsReleased, RELEASED_TABLES } from './testing/released.ts'

/** Every row as text, in an order of its own. */
async function contentOf(url: string): Promise<Record<string, Record<string, unknown>[]>> {
  const content: Record<string, Record<string, unknown>[]> = {}
  for (const table of RELEASED_TABLES) {
    const rows = await rowsOf(url, `select * from ${table}`)
    content[table] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return content
}

describe.each(ENGINES)('a database of the release on %s', (engine) => {
  test('opens with everything in it, and staff read and export it', async () => {
    const url = await emptyDatabase(engine)
    await fillAsReleased(url)
    const before = await contentOf(url)
    expect(before.applications?.length).toBeGreaterThan(20)

    const database = await openForTest(url)
    expect(await contentOf(url)).toMatchObject(before)
    const applied = await rowsOf(url, 'select name from migrations order by id')
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name))

    const staff = createStaffApplications(database, () => Date.now())
    const filter = filterOf({})
    const listed = await staff.page(filter, { limit: 100 })
    expect(listed.length).toBeGreaterThan(20)
    for (const { reference } of listed) expect(await staff.find(reference)).toBeDefined()
    let exported = ''
    for await (const chunk of EXPORTS.csv.chunks(staff, filter)) exported += chunk
    for (const { reference } of listed) expect(exported).toContain(reference)
  })
})
