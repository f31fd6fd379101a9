/** Has a file read by a worker, so that the page answers meanwhile and a reading that takes too long can be ended. */

import { WORKER_POLICY } from '#contract/apply.ts'
import { fileMessages } from '#sheets/messages.ts'
import type { FileContent } from '#sheets/read/file.ts'
import { askForReload, recovered } from '../reload.ts'
import type { FileAnswer } from './file-worker.ts'
import workerUrl from './file-worker.ts?worker&url'

/** Milliseconds until a reading is given up, its script's loading included; for a workbook that takes more code, from there on. */
const TIMEOUT_MS = { own: 5000, other: 10_000 } as const

/** `onOther` is called where the file turns out to be a workbook that takes longer. */
export async function readFile(file: File, onOther: () => void): Promise<FileContent> {
  const worker = startWorker()
  const content = await new Promise<FileContent>((resolve) => {
    const giveUpAfter = (milliseconds: number) =>
      setTimeout(() => resolve({ message: fileMessages.tooSlow }), milliseconds)
    let timer = giveUpAfter(TIMEOUT_MS.own)
    const lacksCode = () => {
      void askForReload(startWorker)
      resolve({ message: fileMessages.notStarted })
    }
    worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
      clearTimeout(timer)
      if (data === 'other workbook') {
        timer = giveUpAfter(TIMEOUT_MS.other)
        onOther()
      } else if ('message' in data && data.message === fileMessages.notStarted) lacksCode()
      else {
        recovered(startWorker)
        resolve(data)
      }
    })
    worker.addEventListener('error', lacksCode)
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
