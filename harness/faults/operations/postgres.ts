/** PostgreSQL with the roles of the sample, and with a million applications. */
import { join } from 'node:path'
import { STAFF_API_BASE } from '#contract/staff-api.ts'
import { fillDesk } from '../../../server/testing/filled-desk.ts'
import { until } from '../../../server/testing/process.ts'
import { runSql } from '../../../server/testing/raw-sql.ts'
import type { Desk } from './desk.ts'
import { refusedStart } from './disks.ts'
import { type Drill, drill } from './drill.ts'

const ROLE = drill({
  part: 'postgres',
  name: 'a first start as the role that owns no table',
  row: 'first start or upgrade as a role without the right to create tables',
  events: ['started'],
  heals: false,
  engine: 'PostgreSQL',
  async run(stage) {
    const cluster = await stage.play.cluster()
    cluster.runFile(join(stage.play.tree, 'deploy/postgres-roles.sql'))
    const urlOf = (role: string) =>
      cluster
        .addressOf('public')
        .replace('app@', `${role}@`)
        .replace(/&options=.*/, '')
    await refusedStart(stage, await stage.play.open({ database: urlOf('moushikomi') }))
    const owner = await stage.desk({ database: urlOf('moushikomi_owner') })
    await owner.stop()
    const desk = await stage.desk({ database: urlOf('moushikomi') })
    await desk.scene.crowd.apply(desk.url, 2)
    await desk.scene.close(desk)
  },
})

const APPLICATIONS = 1_000_000
/** Every tenth was never completed, and they came 15 seconds apart: seven hundred are due at this time (filled-desk.ts). */
const SEVEN_HUNDRED_DUE = new Date(1_700_000_000_000 + 7000 * 15_000 + 30 * 86_400_000)
/** For the whole of an application, which is three calls. */
const ANSWERED_MS = 1000
const FEED_MS = 60_000
/** As each is written when its application completes: nobody has read the feed yet. */
const UNPLACED = `insert into changes (application, version, acknowledged_version)
  select id, 1, 0 from applications where state = 'complete'`

const MILLION = drill({
  part: 'postgres',
  name: 'the first page of the feed, and a retention of 700, at a million',
  row: 'retention, erasure, or the feed’s first page, with a million applications',
  events: [],
  heals: true,
  engine: 'PostgreSQL',
  async run(stage) {
    const desk = await stage.desk({ env: { RETENTION_INCOMPLETE_DAYS: '0' } })
    const { scene } = desk
    await fillDesk(scene.database, APPLICATIONS)
    await runSql(scene.database, UNPLACED)
    const token = (await desk.admin('tokens', 'add', 'drill', '--scopes', 'read')).trim()
    await until(() => hasPage(desk, token), FEED_MS, 'a first page of the feed', 500)
    let slowest = 0
    const retention = scene.admin(['retention', 'run', '--now', SEVEN_HUNDRED_DUE.toISOString()])
    let isOver = false
    const ended = retention.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const began = performance.now()
      await scene.crowd.apply(desk.url, 1)
      slowest = Math.max(slowest, performance.now() - began)
    }
    const said = await ended
    if (slowest > ANSWERED_MS)
      stage.play.complain(`an application took ${Math.round(slowest)} ms during retention: ${said}`)
    await desk.stop()
  },
})

async function hasPage(desk: Desk, token: string): Promise<boolean> {
  const response = await fetch(`${await desk.consoleListening}${STAFF_API_BASE}/applications`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) return false
  const { applications } = (await response.json()) as { applications: unknown[] }
  return applications.length > 0
}

export const POSTGRES: readonly Drill[] = [ROLE, MILLION]
