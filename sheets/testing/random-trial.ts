/** For tests: what becomes of random lists of published facilities. */

import { sheetOfClipboard } from '../read/clipboard.ts'
import { type Outcome, readList, targetOf } from './list-trial.ts'
import type { Variant } from './list-variants.ts'
import type { Published } from './random-facilities.ts'
import { randomTable } from './random-table.ts'
import { randomText } from './random-text.ts'

const DRAWN = { tables: randomTable, texts: randomText }
export type DrawnKind = keyof typeof DRAWN

export function drawnOutcome(
  kind: DrawnKind,
  seed: number,
  published: readonly Published[],
): { variant: Variant; outcome: Outcome } {
  const variant = DRAWN[kind](seed, published)
  const target = targetOf('/entry/input')
  const { source } = variant
  const sheet = 'sheet' in source ? source.sheet : sheetOfClipboard(source.clipboard)
  return {
    variant,
    outcome: readList(target, sheet ? [sheet] : [], variant.truth, variant.mustMark),
  }
}

/** The sums that the recogniser is held to. */
export type Tally = {
  lists: number
  exact: number
  /** Lists with a row that is wrong or lost, and says nothing. */
  silent: number
  /** Lists of which nothing is taken, and this is said. */
  refused: number
  /** Of the others, rows that are neither there nor said to be left out. */
  lost: number
  /** Lists of which the preview asks something. */
  asked: number
  right: number
  rightMarked: number
}

export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return {
    lists: outcomes.length,
    exact: count(({ verdict }) => verdict.startsWith('exact')),
    silent: count(({ verdict }) => verdict === 'wrong without a mark'),
    refused: count(({ verdict }) => verdict === 'refused'),
    lost: sum(({ verdict, wrong }) =>
      verdict === 'refused' ? 0 : wrong.filter((text) => text.startsWith('lost ')).length,
    ),
    asked: count(({ questions }) => questions.length > 0),
    right: sum(({ right }) => right),
    rightMarked: sum(({ rightMarked }) => rightMarked),
  }
}
