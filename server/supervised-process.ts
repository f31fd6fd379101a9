/** A child process that is started again, with exponential back-off, whenever it ends: what it does cannot take its parent down. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import type { Log } from './observability/log.ts'

/** First message of a child: it listens at an address, or refuses to start for a reason fit to print. */
export type ReadyMessage = { address: string } | { refusal: string }

export type SupervisedProcess = {
  /** What the first start said. */
  address: string
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

const BACK_OFF_MS = { first: 250, most: 10_000 }
/** A process that ran this long did not fail at its start: the back-off begins anew. */
const STABLE_MS = 60_000
const METRICS_MS = 500

/** Resolves when the process listens; rejects where its first start is refused. */
export async function superviseProcess(options: Options): Promise<SupervisedProcess> {
  const { name, log } = options
  let stopping = false
  let child = await started(options)
  const { address } = child

  const keepRunning = async () => {
    let delay = BACK_OFF_MS.first
    for (;;) {
      const began = performance.now()
      const [code, signal] = await child.ended
      if (stopping) return
      log.error('process_ended', { name, code: code ?? -1, signal: signal ?? '' })
      if (performance.now() - began > STABLE_MS) delay = BACK_OFF_MS.first
      await setTimeout(delay, undefined, { ref: false })
      delay = Math.min(2 * delay, BACK_OFF_MS.most)
      if (stopping) return
      const next = await started(options, address).catch(() => undefined)
      if (next) child = next
    }
  }
  const running = keepRunning()

  return {
    address,
    renderMetrics: () => metricsOf(child.process),
    async stop() {
      stopping = true
      child.process.kill('SIGTERM')
      await Promise.race([running, child.ended])
    },
  }
}

type Started = {
  process: ChildProcess
  address: string
  ended: Promise<[code: number | null, signal: string | null]>
}

async function started({ entry, argv, execArgv }: Options, address?: string): Promise<Started> {
  const child = fork(entry, argv(address), {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit') as Started['ended']
  const ready = once(child, 'message') as Promise<[ReadyMessage]>
  const [message] = await Promise.race([
    ready,
    ended.then(([code]) => [{ refusal: `${entry} ended with status ${code}` }] as const),
  ])
  if ('address' in message) return { process: child, address: message.address, ended }
  child.kill('SIGKILL')
  throw new ConfigError(message.refusal)
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
