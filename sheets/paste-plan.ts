/** What a paste would do, and what a person may change of it: plain data, for a preview to show. */
import type { ServiceKey } from '#domain/catalogue.ts'
import type { DirectoryExcerpt } from '#domain/directory-notes.ts'
import type { FacilityCell, FacilityRow } from '#domain/facilities.ts'
import type { PastedCell, PasteRules } from './recognise/cells.ts'
import type { PasteLayout } from './recognise/columns.ts'
import type { SkippedLine, Table } from './recognise/structure.ts'

export type PasteTarget = PasteRules & {
  /** The rows of the table as typed. */
  rows: readonly FacilityRow[]
  /** The cell that has the focus: pasted rows begin in its row. */
  focus: { no: number; cell: FacilityCell }
}

/** What a person changes of a plan before it is carried out. */
export type PasteCorrections = {
  /** Where each column of the table goes. */
  columns?: PasteLayout['columns']
  /** Keys of rows that are left out. */
  leftOut?: ReadonlySet<string>
  /** Lines of the source that are taken although they look like no entries. */
  takenLines?: ReadonlySet<number>
  /** The service that a text means, for texts that name no single one. */
  services?: ReadonlyMap<string, ServiceKey>
  /** By the key of a row, the number that was chosen among several. */
  numbers?: ReadonlyMap<string, string>
  /** What the directory has of the numbers, where it may fill in or correct cells. */
  excerpt?: DirectoryExcerpt
  /** Zeros that spreadsheets dropped are put back. */
  repairsZeros?: boolean
}

export type PlannedCell = PastedCell & {
  /** What stands in the table now and would be lost; empty where nothing would. */
  replaces: string
}

export type PlannedRow = {
  /** The same for the same row whatever is corrected. */
  key: string
  /** The row of the table, from 1; null where the row is left out. */
  no: number | null
  /** The line of the source, from 1. */
  line: number
  /** Where a line becomes several rows: which of them this is, from 1, and how many there are. */
  part: { index: number; count: number } | null
  cells: Partial<Record<FacilityCell, PlannedCell>>
  /** A note on the row as a whole. */
  note?: string
  /** Left out whatever a person chooses. */
  isRefused?: boolean
  /** Wanted, but the table has no room for it. */
  isOver?: boolean
}

export type TakenRow = PlannedRow & { no: number }

export type PastePlan = {
  table: Table
  layout: PasteLayout
  /** Every row that could be taken in, those that are left out included. */
  offered: PlannedRow[]
  /** The rows that are taken in. */
  rows: TakenRow[]
  /** Lines that are no entries, and why. */
  skipped: SkippedLine[]
  /** The rows for which the table has no room, as they were read. */
  overflow: string[][]
  /** Numbers whose zero would be put back. */
  lostZeros: number
  /** Valid numbers of the source that no row has. */
  lost: readonly string[]
  /** How many cells were filled in or corrected from the directory. */
  fromDirectory: number
  /** Sentences on the whole, the weightiest first. */
  notices: string[]
  /** How many of them, from the first, are to be read before the rows are taken in; the others only tell what was done. */
  weighty: number
}
