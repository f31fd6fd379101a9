/** A collector of traces for tests: takes OTLP over HTTP as JSON, and shows what arrived by name. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type CollectedSpan = {
  service: string
  kind: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** Trace ids of the spans it is linked with. */
  linked: string[]
  attributes: Record<string, string | number>
  failed: boolean
}

export type TraceCollector = {
  endpoint: string
  spans: CollectedSpan[]
  /** Each call as it came. */
  calls: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[]
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type Attribute = { key: string; value: Value }
type Encoded = Omit<CollectedSpan, 'service' | 'kind' | 'attributes' | 'linked' | 'failed'> & {
  kind: number
  attributes?: Attribute[]
  links?: { traceId: string }[]
  status: { code?: number }
}
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: Encoded[] }[]
  }[]
}

const ERROR = 2
/** By their number in OTLP. */
const KINDS = ['unspecified', 'internal', 'server', 'client']

/** `status` is what every call is answered with; null leaves it without an answer. */
export async function startTraceCollector(status: number | null = 200): Promise<TraceCollector> {
  const collector: TraceCollector = { endpoint: '', spans: [], calls: [] }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    collector.calls.push({ path: request.url, headers: request.headers, body })
    if (status === null) return
    collector.spans.push(...spansOf(JSON.parse(body)))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  collector.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collector
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ kind, name, traceId, spanId, parentSpanId, attributes, links = [], status }) => ({
        service,
        kind: KINDS[kind] ?? '',
        name,
        traceId,
        spanId,
        parentSpanId,
        linked: links.map((link) => link.traceId),
        attributes: valuesOf(attributes),
        failed: status.code === ERROR,
      }))
  })
}

function valuesOf(attributes: readonly Attribute[] = []): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? Number(intValue ?? doubleValue),
    ]),
  )
}
