import { defineConfig } from 'vitest/config'
import { ROOMS, type RoomName } from './rooms.ts'

const room = ROOMS[process.env.MUTATED_ROOM as RoomName]

export default defineConfig({
  test: {
    globalSetup: 'server/testing/postgres-of-run.ts',
    include: [...room.tests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
