/** Thread that reads returned messages: what is in them comes from strangers, and costs the server neither its time nor its heap. */
import { parentPort } from 'node:worker_threads'
import { readNotice } from './read-notice.ts'

parentPort?.on('message', (raw: Uint8Array) => {
  readNotice(raw).then(
    (notice) => parentPort?.postMessage(notice),
    () => parentPort?.postMessage({ kind: 'unreadable' }),
  )
})
parentPort?.postMessage('ready')
