/** The staff's counter over a hundred thousand and a million applications, on both databases: search, its index, exports. */

import { join } from 'node:path'
import { ROWS_A_SECOND } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import { EXPORTS } from '../../../server/staff/export.ts'
import { bringUpToDate } from '../../../server/staff/search-index.ts'
import type { Database } from '../../../server/store/database.ts'
import { openDatabase } from '../../../server/store/open-database.ts'
import { FACILITIES, fillDesk } from '../../../server/testing/filled-desk.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { rowsOf } from '../../../server/testing/raw-sql.ts'
import { withFolder } from '../folder.ts'
import { median } from '../rounds.ts'
import type { Report } from '../suite.ts'

/** Applications, and the milliseconds that a search may take. */
const SIZES = [
  { count: 100_000, searchMs: 300 },
  { count: 1_000_000, searchMs: 1000 },
] as const
const ROUNDS = 5
const EVERYTHING: Filter = {
  flow: '',
  state: '',
  status: '',
  flag: '',
  waiting: '',
  from: '',
  to: '',
  assignee: '',
  search: '',
}
/** The log included. */
const PAGES = 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
const EXPORT_SECONDS = 600

/** A name of two characters, two names, a whole name, parts of a telephone and a mail address, facilities, numbers; what all have; what none has. */
const SEARCHES = [
  '山田',
  '山田 青空',
  '佐藤太郎',
  '横浜',
  '1234',
  '5678-9',
  'user777',
  'care99',
  '青空作業所',
  '130000',
  '2000-4321',
  '社会福祉法人',
  'example',
  '見当違い',
]

export async function counterSuite(report: Report): Promise<void> {
  const only = Number(process.env.BENCH_COUNT) || undefined
  const sizes = SIZES.filter(({ count }) => only === undefined || count === only)
  for (const size of sizes) {
    if (process.env.BENCH_ENGINE !== 'postgres')
      await withFolder(async (folder) => {
        const file = join(folder, 'desk.db')
        const url = `sqlite:${file}`
        const bytes = async () => {
          const [row] = await rowsOf(url, PAGES)
          return Number(row?.bytes)
        }
        await measure(report, url, size, 'SQLite', bytes)
      })
    if (process.env.BENCH_ENGINE !== 'sqlite') await onPostgres(report, size)
  }
}

async function onPostgres(report: Report, size: (typeof SIZES)[number]): Promise<void> {
  const cluster = await startPostgres()
  try {
    const url = await cluster.createDatabase()
    const bytes = async () => {
      const [row] = await rowsOf(url, 'select pg_database_size(current_database()) as bytes')
      return Number(row?.bytes)
    }
    await measure(report, url, size, 'PostgreSQL', bytes)
  } finally {
    await cluster.remove()
  }
}

async function measure(
  report: Report,
  url: string,
  { count, searchMs }: (typeof SIZES)[number],
  engine: string,
  bytes: () => Promise<number>,
): Promise<void> {
  const database = await openDatabase(url, { onFatal: fail })
  const of = `${count.toLocaleString('en')} applications, ${engine}`
  try {
    await fillDesk(url, count)
    const before = await bytes()
    const indexed = await seconds(() => bringUpToDate(database, { pace: async () => {} }))
    report({
      name: `taken into the index without a rest, ${of}`,
      unit: '/s',
      value: count / indexed,
    })
    const size = (await bytes()) - before
    report({ name: `disk of the index for one of ${of}`, unit: 'KB', value: size / count / 1024 })
    await reportSearches(report, database, of, searchMs)
    await reportExports(report, database, of, count * FACILITIES)
  } finally {
    await database.close()
  }
}

async function reportSearches(report: Report, database: Database, of: string, searchMs: number) {
  const staff = createStaffApplications(database, Date.now)
  const times = new Map<string, number>()
  for (const search of SEARCHES) {
    const filter = { ...EVERYTHING, search }
    const rounds: number[] = []
    let all = 0
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(
        await seconds(async () => {
          all = (await staff.list(filter, { limit: 51 })).counts.all
        }),
      )
    times.set(`${search} (${all})`, 1000 * median(rounds))
  }
  const [[slowest = '', value = 0] = []] = [...times].sort(([, a], [, b]) => b - a)
  if (process.env.BENCH_COUNT) console.log(Object.fromEntries(times))
  report({
    name: `the slowest of ${SEARCHES.length} searches, ${slowest}, of ${of}`,
    unit: 'ms',
    value,
    goal: { atMost: searchMs },
  })
}

async function reportExports(report: Report, database: Database, of: string, rows: number) {
  const staff = createStaffApplications(database, Date.now)
  for (const format of ['csv', 'xlsx'] as const) {
    let bytes = 0
    const value = await seconds(async () => {
      for await (const chunk of EXPORTS[format].chunks(staff, EVERYTHING)) bytes += chunk.length
    })
    report({
      name: `${format} of ${of}, ${Math.round(bytes / 1e6)} MB`,
      unit: 's',
      value,
      goal: { atMost: EXPORT_SECONDS },
    })
    // What the console says before it begins.
    report({
      name: `rows of ${format} of ${of}`,
      unit: '/s',
      value: rows / value,
      goal: { atLeast: ROWS_A_SECOND[format] },
    })
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

function fail(error: unknown): never {
  throw error
}
