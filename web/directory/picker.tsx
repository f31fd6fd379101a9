/** The published facilities of a corporation, before they come into the table: a dialog to look at, to tick and to answer. */
import { useEffect, useRef, useState } from 'react'
import {
  type CorporationFacilities,
  DIRECTORY_SOURCE,
  type DirectoryCorporation,
  type DirectoryFacility,
  formatPeriod,
} from '#domain/directory.ts'
import { offeredRows } from '#domain/directory-rows.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import type { PriceList } from '#domain/price-lists.ts'
import { Combobox } from './combobox.tsx'
import { facilitiesOf } from './look-up.ts'
import { PickedRows } from './picked-rows.tsx'

type Props = {
  list: PriceList
  /** Rows that the table can have. */
  room: number
  rows: readonly FacilityRow[]
  chosen: DirectoryCorporation | null
  period: string
  /** None where the person declines. */
  onClose: (facilities: readonly DirectoryFacility[]) => void
}

export function Picker({ chosen, period, onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [corporation, setCorporation] = useState(chosen)
  const published = useFacilities(corporation)
  useEffect(() => dialog.current?.showModal(), [])
  const answer = (facilities: readonly DirectoryFacility[]) => {
    // The table takes the focus; otherwise it goes back to the button.
    if (facilities.length > 0) (document.activeElement as HTMLElement | null)?.blur()
    else dialog.current?.close()
    onClose(facilities)
  }
  return (
    <dialog
      ref={dialog}
      className="paste directory"
      aria-labelledby="directory-title"
      onCancel={(event) => {
        event.preventDefault()
        answer([])
      }}
    >
      <div>
        <h2 id="directory-title">公表されている事業所</h2>
        <p>
          出典：{DIRECTORY_SOURCE}（{formatPeriod(period)}
          ）。これより新しい事業所と、移動支援や日中一時支援などの市町村の事業は含まれていません。表に直接入力してください。
        </p>
        {!chosen && <CorporationField period={period} onChoose={setCorporation} />}
        {corporation && (
          <p>
            <strong>{corporation.name}</strong>　{corporation.address}
          </p>
        )}
        {corporation && !published && <p role="status">事業所を調べています。</p>}
        {published === 'failed' && (
          <p role="alert">
            公表されている事業所を取得できませんでした。しばらく待ってからもう一度お試しいただくか、表に直接入力してください。
          </p>
        )}
      </div>
      {published && published !== 'failed' ? (
        <Choice
          key={published.corporation.id}
          {...rest}
          facilities={published.facilities}
          onAnswer={answer}
        />
      ) : (
        <p className="actions">
          <button type="button" className="secondary" onClick={() => answer([])}>
            取り込まない
          </button>
        </p>
      )}
    </dialog>
  )
}

type Published = CorporationFacilities | 'failed' | null

function useFacilities(corporation: DirectoryCorporation | null): Published {
  const [published, setPublished] = useState<Published>(null)
  useEffect(() => {
    let isCurrent = true
    setPublished(null)
    if (corporation)
      void facilitiesOf(corporation).then((answer) => {
        if (isCurrent) setPublished(answer ?? 'failed')
      })
    return () => {
      isCurrent = false
    }
  }, [corporation])
  return published
}

type FieldProps = { period: string; onChoose: (corporation: DirectoryCorporation) => void }

/** Where the page has no corporation's name to go by. */
function CorporationField({ period, onChoose }: FieldProps) {
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

type ChoiceProps = Pick<Props, 'list' | 'room' | 'rows'> & {
  facilities: readonly DirectoryFacility[]
  onAnswer: (facilities: readonly DirectoryFacility[]) => void
}

function Choice({ list, room, rows, facilities, onAnswer }: ChoiceProps) {
  const [offered] = useState(() => offeredRows(list, facilities, rows))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(offered.filter(({ state }) => state === 'new').map(({ key }) => key)),
  )
  const takes = useRef<HTMLButtonElement>(null)
  useEffect(() => takes.current?.focus(), [])
  const picked = offered.filter(({ key }) => ticked.has(key)).map(({ facility }) => facility)
  const free = room - rows.findLastIndex((row) => !isBlankRow(row)) - 1
  return (
    <>
      <div>
        <p role="status">{summaryOf(offered.length, picked.length, free)}</p>
        <PickedRows offered={offered} ticked={ticked} onTick={setTicked} />
      </div>
      <p className="actions">
        {picked.length > 0 && (
          <button ref={takes} type="button" onClick={() => onAnswer(picked)}>
            表に取り込む
          </button>
        )}
        <button type="button" className="secondary" onClick={() => onAnswer([])}>
          取り込まない
        </button>
      </p>
    </>
  )
}

function summaryOf(offered: number, picked: number, free: number): string {
  const left = picked - free
  const most =
    left > 0 ? `表に入るのは${free}件までのため、残りの${left}件は表の下に控えます。` : ''
  return `公表されている${offered}件のうち、${picked}件を表に取り込みます。${most}`
}
