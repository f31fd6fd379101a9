import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{bin,domain,server,web,console,bench,faults,fuzz,mutation,recipes}/**/*.test.{ts,tsx}',
    ],
    environment: 'node',
    globalSetup: 'server/testing/postgres-of-run.ts',
    // Tests that time what they watch need a core of their own.
    maxWorkers: 2,
    // The first test of a file may start a PostgreSQL of its own, on a machine that has other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
