/** What helps with the rows of a table: pasting, files, repairs, menus, the total so far. Loaded when a table is first used. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { PriceList } from '#domain/pricing.ts'
import type { ApplicationForm } from '../form/use-application.ts'
import { Bar } from './bar.tsx'
import type { TableInput } from './input.ts'
import { OverflowRows } from './overflow.tsx'
import { PastePreview } from './paste-preview.tsx'
import { rowActions } from './row-actions.ts'
import { createRowExtras } from './row-extras.tsx'
import { RowMenu } from './row-menu.tsx'
import { useEdits } from './use-edits.ts'
import { useKeys } from './use-keys.ts'
import { useOverflow } from './use-overflow.ts'
import { usePaste } from './use-paste.ts'
import { useShortcut } from './use-shortcut.ts'
import { useSummary } from './use-summary.ts'

type Props = {
  flow: FlowWithRows
  list: PriceList
  application: ApplicationForm
  input: TableInput | null
  /** Holds the table. */
  tableRef: RefObject<HTMLElement | null>
  /** Pressed in the table, perhaps before this code came. */
  lastKey: RefObject<KeyboardEvent | null>
  /** One for each row, from the first. */
  setRowExtras: (rowExtras: ReactNode[]) => void
}

export function TableTools({
  flow,
  list,
  application,
  input,
  tableRef,
  lastKey,
  setRowExtras,
}: Props) {
  const { name, rowCount, setRowCount, forgetRowProblems, formProps } = application
  const { rows: rules } = FLOWS[flow]
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const [rowExtrasOf] = useState(() => createRowExtras(setMenuOf))
  const { notes, estimate, repairs, updateSummary } = useSummary({ tableRef, rules, list })
  const onEdited = () => {
    forgetRowProblems()
    updateSummary()
  }
  const edits = useEdits({ tableRef, initial: rules.initial, setRowCount, onEdited })
  const left = useOverflow(name ?? flow)
  const { question, answer, chooser, takeFile } = usePaste({ input, rules, list, edits, left })
  const act = rowActions(rules, edits)
  useKeys(tableRef, edits, lastKey)
  useShortcut(tableRef, formProps.onInput)
  useEffect(
    () => setRowExtras(rowExtrasOf(rowCount, notes)),
    [rowCount, notes, rowExtrasOf, setRowExtras],
  )
  const tools = tableRef.current?.querySelector('.add-rows')
  return (
    <>
      {left.overflow && (
        <OverflowRows
          overflow={left.overflow}
          rules={rules}
          say={edits.say}
          onDone={left.dropOverflow}
        />
      )}
      <Bar
        flow={flow}
        estimate={estimate}
        said={edits.said}
        zeros={repairs.length}
        onUndo={edits.undo}
        onRepair={() => act.repair(repairs)}
      />
      {tools &&
        createPortal(
          <button type="button" className="secondary" onClick={act.copy}>
            全行をコピー
          </button>,
          tools,
        )}
      {menuOf !== null && (
        <RowMenu
          no={menuOf}
          onInsert={() => act.insertBelow(menuOf)}
          onDelete={() => act.remove(menuOf)}
          onClose={() => setMenuOf(null)}
        />
      )}
      {question && <PastePreview {...question} onAnswer={answer} />}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void takeFile(file)
          // The same file may be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}
