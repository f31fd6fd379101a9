/** What the directory adds to a form: suggestions at the corporation's name, and its facilities for the table. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { Boundary } from '../form/boundary.tsx'
import { loadLate } from '../reload.ts'
import { SUGGESTING_FIELD } from './announced.ts'
import { Combobox } from './combobox.tsx'
import { CorporationDialog, OfferState, useOffer } from './corporation-dialog.tsx'
import { FilledNote, type Filling, fillIn } from './fill.tsx'

const loadNotes = () => import('./directory-notes.tsx')
const loadAudit = () => import('./audit-dialog.tsx')

/** Comes after what the person has touched; a table without it is a table as before. */
const DirectoryNotes = lazy(async () => {
  const code = await loadLate(loadNotes)
  return { default: code?.DirectoryNotes ?? (() => <></>) }
})

type AuditCode = Awaited<ReturnType<typeof loadAudit>>

type Props = { form: HTMLFormElement; period: string }

function DirectoryTools({ form, period }: Props) {
  const [places] = useState(() => placesIn(form))
  const [chosen, setChosen] = useState<DirectoryCorporation | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [audit, setAudit] = useState<AuditCode | null>(null)
  const { input, table, besideTable, belowTable } = places
  // At once: the table asks nothing while a dialog is open.
  const { state, offer, forget } = useOffer({
    table,
    period,
    onFound: () => {
      document.querySelector<HTMLDialogElement>('dialog.directory')?.close()
      flushSync(() => setOpen(false))
    },
  })
  const open = useEffectEvent(() => {
    // Another name was typed since.
    const isStill = chosen && (!input || input.value === chosen.name)
    if (isStill) void offer(chosen)
    else setOpen(true)
  })
  useEffect(() => {
    openings.set(form, () => open())
  }, [form])
  return (
    <>
      {input && <NameTools {...{ form, period, input }} onChoose={setChosen} onOffer={offer} />}
      {!isOpen && createPortal(<OfferState state={state} />, besideTable)}
      <Suspense fallback={null}>
        <DirectoryNotes form={form} input={input} />
      </Suspense>
      {belowTable &&
        createPortal(
          <button
            type="button"
            className="secondary"
            onClick={async () => setAudit(await loadLate(loadAudit))}
          >
            名簿と照合する
          </button>,
          belowTable,
        )}
      {audit && (
        <audit.AuditDialog
          {...{ table, period }}
          // What was chosen, as long as its name stands there.
          chosen={chosen && input?.value === chosen.name ? chosen : null}
          onClose={() => setAudit(null)}
        />
      )}
      {isOpen && (
        <CorporationDialog
          period={period}
          typed={input?.value ?? ''}
          state={state}
          onChoose={offer}
          onClose={() => {
            forget()
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

type NameToolsProps = Props & {
  input: HTMLInputElement
  /** null where a choice was taken back. */
  onChoose: (corporation: DirectoryCorporation | null) => void
  onOffer: (corporation: DirectoryCorporation) => Promise<void>
}

/** At the field of the corporation's name. */
function NameTools({ form, period, input, onChoose, onOffer }: NameToolsProps) {
  const [filling, setFilling] = useState<Filling | null>(null)
  const [hit, setHit] = useState<DirectoryCorporation | null>(null)
  return (
    <>
      <Combobox
        input={input}
        period={period}
        onChoose={(hit) => {
          onChoose(hit)
          setHit(hit)
          setFilling(fillIn(form, hit, filling))
        }}
      />
      <FilledNote
        form={form}
        input={input}
        filling={filling}
        onOffer={() => hit && void onOffer(hit)}
        onChange={(next) => {
          setFilling(next)
          if (next === null) onChoose(null)
        }}
      />
    </>
  )
}

/** The field that suggests, where the form has one; the table; and a place of our own above it, for what comes of a press. */
function placesIn(form: HTMLFormElement) {
  const control = form.elements.namedItem(SUGGESTING_FIELD)
  const table = form.querySelector('[role="table"]') ?? form
  const besideTable = document.createElement('div')
  table.before(besideTable)
  return {
    input: control instanceof HTMLInputElement ? control : null,
    table,
    besideTable,
    belowTable: form.querySelector('.add-rows'),
  }
}

const started = new WeakSet<HTMLFormElement>()

export function start(form: HTMLFormElement, period: string): void {
  if (started.has(form)) return
  started.add(form)
  const place = document.createElement('div')
  form.append(place)
  // At once: a press may be waiting for it.
  flushSync(() =>
    createRoot(place).render(
      <Boundary>
        <DirectoryTools form={form} period={period} />
      </Boundary>,
    ),
  )
}

/** What the button beside the table does. */
const openings = new WeakMap<HTMLFormElement, () => void>()

export function open(form: HTMLFormElement): void {
  openings.get(form)?.()
}
