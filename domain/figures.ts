/** What figures are made of: whom an open application waits for, and what is said of many durations. */

/** Whom an open application waits for. */
export const TURNS = {
  nobody: '未着手（誰も対応していない）',
  us: '担当者の対応待ち',
  applicant: '申込者の回答待ち',
} as const

export type Turn = keyof typeof TURNS
export const TURN_NAMES = /* @__PURE__ */ Object.keys(TURNS) as Turn[]

/** Stands in an address for an application that nobody takes care of; no account has this name. */
export const UNASSIGNED = '-'

/** Stands for a figure that rests on one to four applications, for whoever may not read them. Nobody stands behind a nought. */
export const FEW = '5未満'
const FEWEST_SHOWN = 5

export type Figure = number | typeof FEW

/** `value` rests on `of`. */
export function figureOf(value: number, of: number, hidesFew: boolean): Figure {
  return hidesFew && of > 0 && of < FEWEST_SHOWN ? FEW : value
}

/** Anybody can send any name, a mail address too. */
export function campaignLabel(campaign: string, named: ReadonlySet<string>): string {
  if (campaign === '') return 'なし'
  return named.has(campaign) ? campaign : 'その他'
}

/** Tables of 「数字」, each of which is a file too. */
export const FIGURE_TABLES = {
  way: '手続きの進み具合',
  fillings: '表の入れ方',
  errors: '最初のエラー',
  months: '月ごと',
  trials: '体験からの契約',
  campaigns: 'キャンペーン',
  chances: '何で知ったか',
} as const

export type FigureTable = keyof typeof FIGURE_TABLES

/** Milliseconds; null where there is nothing to measure. */
export type Spread = { count: number; median: number | null; most: number | null }

/** The middle one, and the one that nine of ten stay below; each is a value that was measured. */
export function spreadOf(durations: readonly number[]): Spread {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { count: sorted.length, median: at(0.5), most: at(0.9) }
}

/** As the median of `spreadOf`, of values and how often each is there. */
export function middleOf(
  values: readonly (readonly [value: number, count: number])[],
): number | null {
  const total = values.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [value, count] of values.toSorted(([a], [b]) => a - b)) {
    seen += count
    if (seen * 2 >= total && total > 0) return value
  }
  return null
}
