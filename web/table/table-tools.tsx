/** The table's tools: pasting, files, repairs, menus, the total so far. Loaded when a table is first used. */
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { RowOffer } from '#domain/directory-notes.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import type { TableForm } from '../form/use-rows-form.ts'
import { SaveForm } from '../saved-form/save-form.tsx'
import { useRestore } from '../saved-form/use-restore.ts'
import { Bar } from './bar.tsx'
import type { TableInput } from './cells.ts'
import { fillRow, takeFilling } from './fill-row.ts'
import { useKeys, useShortcut } from './keys.ts'
import { OverflowRows, useOverflow } from './overflow.tsx'
import { useRemarks } from './remark.tsx'
import { focusBar, useRowFocus } from './row-focus.ts'
import { RowMenu, rowActions } from './row-menu.tsx'
import { createRowTools, type RowTools, ToolHeadings } from './row-tools.tsx'
import { useEdits } from './use-edits.ts'
import { usePaste } from './use-paste.ts'
import { useSummary } from './use-summary.ts'

type Props = {
  flow: FlowWithRows
  list: PriceList
  application: TableForm
  input: TableInput | null
  /** Holds the table. */
  tableRef: RefObject<HTMLElement | null>
  /** Pressed in the table, perhaps before this code came. */
  lastKey: RefObject<KeyboardEvent | null>
  /** One for each row, from the first. */
  setRowTools: (rowTools: RowTools[]) => void
}

export function TableTools(props: Props) {
  const { flow, tableRef } = props
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const { edits, summary, overflowRows, paste, restore, act, rules } = useTable(props, setMenuOf)
  const { Preview } = paste
  const headings = tableRef.current?.querySelector('.facilities-head > *')
  return (
    <>
      {overflowRows.overflow && (
        <OverflowRows
          overflow={overflowRows.overflow}
          rules={rules}
          announce={edits.announce}
          onDone={() => {
            overflowRows.dropOverflow()
            focusBar()
          }}
        />
      )}
      <SaveForm
        flow={flow}
        form={props.application.form}
        leftOver={overflowRows.overflow?.lines.slice(1) ?? []}
        announce={edits.announce}
      >
        <CopyButton onCopy={act.copy} />
      </SaveForm>
      <Bar
        flow={flow}
        proceedWords={props.application.onward.words}
        summary={summary}
        edits={edits}
        reading={paste.reading}
        onRepair={(repair) => act.repair(repair, summary.repairs[repair])}
      />
      {headings && createPortal(<ToolHeadings flow={flow} />, headings)}
      {menuOf !== null && <RowMenu no={menuOf} act={act} onClose={() => setMenuOf(null)} />}
      {Preview && paste.question && <Preview {...paste.question} onAnswer={paste.answer} />}
      {restore.question}
      <FileChooser chooser={paste.chooser} onChoose={paste.takeFile} />
    </>
  )
}

/** Everything that follows the rows, or changes them. */
function useTable(props: Props, openMenu: (no: number) => void) {
  const { flow, list, application, input, tableRef, lastKey, setRowTools } = props
  const { name, rowCount, setRowCount, forgetRowProblems, formProps } = application
  const { rows: rules } = FLOWS[flow]
  const summary = useSummary({ tableRef, rules, list })
  const { notes, estimate, updateSummary } = summary
  const { remarks, goTo } = useRemarks(useMemo(() => [...notes.values()].flat(), [notes]))
  const [rowExtrasOf] = useState(() => createRowTools(flow, { openMenu, goTo }))
  const onEdited = () => {
    forgetRowProblems()
    updateSummary()
  }
  const edits = useEdits({ tableRef, initial: rules.initial, setRowCount, onEdited })
  const overflowRows = useOverflow(name ?? flow)
  const restore = useRestore({ flow, list, form: application.form, edits })
  const paste = usePaste({ input, rules, list, edits, overflowRows, restore })
  const fill = useEffectEvent((offer: RowOffer) => fillRow(rules, edits, offer))
  useEffect(() => takeFilling((offer) => fill(offer)), [])
  useKeys(tableRef, edits, lastKey)
  useRowFocus(tableRef)
  useShortcut(tableRef, formProps.onInput)
  useEffect(
    () => setRowTools(rowExtrasOf(rowCount, { remarks, estimate })),
    [rowCount, remarks, estimate, rowExtrasOf, setRowTools],
  )
  return { edits, summary, overflowRows, paste, restore, act: rowActions(rules, edits), rules }
}

function CopyButton({ onCopy }: { onCopy: () => void }) {
  return (
    <button type="button" className="secondary" onClick={onCopy}>
      全行をコピー
    </button>
  )
}

const ACCEPTED =
  '.xlsx,.xlsm,.xlsb,.xls,.ods,.fods,.numbers,.csv,.tsv,.txt,.htm,.html,.xml,.pdf,application/pdf,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet'

type FileChooserProps = {
  chooser: RefObject<HTMLInputElement | null>
  onChoose: (file: File) => void
}

function FileChooser({ chooser, onChoose }: FileChooserProps) {
  return (
    <input
      ref={chooser}
      type="file"
      hidden
      accept={ACCEPTED}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onChoose(file)
        // The same file may be chosen again after it was corrected.
        target.value = ''
      }}
    />
  )
}
