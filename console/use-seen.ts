/** Hook: what of an application is drawn. What arrives is told, and drawn when the person asks for it or has pressed something. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { type Arrival, arrivalsOf, withDeliveries } from './arrivals.ts'
import { focusAt } from './focus-at.ts'

type Drawn = {
  record: ApplicationRecord
  /** What came with it though it was not asked for: of others, with the answer to an own press. */
  told: readonly Arrival[]
}

export type Seen = {
  drawn: ApplicationRecord | null
  arrivals: readonly Arrival[]
  /** After an own press: its newest is drawn. */
  draw(): void
  /** Draws what has arrived, and puts the focus there. */
  show(): void
}

export function useSeen(newest: ApplicationRecord | null, own: string): Seen {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [isDue, setDue] = useState(false)
  const since = newest && drawn ? arrivalsOf(drawn.record, newest, own) : []
  const isErased = !!newest?.erasedAt && drawn !== null && !drawn.record.erasedAt
  if (newest && (drawn === null || isErased || isDue)) {
    setDue(false)
    if (drawn?.record !== newest || isDue)
      setDrawn({ record: newest, told: since.filter(({ isOwn }) => !isOwn) })
  }
  const arrivals = [...(drawn?.told ?? []), ...since]
  return {
    drawn: newest && drawn ? withDeliveries(drawn.record, newest) : null,
    arrivals,
    draw: () => setDue(true),
    show: () => {
      if (!newest) return
      flushSync(() => setDrawn({ record: newest, told: [] }))
      focusAt(arrivals.at(-1)?.heading)
    },
  }
}
