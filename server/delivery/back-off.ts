/** Back-off: the pause before the next attempt doubles with each failure, and jitter keeps failures from coming back together. */

export type BackOff = { first: number; longest: number }

/** Milliseconds before the attempt that follows the n-th failure: 75 % to 125 % of the doubled pause. */
export function pauseAfter(failures: number, { first, longest }: BackOff, random = Math.random()) {
  const doubled = first * 2 ** Math.min(Math.max(failures, 1) - 1, 30)
  return Math.round(Math.min(doubled, longest) * (0.75 + random / 2))
}
