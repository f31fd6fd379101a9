/** What the directory offers beside a form: suggestions at the corporation's name, and its facilities for the table. */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { priceListAt } from '#domain/price-lists.ts'
import { rowsOnScreen } from '../table/cells.ts'
import { offerRows } from '../table/offered-rows.ts'
import { Combobox } from './combobox.tsx'
import { type Filling, fillIn } from './fill.ts'
import { FilledNote } from './filled-note.tsx'
import { Picker } from './picker.tsx'

type Props = { form: HTMLFormElement; flow: FlowWithRows; period: string }

export function DirectoryTools({ form, flow, period }: Props) {
  const [places] = useState(() => placesIn(form))
  const [chosen, setChosen] = useState<DirectoryCorporation | null>(null)
  const [filling, setFilling] = useState<Filling | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { input, table, besideTable } = places
  const { rows: rules, catalogue } = FLOWS[flow]
  return (
    <>
      {input && (
        <>
          <Combobox
            input={input}
            period={period}
            onChoose={(hit) => {
              setChosen(hit)
              setFilling(fillIn(form, hit))
            }}
          />
          <FilledNote
            form={form}
            input={input}
            filling={filling}
            onChange={(next) => {
              setFilling(next)
              if (next === null) setChosen(null)
            }}
          />
        </>
      )}
      {createPortal(
        <button type="button" className="secondary" onClick={() => setOpen(true)}>
          公表されている事業所を表に入れる
        </button>,
        besideTable,
      )}
      {isOpen && (
        <Picker
          list={priceListAt(catalogue, Date.now())}
          room={rules.max}
          rows={rowsOnScreen()}
          chosen={chosen}
          period={period}
          onClose={(facilities) => {
            setOpen(false)
            if (facilities.length === 0) return
            setFilling(null)
            offerRows(table, facilities)
          }}
        />
      )}
    </>
  )
}

/** The field that suggests, where the form has one; the table; and a place of our own above it. */
function placesIn(form: HTMLFormElement) {
  const control = form.elements.namedItem('companyName')
  const table = form.querySelector('[role="table"]') ?? form
  const besideTable = document.createElement('p')
  besideTable.className = 'directory-place'
  table.before(besideTable)
  return { input: control instanceof HTMLInputElement ? control : null, table, besideTable }
}
