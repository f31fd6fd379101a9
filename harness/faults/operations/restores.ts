/** Backups taken while applicants apply, and what is there after each kind of restore. */
import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { postgresProgram } from '../../../bin/programs.js'
import { monotonic } from '../ledger.ts'
import { type Drill, drill, tool } from './drill.ts'

const LOAD_MS = 1200
const CLIENTS = 4

const SQLITE = drill({
  part: 'restore',
  name: 'SQLite, from a backup under load',
  row: "the database's file is gone or damaged",
  events: ['not_ready'],
  heals: false,
  async run(stage) {
    const desk = await stage.desk()
    const { scene } = desk
    const [folder, copy] = [join(scene.folder, 'db'), join(scene.folder, 'backup.db')]
    scene.crowd.start(desk.url, CLIENTS)
    await setTimeout(LOAD_MS)
    const cutAt = monotonic()
    await desk.admin('backup', copy)
    if (!((await desk.metric('backup_last_success_timestamp_seconds')) > 0))
      stage.play.complain('the metric does not know of the backup')
    await setTimeout(LOAD_MS)
    const broken = join(scene.folder, 'broken')
    mkdirSync(broken)
    for (const name of readdirSync(folder)) renameSync(join(folder, name), join(broken, name))
    await desk.becomes('red')
    await scene.crowd.stop()
    await desk.stop()
    cpSync(copy, join(folder, 'applications.db'))
    const again = await desk.restart()
    if ((await again.list()).applications.length === 0) stage.play.complain('the console is empty')
    await scene.auditCut(scene.database, cutAt)
    await again.stop()
  },
})

const PG_RESTORE = drill({
  part: 'restore',
  name: 'pg_restore --clean under the running product',
  row: 'a backup is restored under the running product (PostgreSQL)',
  events: ['not_ready'],
  heals: false,
  engine: 'PostgreSQL',
  async run(stage) {
    const desk = await stage.desk()
    const { scene } = desk
    const url = scene.database
    const dump = join(scene.folder, 'desk.dump')
    scene.crowd.start(desk.url, CLIENTS)
    await setTimeout(LOAD_MS)
    const cutAt = monotonic()
    await tool(`${postgresProgram('pg_dump')}`, ['--format=custom', `--file=${dump}`, url])
    await desk.admin('backup', 'record')
    await setTimeout(LOAD_MS)
    const options = ['--clean', '--if-exists', '-d', url, dump]
    // It may meet a deadlock with the product, as an operator's would; it is begun again then.
    const restore = () => tool(`${postgresProgram('pg_restore')}`, options)
    await restore().catch(restore)
    await desk.becomes('red')
    await scene.crowd.stop()
    await desk.stop()
    const again = await desk.restart()
    if ((await again.list()).applications.length === 0) stage.play.complain('the console is empty')
    await scene.auditCut(url, cutAt)
    await again.stop()
  },
})

const BASE_BACKUP = drill({
  part: 'restore',
  name: 'pg_basebackup under load',
  row: "PostgreSQL's machine is lost",
  events: [],
  heals: false,
  engine: 'PostgreSQL',
  async run(stage) {
    const desk = await stage.desk()
    const { scene } = desk
    const cluster = await stage.play.cluster()
    scene.crowd.start(desk.url, CLIENTS)
    await setTimeout(LOAD_MS)
    const cutAt = monotonic()
    const copy = await cluster.restoredCopy()
    stage.after(() => copy.remove())
    await scene.crowd.stop()
    await desk.stop()
    await cluster.stop('immediate')
    const schema = /search_path%3D(\w+)/.exec(scene.database)?.[1] ?? ''
    const restored = copy.addressOf(schema)
    const again = await desk.restart({ env: { DATABASE_URL: restored } })
    if ((await again.list()).applications.length === 0) stage.play.complain('the console is empty')
    await scene.auditCut(restored, cutAt)
    await again.stop()
  },
})

export const RESTORE: readonly Drill[] = [SQLITE, PG_RESTORE, BASE_BACKUP]
