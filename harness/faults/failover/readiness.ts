/**
 * How long /readyz takes to answer, beside /livez meanwhile: the machine and the process may stand still
 * for a moment, the database must not make them. In a thread of its own, for the main thread reads and writes files.
 */
import { setTimeout } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { monotonic } from '../ledger.ts'

/** Milliseconds; `liveMs` of the slowest answer of /livez meanwhile, `at` of the ledger's clock. */
export type Answer = { url: string; at: number; readyMs: number; liveMs: number }

/** Asks each process three times a second; one that is not there refuses at once, and counts for nothing. Slowest first. */
export function watchReadiness(urls: readonly string[]): { stop(): Promise<Answer[]> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls })
  const answers: Answer[] = []
  worker.on('message', (answer: Answer) => answers.push(answer))
  return {
    async stop() {
      await worker.terminate()
      return answers.toSorted((one, other) => other.readyMs - one.readyMs)
    },
  }
}

/** What takes so long counts as an answer that came then. */
const NEVER_MS = 20_000

async function watch(url: string): Promise<void> {
  for (;;) {
    const at = monotonic()
    let liveMs = 0
    let isOver = false
    const ready = timeOf(`${url}/readyz`).finally(() => {
      isOver = true
    })
    do {
      liveMs = Math.max(liveMs, (await timeOf(`${url}/livez`)) ?? 0)
      await setTimeout(50)
    } while (!isOver)
    const readyMs = await ready
    if (readyMs !== undefined)
      parentPort?.postMessage({ url, at, readyMs, liveMs } satisfies Answer)
    await setTimeout(250)
  }
}

async function timeOf(url: string): Promise<number | undefined> {
  const asked = monotonic()
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(NEVER_MS) })
    await response.arrayBuffer()
    return monotonic() - asked
  } catch {
    const waited = monotonic() - asked
    return waited < NEVER_MS ? undefined : waited
  }
}

if (!isMainThread) await Promise.all(workerData.map(watch))
