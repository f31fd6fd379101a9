/** The bar below the table, in sight as long as the table is: the total so far, what was done last, undo and redo. */
import { useEffect, useState } from 'react'
import type { FlowWithRows } from '#domain/flows.ts'
import { type Estimate, formatYen } from '#domain/prices.ts'
import { Status } from '#ui/status.tsx'
import { BAR_ID, PROCEED_ID } from './row-focus.ts'
import type { Repair } from './row-notes.ts'
import type { Announcement, useEdits } from './use-edits.ts'
import type { ReadingShown } from './use-paste.ts'
import type { useSummary } from './use-summary.ts'

type Props = {
  flow: FlowWithRows
  /** Of the button to what follows. */
  proceedWords: string
  summary: Pick<ReturnType<typeof useSummary>, 'estimate' | 'repairs'>
  edits: Pick<ReturnType<typeof useEdits>, 'announcement' | 'canUndo' | 'canRedo' | 'undo' | 'redo'>
  onRepair: (repair: Repair) => void
  /** A table that is being read. */
  reading: ReadingShown | null
}

export function Bar({
  flow,
  proceedWords,
  summary: { estimate, repairs },
  edits,
  onRepair,
  reading,
}: Props) {
  return (
    <div className="bar">
      {/* Not announced: it would talk into every pause. The estimate on its button is. */}
      <p className="running">
        <span>
          <span>{LABELS[flow]}</span> <strong>{totalOf(estimate)}</strong>
        </span>
        <button type="button" className="secondary" id={PROCEED_ID} onClick={proceed}>
          {proceedWords}
        </button>
      </p>
      <div className="bar-line" id={BAR_ID} tabIndex={-1}>
        <Status>{useDelayed(edits.announcement)}</Status>
        {reading && <progress aria-label="表の読み取り" />}
        <span className="undo">
          {reading && <StepButton words="中止する" onPress={reading.cancel} />}
          {edits.canUndo && <StepButton words="元に戻す" onPress={edits.undo} />}
          {edits.canRedo && <StepButton words="やり直す" onPress={edits.redo} />}
        </span>
      </div>
      {REPAIRS.map(
        ([repair, about, words]) =>
          repairs[repair].length > 0 && (
            <div key={repair} className="bar-line">
              <p>
                {about}：{repairs[repair].length}件
              </p>
              <StepButton words={words} onPress={() => onRepair(repair)} />
            </div>
          ),
      )}
    </div>
  )
}

const REPAIRS: readonly (readonly [Repair, about: string, words: string])[] = [
  ['zero', '先頭の0が失われたと思われる番号', '先頭の0を補う'],
  ['signs', 'ハイフンや見えない文字のある番号', '余分な文字を取り除く'],
]

function StepButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <button type="button" className="secondary" onClick={onPress}>
      {words}
    </button>
  )
}

const LABELS: Record<FlowWithRows, string> = {
  entry: '概算（月額・税抜）',
  migration: '概算（月額・税抜）',
  trial: 'ご契約時の月額（税抜）',
}

/** To the first control below the table and its bar that can be seen: no trap for robots, no field that is not asked for. */
function proceed({ currentTarget }: { currentTarget: Element }): void {
  const controls = currentTarget.closest('form')?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []
  const bar = currentTarget.closest('.bar')
  const next = Array.from(controls).find(
    (control) =>
      !bar?.contains(control) &&
      control.tabIndex >= 0 &&
      control.getClientRects().length > 0 &&
      currentTarget.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  next?.focus()
  next?.scrollIntoView({ block: 'center' })
}

const FOCUSABLE = 'button:enabled, input:enabled, select:enabled'

function totalOf(estimate: Estimate | null): string {
  return estimate && estimate.rows.length > 0 ? formatYen(estimate.total) : '—'
}

/** A live region announces what changes in it, not what it was born with, nor the same words as before: it is empty in between. */
function useDelayed(announcement: Announcement | null): string {
  const [shown, setShown] = useState<Announcement | null>(null)
  useEffect(() => setShown(announcement), [announcement])
  return announcement && shown === announcement ? announcement.sentence : ''
}
