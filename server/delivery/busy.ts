/** Whether requests keep the process busy: a full event loop alone may be delivery's own work. */
import type { Server } from 'node:http'

const BUSY_SHARE = 0.7
const BUSY_REQUESTS_A_SECOND = 20
/** The shortest time that says something. */
const WINDOW_MS = 100

export function watchBusyness(server: Pick<Server, 'on'>): () => boolean {
  let requests = 0
  let from = performance.now()
  let utilization = performance.eventLoopUtilization()
  let isBusy = false
  server.on('request', () => {
    requests += 1
  })
  return () => {
    const elapsed = performance.now() - from
    if (elapsed < WINDOW_MS) return isBusy
    const share = performance.eventLoopUtilization(utilization).utilization
    isBusy = share > BUSY_SHARE && (requests * 1000) / elapsed > BUSY_REQUESTS_A_SECOND
    requests = 0
    from = performance.now()
    utilization = performance.eventLoopUtilization()
    return isBusy
  }
}
