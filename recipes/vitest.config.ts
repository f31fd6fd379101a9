import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['recipes/proofs/*.proof.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
