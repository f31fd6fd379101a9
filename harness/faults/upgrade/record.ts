/**
 * `node harness/faults/upgrade/record.ts <name> <folder of that version>`: a version's own server takes applications of
 * every flow on both databases, and its own commands say what is to be seen; a later version is held to that. Run it
 * before a release, with its packages and pages built.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { postgresProgram } from '../../../bin/programs.js'
import { command, PlainError } from '../../../bin/run.js'
import { startPostgres } from '../../../server/testing/postgres.ts'
import { launch } from '../../../server/testing/process.ts'
import { applyInEveryFlow } from './applications.ts'
import { FIXTURES, type Recorded, SEEN, settingsOf } from './fixtures.ts'

await command(async () => {
  const [name, tree] = process.argv.slice(2)
  if (!name || !tree) throw new PlainError('Give a name and the folder of a version.')
  const target = join(FIXTURES, name)
  mkdirSync(target, { recursive: true })
  const postgres = await startPostgres()
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const folder = mkdtempSync(join(tmpdir(), 'moushikomi-record-'))
      const file = join(folder, 'desk.db')
      const url = engine === 'sqlite' ? `sqlite:${file}` : await postgres.createDatabase()
      const recorded = await record(tree, folder, url)
      const dumped = engine === 'sqlite' ? dumpSqlite(file) : dumpPostgres(url)
      writeFileSync(join(target, `${engine}.gz`), gzipSync(dumped, { level: 9 }))
      writeFileSync(join(target, `${engine}.json`), `${JSON.stringify(recorded, null, 1)}\n`)
      rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    await postgres.remove()
  }
})

async function record(tree: string, folder: string, url: string): Promise<Recorded> {
  const env = settingsOf(folder, url)
  const admin = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['server/admin.ts', ...args], {
      ...{ cwd: tree, encoding: 'utf8' },
      env: { ...process.env, ...env },
    })
    return { status, stdout, stderr }
  }
  const server = launch({ tree, env, log: join(folder, 'log') })
  const address = await server.listening
  const invite = admin(
    'invite',
    '--procedure',
    'suspension',
    '--number',
    'C-INVITED',
    '--expires',
    '9999d',
  )
  if (invite.status !== 0) throw new PlainError(invite.stderr)
  const invited = invite.stdout.trim()
  const open = await applyInEveryFlow(address)
  // A version without accounts does not know these, and says so.
  admin('staff', 'add', '花子', '--role', 'worker')
  admin('tokens', 'add', '請求システム', '--scopes', 'read', '--days', '730')
  server.signal('SIGTERM')
  await server.ended
  const seen = Object.fromEntries(
    SEEN.map((words) => [words.join(' '), admin(...words)] as const)
      .filter(([, { status }]) => status === 0)
      .map(([words, { stdout }]) => [words, JSON.parse(stdout)]),
  )
  const keys = readFileSync(`${env.INVITATION_KEYS_FILE}`, 'utf8')
  return { seen, open, invited, keys }
}

/** The file, without what was deleted in it. */
function dumpSqlite(file: string): Buffer {
  const db = new DatabaseSync(file)
  db.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete; vacuum')
  db.close()
  return readFileSync(file)
}

function dumpPostgres(url: string): Buffer {
  const program = `${postgresProgram('pg_dump')}`
  return execFileSync(program, ['--no-owner', '--no-privileges', url], { maxBuffer: 1e9 })
}
