/** Fetches a corporation's facilities and hands them to the table, which shows them before it takes them. */
import { useRef, useState } from 'react'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { offerRows } from '../table/offered-rows.ts'
import { facilitiesOf } from './look-up.ts'

export type Offering = 'idle' | 'asking' | 'failed'

type Options = {
  table: Element
  period: string
  /** Closes what stands before the table. */
  onFound: () => void
}

export function useOffer({ table, period, onFound }: Options) {
  const [state, setState] = useState<Offering>('idle')
  const asked = useRef(0)
  return {
    state,
    async offer(corporation: DirectoryCorporation) {
      asked.current += 1
      const mine = asked.current
      setState('asking')
      const found = await facilitiesOf(corporation)
      if (mine !== asked.current) return
      setState(found ? 'idle' : 'failed')
      if (!found) return
      onFound()
      offerRows(table, { ...found, period })
    },
    /** An answer that is still to come is no longer wanted. */
    forget() {
      asked.current += 1
      setState('idle')
    },
  }
}

export function OfferState({ state }: { state: Offering }) {
  return (
    <>
      <p role="status">{state === 'asking' && '事業所を調べています。'}</p>
      {state === 'failed' && (
        <p role="alert">
          公表されている事業所を取得できませんでした。しばらく待ってからもう一度お試しいただくか、表に直接入力してください。
        </p>
      )}
    </>
  )
}
