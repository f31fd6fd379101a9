/** What shows whether the work gets done: how many units share a commit, and how long a promised mail waits. */

import type { Database } from '../store/interface.ts'
import { countFailed, oldestUndelivered } from '../store/outbox.ts'
import type { Health } from './health.ts'
import type { Metrics } from './metrics.ts'

/** Powers of two up to the most that share a commit. */
const SIZES = [1, 2, 4, 8, 16, 32, 64]

/** What to call after each commit. */
export function observeCommits(metrics: Metrics): (units: number) => void {
  const sizes = metrics.histogram('commit_units', 'Units of work that shared a commit.', SIZES)
  return (units) => sizes.observe([], units)
}

export function observeOutbox(metrics: Metrics, database: Database, clock: () => number): void {
  metrics.gauge(
    'outbox_oldest_seconds',
    'How long the oldest thing that should be on its way has waited; 0 when nothing does.',
    async () => {
      const promised = await database.read(oldestUndelivered)
      return promised === undefined ? 0 : (clock() - promised) / 1000
    },
  )
  metrics.gauge(
    'outbox_failed',
    'Mails and webhook calls that were refused and wait for another try, or for staff.',
    () => database.read(countFailed),
  )
}

export function observeReadiness(metrics: Metrics, health: Health): void {
  metrics.gauge('moushikomi_ready', '1 while /readyz is green, else 0.', async () =>
    Number(await health.isReady()),
  )
}
