/** What a paste would do, before it does it: a dialog to look at, to correct, and to answer. */
import { useState } from 'react'
import type { Filling } from '#domain/usage.ts'
import type { PastePlan } from '#sheets/paste-plan.ts'
import { asksColumns } from '#sheets/plan.ts'
import type { SheetOffer } from '#sheets/recognition.ts'
import { Dialog, dropFocus } from '#ui/dialog.tsx'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { PasteColumns, PasteCorrectionFields } from './paste-corrections.tsx'
import { PastedRows, PublishedSource, SkippedLines, wantsALook } from './pasted-rows.tsx'
import type { PasteQuestion } from './recognition.ts'
import { usePlan } from './use-plan.ts'

type Props = PasteQuestion & {
  from: Filling
  /** The plan to carry out; null where the person declines. */
  onAnswer: (plan: PastePlan | null) => void
}

const TITLES: Partial<Record<Filling, string>> = {
  file: '読み込んだ内容の確認',
  directory: '公表されている事業所の確認',
}

export function PastePreview({ onAnswer, from, ...question }: Props) {
  const { target, published } = question
  const { offer } = question.recognition
  const [chosen, choose] = useState(offer.likeliest)
  const reading = usePlan(question, chosen)
  const { plan, isBehind } = reading
  // A question about the columns comes before the rows; else they are there for who looks for them.
  const [asksFirst] = useState(asksColumns(plan))
  const take = () => {
    // What is shown is not what was chosen last.
    if (isBehind) return
    dropFocus()
    onAnswer(plan)
  }
  return (
    <Dialog
      className="paste"
      aria-labelledby="paste-title"
      aria-describedby="paste-summary"
      onOpen={() => focusFirst(plan)}
      onClose={() => onAnswer(null)}
    >
      {(close) => (
        <>
          <div>
            <h2 id="paste-title" tabIndex={-1}>
              {TITLES[from] ?? '貼り付ける内容の確認'}
            </h2>
            {published && <PublishedSource published={published} />}
            {offer.labels.length > 1 && (
              <SheetSelect
                labels={offer.labels}
                leftOut={offer.leftOut[chosen] ?? null}
                chosen={chosen}
                onChoose={(index) => {
                  reading.startOver()
                  choose(index)
                }}
              />
            )}
            <p id="paste-summary">
              <Unbroken>{summaryOf(plan)}</Unbroken>
            </p>
            <Notices notices={plan.notices.slice(0, plan.weighty)} />
            <PasteCorrectionFields list={target.list} reading={reading} />
            {asksFirst && <PasteColumns reading={reading} startsOpen />}
            <RowList reading={reading} isPublished={published !== undefined} />
            {!asksFirst && <PasteColumns reading={reading} startsOpen={false} />}
            <WhatWasDone notices={plan.notices.slice(plan.weighty)} />
            <SkippedLines reading={reading} />
          </div>
          <p className="actions">
            {plan.rows.length > 0 && (
              <button type="button" id="paste-take" aria-disabled={isBehind} onClick={take}>
                表に取り込む
              </button>
            )}
            <button type="button" className="secondary" onClick={close}>
              取り込まない
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

/** What is all clear takes one press: its button has the focus. */
function focusFirst(plan: PastePlan): void {
  const isClear = plan.rows.length > 0 && !plan.rows.some(wantsALook)
  const first = document.getElementById(isClear ? 'paste-take' : 'paste-title')
  first?.focus({ preventScroll: true })
}

type SheetSelectProps = {
  labels: SheetOffer['labels']
  /** A sentence on the sheets that are not chosen and hold facilities. */
  leftOut: string | null
  chosen: number
  onChoose: (index: number) => void
}

function SheetSelect({ labels, leftOut, chosen, onChoose }: SheetSelectProps) {
  return (
    <>
      <label>
        読み込むシート
        <select value={chosen} onChange={(event) => onChoose(Number(event.target.value))}>
          {labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place.
            <option key={index} value={index}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {leftOut !== null && <Status>{leftOut}</Status>}
    </>
  )
}

function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <ul className="notices">
      {notices.map((notice) => (
        <li key={notice}>
          <Unbroken>{notice}</Unbroken>
        </li>
      ))}
    </ul>
  )
}

function WhatWasDone({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <details>
      <summary>読み取りの内容（{notices.length}件）</summary>
      <Notices notices={notices} />
    </details>
  )
}

type RowListProps = { reading: ReturnType<typeof usePlan>; isPublished: boolean }

function RowList({ reading, isPublished }: RowListProps) {
  const { plan, leftOut, leaveOut, leaveOutAll } = reading
  const [showsAll, setShowsAll] = useState(true)
  const toCheck = plan.offered.filter(wantsALook)
  if (plan.offered.length === 0) return null
  return (
    <>
      {toCheck.length > 0 && toCheck.length < plan.offered.length && (
        <label className="agree">
          <input
            type="checkbox"
            checked={!showsAll}
            onChange={(event) => setShowsAll(!event.target.checked)}
          />
          確認が必要な行だけを表示する（{toCheck.length}行）
        </label>
      )}
      <PastedRows
        rows={showsAll ? plan.offered : toCheck}
        leftOut={leftOut}
        onLeaveOut={leaveOut}
        onLeaveOutAll={isPublished ? leaveOutAll : undefined}
      />
    </>
  )
}

function summaryOf({ rows }: PastePlan): string {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return 'まだ何も取り込んでいません。'
  const where = first === last ? `${first.no}行目` : `${first.no}行目から${last.no}行目まで`
  return `${rows.length}件を、表の${where}に取り込みます。まだ取り込んでいません。`
}
