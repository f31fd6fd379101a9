import { defineConfig } from 'vitest/config'
import { ROOMS, type RoomName } from './rooms.ts'

const { MUTATED_ROOM, GUARDS_REACHED } = process.env
const room = MUTATED_ROOM === undefined ? undefined : ROOMS[MUTATED_ROOM as RoomName]

export default defineConfig({
  test: {
    globalSetup: 'server/testing/postgres-of-run.ts',
    setupFiles: GUARDS_REACHED === undefined ? [] : ['mutation/report-guards.ts'],
    include: room ? [...room.tests] : ['server/**/*.test.ts'],
    // A worker for each file costs more than most mutants. What a file reaches must be told of it alone.
    isolate: GUARDS_REACHED !== undefined,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
