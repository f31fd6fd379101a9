/** Types of traces, apart from OpenTelemetry, which is loaded only where a collector is set. */
import type { Log } from './log.ts'

/** Route templates, counts and names of the code alone; never what a person typed, nor an address with a number in it. */
export type Attributes = Readonly<Record<string, string | number>>

export type Span = {
  end(attributes?: Attributes, isFailure?: boolean): void
}

export type SpanStart = {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes: Attributes
  /** The caller's span as the header `traceparent` has it (W3C Trace Context). */
  traceparent?: string | undefined
  /** Spans that wait for this one: the first is its parent, the others are linked. */
  waiting?: readonly Span[]
}

export type Tracing = {
  begin(start: SpanStart): Span
  /** Calls `work`; `current` is this span in whatever it does, until its last callback. */
  within(span: Span, work: () => void): void
  current(): Span | undefined
  /** Sends what is finished, as long as that takes less than a second. */
  stop(): Promise<void>
}

export type TracingOptions = {
  /** Collector's address without /v1/traces; empty for no traces. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** From 0 to 1. */
  share: number
  /** Name and version of what runs. */
  service: string
  version: string
  log: Log
}
