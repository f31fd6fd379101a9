/** Asks whose facilities are wanted, where no corporation was chosen on the page. */
import { useEffect, useRef, useState } from 'react'
import { DIRECTORY_SOURCE, type DirectoryCorporation, formatPeriod } from '#domain/directory.ts'
import { Unbroken } from '../parts/unbroken.tsx'
import { Combobox } from './combobox.tsx'
import { type Offering, OfferState } from './use-offer.tsx'

type Props = {
  period: string
  /** What stands in the page's own field. */
  typed: string
  state: Offering
  onChoose: (corporation: DirectoryCorporation) => void
  onClose: () => void
}

export function CorporationDialog({ period, typed, state, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="paste directory"
      aria-labelledby="directory-title"
      // The focus goes back to where it was.
      onClose={onClose}
    >
      <div>
        <h2 id="directory-title">公表されている事業所を探す</h2>
        <p>
          出典：{DIRECTORY_SOURCE}（<Unbroken>{formatPeriod(period)}</Unbroken>）
        </p>
        <CorporationField {...{ period, typed, onChoose }} />
        <OfferState state={state} />
      </div>
      <p className="actions">
        <button type="button" className="secondary" onClick={() => dialog.current?.close()}>
          取り込まない
        </button>
      </p>
    </dialog>
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
