/** What the directory says of the numbers of a paste, where the server has one. */
import { useEffect, useEffectEvent } from 'react'
import type { KnownNumbers } from '#domain/known-numbers.ts'
import type { PlannedRow } from '#domain/paste-plan.ts'
import { numbersToAsk } from '#domain/published-settling.ts'
import { announcedPeriod } from '../directory/announced.ts'

/** Asks whenever other numbers stand in the rows. */
export function useKnownNumbers(
  rows: readonly PlannedRow[],
  onAnswer: (known: KnownNumbers) => void,
): void {
  const numbers = announcedPeriod() ? rows.flatMap(({ cells }) => numbersToAsk(cells)) : []
  const asked = [...new Set(numbers)].join()
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    let isCurrent = true
    if (asked !== '')
      void ask(asked.split(',')).then((known) => {
        if (isCurrent && known) answered(known)
      })
    return () => {
      isCurrent = false
    }
  }, [asked])
}

async function ask(numbers: readonly string[]): Promise<KnownNumbers | undefined> {
  try {
    const { askNumbers, knownNumbers } = await import('../directory/numbers.ts')
    await askNumbers(numbers)
    const known = knownNumbers()
    return known.facilities.size > 0 ? known : undefined
  } catch {
    // Nobody needs it to paste.
    return undefined
  }
}
