/** The rows of a paste for which the table had no room: kept for the tab until a person has copied, saved or dropped them. */
import { useState } from 'react'
import { CELL_LABELS } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import type { PastePlan } from '#sheets/paste-plan.ts'
import { textOf } from '#sheets/read/csv.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import { overflowKey } from '../form/draft.ts'
import { forget, keep, recall } from '../sending/session-storage.ts'
import * as site from '../site.ts'
import { copyTable, saveText } from './export.ts'

type Props = {
  overflow: Overflow
  rules: RowRules
  announce: (sentence: string) => void
  onDone: () => void
}

export function OverflowRows({ overflow: { count, lines }, rules, announce, onDone }: Props) {
  const copy = async () =>
    announce((await copyTable(lines)) ? `残りの${count}件をコピーしました。` : NOT_COPIED)
  return (
    <section className="callout" aria-labelledby="overflow-title">
      <h3 id="overflow-title">表に入らなかった{count}件を残しています</h3>
      <p>
        <Unbroken>
          {`1回のお申し込みに入力できるのは${rules.max}行までです。残りの${count}件は、コピーするか保存して、サポート（`}
        </Unbroken>
        <a href={site.phoneHref}>{site.phone}</a>）へご相談ください。
      </p>
      <p className="actions">
        <button type="button" className="secondary" onClick={copy}>
          残りの{count}件をコピーする
        </button>
        <button
          type="button"
          className="secondary"
          onClick={() => saveText('表に入らなかった事業所.csv', textOf(lines, ','))}
        >
          CSVファイルに保存する
        </button>
        <button type="button" className="secondary" onClick={onDone}>
          残りの{count}件を消す
        </button>
      </p>
    </section>
  )
}

export const NOT_COPIED =
  'コピーできませんでした。ブラウザーの設定で、クリップボードへの書き込みを許可してください。'

/** Rows as they were read, below a line of headings. */
type Overflow = { count: number; lines: string[][] }

export function useOverflow(draft: string) {
  const key = overflowKey(draft)
  const [overflow, setOverflow] = useState(() => recallOverflow(key))
  const put = (next: Overflow | null) => {
    if (next) keep(key, next)
    else forget(key)
    setOverflow(next)
  }
  return {
    overflow,
    keepOverflow: ({ overflow: lines }: PastePlan) =>
      put({ count: lines.length, lines: [Object.values(CELL_LABELS), ...lines] }),
    /** As before a paste, for its undo. */
    restoreOverflow: put,
    dropOverflow: () => put(null),
  }
}

function recallOverflow(key: string): Overflow | null {
  const stored = recall(key)
  if (typeof stored !== 'object' || stored === null) return null
  const { count, lines } = stored as Partial<Overflow>
  return typeof count === 'number' && Array.isArray(lines) ? { count, lines } : null
}
