/** Settings of tracing, under the names that OpenTelemetry gives them everywhere. */
import { withoutEnd } from '#domain/text.ts'
import type { Settings } from './setting.ts'
import { isUrlOf } from './values.ts'

export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'Collector that traces are sent to (OTLP over HTTP, at its /v1/traces); empty makes none',
    allowed: 'an http:// or https:// address without a query',
    fallback: '',
    read: endpoint,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers that the collector asks for, such as a key',
    allowed: 'name=value between commas, each value percent-encoded where it has a comma or space',
    fallback: '',
    read: headers,
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'Share of traces that is kept, unless a proxy of TRUST_PROXY has decided',
    allowed: 'a number from 0 to 1',
    fallback: '1',
    read: (text) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : undefined),
  },
} satisfies Settings

function endpoint(text: string): string | undefined {
  if (text === '') return text
  return isUrlOf(text, /^https?:\/\/[^?#]+$/) ? withoutEnd(text, /\//) : undefined
}

/** Values are percent-encoded, as in W3C Baggage. */
function headers(text: string): Readonly<Record<string, string>> | undefined {
  if (text === '') return {}
  const pairs: [string, string][] = []
  for (const pair of text.split(',')) {
    const [, name, encoded = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
    const value = decoded(encoded)
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return Object.fromEntries(pairs)
}

/** Undefined where it is no percent-encoding, or could end the header. */
function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value)
    return /^[\x20-\x7e]*$/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
