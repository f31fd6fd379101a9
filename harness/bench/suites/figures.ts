/** 「数字」 and 「状況」 over a hundred thousand applications of three weeks, on both databases. */

import { join } from 'node:path'
import { tokyoDay } from '#domain/tokyo-time.ts'
import { figuresOf } from '../../../server/staff/figures.ts'
import { situationOf } from '../../../server/staff/situation.ts'
import { openDatabase } from '../../../server/store/open-database.ts'
import { fillDesk } from '../../../server/testing/filled-desk.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { runSql } from '../../../server/testing/raw-sql.ts'
import { withFolder } from '../folder.ts'
import { GOALS } from '../goals.ts'
import { median } from '../rounds.ts'
import type { Report } from '../suite.ts'
import { fail, MANY, seconds } from './counter.ts'

const ROUNDS = 5
/** As fillDesk begins, and what it lets pass between two applications. */
const FIRST = 1_700_000_000_000
const BETWEEN_MS = 15_000

export async function figuresSuite(report: Report): Promise<void> {
  if (process.env.BENCH_ENGINE !== 'postgres')
    await withFolder((folder) => measure(report, 'SQLite', `sqlite:${join(folder, 'desk.db')}`))
  if (process.env.BENCH_ENGINE === 'sqlite') return
  const cluster = await startPostgres()
  try {
    await measure(report, 'PostgreSQL', await cluster.createDatabase())
  } finally {
    await cluster.remove()
  }
}

/** Every third is a trial that a campaign brought, and every tenth contract names one; staff have taken up all but the newest. */
const TRIALS = [
  `update applications set flow = 'trial', chance = '9', utm_campaign = 'c' || substr(reference, 9)
    where cast(substr(id, 7) as integer) % 3 = 0`,
  `insert into flags (application, flag, detail, at)
    select c.id, 'from_trial', t.reference, 0 from applications c
    join applications t on t.id = 'bench-' || cast(cast(substr(c.id, 7) as integer) - 10 as text)
    where cast(substr(c.id, 7) as integer) % 30 = 1 and c.state = 'complete' and t.state = 'complete'`,
  `insert into history (id, application, at, who, action, detail, confirmed_by)
    select id, id, created_at + 3600000, 'hanako', 'status', 'in_progress', '' from applications
    where created_at < ${FIRST + BETWEEN_MS * (MANY - 200)}`,
  'analyze',
]

async function measure(report: Report, engine: string, url: string): Promise<void> {
  const of = `${MANY.toLocaleString('en')} applications, ${engine}`
  const database = await openDatabase(url, { onFatal: fail })
  try {
    await fillDesk(url, MANY)
    for (const statement of TRIALS) await runSql(url, statement)
    const now = FIRST + BETWEEN_MS * MANY
    const days = { from: tokyoDay(FIRST), to: tokyoDay(now) }
    const pages = {
      数字: () => figuresOf(database, now, days),
      状況: () => situationOf(database, now),
    }
    for (const [page, ask] of Object.entries(pages)) {
      const rounds: number[] = []
      const before = process.cpuUsage()
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await seconds(ask))
      const { user, system } = process.cpuUsage(before)
      const value = median(rounds)
      report({ name: `${page} of ${of}`, unit: 's', value, goal: GOALS.figures })
      const processor = (user + system) / ROUNDS / 1e6
      report({ name: `processor time of ${page}, ${of}`, unit: 's', value: processor })
    }
  } finally {
    await database.close()
  }
}
