/** Has a file read by a worker, so that the page answers meanwhile and a reading that takes too long can be ended. */

import { WORKER_POLICY } from '#contract/apply.ts'
import { fileMessages } from '#sheets/messages.ts'
import type { FileContent } from '#sheets/read/file.ts'
import { askForReload, recovered } from '../reload.ts'
import workerUrl from './file-worker.ts?worker&url'

/** Milliseconds until a reading is given up, its script's loading included. */
const TIMEOUT_MS = 5000

export async function readFile(file: File): Promise<FileContent> {
  const worker = startWorker()
  const content = await new Promise<FileContent>((resolve) => {
    setTimeout(() => resolve({ message: fileMessages.tooSlow }), TIMEOUT_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<FileContent>) => {
      recovered(startWorker)
      resolve(data)
    })
    worker.addEventListener('error', () => {
      void askForReload(startWorker)
      resolve({ message: fileMessages.notStarted })
    })
    worker.postMessage(file)
  })
  worker.terminate()
  return content
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
