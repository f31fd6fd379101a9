/** Staff's search over a hundred thousand applications of 600 letters, on both databases: alone, cold and warm, and by ten people while applicants register. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import type { Database } from '../../../server/store/database.ts'
import { openDatabase } from '../../../server/store/open-database.ts'
import { fillDesk } from '../../../server/testing/filled-desk.ts'
import { plainScan } from '../../../server/testing/plain-scan.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { startLoad } from '../registrations.ts'
import { median, takeTurns } from '../rounds.ts'
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
  report({ name: `a search of ${of}, nothing in memory`, unit: 'ms', value: 1000 * cold })
  const searches: Searched[] = []
  const processor: number[] = []
  for (const search of SEARCHES) {
    let all = 0
    const { ours, plain, ratios } = await takeTurns(ROUNDS, {
      ours: async () => {
        const before = process.cpuUsage()
        const taken = await seconds(async () => {
          all = await listed(search)
        })
        const { user, system } = process.cpuUsage(before)
        processor.push((user + system) / 1000)
        return 1000 * taken
      },
      plain: async () =>
        1000 * (await seconds(() => database.browse((tx) => plainScan(tx, { word: search })))),
    })
    searches.push({ name: `${search} (${all})`, ours, plain, ratios: ratios('ours', 'plain') })
  }
  if (process.env.BENCH_COUNT) console.table(searches)
  const [slowest] = searches.toSorted((a, b) => median(b.ratios) - median(a.ratios))
  if (slowest)
    report({
      name: `of ${SEARCHES.length} searches the slowest to its floor, ${slowest.name}, of ${of}, beside one statement that reads every text`,
      unit: 'ms',
      value: slowest.ours,
      floor: slowest.plain,
      ratios: slowest.ratios,
      goal: GOALS.scan,
    })
  const longest = Math.max(...searches.map(({ ours }) => ours))
  report({ name: `the longest of these, ${of}`, unit: 'ms', value: longest })
  report({ name: `processor time of such a search, ${of}`, unit: 'ms', value: median(processor) })
}

type Searched = { name: string; ours: number; plain: number; ratios: number[] }
