/** What helps with the rows of a table: pasting, files, repairs, menus, the total so far. Loaded when a table is first used. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { PriceList } from '#domain/pricing.ts'
import type { ApplicationForm } from '../use-application.ts'
import { asideMaker } from './asides.tsx'
import { Bar } from './bar.tsx'
import type { Brought } from './brought.ts'
import { LeftOverLines } from './left-over.tsx'
import { PastePreview } from './paste-preview.tsx'
import { rowActions } from './row-actions.ts'
import { RowMenu } from './row-menu.tsx'
import { useEdits } from './use-edits.ts'
import { useFollow } from './use-follow.ts'
import { useKeys } from './use-keys.ts'
import { useLeftOver } from './use-left-over.ts'
import { usePaste } from './use-paste.ts'
import { useShortcut } from './use-shortcut.ts'

type Props = {
  flow: FlowWithRows
  list: PriceList
  application: ApplicationForm
  brought: Brought | null
  /** Holds the table. */
  room: RefObject<HTMLElement | null>
  /** Pressed in the table, perhaps before this code came. */
  lastKey: RefObject<KeyboardEvent | null>
  /** One for each row, from the first. */
  setAsides: (asides: ReactNode[]) => void
}

export function Desk({ flow, list, application, brought, room, lastKey, setAsides }: Props) {
  const { name, rowCount, setRowCount, forgetRowProblems, formProps } = application
  const { rows: rules } = FLOWS[flow]
  const [menuOf, setMenuOf] = useState<number | null>(null)
  const [asidesOf] = useState(() => asideMaker(setMenuOf))
  const { notes, estimate, repairs, follow } = useFollow({ room, rules, list })
  const onEdited = () => {
    forgetRowProblems()
    follow()
  }
  const edits = useEdits({ room, initial: rules.initial, setRowCount, onEdited })
  const left = useLeftOver(name ?? flow)
  const { question, answer, chooser, takeFile } = usePaste({ brought, rules, list, edits, left })
  const act = rowActions(rules, edits)
  useKeys(room, edits, lastKey)
  useShortcut(room, formProps.onInput)
  useEffect(() => setAsides(asidesOf(rowCount, notes)), [rowCount, notes, asidesOf, setAsides])
  const tools = room.current?.querySelector('.add-rows')
  return (
    <>
      {left.leftOver && (
        <LeftOverLines
          leftOver={left.leftOver}
          rules={rules}
          say={edits.say}
          onDone={left.dropLeftOver}
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
