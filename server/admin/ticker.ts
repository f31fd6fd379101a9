/** Shows that a long command is at work: seconds on a terminal, nothing in a pipe. */
import type { Output } from './output.ts'

/** Shorter commands show nothing. */
export const PATIENCE_MS = 2000
const TICK_MS = 1000

type Shown = { out: Output; progress(text: string): void }

/** Runs the work; its output takes the place of the line of seconds. */
export async function withTicker<C extends Shown, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  let shown = false
  const clear = () => {
    if (shown) context.progress('')
    shown = false
  }
  const tick = () => {
    const elapsed = performance.now() - begun
    if (elapsed < PATIENCE_MS) return
    shown = true
    context.progress(`処理しています… ${Math.floor(elapsed / 1000)} 秒`)
  }
  const timer = setInterval(tick, TICK_MS)
  const write: Output['write'] = (text) => {
    clear()
    return context.out.write(text)
  }
  try {
    return await work({ ...context, out: { write } })
  } finally {
    clearInterval(timer)
    clear()
  }
}
