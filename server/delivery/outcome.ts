/** What became of one attempt to deliver something that was promised. */
export type Outcome =
  | { status: 'delivered' }
  /** Nothing can be delivered at present: the other side is down, hangs or refuses us. */
  | { status: 'unreachable'; reason: string }
  /** This one cannot be delivered yet. */
  | { status: 'postponed'; reason: string }
  /** This one was refused; staff see it as bounced. */
  | { status: 'refused'; reason: string }

/** Milliseconds in which an attempt ends, whatever the other side does. */
export const ATTEMPT_TIMEOUT = 20_000
