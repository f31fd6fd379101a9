/** How busy requests keep the process: they go first, and delivery begins less the more of them there is. */

import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'

/** A full event loop alone may be delivery's own work: requests have to come as well. */
export type Load = 'idle' | 'serving' | 'busy'

/** The senders begin once in such a time, in milliseconds: together they share a commit. */
export const PACE_MS: Record<Load, number> = { idle: 0, serving: 100, busy: 400 }

const BUSY_SHARE = 0.7
const SERVING_REQUESTS_A_SECOND = 20
/** The shortest time that says something. */
const WINDOW_MS = 100

export function watchLoad(server: Pick<Server, 'on'>): () => Load {
  let requests = 0
  let from = performance.now()
  let utilization = performance.eventLoopUtilization()
  let load: Load = 'idle'
  server.on('request', () => {
    requests += 1
  })
  return () => {
    const elapsed = performance.now() - from
    if (elapsed < WINDOW_MS) return load
    const share = performance.eventLoopUtilization(utilization).utilization
    const isServing = (requests * 1000) / elapsed > SERVING_REQUESTS_A_SECOND
    load = isServing ? (share > BUSY_SHARE ? 'busy' : 'serving') : 'idle'
    requests = 0
    from = performance.now()
    utilization = performance.eventLoopUtilization()
    return load
  }
}
