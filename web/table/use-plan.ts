/** A paste as a person looks at it: the plan, and what they correct of it before it is carried out. */

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { KnownNumbers } from '#domain/directory-notes.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import type { PasteCorrections, PastePlan, PasteTarget, PlannedRow } from '#sheets/paste-plan.ts'
import { planPaste } from '#sheets/plan.ts'
import { firstCorrections, numbersToAsk } from '#sheets/published.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { announcedPeriod } from '../directory/look-up.ts'

/** A text that names no single service, in how many cells it stands, and which services it may mean. */
export type UnreadService = { text: string; cells: number; candidates: readonly ServiceKey[] }

export function usePlan(target: PasteTarget, sheet: Sheet) {
  const [corrections, setCorrections] = useState(() => firstCorrections(target, sheet))
  const { asRecognised, plan, directory } = usePlans(target, sheet, corrections)
  const correct = (change: PasteCorrections) => setCorrections({ ...corrections, ...change })
  // Rows that show the same keep the callback of an earlier rendering.
  const leaveOut = (row: PlannedRow, isLeftOut: boolean) =>
    setCorrections((before) => ({
      ...before,
      leftOut: toggled(before.leftOut, row.key, isLeftOut),
    }))
  const leaveOutAll = (areLeftOut: boolean) =>
    correct({ leftOut: new Set(areLeftOut ? plan.offered.map(({ key }) => key) : []) })
  const { takenLines, services, numbers, repairsZeros = false } = corrections

  return {
    plan,
    asRecognised,
    /** Another sheet of the same workbook is another paste. */
    startOver: () => setCorrections({}),
    unread: useMemo(
      () => unreadServices(asRecognised, plan, services),
      [asRecognised, plan, services],
    ),
    services: services ?? new Map<string, ServiceKey>(),
    chooseService: (text: string, key: ServiceKey | null) =>
      correct({ services: changed(services, text, key) }),
    severalNumbers: plan.offered.filter(
      ({ cells }) => (cells.facilityNumber?.numbers.length ?? 0) > 1,
    ),
    chooseNumber: (row: PlannedRow, number: string) =>
      correct({ numbers: changed(numbers, row.key, number) }),
    leaveOut,
    leaveOutAll,
    takenLines: takenLines ?? new Set<number>(),
    takeLine: (line: number, isTaken: boolean) =>
      correct({ takenLines: toggled(takenLines, line, isTaken) }),
    directory,
    repairsZeros,
    repairZeros: (repairs: boolean) => correct({ repairsZeros: repairs }),
    assignColumn: (index: number, use: FacilityCell | null) =>
      correct({ columns: reassigned(plan.layout.columns, index, use) }),
  }
}

/** The plan as it was recognised and as it was corrected; the directory settles both once it has answered. */
function usePlans(target: PasteTarget, sheet: Sheet, corrections: PasteCorrections) {
  const [known, setKnown] = useState<KnownNumbers>()
  const [asksDirectory, askDirectory] = useState(true)
  const settling = useMemo(() => (known && asksDirectory ? { known } : {}), [known, asksDirectory])
  const asRecognised = useMemo(() => planPaste(target, sheet, settling), [target, sheet, settling])
  const isCorrected = Object.keys(corrections).length > 0
  const plan = useMemo(
    () => (isCorrected ? planPaste(target, sheet, { ...corrections, ...settling }) : asRecognised),
    [target, sheet, corrections, isCorrected, asRecognised, settling],
  )
  useKnownNumbers(sheet.published ? [] : plan.offered, setKnown)
  return {
    asRecognised,
    plan,
    /** Where it knows any of the numbers: whether it may settle. */
    directory: known && { period: known.period, mayAnswer: asksDirectory, askDirectory },
  }
}

/** A use that several columns have already, which names never are, is shared with a further one. */
function reassigned(
  columns: readonly (FacilityCell | null)[],
  index: number,
  use: FacilityCell | null,
): (FacilityCell | null)[] {
  const sharesUse = columns.filter((known) => known === use).length > 1
  return columns.map((known, at) => {
    if (at === index) return use
    return known === use && !sharesUse ? null : known
  })
}

function changed<V>(before: ReadonlyMap<string, V> | undefined, key: string, value: V | null) {
  const next = new Map(before)
  if (value === null) next.delete(key)
  else next.set(key, value)
  return next
}

function toggled<T>(before: ReadonlySet<T> | undefined, item: T, isIn: boolean): Set<T> {
  const next = new Set(before)
  if (isIn) next.add(item)
  else next.delete(item)
  return next
}

/** Texts that are unclear; one that a person chose for stays in its place, with the focus in it. */
function unreadServices(
  recognised: PastePlan,
  plan: PastePlan,
  chosen: ReadonlyMap<string, ServiceKey> | undefined,
): UnreadService[] {
  const [before, now] = [unclearTexts(recognised), unclearTexts(plan)]
  const kept = [...before.values()].filter(({ text }) => now.has(text) || chosen?.has(text))
  return [...kept, ...[...now.values()].filter(({ text }) => !before.has(text))]
}

function unclearTexts({ rows }: PastePlan): Map<string, UnreadService> {
  const byText = new Map<string, UnreadService>()
  for (const { cells } of rows) {
    const cell = cells.serviceKey
    if (!cell?.unclear) continue
    const text = cell.source.trim()
    const known = byText.get(text)
    byText.set(text, { text, cells: (known?.cells ?? 0) + 1, candidates: cell.candidates })
  }
  return byText
}

export function serviceName(key: string): string {
  return key in SERVICES ? SERVICES[key as ServiceKey].name : key
}

/** What the directory has of the numbers of a paste; asked whenever other numbers stand in the rows. */
function useKnownNumbers(
  rows: readonly PlannedRow[],
  onAnswer: (known: KnownNumbers) => void,
): void {
  const numbers = announcedPeriod() ? rows.flatMap(({ cells }) => numbersToAsk(cells)) : []
  const asked = [...new Set(numbers)].join()
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    let isCurrent = true
    if (asked !== '')
      void ask(asked.split(',')).then((known) => {
        if (isCurrent && known) answered(known)
      })
    return () => {
      isCurrent = false
    }
  }, [asked])
}

async function ask(numbers: readonly string[]): Promise<KnownNumbers | undefined> {
  try {
    const { askNumbers, knownNumbers } = await import('../directory/look-up.ts')
    await askNumbers(numbers)
    const known = knownNumbers()
    return known.facilities.size > 0 ? known : undefined
  } catch {
    // Nobody needs it to paste.
    return undefined
  }
}
