/** Work that must not share a process with what it measures: a child that answers one message with one message. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Child<Q extends object, A> = {
  ask(question: Q): Promise<A>
  stop(): Promise<void>
}

/** Starts a program of bench/ that calls `answer`; `execArgv` are settings of Node. */
export function startChild<Q extends object, A>(
  file: URL,
  execArgv: readonly string[] = [],
): Child<Q, A> {
  const child = fork(file, { serialization: 'advanced', execArgv: [...execArgv] })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`${file.pathname} ended without an answer`))
        child.once('exit', ended)
        child.once('message', (reply) => {
          child.off('exit', ended)
          resolve(reply as A)
        })
        child.send(question)
      }),
    async stop() {
      if (child.exitCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** In the child: answers every question until the parent is gone. */
export function answer<Q, A>(work: (question: Q) => Promise<A>): void {
  process.on('message', async (question) => {
    process.send?.(await work(question as Q))
  })
}
