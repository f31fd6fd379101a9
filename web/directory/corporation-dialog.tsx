/** Dialog that asks whose facilities are wanted, and the offer of them to the table. */
import { useRef, useState } from 'react'
import { DIRECTORY_SOURCE, type DirectoryCorporation, formatPeriod } from '#domain/directory.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { offerRows } from '../table/fill-row.ts'
import { Combobox } from './combobox.tsx'
import { facilitiesOf } from './look-up.ts'

type Props = {
  period: string
  /** What stands in the page's own field. */
  typed: string
  state: Offering
  onChoose: (corporation: DirectoryCorporation) => void
  onClose: () => void
}

export function CorporationDialog({ period, typed, state, onChoose, onClose }: Props) {
  return (
    <Dialog className="paste directory" aria-labelledby="directory-title" onClose={onClose}>
      {(close) => (
        <>
          <div>
            <h2 id="directory-title">公表されている事業所を探す</h2>
            <p>
              出典：{DIRECTORY_SOURCE}（<Unbroken>{formatPeriod(period)}</Unbroken>）
            </p>
            <CorporationField {...{ period, typed, onChoose }} />
            <OfferState state={state} />
          </div>
          <p className="actions">
            <button type="button" className="secondary" onClick={close}>
              取り込まない
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function CorporationField({
  period,
  typed,
  onChoose,
}: Pick<Props, 'period' | 'typed' | 'onChoose'>) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <div className="field">
      <label htmlFor="directory-corporation">法人名</label>
      <p className="support" id="directory-corporation-support">
        法人名の一部、法人番号、事業所番号、事業所名のいずれかを入力してください。
      </p>
      <input
        ref={setInput}
        id="directory-corporation"
        type="text"
        autoComplete="off"
        defaultValue={typed}
        aria-describedby="directory-corporation-support"
      />
      {input && (
        <Combobox
          input={input}
          period={period}
          onChoose={(hit) => {
            input.value = hit.name
            onChoose(hit)
          }}
        />
      )}
    </div>
  )
}

type Offering = 'idle' | 'asking' | 'failed'

type Options = {
  table: Element
  period: string
  /** Closes what stands before the table. */
  onFound: () => void
}

/** Fetches a corporation's facilities and hands them to the table, which shows them before it takes them. */
export function useOffer({ table, period, onFound }: Options) {
  const [state, setState] = useState<Offering>('idle')
  const latestQuestion = useRef(0)
  return {
    state,
    async offer(corporation: DirectoryCorporation) {
      latestQuestion.current += 1
      const question = latestQuestion.current
      setState('asking')
      const found = await facilitiesOf(corporation)
      if (question !== latestQuestion.current) return
      setState(found ? 'idle' : 'failed')
      if (!found) return
      onFound()
      offerRows(table, { ...found, period })
    },
    /** An answer that is still to come is no longer wanted. */
    forget() {
      latestQuestion.current += 1
      setState('idle')
    },
  }
}

export function OfferState({ state }: { state: Offering }) {
  return (
    <>
      <Status>{state === 'asking' && '事業所を調べています。'}</Status>
      {state === 'failed' && (
        <div role="alert">
          <p>
            公表されている事業所を取得できませんでした。しばらく待ってからもう一度お試しいただくか、表に直接入力してください。
          </p>
        </div>
      )}
    </>
  )
}
