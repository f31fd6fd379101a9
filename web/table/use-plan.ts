/** A paste as a person looks at it: the plan, and what they correct of it before it is carried out. */
import { useMemo, useState } from 'react'
import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import { type Grid, type PastePlan, type PasteTarget, planPaste } from '#domain/paste.ts'

/** A text that names no single service, in how many cells it stands, and which services it may mean. */
export type UnreadService = { text: string; cells: number; candidates: readonly ServiceKey[] }

export function usePlan(target: PasteTarget, grid: Grid) {
  const asRecognised = useMemo(() => planPaste(target, grid), [target, grid])
  const { layout: recognised } = asRecognised
  const [layout, setLayout] = useState(recognised)
  const [choices, setChoices] = useState<ReadonlyMap<string, ServiceKey>>(new Map())

  const asRead = useMemo(
    () => (layout === recognised ? asRecognised : planPaste(target, grid, layout)),
    [target, grid, layout, recognised, asRecognised],
  )
  const plan = useMemo((): PastePlan => {
    if (choices.size === 0) return asRead
    const service = layout.columns.indexOf('serviceKey')
    const chosen = grid.map((row) =>
      row.map((text, index) => (index === service ? chosenName(choices, text) : text)),
    )
    // What does not fit is kept as it was pasted.
    return { ...planPaste(target, chosen, layout), overflow: asRead.overflow }
  }, [target, grid, layout, choices, asRead])

  return {
    plan,
    unread: useMemo(() => unreadServices(asRead), [asRead]),
    choices,
    chooseService: (text: string, key: ServiceKey | null) => {
      const next = new Map(choices)
      if (key === null) next.delete(text)
      else next.set(text, key)
      setChoices(next)
    },
    /** Each of our columns is filled from one of the pasted ones. */
    assignColumn: (index: number, use: FacilityCell | null) => {
      const others = layout.columns.map((known) => (known === use ? null : known))
      setLayout({ ...layout, columns: others.with(index, use), looksLike: null })
    },
    /** Lines taken for headings, which a person may want after all. */
    headingLines: recognised.skippedLines.size,
    takesHeadings: recognised.skippedLines.size > layout.skippedLines.size,
    takeHeadings: (isTaken: boolean) =>
      setLayout({ ...layout, skippedLines: isTaken ? new Set() : recognised.skippedLines }),
  }
}

function chosenName(choices: ReadonlyMap<string, ServiceKey>, text: string): string {
  const key = choices.get(text.trim())
  return key ? SERVICES[key].name : text
}

function unreadServices({ rows }: PastePlan): UnreadService[] {
  const byText = new Map<string, UnreadService>()
  for (const { cells } of rows) {
    const cell = cells.serviceKey
    if (!cell?.unclear) continue
    const text = cell.source.trim()
    const known = byText.get(text)
    byText.set(text, { text, cells: (known?.cells ?? 0) + 1, candidates: cell.candidates })
  }
  return [...byText.values()]
}
