/** The staff console's process, started by itself. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from './config/settings.ts'
import { openDatabase } from './store/open-database.ts'
import { ENGINES, emptyDatabase, temporaryFolder } from './testing/databases.ts'
import { PASSED_ON, settingsIn } from './testing/process.ts'
import { runSql } from './testing/raw-sql.ts'

const FIRST_RELEASE = join(PROJECT_ROOT, 'server/testing/first-release.sql')

test.each(ENGINES)('upgrades no database, and says which it met, %s', async (engine) => {
  const url = await emptyDatabase(engine)
  await runSql(url, readFileSync(FIRST_RELEASE, 'utf8'))
  const settings = { ...settingsIn(temporaryFolder(), url), STAFF_PORT: '0' }
  const child = fork(join(import.meta.dirname, 'staff-main.ts'), {
    env: { ...PASSED_ON, ...settings },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  expect(message).toEqual({ refusal: expect.stringContaining('データベースは古い版のものです。') })
  const opened = openDatabase(url, { asIs: true, onFatal: () => {} })
  await expect(opened).rejects.toMatchObject({ difference: 'older' })
})
