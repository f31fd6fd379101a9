/** Traces: spans of requests, commits and deliveries. Without a collector none of it is loaded, and nothing calls it. */
import type { CommitTracer, DatabaseOptions } from '../store/database.ts'
import type { Span, Tracing, TracingOptions } from './spans.ts'

/** Undefined where there is no collector: the packages of OpenTelemetry are not even loaded then. */
export async function openTracing(options: TracingOptions): Promise<Tracing | undefined> {
  if (options.endpoint === '') return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(options)
}

/** Makes a span of every commit: child of the first caller's that waits for it, linked with those of the others. */
export function traceCommits(
  tracing: Tracing | undefined,
  databaseUrl: string,
): Pick<DatabaseOptions, 'commitTracer'> {
  if (!tracing) return {}
  const system = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgresql'
  const commitTracer: CommitTracer<Span> = {
    caller: () => harmless(tracing.current),
    begin(callers) {
      const waiting = callers.filter((caller) => caller !== undefined)
      const attributes = { 'db.system.name': system, 'db.operation.batch.size': callers.length }
      const begin = () => tracing.begin({ name: 'commit', kind: 'client', attributes, waiting })
      const span = harmless(begin)
      return (isStored) => harmless(() => span?.end({}, !isStored))
    },
  }
  return { commitTracer }
}

/** Undefined where it fails: neither storing nor answering may depend on a trace. */
function harmless<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
