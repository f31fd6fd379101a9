/** A child process that is started again, with exponential back-off, whenever it ends or cannot start: neither takes its parent down. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { type Log, traceOf } from '../observability/log.ts'
import { poll } from '../polling.ts'

/** First message of a child: it listens at an address, or refuses to start for a reason fit to print. */
export type ReadyMessage = { address: string } | { refusal: string }

export type SupervisedProcess = {
  /** Resolves when it listens for the first time, whenever that is. */
  address: Promise<string>
  isListening(): boolean
  /** Asks the running process for its metrics; empty where it does not answer in time. */
  renderMetrics(): Promise<string>
  /** Resolves when it has shut down in order. */
  stop(): Promise<void>
}

type Options = {
  /** Name in the log. */
  name: string
  entry: string
  /** Command line of a start; a restart is told the address of the first one. */
  argv(address: string | undefined): string[]
  /** Flags of Node: they bound its memory. */
  execArgv: readonly string[]
  log: Log
}

/** A start costs a second of the processor: one that fails for hours is tried twice a minute. */
const BACK_OFF_MS = { first: 250, most: 30_000 }
/** A process that ran this long did not fail at its start: the back-off begins anew. */
const STABLE_MS = MINUTE_MS
const METRICS_MS = 500

export function superviseProcess(options: Options): SupervisedProcess {
  const { name, log } = options
  const first = Promise.withResolvers<string>()
  let address: string | undefined
  let child: ChildProcess | undefined
  let isListening = false

  /** From its start to its end; logs why it ended, where nobody asked it to. Throws where the system makes no process. */
  const run = async (signal: AbortSignal) => {
    const started = start(options, address)
    child = started.child
    const message = await started.message
    if (message && 'address' in message) {
      isListening = true
      address = message.address
      first.resolve(address)
    } else child.kill('SIGKILL')
    const end = await started.end
    isListening = false
    if (!signal.aborted) logEnd(options, message, end)
  }
  let failures = 0
  const running = poll({
    async look(signal) {
      const began = performance.now()
      await run(signal).catch((error: unknown) =>
        log.error('process_not_started', { name, fault: traceOf(error) }),
      )
      failures = performance.now() - began > STABLE_MS ? 1 : failures + 1
    },
    pause: () => Math.min(BACK_OFF_MS.first * 2 ** (failures - 1), BACK_OFF_MS.most),
  })

  return {
    address: first.promise,
    isListening: () => isListening,
    renderMetrics: async () => (child && isListening ? metricsOf(child) : ''),
    async stop() {
      const ended = running.stop()
      child?.kill('SIGTERM')
      await ended
    },
  }
}

/** A line that repeats is counted once a minute, as every error is. */
function logEnd({ name, log }: Options, message: ReadyMessage | undefined, end: End): void {
  if (message && 'refusal' in message)
    log.error('process_refused', { name, reason: message.refusal })
  else log.error('process_ended', { name, code: end.code ?? -1, signal: end.signal ?? '' })
}

type End = { code: number | null; signal: string | null }

function start({ entry, argv, execArgv }: Options, address: string | undefined) {
  const child = fork(entry, argv(address), {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const end = Promise.withResolvers<End>()
  child.once('exit', (code, signal) => end.resolve({ code, signal }))
  // Without a listener an error is an uncaught exception; one of a process that runs (a message that was not sent) ends nothing.
  child.on('error', (error) => {
    if (child.pid === undefined) end.reject(error)
  })
  const message = Promise.withResolvers<ReadyMessage | undefined>()
  child.once('message', (ready) => message.resolve(ready as ReadyMessage))
  end.promise.then(() => message.resolve(undefined), message.reject)
  return { child, message: message.promise, end: end.promise }
}

async function metricsOf(child: ChildProcess): Promise<string> {
  if (!child.connected) return ''
  try {
    const answer = once(child, 'message', { signal: AbortSignal.timeout(METRICS_MS) })
    child.send('metrics')
    const [text] = await answer
    return String(text)
  } catch {
    return ''
  }
}
