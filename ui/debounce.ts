/** Debounce: what is asked for again and again runs once, when nothing has been asked for a while. */
import { useEffect, useState } from 'react'

export type Debounce = {
  /** Runs `work` after the delay, unless something is asked for meanwhile. */
  run: (work: () => void) => void
  cancel: () => void
}

/** The delay is that of the first rendering; what waits is cancelled when the component goes. */
export function useDebounce(delayMs: number): Debounce {
  const [debounce] = useState(() => createDebounce(delayMs))
  useEffect(() => debounce.cancel, [debounce])
  return debounce
}

export function createDebounce(delayMs: number): Debounce {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  return {
    run: (work) => {
      cancel()
      timer = setTimeout(work, delayMs)
    },
    cancel,
  }
}
