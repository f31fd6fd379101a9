/** Whatever a person did to a list of facilities in a spreadsheet: the rows come back, or the plan says where it is not sure. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SERVICE_KEYS, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { isOffered, priceListAt } from '#domain/prices.ts'
import type { PastePlan, PasteTarget } from './paste-plan.ts'
import { planPaste } from './plan.ts'
import { kindsOf } from './recognise/number-kinds.ts'
import type { Merge, Sheet } from './sheet.ts'

const list = priceListAt('contract', 0)
const target: PasteTarget = {
  list,
  rules: FLOWS.entry.rows,
  rows: [],
  focus: { no: 1, cell: 'facilityName' },
}

type Facility = { name: string; number: string; services: ServiceKey[] }

function numberOf(serial: number, kind: string): string {
  const head = `13${kind}${String(serial).padStart(6, '0')}`
  return Array.from('0123456789', (digit) => head + digit).find(hasValidCheckDigit) ?? ''
}

const facility = fc
  .record({
    name: fc.stringMatching(/^[ぁ-ん]{2,5}(?:作業所|ホーム|園|センター)$/),
    serial: fc.integer({ min: 100, max: 999_999 }),
    services: fc.uniqueArray(
      fc.constantFrom(...SERVICE_KEYS.filter((key) => isOffered(list, key))),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  })
  .map(({ name, serial, services }): Facility => {
    const [kind = '1'] = kindsOf(services[0] ?? 'IDO')
    // A number of one kind goes with services of it; those of municipalities go with any.
    const fits = (key: ServiceKey) => kindsOf(key).length === 0 || kindsOf(key).includes(kind)
    return { name, number: numberOf(serial, kind), services: services.filter(fits) }
  })
const facilities = fc.uniqueArray(facility, {
  minLength: 2,
  maxLength: 8,
  selector: ({ number }) => number,
})

/** How the services of one facility are written. */
const LAYOUTS = [
  'line each',
  'one cell',
  'columns',
  'merged',
  'marks',
  'ditto',
  'boxes',
  'blank below',
] as const

type Layout = (typeof LAYOUTS)[number]

const nameOf = (key: ServiceKey) => SERVICES[key].name

/** Lines of name, number and services, below their headings. */
function drawn(rows: readonly Facility[], layout: Layout, separator: string): Sheet {
  const widest = Math.max(...rows.map(({ services }) => services.length))
  const all = [...new Set(rows.flatMap(({ services }) => services))]
  const merges: Merge[] = []
  const headings = ['事業所名', '事業所番号']
  if (layout === 'columns')
    headings.push(...Array.from({ length: widest }, (_, i) => `サービス${i + 1}`))
  else if (layout === 'marks') headings.push(...all.map(nameOf))
  else headings.push('サービス種類')
  const grid: string[][] = [headings]
  for (const { name, number, services } of rows) {
    const names = services.map(nameOf)
    if (layout === 'one cell') grid.push([name, number, names.join(separator)])
    else if (layout === 'columns') grid.push([name, number, ...names])
    else if (layout === 'boxes')
      grid.push([
        name,
        number,
        all.map((key) => `${services.includes(key) ? '■' : '□'}${nameOf(key)}`).join(separator),
      ])
    else if (layout === 'marks')
      grid.push([name, number, ...all.map((key) => (services.includes(key) ? '○' : ''))])
    else
      for (const [index, service] of names.entries()) {
        const first = [name, number, service]
        const further = layout === 'ditto' ? ['〃', '〃', service] : ['', '', service]
        grid.push(index === 0 || layout === 'line each' ? first : further)
      }
    if (layout === 'merged')
      for (const column of [0, 1])
        merges.push({ line: grid.length - names.length, column, lines: names.length, columns: 1 })
  }
  return { grid, merges }
}

/** What people add around and between: none of it is a facility. */
const CLUTTER = {
  title: fc.boolean(),
  notes: fc.boolean(),
  total: fc.boolean(),
  sections: fc.boolean(),
  blanks: fc.boolean(),
  extraColumns: fc.boolean(),
  reversed: fc.boolean(),
  corporation: fc.boolean(),
  hiddenLine: fc.boolean(),
}
const clutter = fc.record(CLUTTER)

function cluttered(
  sheet: Sheet,
  added: Record<keyof typeof CLUTTER, boolean>,
  isMergedLayout: boolean,
): Sheet {
  let grid = sheet.grid.map((row) => [...row])
  const width = Math.max(...grid.map((row) => row.length))
  grid = grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
  let merges = [...(sheet.merges ?? [])]
  if (added.extraColumns) {
    grid = grid.map((row, line) => [
      line === 0 ? 'No.' : `${line}`,
      ...row,
      line === 0 ? '電話番号' : '03-1234-5678',
      line === 0 ? '定員' : '20',
    ])
    merges = merges.map((merge) => ({ ...merge, column: merge.column + 1 }))
  }
  if (added.reversed) {
    const last = (grid[0]?.length ?? 1) - 1
    grid = grid.map((row) => row.toReversed())
    merges = merges.map((merge) => ({ ...merge, column: last - merge.column }))
  }
  const line = (text: string, column = 0) =>
    Array.from(grid[0] ?? [], (_, at) => (at === column ? text : ''))
  const above = [added.title && line('令和7年度 事業所一覧'), added.title && line('')].filter(
    (row) => row !== false,
  )
  if (added.sections && !isMergedLayout) grid.splice(1, 0, line('【東部エリア】'))
  if (added.blanks && !isMergedLayout) grid.splice(1, 0, line(''))
  if (added.corporation && !isMergedLayout) grid.splice(1, 0, line('社会福祉法人花会'))
  const hidden = added.hiddenLine ? [grid.length + above.length] : []
  if (added.hiddenLine)
    grid.push(grid.at(-1)?.map((text) => (text === '' ? '' : '隠した内容')) ?? [])
  if (added.total) grid.push(line('合計'))
  if (added.notes) grid.push(line('※休止中の事業所を除く'))
  return {
    grid: [...above, ...grid],
    hiddenLines: new Set(hidden),
    merges: merges.map((merge) => ({ ...merge, line: merge.line + above.length })),
  }
}

function takenOf(plan: PastePlan): string[] {
  return plan.rows.map(({ cells }) =>
    [cells.facilityName, cells.facilityNumber, cells.serviceKey]
      .map((cell) => cell?.value ?? '')
      .join('|'),
  )
}

/** A doubtful or blank cell, a column that is missing or could be another one. */
function asks(plan: PastePlan): boolean {
  const cells = plan.rows.flatMap(({ cells }) => Object.values(cells))
  return (
    cells.some(({ unclear, doubtful }) => unclear || doubtful) ||
    plan.layout.doubtful.length > 0 ||
    plan.notices.some((notice) => notice.includes('列が見つかりませんでした'))
  )
}

const expectedOf = (rows: readonly Facility[]) =>
  rows.flatMap(({ name, number, services }) => services.map((key) => `${name}|${number}|${key}`))

test('in any layout, order and clutter the rows come back, and never others in silence', () => {
  const separators = fc.constantFrom('、', '・', '／', '\n', ' ', '　', ',')
  let silent = 0
  fc.assert(
    fc.property(
      facilities,
      fc.constantFrom(...LAYOUTS),
      separators,
      clutter,
      (rows, layout, separator, added) => {
        const sheet = cluttered(drawn(rows, layout, separator), added, layout === 'merged')
        const plan = planPaste(target, sheet)
        const taken = takenOf(plan)
        if (asks(plan)) return
        silent += 1
        expect(taken.toSorted()).toEqual(expectedOf(rows).toSorted())
      },
    ),
    { numRuns: 400 },
  )
  // Asking is the exception.
  expect(silent).toBeGreaterThan(300)
})

test('transposed and side by side they come back too', () => {
  fc.assert(
    fc.property(facilities, fc.boolean(), (rows, isTransposed) => {
      const { grid } = drawn(rows, 'line each', '')
      const [headings = [], ...lines] = grid
      const half = Math.ceil(lines.length / 2)
      const sideBySide = Array.from({ length: half + 1 }, (_, line) =>
        line === 0
          ? [...headings, '', ...headings]
          : [...(lines[line - 1] ?? []), '', ...(lines[half + line - 1] ?? [])],
      )
      const transposed = headings.map((_, column) => grid.map((row) => row[column] ?? ''))
      const plan = planPaste(target, { grid: isTransposed ? transposed : sideBySide })
      if (!asks(plan)) expect(takenOf(plan).toSorted()).toEqual(expectedOf(rows).toSorted())
    }),
    { numRuns: 100 },
  )
})
