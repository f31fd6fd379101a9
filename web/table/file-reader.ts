/** Has files and large pastes read and recognised by a worker, so that the page answers meanwhile and what takes too long can be ended. */

import { WORKER_POLICY } from '#contract/apply.ts'
import { fileMessages, readingFailed } from '#sheets/messages.ts'
import type { LateFile } from '#sheets/read/file.ts'
import type { PlanRequest, Plans } from '#sheets/recognition.ts'
import { askForReload, recovered } from '../reload.ts'
import { phone } from '../site.ts'
import type { WorkerAnswer, WorkerRequest } from './file-worker.ts'
import workerUrl from './file-worker.ts?worker&url'

/** Milliseconds until a reading is given up, its script's loading included; for a file that takes more code, until that has come, and from there on. */
const TIMEOUT_MS = { own: 5000, late: 10_000 } as const

/** `null`: it was ended, and nobody waits for an answer. */
export type Reply = Exclude<WorkerAnswer, { kind: 'late' }> | null

export type FileReader = {
  ask: (request: Exclude<WorkerRequest, { kind: 'plans' }>) => Promise<Reply>
  /** Never answered where the worker was ended. */
  plans: (request: PlanRequest) => Promise<Plans>
  end: () => void
}

/** `onLate` is called where a file turns out to be one that takes longer. */
export function startReader(onLate: (what: LateFile) => void): FileReader {
  const worker = startWorker()
  const waiting: ((reply: Reply) => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  const reply = (given: Reply) => waiting.shift()?.(given)
  const refuse = (message: string) => {
    worker.terminate()
    reply({ kind: 'refused', message })
  }
  const giveUpAfter = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => refuse(fileMessages.tooSlow), milliseconds)
  }
  const lacksCode = () => {
    clearTimeout(timer)
    void askForReload(startWorker)
    refuse(fileMessages.notStarted)
  }
  const fail = () => {
    clearTimeout(timer)
    refuse(readingFailed(phone))
  }
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'late') {
      giveUpAfter(TIMEOUT_MS.late)
      if (!isLate) onLate(data.what)
      isLate = true
      return
    }
    if (data.kind === 'refused' && data.message === fileMessages.notStarted) return lacksCode()
    clearTimeout(timer)
    recovered(startWorker)
    reply(data)
  })
  // Without a message where its script never came.
  worker.addEventListener('error', ({ message }) => (message ? fail() : lacksCode()))
  const send = (request: WorkerRequest) =>
    new Promise<Reply>((resolve) => {
      waiting.push(resolve)
      worker.postMessage(request)
    })
  return {
    ask: (request) => {
      giveUpAfter(TIMEOUT_MS.own)
      return send(request)
    },
    plans: (request) =>
      new Promise((resolve) => {
        void send({ kind: 'plans', ...request }).then((given) => {
          if (given?.kind === 'plans') resolve(given)
        })
      }),
    end: () => {
      clearTimeout(timer)
      worker.terminate()
      while (waiting.length > 0) reply(null)
    },
  }
}

/** Trusted Types; absent from the DOM library's types and from some browsers. */
type ScriptUrls = { createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls }

let policy: ScriptUrls | undefined

/** The one address of a script that the content security policy lets the page assign. */
function startWorker(): Worker {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => workerUrl })
  return new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' })
}
