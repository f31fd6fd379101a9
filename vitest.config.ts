import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bin,domain,server,web,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Most of the time goes into waiting for disks and sockets, not into the cores.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
