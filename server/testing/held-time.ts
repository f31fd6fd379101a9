/** Time that passes when a test says so: what the globals setTimeout, setInterval and performance.now() go by, not what files, threads and imported timers take. */
import { mock } from 'node:test'
import { onTestFinished } from 'vitest'

export type HeldTime = { pass(ms: number): void }

/** Until the test is finished; what waits for its time then waits for ever. */
export function holdTime(): HeldTime {
  // In whole milliseconds: of fractions the sums of many and of few steps differ in their last digit.
  let now = Math.ceil(performance.now())
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const clock = mock.method(performance, 'now', () => now)
  onTestFinished(() => {
    clock.mock.restore()
    mock.timers.reset()
  })
  return {
    pass(ms) {
      for (let left = ms; left > 0; left -= 1) {
        now += 1
        mock.timers.tick(1)
      }
    },
  }
}
