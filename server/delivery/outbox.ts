/** Sends what completed applications promised: at least once, several at a time, each row under a lease. */
import type { OutboxOptions } from './channel.ts'
import { runDispatcher } from './dispatcher.ts'

export type Outbox = {
  /** Begins nothing more, and waits a little for what is under way; a lease hands the rest on. */
  stop(): Promise<void>
}

/** Polling: whoever promises something, here or in another process, is heard at the next look. */
const POLL_MS = 500

export function startOutbox({ channels, ...options }: OutboxOptions): Outbox {
  const stopping = new AbortController()
  const running = channels.map((channel) =>
    runDispatcher({
      poll: POLL_MS,
      load: () => 'idle',
      ...options,
      ...channel,
      signal: stopping.signal,
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
