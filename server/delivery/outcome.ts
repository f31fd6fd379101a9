/** What became of one attempt to deliver something that was promised. */
export type Outcome =
  | { status: 'delivered' }
  /** Nothing can be delivered at present: the other side is down, hangs or refuses us. Certainly not taken. */
  | { status: 'unreachable'; reason: string }
  /** This one cannot be delivered yet. Certainly not taken. */
  | { status: 'postponed'; reason: string }
  /** This one was refused; staff see it as a dead letter. */
  | { status: 'refused'; reason: string }
  /** It went out whole and no answer came: the other side may have it. */
  | { status: 'unknown'; reason: string }
