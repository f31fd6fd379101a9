import { defineConfig } from 'vitest/config'
import { ROOMS, type RoomName } from './rooms.ts'

const room = ROOMS[process.env.MUTATED_ROOM as RoomName]

export default defineConfig({
  test: {
    globalSetup: 'server/testing/postgres-of-run.ts',
    include: [...room.tests],
    // A worker for each file costs more than most mutants; state that a file left behind would fail the first run, without a mutant.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
