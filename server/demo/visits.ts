/** What the pages' beacons told in the months of a demo: of whoever applied, and of those who went away before. Pure. */
import type { UsageBody } from '#contract/apply-schemas.ts'
import type { Flow } from '#domain/flows.ts'
import type { Filling, Width } from '#domain/usage.ts'
import { stepsOf } from '#domain/usage-words.ts'
import { createChance, type Invented, weighted } from './invent.ts'

export type Visit = { at: number; told: UsageBody }

/** So many at most go away for each who applies. */
const MOST_LEAVERS = 3
const WIDTH_SHARES = { desk: 6, tablet: 1, phone: 3 } as const satisfies Record<Width, number>
const FILLING_SHARES = { hand: 6, paste: 2, file: 2, directory: 3 } as const satisfies Record<
  Filling,
  number
>
/** Of each four who begin, one has sent something empty or wrong; these fields are in every form with a table. */
const ERROR_SHARE = 0.25
const ERROR_SHARES = { facilityName: 1, facilityNumber: 4, serviceKey: 2 } as const

export function inventVisits(applications: readonly Invented[]): Visit[] {
  const chance = createChance(20_261_202)
  return applications.flatMap(({ at, flow, fate }) => {
    const leavers = Array.from({ length: Math.floor((1 + MOST_LEAVERS) * chance()) }, () => false)
    const visitors = [...leavers, fate !== 'never completed']
    return visitors.map((isDone) => ({ at, told: inventVisit(chance, flow, isDone) }))
  })
}

function inventVisit(chance: () => number, flow: Flow, isDone: boolean): UsageBody {
  const steps = stepsOf(flow)
  // Squared: most of those who leave do so early.
  const reached = isDone ? steps.length : 1 + Math.floor((steps.length - 1) * chance() ** 2)
  const marks: UsageBody['marks'] = steps.slice(0, reached)
  const body = { flow, width: weighted<Width>(chance, WIDTH_SHARES) }
  if (!marks.includes('rows')) return { ...body, marks }
  const filled = { ...body, marks: [...marks, weighted<Filling>(chance, FILLING_SHARES)] }
  if (chance() > ERROR_SHARE) return filled
  const field = weighted<keyof typeof ERROR_SHARES>(chance, ERROR_SHARES)
  return { ...filled, error: { field, code: field === 'facilityNumber' ? 'wrong' : 'missing' } }
}
