/** What the outbox still owes, measured at each scrape: the figures to be alarmed by. */
import type { Metrics } from './metrics.ts'
import type { Database } from './store/database.ts'
import { type Owed, owedByState } from './store/outbox.ts'

export function observeOutbox(metrics: Metrics, database: Database, clock: () => number): void {
  const owed = () => database.read(owedByState)
  const countOf = (rows: readonly Owed[], isMeant: (state: Owed['state']) => boolean) =>
    rows.reduce((sum, { state, count }) => sum + (isMeant(state) ? count : 0), 0)

  metrics.gauge('outbox_waiting', 'Mails and webhook calls that are to be sent.', async () =>
    countOf(await owed(), (state) => state !== 'failed'),
  )
  metrics.gauge('outbox_failed', 'Mails and webhook calls that were refused.', async () =>
    countOf(await owed(), (state) => state === 'failed'),
  )
  metrics.gauge(
    'outbox_oldest_seconds',
    'Age of the oldest mail or webhook call that is neither sent, held nor refused; 0 where there is none.',
    async () => {
      const under = (await owed()).filter(({ state }) => state === 'queued' || state === 'sending')
      const oldest = Math.min(clock(), ...under.map((row) => row.oldest))
      return (clock() - oldest) / 1000
    },
  )
}
