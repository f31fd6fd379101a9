/** Process metrics: memory, processor time, event loop. Measured at each scrape. */
import { performance } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

export function observeProcess(metrics: Metrics, version: string): void {
  const started = Date.now() / 1000 - process.uptime()
  let before = performance.eventLoopUtilization()
  metrics.gauge('process_resident_memory_bytes', 'Memory the process holds.', () =>
    process.memoryUsage.rss(),
  )
  metrics.gauge(
    'process_heap_bytes',
    'Memory of JavaScript objects in use.',
    () => process.memoryUsage().heapUsed,
  )
  metrics.readCounter('process_cpu_seconds_total', 'Processor time, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.info('moushikomi_build_info', 'What is running.', {
    version,
    node: process.versions.node,
  })
  metrics.gauge('process_start_time_seconds', 'When the process started.', () => started)
  metrics.gauge(
    'nodejs_eventloop_utilization',
    'Share of the time since the last scrape in which the event loop was busy, 0 to 1.',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  )
}

/** Of the console's process, whose metrics stand beside those of the other. */
export function observeStaffProcess(metrics: Metrics): void {
  metrics.gauge('staff_process_resident_memory_bytes', 'Memory of the console’s process.', () =>
    process.memoryUsage.rss(),
  )
}
