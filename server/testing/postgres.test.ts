import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { serverPid } from './postgres.ts'

const STARTS_ONE = `
  const { startPostgres } = await import('./server/testing/postgres.ts')
  console.log(new URL((await startPostgres()).url).searchParams.get('host'))
  setInterval(() => {}, 1000)`

test('a cluster goes with the process that started it, however that ends and though it hangs', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', STARTS_ONE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(child.stdout, 'data')
  const folder = String(printed).trim()
  expect(existsSync(folder)).toBe(true)
  process.kill(serverPid(`${folder}/data`), 'SIGSTOP')
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 20_000)
})
