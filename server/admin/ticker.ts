/** Shows that a long command is at work: seconds, and the share where it is known, on a terminal; nothing in a pipe. */
import type { Output } from './output.ts'

/** Shorter commands show nothing. */
export const PATIENCE_MS = 2000
const TICK_MS = 1000

type Shown = { out: Output; progress(text: string): void; measure(share: () => number): void }

/** Runs the work, which may tell by `measure` how far it is; its output takes the place of the line. */
export async function withTicker<C extends Shown, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  let shown = false
  let share: (() => number) | undefined
  const clear = () => {
    if (shown) context.progress('')
    shown = false
  }
  const tick = () => {
    const elapsed = performance.now() - begun
    if (elapsed < PATIENCE_MS) return
    shown = true
    const percent = share ? `（${percentOf(share())}）` : ''
    context.progress(`処理しています… ${Math.floor(elapsed / 1000)} 秒${percent}`)
  }
  const timer = setInterval(tick, TICK_MS)
  const write: Output['write'] = (text) => {
    clear()
    return context.out.write(text)
  }
  try {
    const measure: Shown['measure'] = (measured) => {
      share = measured
    }
    return await work({ ...context, out: { write }, measure })
  } finally {
    clearInterval(timer)
    clear()
  }
}

/** Whole percents; what is under way may grow meanwhile. */
export function percentOf(share: number): string {
  return `${Math.floor(100 * Math.min(1, Math.max(0, share)))}%`
}
