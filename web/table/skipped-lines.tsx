/** Lines of the source that are taken for no entries, each with its reason; a person may want one after all. */
import { useState } from 'react'
import { SKIP_REASONS } from '#domain/table-messages.ts'
import type { usePlan } from './use-plan.ts'

export function SkippedLines({ reading }: { reading: ReturnType<typeof usePlan> }) {
  const { asRecognised, takenLines, takeLine } = reading
  const { skipped } = asRecognised
  const [isOpen, setOpen] = useState(false)
  if (skipped.length === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>取り込まない行を見る（{skipped.length}行）</summary>
      <ul className="skipped">
        {(isOpen ? skipped : []).map(({ line, cells, why }) => (
          <li key={line}>
            <label className="agree">
              <input
                type="checkbox"
                checked={takenLines.has(line)}
                onChange={(event) => takeLine(line, event.target.checked)}
              />
              <span>
                {line}行目も取り込む（{SKIP_REASONS[why]}）：
                {[...new Set(cells.map((text) => text.trim()).filter(Boolean))].join('　')}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
