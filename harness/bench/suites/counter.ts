/** Exports of a hundred thousand applications, on both databases. */

import { join } from 'node:path'
import { ROWS_A_SECOND } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { createStaffApplications } from '../../../server/staff/applications.ts'
import { EXPORTS } from '../../../server/staff/export.ts'
import { openDatabase } from '../../../server/store/open-database.ts'
import { FACILITIES, fillDesk } from '../../../server/testing/filled-desk.ts'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { withFolder } from '../folder.ts'
import type { Report } from '../suite.ts'

export const MANY = Number(process.env.BENCH_COUNT) || 100_000
export const EVERYTHING: Filter = {
  flow: '',
  state: '',
  status: '',
  flag: '',
  answer: '',
  turn: '',
  waiting: '',
  from: '',
  to: '',
  assignee: '',
  late: '',
  order: '',
  search: '',
}
const EXPORT_SECONDS = 600

export async function counterSuite(report: Report): Promise<void> {
  await withFolder((folder) => measure(report, 'SQLite', `sqlite:${join(folder, 'desk.db')}`))
  const cluster = await startPostgres()
  try {
    await measure(report, 'PostgreSQL', await cluster.createDatabase())
  } finally {
    await cluster.remove()
  }
}

async function measure(report: Report, engine: string, url: string): Promise<void> {
  const of = `${MANY.toLocaleString('en')} applications, ${engine}`
  const rows = MANY * FACILITIES
  const database = await openDatabase(url, { onFatal: fail })
  try {
    await fillDesk(url, MANY)
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
  } finally {
    await database.close()
  }
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

export function fail(error: unknown): never {
  throw error
}
