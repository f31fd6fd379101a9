import { env } from 'node:process'
import { mergeConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'

const { include: _, ...test } = usual.test ?? {}

export default mergeConfig(
  { ...usual, test },
  { test: { include: [`${env.MUTATED_TESTS}/**/*.test.{ts,tsx}`] } },
)
