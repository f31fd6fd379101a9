import { expect, test } from 'vitest'
import type { ApplicantStatus } from '#domain/status.ts'
import { shownSteps } from './public-status.tsx'

const NAMES: Record<string, ApplicantStatus> = {
  r: 'received',
  p: 'in_progress',
  d: 'done',
  x: 'rejected',
  w: 'withdrawn',
}

/** Statuses in the order in which they were reached, by their letters; the time of each is its place. */
function shown(reached: string): string {
  const steps = [...reached].map((letter, index) => ({
    status: NAMES[letter] ?? 'received',
    at: String(index),
  }))
  const status = steps.at(-1)?.status ?? 'received'
  return shownSteps({ status, steps })
    .map(({ status: name, at, isReached }) => `${name}${isReached ? ` ${at ?? '?'}` : ''}`)
    .join(', ')
}

test.each([
  ['r', 'received 0, in_progress, done'],
  ['rp', 'received 0, in_progress 1, done'],
  ['rpd', 'received 0, in_progress 1, done 2'],
  ['rpx', 'received 0, in_progress 1, rejected 2'],
  // Closed without having been begun.
  ['rd', 'received 0, done 1'],
  ['rw', 'received 0, withdrawn 1'],
  // Taken back: what was reached then has not been.
  ['rpdp', 'received 0, in_progress 3, done'],
  ['rpr', 'received 2, in_progress, done'],
  ['rpxpd', 'received 0, in_progress 3, done 4'],
])('%s is shown as %s', (reached, expected) => expect(shown(reached)).toBe(expected))
