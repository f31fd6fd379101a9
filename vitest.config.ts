import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bin,contract,domain,sheets,server,ui,web,console,harness}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Golden files are written on purpose alone (-u): one that is missing is a failure.
    update: 'none',
    globalSetup: 'server/testing/postgres-of-run.ts',
    setupFiles: 'server/testing/answers-of-tests.ts',
    // Two more than the cores of the machine that decides: some files mostly wait, for leases and slow clients.
    maxWorkers: 4,
    // A quarter of the processor's time went into loading the same modules again for each file.
    isolate: false,
    // Some tests start a PostgreSQL of their own, on a machine that has other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
