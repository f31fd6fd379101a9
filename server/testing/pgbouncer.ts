/** A real pgbouncer before the PostgreSQL of a test. */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { answers, ownFolder, program, unprivileged } from './postgres.ts'
import { folderOfRun } from './postgres-of-run.ts'

/** The address of the same database through one with these settings, which ends with the test. */
export async function throughPooler(url: string, ...settings: string[]): Promise<string> {
  const folder = ownFolder(folderOfRun())
  const file = join(folder, 'pgbouncer.ini')
  const { pathname, searchParams } = new URL(url)
  const lines = [
    ...['[databases]', `* = host=${searchParams.get('host')} user=app`],
    ...['[pgbouncer]', `unix_socket_dir = ${folder}`, 'listen_addr =', 'auth_type = any'],
    ...settings,
  ]
  writeFileSync(file, lines.join('\n'))
  const pooler = spawn(program('pgbouncer'), ['-q', file], {
    ...unprivileged(),
    stdio: 'ignore',
  })
  onTestFinished(() => {
    pooler.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const through = `postgres://app@localhost:6432${pathname}?host=${folder}`
  await answers(through)
  return through
}

/** From 1.21 on it can prepare again on each process what a connection has prepared. */
export function keepsPreparedStatements(): boolean {
  const version = execFileSync(program('pgbouncer'), ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number)
  return major > 1 || minor >= 21
}
