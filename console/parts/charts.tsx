/** Bars and lines of a few weeks or months as SVG; each has its table beside it, which is what a screen reader gets. */
import { max } from 'd3-array'
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

const LEFT = 52
const BOTTOM = 20

/** `right`: room for the names of lines at their ends. Of the periods each `every`th is named: all would run into each other. */
type Frame = { width: number; right: number; every: number }
const WIDE: Frame = { width: 640, right: 120, every: 2 }
/** A phone's chart is another one, not a smaller one: its letters stay as large. */
const NARROW: Frame = { width: 340, right: 64, every: 4 }

// As the styles are built: Safari 15 knows no `width <`.
const narrowWindow = () => matchMedia('not all and (min-width: 40rem)')

function useFrame(): Frame {
  const isNarrow = useSyncExternalStore(
    (onChange) => {
      const narrow = narrowWindow()
      narrow.addEventListener('change', onChange)
      return () => narrow.removeEventListener('change', onChange)
    },
    () => narrowWindow().matches,
  )
  return isNarrow ? NARROW : WIDE
}

/** A week by its Monday, 「11/23」; a month, 「11月」. */
export function periodLabel(period: string): string {
  const [, month = '', day = ''] = period.split('-')
  return day === '' ? `${Number(month)}月` : `${Number(month)}/${Number(day)}`
}

type BarsProps = {
  label: string
  periods: readonly string[]
  /** Two numbers each: the first bar is full, the second an outline. */
  pairs: readonly (readonly [number, number])[]
}

const BARS_HEIGHT = 112
/** The longest name has room above the bars, and beside them none. */
const BARS_TOP = 24
const BARS_RIGHT = 8

export function Bars({ label, periods, pairs }: BarsProps) {
  const { width, every } = useFrame()
  const end = width - BARS_RIGHT
  const x = scaleBand([...periods], [LEFT, end]).padding(0.2)
  const most = Math.max(1, max(pairs.flat()) ?? 0)
  const y = scaleLinear([0, most], [BARS_HEIGHT - BOTTOM, BARS_TOP]).nice()
  const half = x.bandwidth() / 2
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${BARS_HEIGHT}`} aria-hidden="true">
      <Axis ticks={y.ticks(2).filter(Number.isInteger)} place={y} end={end} />
      {periods.map((period, at) => {
        const [full = 0, outline = 0] = pairs[at] ?? []
        const left = x(period) ?? 0
        const bar = (count: number) => ({ y: y(count), width: half - 1, height: y(0) - y(count) })
        return (
          <g key={period}>
            <rect className="full" x={left} {...bar(full)} />
            <rect className="outline" x={left + half} {...bar(outline)} />
            {at % every === 0 && <PeriodTick period={period} x={left + half} y={BARS_HEIGHT - 4} />}
          </g>
        )
      })}
      <text x={LEFT} y={12}>
        {label}
      </text>
    </svg>
  )
}

export type Line = { label: string; values: readonly (number | null)[] }

type LinesProps = {
  periods: readonly string[]
  lines: readonly Line[]
  /** Stands behind the numbers of the axis. */
  unit: string
  /** Periods whose numbers still change: their points are hollow, and the way to them dotted. */
  unfinished: ReadonlySet<string>
}

const LINES_HEIGHT = 180

export function Lines({ periods, lines, unit, unfinished }: LinesProps) {
  const { width, right, every } = useFrame()
  const end = width - right
  const x = scalePoint([...periods], [LEFT + 12, end - 12])
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null))
  const y = scaleLinear([0, Math.max(1, max(values) ?? 0)], [LINES_HEIGHT - BOTTOM, 12]).nice()
  const drawn = lines.map((line) => ({
    label: line.label,
    points: periods.flatMap((period, at) => {
      const value = line.values[at] ?? null
      if (value === null) return []
      return [{ left: x(period) ?? 0, top: y(value), isOpen: unfinished.has(period) }]
    }),
  }))
  const names = apart(drawn.map(({ points }) => points.at(-1)?.top ?? 0))
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${LINES_HEIGHT}`} aria-hidden="true">
      <Axis ticks={y.ticks(4)} place={y} end={end} unit={unit} />
      {periods
        .filter((_, at) => at % every === 0)
        .map((period) => (
          <PeriodTick key={period} period={period} x={x(period) ?? 0} y={LINES_HEIGHT - 4} />
        ))}
      {drawn.map(({ label, points }, no) => (
        <g key={label} className={no === 0 ? 'line' : 'line dashed'}>
          {points.slice(1).map(({ left, top, isOpen }, at) => (
            <line
              key={left}
              className={isOpen ? 'unfinished' : undefined}
              {...{ x1: points[at]?.left, y1: points[at]?.top, x2: left, y2: top }}
            />
          ))}
          {points.map(({ left, top, isOpen }) => (
            <circle
              key={left}
              className={isOpen ? 'unfinished' : undefined}
              {...{ cx: left, cy: top, r: 3 }}
            />
          ))}
          <text x={(points.at(-1)?.left ?? 0) + 8} y={(names[no] ?? 0) + 4}>
            {points.length > 0 && label}
          </text>
        </g>
      ))}
    </svg>
  )
}

const LINE_OF_TEXT = 16

/** Heights of names, from top to bottom a line of text apart: lines that end in one point have their names one above the other. */
function apart(heights: readonly number[]): number[] {
  const fromBelow = heights
    .map((_, at) => at)
    .sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || a - b)
  const placed = [...heights]
  let bottom = LINES_HEIGHT - BOTTOM
  for (const at of fromBelow) {
    placed[at] = Math.min(placed[at] ?? 0, bottom)
    bottom = (placed[at] ?? 0) - LINE_OF_TEXT
  }
  return placed
}

const STEP_HEIGHT = 28
/** Room for the names of steps, and for the words behind the longest bar. */
const NAMES = 116
const WORDS = 92

/** Bars below each other, each beside its name and its words. */
export function Funnel({
  steps,
}: {
  steps: readonly { label: string; count: number; words: string }[]
}) {
  const { width } = useFrame()
  const most = Math.max(1, max(steps, ({ count }) => count) ?? 0)
  const x = scaleLinear([0, most], [0, width - NAMES - WORDS])
  const height = steps.length * STEP_HEIGHT
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {steps.map(({ label, count, words }, at) => (
        <g key={label}>
          <text x={NAMES - 8} y={at * STEP_HEIGHT + 18} textAnchor="end">
            {label}
          </text>
          <rect
            className="full"
            x={NAMES}
            y={at * STEP_HEIGHT + 4}
            width={x(count)}
            height={STEP_HEIGHT - 8}
          />
          <text x={NAMES + x(count) + 8} y={at * STEP_HEIGHT + 18}>
            {words}
          </text>
        </g>
      ))}
    </svg>
  )
}

type AxisProps = {
  ticks: readonly number[]
  place: (value: number) => number
  unit?: string
  /** Where its lines end. */
  end: number
}

function Axis({ ticks, place, unit = '', end }: AxisProps) {
  return ticks.map((tick) => (
    <g key={tick} className="axis">
      <line x1={LEFT} x2={end} y1={place(tick)} y2={place(tick)} />
      <text x={LEFT - 4} y={place(tick) + 4} textAnchor="end">
        {`${tick}${unit}`}
      </text>
    </g>
  ))
}

function PeriodTick({ period, x, y }: { period: string; x: number; y: number }) {
  return (
    <text className="tick" x={x} y={y} textAnchor="middle">
      {periodLabel(period)}
    </text>
  )
}

type ChartTableProps = { isOpen?: boolean; also?: string; children: ReactNode }

/** The table of a chart: on paper it stands open, in the chart's place. */
export function ChartTable({ isOpen = false, also = '', children }: ChartTableProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    let wasOpen = true
    const setOpen = (open: boolean) => {
      wasOpen = details.current?.open ?? true
      if (details.current) details.current.open = open
    }
    const begin = () => setOpen(true)
    const end = () => setOpen(wasOpen)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return (
    <details ref={details} open={isOpen}>
      <summary>表で見る{also}</summary>
      {children}
    </details>
  )
}

type HeadingsProps = {
  headings: readonly string[]
  /** Columns that name a row. The others are figures. */
  names?: number
}

export function ColumnHeadings({ headings, names = 1 }: HeadingsProps) {
  return (
    <thead>
      <tr>
        {headings.map((heading, at) => (
          <th key={heading} scope="col" className={at < names ? undefined : 'figure'}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type FiguresProps = HeadingsProps & { rows: readonly (readonly string[])[] }

/** Headings, and rows that begin with their names: what a chart shows, for whoever cannot see it, and for paper. */
export function FigureTable({ headings, names = 1, rows }: FiguresProps) {
  return (
    <table className="lines figures">
      <ColumnHeadings {...{ headings, names }} />
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.slice(0, 2).join()}>
            {cells.map((cell, at) =>
              at < names ? (
                <th key={headings[at]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={headings[at]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
