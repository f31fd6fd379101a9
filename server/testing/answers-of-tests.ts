/** Before each file of unit tests (vitest.config.ts): an answer that its route does not state fails the test. */
import { afterEach } from 'vitest'
import { takeFaults } from './answers.ts'

afterEach(() => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`Answers that no schema allows:\n${faults.join('\n')}`)
})
