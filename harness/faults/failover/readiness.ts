/**
 * How long /readyz takes to answer, beside /livez at the same moment: the machine and the process may stand
 * still for a moment, the database must not make them. In a thread of its own, for the main thread reads and writes files.
 */
import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { monotonic } from '../ledger.ts'

/** Milliseconds; `at` is of the ledger's clock. */
export type Answer = { url: string; at: number; readyMs: number; liveMs: number }

/** Asks each process four times a second; one that is not there refuses at once, and counts for nothing. */
export function watchReadiness(urls: readonly string[]): { stop(): Promise<Answer | undefined> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls })
  let slowest: Answer | undefined
  worker.on('message', (answer: Answer) => {
    if (slowest === undefined || overLive(answer) > overLive(slowest)) slowest = answer
  })
  return {
    async stop() {
      await worker.terminate()
      return slowest
    },
  }
}

/** What /readyz took longer than /livez. */
export const overLive = ({ readyMs, liveMs }: Answer): number => readyMs - liveMs

async function watch(url: string): Promise<void> {
  for (;;) {
    const at = monotonic()
    const [readyMs, liveMs] = await Promise.all([timeOf(`${url}/readyz`), timeOf(`${url}/livez`)])
    if (readyMs !== undefined && liveMs !== undefined)
      parentPort?.postMessage({ url, at, readyMs, liveMs } satisfies Answer)
    await setTimeout(250)
  }
}

async function timeOf(url: string): Promise<number | undefined> {
  const asked = monotonic()
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return monotonic() - asked
  } catch {
    return undefined
  }
}

if (!isMainThread) await Promise.all(workerData.map(watch))
