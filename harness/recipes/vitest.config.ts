import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'server/testing/postgres-of-run.ts',
    include: ['harness/recipes/proofs/*.proof.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
