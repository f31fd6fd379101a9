import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('counters, histograms and gauges as Prometheus reads them', async () => {
  const metrics = createMetrics()
  const requests = metrics.counter('requests_total', 'Requests.', ['route', 'status'])
  requests.add(['/a', '200'])
  requests.add(['/a', '200'], 2)
  requests.add(['/"\\\n', '404'])
  const seconds = metrics.histogram('request_seconds', 'Time.', [0.1, 1], ['route'])
  for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(['/a'], value)
  metrics.gauge('age_seconds', 'Age.', () => Promise.resolve(7))
  metrics.gauge('nothing', 'Left out.', () => undefined)
  metrics.gauge('broken', 'Left out too.', () => Promise.reject(new Error('no database')))

  expect(await metrics.render()).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 3
requests_total{route="/\\"\\\\\\n",status="404"} 1

# HELP request_seconds Time.
# TYPE request_seconds histogram
request_seconds_bucket{le="0.1",route="/a"} 2
request_seconds_bucket{le="1",route="/a"} 3
request_seconds_bucket{le="+Inf",route="/a"} 4
request_seconds_sum{route="/a"} 3.65
request_seconds_count{route="/a"} 4

# HELP age_seconds Age.
# TYPE age_seconds gauge
age_seconds 7

# HELP nothing Left out.
# TYPE nothing gauge

# HELP broken Left out too.
# TYPE broken gauge
`)
})

test('a histogram without labels has none', async () => {
  const metrics = createMetrics()
  metrics.histogram('size', 'Sizes.', [1]).observe([], 1)
  expect(await metrics.render()).toContain(
    'size_bucket{le="1"} 1\nsize_bucket{le="+Inf"} 1\nsize_sum 1\nsize_count 1\n',
  )
})

test('what is running is a constant with labels, a total read elsewhere is a counter', async () => {
  const metrics = createMetrics()
  metrics.info('build_info', 'What is running.', { version: '1.2.3' })
  metrics.readCounter('seconds_total', 'Time.', () => 4)
  expect(await metrics.render()).toBe(`# HELP build_info What is running.
# TYPE build_info gauge
build_info{version="1.2.3"} 1

# HELP seconds_total Time.
# TYPE seconds_total counter
seconds_total 4
`)
})
