/** One quiet line that stays in sight while the table is: the total so far, and what was done last. */
import { useEffect, useState } from 'react'
import type { Estimate } from '#domain/estimate.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { formatYen } from '#domain/pricing.ts'
import { BAR_ID, type Said } from './use-edits.ts'

type Props = {
  flow: FlowWithRows
  estimate: Estimate | null
  said: Said | null
  /** Rows whose number lacks its zero. */
  zeros: number
  onUndo: () => void
  onRepair: () => void
}

export function Bar({ flow, estimate, said, zeros, onUndo, onRepair }: Props) {
  return (
    <div className="bar">
      {/* Not announced: it would talk into every pause. The estimate on its button is. */}
      <p className="running">
        {LABELS[flow]}
        <strong>{totalOf(estimate)}</strong>
      </p>
      <div className="said" id={BAR_ID} tabIndex={-1}>
        <p role="status">{useLate(said)}</p>
        {said?.undo && (
          <button type="button" className="secondary" onClick={onUndo}>
            元に戻す
          </button>
        )}
      </div>
      {zeros > 0 && (
        <div className="said">
          <p>先頭の0が失われたような番号：{zeros}件</p>
          <button type="button" className="secondary" onClick={onRepair}>
            先頭の0を補う
          </button>
        </div>
      )}
    </div>
  )
}

const LABELS: Record<FlowWithRows, string> = {
  entry: '概算（月額・税抜）',
  migration: '概算（月額・税抜）',
  trial: 'ご契約時の月額（税抜）',
}

function totalOf(estimate: Estimate | null): string {
  return estimate && estimate.rows.length > 0 ? formatYen(estimate.total) : '—'
}

/** A live region announces what changes in it, not what it was born with, nor the same words as before: it is empty in between. */
function useLate(said: Said | null): string {
  const [shown, setShown] = useState<Said | null>(null)
  useEffect(() => setShown(said), [said])
  return said && shown === said ? said.sentence : ''
}
