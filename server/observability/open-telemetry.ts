/** Traces through OpenTelemetry, to a collector by OTLP over HTTP. Loaded by tracing.ts where a collector is set. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type Log, traceOf } from './log.ts'
import type { Span, Tracing, TracingOptions } from './spans.ts'

/** Finished spans that wait for the collector; beyond them spans are dropped, and counted in the log. */
export const MAX_WAITING_SPANS = 2048
const SPANS_IN_A_CALL = 256
/** How long a call of the collector may take, its retries included. */
const EXPORT_MS = 5000
/** A shutdown does not wait longer for the collector. */
const FLUSH_MS = 800

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

type OwnSpan = Span & { readonly otel: OtelSpan }

export function startTracing(tracingOptions: TracingOptions): Tracing {
  const { service, version, share, log } = tracingOptions
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [boundedQueue(collectorOf(tracingOptions), log)],
  })
  const tracer = provider.getTracer('moushikomi', version)
  const storage = new AsyncLocalStorage<OwnSpan>()
  return {
    begin({ name, kind, attributes, traceparent, waiting = [] }) {
      const { parent, links } = relatives(waiting)
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, parent)
        : remoteContext(traceparent)
      const options = { kind: KINDS[kind], attributes: { ...attributes }, links }
      return ownSpan(tracer.startSpan(name, options, context))
    },
    within: (span, work) => storage.run(span as OwnSpan, work),
    current: () => storage.getStore(),
    async stop() {
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, setTimeout(FLUSH_MS)])
    },
  }
}

function ownSpan(otel: OtelSpan): OwnSpan {
  return {
    otel,
    end(attributes = {}, isFailure = false) {
      otel.setAttributes(attributes)
      if (isFailure) otel.setStatus({ code: SpanStatusCode.ERROR })
      otel.end()
    },
  }
}

/** Of several that wait one is the parent: one whose trace is kept, if there is any. */
function relatives(waiting: readonly Span[]): { parent: SpanContext | undefined; links: Link[] } {
  const contexts = waiting.map((span) => (span as OwnSpan).otel.spanContext())
  const sampled = contexts.filter(({ traceFlags }) => traceFlags & TraceFlags.SAMPLED)
  const [parent = contexts[0], ...others] = sampled
  return { parent, links: others.map((context) => ({ context })) }
}

/** `traceparent` of W3C Trace Context; a later version may have more behind the flags. Anything else begins a trace, as zeros do. */
function remoteContext(traceparent = ''): Context {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(traceparent) ?? []
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  const isSupported = version !== 'ff' && (version !== '00' || more === undefined)
  return isSupported ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
}

/** Failures are logged here and go no further: nothing is repeated later, no request learns of it. */
function collectorOf({ endpoint, headers, log }: TracingOptions): SpanExporter {
  const collector = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_MS,
  })
  return {
    export(spans, done) {
      collector.export(spans, ({ code, error }) => {
        if (error) log.warn('trace_export_failed', { error: traceOf(error) })
        done({ code })
      })
    },
    shutdown: () => collector.shutdown(),
  }
}

function boundedQueue(exporter: SpanExporter, log: Log): SpanProcessor {
  let waiting = 0
  const batches = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        waiting -= spans.length
        exporter.export(spans, done)
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: MAX_WAITING_SPANS,
    maxExportBatchSize: SPANS_IN_A_CALL,
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting >= MAX_WAITING_SPANS) return log.warn('trace_spans_dropped')
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
