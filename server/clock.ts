/** The process's clock: the machine's, but a jump of it counts only once it has lasted. */
import { MINUTE_MS } from '#domain/tokyo-time.ts'

export type ClockJump = {
  event: 'clock_jump' | 'clock_jump_over' | 'clock_jump_followed'
  /** How far the machine's clock is ahead of this one; negative where it is behind. */
  seconds: number
}

/** Corrections up to this are followed at once: a time service makes them. */
const STEP_MS = MINUTE_MS
/** A larger jump is followed after it has lasted this long; until then time goes on as it did. */
const HOLD_MS = 10 * MINUTE_MS

/**
 * Gives epoch milliseconds. `wall` is the machine's clock, which somebody may set; `steady` counts milliseconds from
 * any moment and cannot be set. A jump that is taken back in time changes nothing: no lease, limit, price or deadline.
 */
export function createClock(
  wall: () => number,
  steady: () => number,
  report: (jump: ClockJump) => void,
): () => number {
  let base = wall() - steady()
  let jump: { offset: number; since: number } | undefined
  const tell = (event: ClockJump['event'], offset: number) =>
    report({ event, seconds: Math.round(offset / 1000) })

  return () => {
    const now = steady()
    const offset = wall() - now - base
    if (Math.abs(offset) <= STEP_MS) {
      if (jump) tell('clock_jump_over', jump.offset)
      jump = undefined
      base += offset
    } else if (!jump || Math.abs(offset - jump.offset) > STEP_MS) {
      jump = { offset, since: now }
      tell('clock_jump', offset)
    } else if (now - jump.since >= HOLD_MS) {
      tell('clock_jump_followed', offset)
      jump = undefined
      base += offset
    }
    return Math.round(base + now)
  }
}
