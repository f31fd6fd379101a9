/** Staff's search over a hundred thousand applications of 600 letters, on both databases: alone, cold and warm, and by ten people while applicants register. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import type { Database } from '../../../server/store/database.ts'
import { openDatabase } from '../../../server/store/open-database.ts'
import { fillDesk } from '../../../server/testing/filled-desk.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { startLoad } from '../registrations.ts'
import { median } from '../rounds.ts'
import { reportSearching } from '../searching.ts'
import type { Report } from '../suite.ts'
import { EVERYTHING, fail, MANY, seconds } from './counter.ts'

const ROUNDS = 5
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

export async function searchSuite(report: Report): Promise<void> {
  if (process.env.BENCH_ENGINE !== 'postgres')
    await withFolder((folder) => {
      const file = join(folder, 'desk.db')
      return measure(report, 'SQLite', `sqlite:${file}`, async () => forget(file))
    })
  if (process.env.BENCH_ENGINE === 'sqlite') return
  const cluster = await startPostgres()
  try {
    await measure(report, 'PostgreSQL', await cluster.createDatabase(), async () => {
      await cluster.stop('fast')
      const folder = new URL(cluster.url).searchParams.get('host') ?? ''
      forget(
        ...execFileSync('find', [join(folder, 'data/base'), '-type', 'f'], { encoding: 'utf8' })
          .trim()
          .split('\n'),
      )
      await cluster.start()
    })
  } finally {
    await cluster.remove()
  }
}

/** Out of the operating system's memory. */
function forget(...files: string[]): void {
  for (const file of files)
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
}

async function measure(
  report: Report,
  engine: string,
  url: string,
  makeCold: () => Promise<void>,
): Promise<void> {
  const of = `${MANY.toLocaleString('en')} applications, ${engine}`
  const opened = () => openDatabase(url, { onFatal: fail })
  await (await opened()).close()
  await fillDesk(url, MANY)
  await makeCold()
  const database = await opened()
  try {
    await reportSearches(report, database, of)
  } finally {
    await database.close()
  }
  const load = startLoad()
  try {
    await reportSearching(report, load, { url, of, searches: SEARCHES })
  } finally {
    await load.stop()
  }
}

async function reportSearches(report: Report, database: Database, of: string) {
  const staff = createStaffApplications(database, Date.now)
  const listed = async (search: string) =>
    (await staff.list({ ...EVERYTHING, search }, { limit: 51 })).counts.all
  // The word that none has: the whole of the texts is read.
  const cold = await seconds(() => listed(SEARCHES.at(-1) ?? ''))
  const goal = GOALS.scan
  report({ name: `a search of ${of}, nothing in memory`, unit: 'ms', value: 1000 * cold, goal })
  const times = new Map<string, number>()
  const processor: number[] = []
  for (const search of SEARCHES) {
    const rounds: number[] = []
    let all = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage()
      rounds.push(
        await seconds(async () => {
          all = await listed(search)
        }),
      )
      const { user, system } = process.cpuUsage(before)
      processor.push((user + system) / 1000)
    }
    times.set(`${search} (${all})`, 1000 * median(rounds))
  }
  const [[slowest = '', value = 0] = []] = [...times].sort(([, a], [, b]) => b - a)
  if (process.env.BENCH_COUNT) console.log(Object.fromEntries(times))
  const name = `the slowest of ${SEARCHES.length} searches, ${slowest}, of ${of}`
  report({ name, unit: 'ms', value, goal })
  report({ name: `processor time of such a search, ${of}`, unit: 'ms', value: median(processor) })
}
