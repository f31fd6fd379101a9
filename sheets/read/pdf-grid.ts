/** Tables that are ruled: what lines enclose is a cell, whatever is written beside it. */

import { type Grid, MAX_COLUMNS, type Merge } from '../sheet.ts'
import type { Drawn, Letter, Rule } from './pdf-page.ts'
import { type CellText, linesOf, textOfCell, turnedText } from './pdf-text.ts'

/** Points by which lines that are meant as one may differ. */
const NEAR = 2
/** Points; shorter lines are parts of a drawing. */
const SHORT = 4
/** Lines of a page in one direction. */
const MAX_RULES = 2000
/** Share of a side that has to be ruled. */
const RULED = 0.6

/** Where the lines of a table stand, from left to right and from top to bottom. */
export type Frame = {
  xs: readonly number[]
  ys: readonly number[]
  across: readonly Rule[]
  down: readonly Rule[]
}

export type RuledTable = {
  top: number
  bottom: number
  grid: Grid
  merges: Merge[]
  open: string[]
}

/** The tables of a page from the top, each with lines in both directions. */
export function framesOf({ across, down }: Drawn): Frame[] {
  const rows = joined(across)
  const columns = joined(down)
  // So many are a drawing, a map or a pattern.
  if (rows.length > MAX_RULES || columns.length > MAX_RULES) return []
  const groups = groupsOf(rows, columns)
  return groups
    .map(({ across, down }) => ({
      xs: placesOf(down),
      ys: placesOf(across),
      across,
      down,
    }))
    .filter(({ xs, ys }) => xs.length > 1 && ys.length > 1 && xs.length + ys.length > 4)
    .filter(({ xs, ys }) => xs.length <= MAX_COLUMNS && ys.length <= MAX_RULES)
    .sort((one, other) => (one.ys[0] ?? 0) - (other.ys[0] ?? 0))
}

/** Lines that go on where another ends are one. */
export function joined(rules: readonly Rule[]): Rule[] {
  const sorted = [...rules].sort((one, other) => one.at - other.at)
  const lanes: Rule[][] = []
  for (const rule of sorted) {
    const lane = lanes.at(-1)
    const [first] = lane ?? []
    if (lane && first && rule.at - first.at <= NEAR / 2) lane.push(rule)
    else lanes.push([rule])
  }
  return lanes.flatMap((lane) => {
    const whole: Rule[] = []
    for (const rule of lane.sort((one, other) => one.from - other.from)) {
      const last = whole.at(-1)
      if (last && rule.from <= last.to + NEAR) last.to = Math.max(last.to, rule.to)
      else whole.push({ ...rule })
    }
    return whole.filter(({ from, to }) => to - from >= SHORT)
  })
}

type Group = { across: Rule[]; down: Rule[] }

/** Lines that touch each other, at any distance, belong together. */
function groupsOf(across: readonly Rule[], down: readonly Rule[]): Group[] {
  const groupOf = new Map<Rule, Group>()
  const groups = new Set<Group>()
  for (const column of down) {
    const touched = across.filter((row) => touches(row, column))
    const found = new Set(touched.flatMap((row) => groupOf.get(row) ?? []))
    const [first = { across: [], down: [] }, ...others] = found
    groups.add(first)
    for (const other of others) {
      groups.delete(other)
      first.across.push(...other.across)
      first.down.push(...other.down)
      for (const rule of other.across) groupOf.set(rule, first)
    }
    first.down.push(column)
    for (const row of touched)
      if (groupOf.get(row) !== first) {
        groupOf.set(row, first)
        first.across.push(row)
      }
  }
  return [...groups]
}

function touches(row: Rule, column: Rule): boolean {
  const isBeside = column.at >= row.from - NEAR && column.at <= row.to + NEAR
  return isBeside && row.at >= column.from - NEAR && row.at <= column.to + NEAR
}

/** Places across the lines, those that are near taken as one. */
export function placesOf(rules: readonly Pick<Rule, 'at'>[]): number[] {
  const places: number[] = []
  for (const { at } of [...rules].sort((one, other) => one.at - other.at))
    if (places.length === 0 || at - (places.at(-1) ?? 0) > NEAR) places.push(at)
  return places
}

/** The cells of a frame, each with the letters that stand in it. */
export function tableIn(frame: Frame, letters: readonly Letter[]): RuledTable {
  const { xs, ys } = frame
  const regions = regionsOf(frame)
  const within = new Map<Region, Letter[]>()
  for (const letter of letters) {
    const row = placeOf(ys, letter.y - letter.size / 3)
    const column = placeOf(xs, letter.x + letter.width / 2)
    const region = regions[row]?.[column]
    if (!region) continue
    const own = within.get(region)
    if (own) own.push(letter)
    else within.set(region, [letter])
  }
  const grid = ys.slice(1).map(() => xs.slice(1).map(() => ''))
  const merges: Merge[] = []
  const open: string[] = []
  for (const region of new Set(regions.flat())) {
    const { line, column, lines, columns } = region
    if (lines > 1 || columns > 1) merges.push(region)
    const { text, isOpen } = textIn(
      within.get(region) ?? [],
      (xs[column + columns] ?? 0) - (xs[column] ?? 0),
      xs[column] ?? 0,
    )
    if (isOpen) open.push(text)
    const row = grid[line]
    if (row) row[column] = text
  }
  return { top: ys[0] ?? 0, bottom: ys.at(-1) ?? 0, grid, merges, open }
}

type Region = Merge

/** Cells that no line parts are one. */
function regionsOf({ xs, ys, across, down }: Frame): Region[][] {
  const near = (rules: readonly Rule[]) => (place: number) =>
    rules.filter(({ at }) => Math.abs(at - place) <= NEAR)
  const [downAt, acrossAt] = [xs.map(near(down)), ys.map(near(across))]
  const isRightRuled = (column: number, line: number) =>
    isRuled(downAt[column] ?? [], ys[line] ?? 0, ys[line + 1] ?? 0)
  const isTopRuled = (line: number, column: number) =>
    isRuled(acrossAt[line] ?? [], xs[column] ?? 0, xs[column + 1] ?? 0)
  const regions: Region[][] = ys.slice(1).map(() => [])
  for (let line = 0; line < ys.length - 1; line += 1)
    for (let column = 0; column < xs.length - 1; column += 1) {
      if (regions[line]?.[column]) continue
      let columns = 1
      while (column + columns < xs.length - 1 && !isRightRuled(column + columns, line)) columns += 1
      const places = Array.from({ length: columns }, (_, more) => column + more)
      const isOpen = (at: number) =>
        places.every((place) => !isTopRuled(at, place) && !regions[at]?.[place])
      let lines = 1
      while (line + lines < ys.length - 1 && isOpen(line + lines)) lines += 1
      const region = { line, column, lines, columns }
      for (const row of regions.slice(line, line + lines))
        for (const place of places) row[place] ??= region
    }
  return regions
}

function isRuled(rules: readonly Rule[], from: number, to: number): boolean {
  let covered = 0
  for (const rule of rules)
    covered += Math.max(0, Math.min(rule.to, to) - Math.max(rule.from, from))
  return covered >= RULED * (to - from)
}

/** Between which two places; what stands on the outermost line is inside. */
function placeOf(places: readonly number[], at: number): number {
  const next = places.findIndex((place) => place > at)
  return Math.max(0, Math.min(next < 0 ? places.length : next, places.length - 1) - 1)
}

function textIn(letters: readonly Letter[], width: number, left: number): CellText {
  const lines = linesOf(letters)
  const turned = turnedText(letters)
  if (lines.length === 0) return { text: turned.trim(), isOpen: false }
  const first = Math.min(...lines.map((line) => line.left)) - left
  const last = left + width - Math.max(...lines.map((line) => line.right))
  const padding = Math.max(0, Math.min(first, last))
  const { text, isOpen } = textOfCell(lines, width - 2 * padding)
  return { text: turned === '' ? text : `${text}\n${turned}`, isOpen }
}
