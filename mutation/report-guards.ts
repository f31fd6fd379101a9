/** For each test file of a run with reporting guards: writes down to which of them it came. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Reached } from './sql-run.ts'

const guards = new Set<string>()
const start = performance.now()
Object.assign(globalThis, {
  guardReached: (guard: string, query: unknown) => {
    guards.add(guard)
    return query
  },
})

afterAll(() => {
  const test = relative(process.cwd(), expect.getState().testPath ?? '')
  const reached: Reached = { test, ms: performance.now() - start, guards: [...guards] }
  const folder = process.env.GUARDS_REACHED ?? ''
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(reached))
})
