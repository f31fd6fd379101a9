/** Counters, gauges and histograms in Prometheus' text format, by prom-client with a registry of our own. */
import { createRequire } from 'node:module'
import type prom from 'prom-client'

// The package's index loads its default metrics too, and with them OpenTelemetry: 20 MB at every start instead of 3.
const load = createRequire(import.meta.url)
const Registry: typeof prom.Registry = load('prom-client/lib/registry')
const PromCounter: typeof prom.Counter = load('prom-client/lib/counter')
const PromHistogram: typeof prom.Histogram = load('prom-client/lib/histogram')
const Gauge: typeof prom.Gauge = load('prom-client/lib/gauge')

type Labels = readonly string[]

/** A value that only grows, one for each combination of label values. */
export type Counter = { add(labels: Labels, by?: number): void }
/** Observations sorted into buckets; the unit stands in the name. */
export type Histogram = { observe(labels: Labels, value: number): void }

export type Metrics = {
  counter(name: string, help: string, labelNames?: Labels): Counter
  histogram(name: string, help: string, bounds: readonly number[], labelNames?: Labels): Histogram
  /** `read` is asked at every scrape; undefined, or a failure, leaves the line out. */
  gauge(
    name: string,
    help: string,
    read: () => number | undefined | Promise<number | undefined>,
  ): void
  /** As `gauge`, for a total that something else counts and that only grows. */
  readCounter(name: string, help: string, read: () => number): void
  /** A constant 1 whose labels say what is running. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void
  render(): Promise<string>
}

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  return {
    counter(name, help, labelNames = []) {
      const counter = new PromCounter({ name, help, labelNames: [...labelNames], registers })
      return { add: (labels, by = 1) => counter.labels(...labels).inc(by) }
    },
    histogram(name, help, bounds, labelNames = []) {
      const buckets = [...bounds]
      const histogram = new PromHistogram({
        ...{ name, help, buckets, labelNames: [...labelNames], registers },
      })
      return { observe: (labels, value) => histogram.labels(...labels).observe(value) }
    },
    gauge(name, help, read) {
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          const value = await Promise.resolve()
            .then(read)
            .catch(() => undefined)
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },
    readCounter(name, help, read) {
      new PromCounter({
        ...{ name, help, registers },
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    info(name, help, labels) {
      new Gauge({ name, help, labelNames: Object.keys(labels), registers }).set({ ...labels }, 1)
    },
    render: () => registry.metrics(),
  }
}
