import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bin,domain,server,web,bench,faults,fuzz}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Tests that time what they watch need a core of their own.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
