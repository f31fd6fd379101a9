/** Counters, gauges and histograms in Prometheus' text format. */

type Labels = readonly string[]
type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram' }

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

export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function createMetrics(): Metrics {
  const families: (() => Promise<string>)[] = []
  const present = (family: Family, lines: () => string[] | Promise<string[]>) => {
    const head = `# HELP ${family.name} ${family.help}\n# TYPE ${family.name} ${family.type}\n`
    families.push(async () => `${head}${(await lines()).map((line) => `${line}\n`).join('')}`)
  }
  return {
    counter(name, help, labelNames = []) {
      const { lines, ...counter } = createCounter(name, labelNames)
      present({ name, help, type: 'counter' }, lines)
      return counter
    },
    histogram(name, help, bounds, labelNames = []) {
      const { lines, ...histogram } = createHistogram(name, bounds, labelNames)
      present({ name, help, type: 'histogram' }, lines)
      return histogram
    },
    gauge(name, help, read) {
      present({ name, help, type: 'gauge' }, async () => {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        return value === undefined ? [] : [`${name} ${value}`]
      })
    },
    readCounter(name, help, read) {
      present({ name, help, type: 'counter' }, () => [`${name} ${read()}`])
    },
    info(name, help, labels) {
      const pairs = formatLabels(Object.keys(labels), Object.values(labels))
      present({ name, help, type: 'gauge' }, () => [`${name}${pairs} 1`])
    },
    async render() {
      const texts = await Promise.all(families.map((family) => family()))
      return texts.join('')
    },
  }
}

type Presented<T> = T & { lines(): string[] }

function createCounter(name: string, labelNames: Labels): Presented<Counter> {
  const totals = new Map<string, { values: Labels; total: number }>()
  return {
    add(values, by = 1) {
      const key = keyOf(values)
      const existing = totals.get(key)
      if (existing) existing.total += by
      else totals.set(key, { values, total: by })
    },
    lines: () =>
      [...totals.values()].map(
        ({ values, total }) => `${name}${formatLabels(labelNames, values)} ${total}`,
      ),
  }
}

function createHistogram(
  name: string,
  bounds: readonly number[],
  labelNames: Labels,
): Presented<Histogram> {
  const all = new Map<string, Series>()
  const seriesOf = (values: Labels): Series => {
    const key = keyOf(values)
    const existing = all.get(key)
    if (existing) return existing
    const fresh = { values, sum: 0, buckets: bounds.map(() => 0), count: 0 }
    all.set(key, fresh)
    return fresh
  }
  return {
    observe(values, value) {
      const series = seriesOf(values)
      const bucket = bounds.findIndex((bound) => value <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.count += 1
      series.sum += value
    },
    lines: () =>
      [...all.values()].flatMap((series) => histogramLines(name, bounds, labelNames, series)),
  }
}

type Series = { values: Labels; sum: number; buckets: number[]; count: number }

function histogramLines(
  name: string,
  bounds: readonly number[],
  labelNames: Labels,
  { values, sum, buckets, count }: Series,
): string[] {
  let upTo = 0
  const lines = bounds.map((bound, index) => {
    upTo += buckets[index] ?? 0
    return `${name}_bucket${formatLabels([...labelNames, 'le'], [...values, String(bound)])} ${upTo}`
  })
  const labels = formatLabels(labelNames, values)
  const all = formatLabels([...labelNames, 'le'], [...values, '+Inf'])
  return [
    ...lines,
    `${name}_bucket${all} ${count}`,
    `${name}_sum${labels} ${sum}`,
    `${name}_count${labels} ${count}`,
  ]
}

/** Map key of label values; none has a line break. */
function keyOf(values: Labels): string {
  return values.join('\n')
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

function formatLabels(names: Labels, values: Labels): string {
  if (names.length === 0) return ''
  const pairs = names.map((name, index) => {
    const value = (values[index] ?? '').replace(/[\\"\n]/g, (c) => ESCAPES[c] ?? c)
    return `${name}="${value}"`
  })
  return `{${pairs.join(',')}}`
}
