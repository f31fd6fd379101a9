/** The staff console's process, started by itself. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './store/open-database.ts'
import { ENGINES, emptyDatabase, temporaryFolder } from './testing/databases.ts'
import { PASSED_ON, settingsIn } from './testing/process.ts'
import { runSql } from './testing/raw-sql.ts'

test.each(ENGINES)('makes no tables and says which it met, %s', async (engine) => {
  const url = await emptyDatabase(engine)
  await runSql(url, 'create table migrations (id integer primary key, name text not null)')
  const settings = { ...settingsIn(temporaryFolder(), url), STAFF_PORT: '0' }
  const child = fork(join(import.meta.dirname, 'staff-main.ts'), {
    env: { ...PASSED_ON, ...settings },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  expect(message).toEqual({
    refusal: expect.stringContaining('データベースにまだ表がありません。'),
  })
  const opened = openDatabase(url, { asIs: true, onFatal: () => {} })
  await expect(opened).rejects.toMatchObject({ difference: 'missing' })
})
