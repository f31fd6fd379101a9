/** What a preview asks of sheets, as plain data that a worker can answer with: which of them can be read, and the plan of one with what was corrected. */
import type { PasteCorrections, PastePlan, PasteTarget } from './paste-plan.ts'
import { planPaste } from './plan.ts'
import { isBlank, type Sheet } from './sheet.ts'
import { leftOutSheets, sheetChoices } from './sheet-choice.ts'

/** The choice of sheets: its labels, what each leaves out, and which is likeliest. */
export type SheetOffer = {
  labels: readonly string[]
  leftOut: readonly (string | null)[]
  likeliest: number
}

/** The plan as it was recognised, and with what was corrected: the same one where nothing was. */
export type Plans = { asRecognised: PastePlan; plan: PastePlan }

export type PlanRequest = {
  /** Place of a sheet in the offer. */
  chosen: number
  corrections: PasteCorrections
  /** What holds for both plans: what the directory may fill in. */
  fromDirectory: Pick<PasteCorrections, 'excerpt'>
}

export type Recogniser = { offer: SheetOffer; plans: (request: PlanRequest) => Plans }

export function recogniserOf(target: PasteTarget, sheets: readonly Sheet[]): Recogniser {
  const offered = sheetChoices(target, sheets)
  const { choices, likeliest } = offered
  return {
    offer: {
      labels: choices.map(({ label }) => label),
      leftOut: choices.map((_, at) => leftOutSheets(offered, at)),
      likeliest,
    },
    plans: ({ chosen, corrections, fromDirectory }) => {
      const sheet = choices[chosen]?.sheet ?? { grid: [] }
      const asRecognised = planPaste(target, sheet, fromDirectory)
      const isCorrected = Object.keys(corrections).length > 0
      const plan = isCorrected
        ? planPaste(target, sheet, { ...corrections, ...fromDirectory })
        : asRecognised
      return { asRecognised, plan }
    },
  }
}

/** Characters of sheets that are read and planned within 20 ms or so: a table of fifty rows. */
const QUICK = 2500

/** Characters that cross from a worker to its page within a millisecond or two. */
const LIGHT = 100_000

export function isQuick(sheets: readonly Sheet[]): boolean {
  return charactersOf(sheets) <= QUICK
}

export function isQuickText(text: string): boolean {
  return text.length <= QUICK
}

export function isLight(sheets: readonly Sheet[]): boolean {
  return charactersOf(sheets) <= LIGHT
}

function charactersOf(sheets: readonly Sheet[]): number {
  return sheets.reduce(
    (all, { grid }) =>
      grid.reduce((sum, row) => row.reduce((count, text) => count + 1 + text.length, sum), all),
    0,
  )
}

/** The plans without the lines of the source that a preview does not show: 5,000 lines of 200 cells take a page as long to receive as to read. */
export function shownOf({ asRecognised, plan }: Plans): Plans {
  const shown = shownOfPlan(asRecognised)
  return { asRecognised: shown, plan: plan === asRecognised ? shown : shownOfPlan(plan) }
}

function shownOfPlan(plan: PastePlan): PastePlan {
  const { table, skipped } = plan
  const samples = table.columns.flatMap((_, column) => {
    const sample = table.lines.find(({ cells }) => !isBlank(cells[column]))
    return sample ? [sample] : []
  })
  return {
    ...plan,
    table: { ...table, lines: [...new Set(samples)], skipped: [] },
    skipped: skipped.map((line) => ({
      ...line,
      cells: line.cells.filter((text) => !isBlank(text)),
    })),
  }
}
