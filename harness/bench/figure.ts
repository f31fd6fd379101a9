/** One measured figure, and whether it reaches its goal. */
import { median } from './rounds.ts'

export type Figure = {
  name: string
  unit: string
  value: number
  /** The best or the least that the same run could do, in the same unit. */
  floor?: number
  /** Value to floor in each round, where they took turns: the median is judged. */
  ratios?: readonly number[]
  /** The value and the floor are each the least of their rounds, and these are judged. */
  isLeast?: boolean
  /** A figure without a goal is only told. */
  goal?: Goal
}

/** A bound of the value itself, or of its ratio to the floor. */
export type Goal = Partial<Record<keyof typeof GOALS, number>>

const GOALS = {
  atLeast: { sign: '≥', times: false },
  atMost: { sign: '≤', times: false },
  ratioAtLeast: { sign: '≥', times: true },
  ratioAtMost: { sign: '≤', times: true },
} as const

export type Verdict = 'pass' | 'MISS' | ''

export function ratioOf({ value, floor, ratios, isLeast }: Figure): number | undefined {
  if (ratios !== undefined && !isLeast) return median(ratios)
  return floor === undefined ? undefined : value / floor
}

export function verdictOf(figure: Figure): Verdict {
  const bounds = boundsOf(figure)
  if (bounds.length === 0) return ''
  const isMet = bounds.every(({ kind, bound }) => {
    const judged = GOALS[kind].times ? (ratioOf(figure) ?? Number.NaN) : figure.value
    return GOALS[kind].sign === '≥' ? judged >= bound : judged <= bound
  })
  return isMet ? 'pass' : 'MISS'
}

export const HEADINGS = ['figure', 'measured', 'floor', 'ratio', 'goal', ''] as const

/** The columns of a figure's line, in the order of HEADINGS. */
export function cellsOf(figure: Figure): string[] {
  const { name, unit, value, floor } = figure
  const ratio = ratioOf(figure)
  const goals = boundsOf(figure).map(({ kind, bound }) => {
    const { sign, times } = GOALS[kind]
    return `${sign} ${bound.toLocaleString('en')}${times ? ' × floor' : ` ${unit}`}`
  })
  return [
    name,
    `${shown(value)} ${unit}`,
    floor === undefined ? '' : `${shown(floor)} ${unit}`,
    ratio === undefined ? '' : `${shown(ratio)}${spreadOf(figure)}`,
    goals.join(', '),
    verdictOf(figure),
  ]
}

/** The least and the most of the rounds. */
function spreadOf({ ratios }: Figure): string {
  return ratios === undefined
    ? ''
    : ` (${shown(Math.min(...ratios))}–${shown(Math.max(...ratios))})`
}

function boundsOf({ goal = {} }: Figure) {
  return (Object.keys(GOALS) as (keyof typeof GOALS)[]).flatMap((kind) => {
    const bound = goal[kind]
    return bound === undefined ? [] : [{ kind, bound }]
  })
}

/** Three digits say something, more do not. */
function shown(value: number): string {
  if (value === 0) return '0'
  const digits = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
