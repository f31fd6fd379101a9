/** Reads returned messages one after another, each within bounds of time and heap. */
import { Worker } from 'node:worker_threads'
import { MOST_READ, type Notice } from './read-notice.ts'

export type NoticeReader = {
  /** What cannot be read within the bounds is `unreadable`. Rejects where no thread can be had, which says nothing of it. */
  read(raw: Uint8Array): Promise<Notice>
  close(): Promise<void>
}

const HEAP = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 }
const MOST_MS = 5000
/** On a busy machine a thread is slow to begin, which says nothing of the message. */
const START_MS = 60_000
/** A thread that nobody needs gives its memory back. */
const IDLE_MS = 30_000

/** `start` begins the thread. */
export function createNoticeReader(mostMs = MOST_MS, start = startThread): NoticeReader {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = async () => {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }
  const readOne = async (raw: Uint8Array): Promise<Notice> => {
    clearTimeout(idle)
    thread ??= await start()
    const bounded = raw.subarray(0, MOST_READ)
    const notice = await answerOf<Notice>(thread, () => thread?.postMessage(bounded), mostMs)
    if (notice === undefined) await end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return notice ?? { kind: 'unreadable' }
  }
  return {
    read(raw) {
      const read = last.then(() => readOne(raw))
      last = read.catch(() => {})
      return read
    },
    close: () => last.then(end),
  }
}

/** Resolves once it can read. */
export async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('./notice-thread.ts', import.meta.url), {
    resourceLimits: HEAP,
  })
  // One that fails between two messages, or after its time was over, is nobody's error: the next message has another.
  thread.on('error', () => {})
  // A process that is to end does not wait for it.
  thread.unref()
  if ((await answerOf(thread, () => {}, START_MS)) === undefined) {
    await thread.terminate()
    throw new Error('the thread that reads returned mails did not start')
  }
  return thread
}

/** Undefined where the thread ran out of time or heap. */
function answerOf<Answer>(
  thread: Worker,
  ask: () => void,
  mostMs: number,
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const fail = () => resolve(undefined)
  const timer = setTimeout(fail, mostMs)
  thread.once('message', resolve).once('error', fail).once('exit', fail)
  ask()
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('error', fail).off('exit', fail)
  })
}
