/** What a paste would do, before it does it: a dialog to look at, to correct, and to answer. */
import { useEffect, useRef, useState } from 'react'
import type { Grid, PastePlan, PasteTarget } from '#domain/paste.ts'
import { PasteColumns } from './paste-columns.tsx'
import { PastedRows, wantsALook } from './pasted-rows.tsx'
import { UnreadServices } from './unread-services.tsx'
import { usePlan } from './use-plan.ts'

type Props = {
  target: PasteTarget
  grid: Grid
  /** The plan to carry out; null where the person declines. */
  onAnswer: (plan: PastePlan | null) => void
}

export function PastePreview({ target, grid, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const reading = usePlan(target, grid)
  const { plan } = reading
  const [showsAll, setShowsAll] = useState(true)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  const answer = (given: PastePlan | null) => {
    // Closing gives the focus back, and the whole page new styles for it; rows that are taken in get the focus anyway.
    if (given) (document.activeElement as HTMLElement | null)?.blur()
    else dialog.current?.close()
    onAnswer(given)
  }
  const toCheck = plan.rows.filter(wantsALook)
  return (
    <dialog
      ref={dialog}
      className="paste"
      aria-labelledby="paste-title"
      onCancel={(event) => {
        event.preventDefault()
        answer(null)
      }}
    >
      <div>
        <h2 id="paste-title" ref={heading} tabIndex={-1}>
          貼り付ける内容の確認
        </h2>
        <p>{summaryOf(plan)}</p>
        {plan.notices.length > 0 && (
          <ul className="notices">
            {plan.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
        <UnreadServices list={target.list} reading={reading} />
        <PasteColumns grid={grid} reading={reading} />
        {toCheck.length > 0 && toCheck.length < plan.rows.length && (
          <label className="agree">
            <input
              type="checkbox"
              checked={!showsAll}
              onChange={(event) => setShowsAll(!event.target.checked)}
            />
            確認が必要な行だけを表示する（{toCheck.length}行）
          </label>
        )}
        {plan.rows.length > 0 && <PastedRows rows={showsAll ? plan.rows : toCheck} />}
      </div>
      <p className="actions">
        {plan.rows.length > 0 && (
          <button type="button" onClick={() => answer(plan)}>
            表に取り込む
          </button>
        )}
        <button type="button" className="secondary" onClick={() => answer(null)}>
          取り込まない
        </button>
      </p>
    </dialog>
  )
}

function summaryOf({ rows }: PastePlan): string {
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return 'まだ何も取り込んでいません。'
  const where = first === last ? `${first.no}行目` : `${first.no}行目から${last.no}行目まで`
  return `${rows.length}件を、表の${where}に取り込みます。まだ取り込んでいません。`
}
