/** Shows an unfinished attempt again after a reload or a return. Lazy-loaded. */
import type { RefObject } from 'react'
import { type Application, type ApplicationEvent, maySend } from './application-state.ts'
import { forgetAttempt, recallAttempt, recallRefused } from './attempt.ts'

/** The banner's message after a reload while a call was in flight. */
const BROKEN_OFF =
  '送信の途中でページが読み込み直されたため、完了したかどうかを確認できていません。'

/** Resolves after the load event, when the browser has restored the scroll position: scrolling earlier would be undone. */
async function untilLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

type Resumption = {
  current: RefObject<Application>
  dispatch: (event: ApplicationEvent) => void
  /** Brings the estimate back. */
  prepare: () => Promise<void>
}

/** Shows an unfinished attempt again, with the button that continues it. */
export async function resumeAttempt(
  name: string,
  { current, dispatch, prepare }: Resumption,
): Promise<void> {
  const attempt = recallAttempt(name)
  if (attempt === null) return
  await untilLoaded()
  await prepare()
  // Nothing to send was found, or a person was faster.
  if (!maySend(current.current)) return
  if (attempt === 'running') {
    dispatch({ type: 'pressed' })
    dispatch({ type: 'failed', message: BROKEN_OFF })
    return
  }
  forgetAttempt(name)
  if (recallRefused(name).length === 0) dispatch({ type: 'noticed', notice: 'unfinished' })
}
