/** A paste as a person looks at it: the plan, and what they correct of it before it is carried out. */

import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ServiceKey } from '#domain/catalogue.ts'
import type { DirectoryExcerpt } from '#domain/directory-notes.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import type { PasteCorrections, PastePlan, PlannedRow } from '#sheets/paste-plan.ts'
import { firstCorrections, numbersToAsk } from '#sheets/published.ts'
import type { Plans } from '#sheets/recognition.ts'
import { announcedPeriod } from '../directory/announced.ts'
import { askNumbers, directoryExcerpt } from '../directory/look-up.ts'
import type { PasteQuestion, Recognition } from './recognition.ts'

/** A text that names no single service, in how many cells it stands, and which services it may mean. */
export type UnreadService = { text: string; cells: number; candidates: readonly ServiceKey[] }

export function usePlan(question: PasteQuestion, chosen: number) {
  const [corrections, setCorrections] = useState(() => firstCorrections(question))
  const { asRecognised, plan, isBehind, directory } = usePlans(question, chosen, corrections)
  const correct = (change: PasteCorrections) => setCorrections({ ...corrections, ...change })
  const { takenLines, services, numbers, repairsZeros = false } = corrections

  return {
    plan,
    isBehind,
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
    /** Keys of rows: a tick shows at once, the plan without the row may come later. */
    leftOut: corrections.leftOut ?? NO_ROWS,
    // Rows that show the same keep the callback of an earlier rendering.
    leaveOut: ({ key }: PlannedRow, isLeftOut: boolean) =>
      setCorrections((before) => ({ ...before, leftOut: toggled(before.leftOut, key, isLeftOut) })),
    leaveOutAll: (areLeftOut: boolean) =>
      correct({ leftOut: new Set(areLeftOut ? plan.offered.map(({ key }) => key) : []) }),
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

const NO_ROWS: ReadonlySet<string> = new Set()

/** The plan as it was recognised and as it was corrected; the directory fills in and corrects both once it has answered. */
function usePlans(
  { recognition, published }: PasteQuestion,
  chosen: number,
  corrections: PasteCorrections,
) {
  const [excerpt, setExcerpt] = useState<DirectoryExcerpt>()
  const [asksDirectory, askDirectory] = useState(true)
  const fromDirectory = useMemo(
    () => (excerpt && asksDirectory ? { excerpt } : {}),
    [excerpt, asksDirectory],
  )
  const wanted = useMemo(
    () => recognition.plans({ chosen, corrections, fromDirectory }),
    [recognition, chosen, corrections, fromDirectory],
  )
  const late = useLatePlans(recognition, wanted)
  const { asRecognised, plan } = wanted instanceof Promise ? late.plans : wanted
  useDirectoryExcerpt(published ? [] : plan.offered, setExcerpt)
  return {
    asRecognised,
    plan,
    /** The worker has not answered yet: the plan is the one before. */
    isBehind: wanted instanceof Promise && late.of !== wanted,
    /** Where it has any of the numbers: whether it may fill in and correct. */
    directory: excerpt && { period: excerpt.period, mayAnswer: asksDirectory, askDirectory },
  }
}

/** The last plans that came; those of the opening until then. */
function useLatePlans({ first }: Recognition, wanted: Plans | Promise<Plans>) {
  const [late, setLate] = useState<{ of: unknown; plans: Plans }>({ of: null, plans: first })
  useEffect(() => {
    let isCurrent = true
    if (wanted instanceof Promise)
      void wanted.then((plans) => isCurrent && setLate({ of: wanted, plans }))
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return late
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
