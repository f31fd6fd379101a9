/** A paste as a person looks at it: the plan, and what they correct of it before it is carried out. */

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { DirectoryExcerpt } from '#domain/directory-notes.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import type { PasteCorrections, PastePlan, PasteTarget, PlannedRow } from '#sheets/paste-plan.ts'
import { planPaste } from '#sheets/plan.ts'
import { firstCorrections, numbersToAsk } from '#sheets/published.ts'
import type { Sheet } from '#sheets/sheet.ts'
import { announcedPeriod } from '../directory/announced.ts'
import { askNumbers, directoryExcerpt } from '../directory/look-up.ts'

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

/** The plan as it was recognised and as it was corrected; the directory fills in and corrects both once it has answered. */
function usePlans(target: PasteTarget, sheet: Sheet, corrections: PasteCorrections) {
  const [excerpt, setExcerpt] = useState<DirectoryExcerpt>()
  const [asksDirectory, askDirectory] = useState(true)
  const fromDirectory = useMemo(
    () => (excerpt && asksDirectory ? { excerpt } : {}),
    [excerpt, asksDirectory],
  )
  const asRecognised = useMemo(
    () => planPaste(target, sheet, fromDirectory),
    [target, sheet, fromDirectory],
  )
  const isCorrected = Object.keys(corrections).length > 0
  const plan = useMemo(
    () =>
      isCorrected ? planPaste(target, sheet, { ...corrections, ...fromDirectory }) : asRecognised,
    [target, sheet, corrections, isCorrected, asRecognised, fromDirectory],
  )
  useDirectoryExcerpt(sheet.published ? [] : plan.offered, setExcerpt)
  return {
    asRecognised,
    plan,
    /** Where it has any of the numbers: whether it may fill in and correct. */
    directory: excerpt && { period: excerpt.period, mayAnswer: asksDirectory, askDirectory },
  }
}

/** A use that several columns have already, which names never are, is shared with a further one. */
function reassigned(
  columns: readonly (FacilityCell | null)[],
  index: number,
  use: FacilityCell | null,
): (FacilityCell | null)[] {
  const sharesUse = columns.filter((each) => each === use).length > 1
  return columns.map((each, at) => {
    if (at === index) return use
    return each === use && !sharesUse ? null : each
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
  const listed = [...before.values()].filter(({ text }) => now.has(text) || chosen?.has(text))
  return [...listed, ...[...now.values()].filter(({ text }) => !before.has(text))]
}

function unclearTexts({ rows }: PastePlan): Map<string, UnreadService> {
  const byText = new Map<string, UnreadService>()
  for (const { cells } of rows) {
    const cell = cells.serviceKey
    if (!cell?.unclear) continue
    const text = cell.source.trim()
    const existing = byText.get(text)
    byText.set(text, { text, cells: (existing?.cells ?? 0) + 1, candidates: cell.candidates })
  }
  return byText
}

export function serviceName(key: string): string {
  return key in SERVICES ? SERVICES[key as ServiceKey].name : key
}

/** What the directory has of the numbers of a paste; asked whenever other numbers stand in the rows. */
function useDirectoryExcerpt(
  rows: readonly PlannedRow[],
  onAnswer: (excerpt: DirectoryExcerpt) => void,
): void {
  const numbers = announcedPeriod() ? rows.flatMap(({ cells }) => numbersToAsk(cells)) : []
  const asked = [...new Set(numbers)].join()
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    let isCurrent = true
    if (asked !== '')
      void ask(asked.split(',')).then((excerpt) => {
        if (isCurrent && excerpt) answered(excerpt)
      })
    return () => {
      isCurrent = false
    }
  }, [asked])
}

async function ask(numbers: readonly string[]): Promise<DirectoryExcerpt | undefined> {
  try {
    await askNumbers(numbers)
    const excerpt = directoryExcerpt()
    return excerpt.facilities.size > 0 ? excerpt : undefined
  } catch {
    // Nobody needs it to paste.
    return undefined
  }
}
