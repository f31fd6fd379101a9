import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../server/testing/databases.ts'
import { COMMITS, requireHistory } from './earlier-version.ts'

test('a copy without the history says so, and how it is fetched', () => {
  const folder = temporaryFolder()
  execFileSync('git', ['init', '-q', folder])
  expect(() => requireHistory('1.0', COMMITS['1.0'], folder)).toThrow(
    /^Version 1\.0 is commit 5567cef\w{33}, which this copy of the project does not have: .*git fetch --unshallow/,
  )
})
