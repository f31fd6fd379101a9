import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 20

/** Resolves when this process has had so much time: one that was stopped, or starved of its processor, has had less. */
export async function awake(ms: number, signal?: AbortSignal): Promise<void> {
  for (let had = 0; had < ms; had += TICK_MS)
    await sleep(TICK_MS, undefined, signal ? { signal } : {})
}
