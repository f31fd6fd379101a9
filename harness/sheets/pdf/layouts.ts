/** For trials: layouts of real lists on paper, drawn from a seed. `HELD_LAYOUTS` are looked at when the reader is finished, and never while it is written. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { type Draw, drawFrom, HEADINGS } from '#sheets/testing/list-variants.ts'
import {
  facilitiesOf,
  type Listed,
  nameAsTyped,
  numberFormOf,
  type Published,
  spellingsOf,
  truthOf,
} from '#sheets/testing/random-facilities.ts'
import { type Block, cell, type Drawing, type DrawnCell } from './drawing.ts'

type Parts = Pick<Drawing, 'blocks' | 'truth'> & Partial<Drawing>
type Layout = (draw: Draw, facilities: readonly Listed[]) => Parts
type Column = readonly [
  head: string,
  width: number,
  textOf: (facility: Listed, at: number) => string,
]

const plain = (name: string) => nameAsTyped({ name })
const title = (text: string): Block => ({ kind: 'text', text, isTitle: true })
const addressOf = ({ city, street }: Listed) => city + street
const kindsOf = (facilities: readonly Listed[]) => [
  ...new Set(facilities.flatMap(({ services }) => services)),
]

/** Number, name and services in one of the usual orders, and what else such lists have. */
function columnsOf(draw: Draw, separator = '、', isWide = false): Column[] {
  const spelled = spellingsOf(draw)
  const numbered = numberFormOf(draw)
  const factor = isWide ? 1.25 : 1
  const name: Column = [
    draw.of(HEADINGS.name),
    (38 + draw.below(3) * 8) * factor,
    (one) => one.name,
  ]
  const number: Column = [draw.of(HEADINGS.number), 30 * factor, (one) => numbered(one.number)]
  const service: Column = [
    draw.of(HEADINGS.service),
    34 * factor,
    (one) => one.services.map(spelled).join(separator),
  ]
  const ours = draw.of([
    [number, name, service],
    [service, number, name],
    [name, number, service],
  ])
  const further: Column[] = draw.shuffled<Column>([
    ['所在地', 46 * factor, addressOf],
    ['電話番号', 25 * factor, (one) => one.telephone],
    ['法人名', 36 * factor, (one) => one.corporation],
    ['定員', 11 * factor, (_, at) => `${[20, 10, 40, 6, 14][at % 5]}`],
    ['備考', 24 * factor, (one) => one.remark],
  ])
  const room = isWide ? 265 : 180
  const taken = [...ours]
  if (draw.chance(0.5)) taken.unshift(['No.', 9, (_, at) => `${at + 1}`])
  const widthOf = (columns: readonly Column[]) => columns.reduce((sum, [, width]) => sum + width, 0)
  for (const column of further) if (widthOf([...taken, column]) <= room) taken.push(column)
  return taken
}

function tableOf(
  columns: readonly Column[],
  facilities: readonly Listed[],
  rules: 'all' | 'rows' | 'none',
): Block {
  return {
    kind: 'table',
    widths: columns.map(([, width]) => width),
    heads: [columns.map(([head]) => cell(head))],
    rows: facilities.map((one, at) => columns.map(([, , textOf]) => cell(textOf(one, at)))),
    rules,
  }
}

const ruled =
  (rules: 'all' | 'rows' | 'none', isWide = false): Layout =>
  (draw, facilities) => ({
    blocks: [
      ...(draw.chance(0.7) ? [title('障害福祉サービス事業所一覧')] : []),
      ...(draw.chance(0.4) ? [{ kind: 'text', text: '令和6年11月1日現在' } as const] : []),
      tableOf(columnsOf(draw, draw.of(['、', '・', '\n']), isWide), facilities, rules),
      ...(draw.chance(0.3) ? [{ kind: 'text', text: '※ 休止中の事業所を除く' } as const] : []),
    ],
    isLandscape: isWide,
    truth: truthOf(facilities),
  })

/** The same facilities so often that they fill pages. */
function many(facilities: readonly Listed[], published: readonly Listed[]): Listed[] {
  const numbers = new Set(facilities.map(({ number }) => number))
  return [...facilities, ...published.filter(({ number }) => !numbers.has(number))]
}

/** A service's name above each of its tables, or in a line of the table. */
const sections: Layout = (draw, facilities) => {
  const columns = columnsOf(draw).filter(([, , textOf]) => {
    const [one] = facilities
    return one && textOf({ ...one, services: [] }, 0) === textOf(one, 0)
  })
  const isInside = draw.chance(0.5)
  const keys = kindsOf(facilities)
  const of = (key: ServiceKey) => facilities.filter(({ services }) => services.includes(key))
  const frame = draw.of(['【', '■', ''])
  const headOf = (key: ServiceKey) =>
    frame === '【' ? `【${SERVICES[key].name}】` : `${frame}${SERVICES[key].name}`
  const truth = keys.flatMap((key) =>
    of(key).map((one) => [plain(one.name), one.number, key] as const),
  )
  if (!isInside)
    return {
      blocks: keys.flatMap((key): Block[] => [
        { kind: 'text', text: headOf(key) },
        tableOf(columns, of(key), 'all'),
      ]),
      truth,
    }
  const whole = tableOf(columns, [], 'all')
  const rows = keys.flatMap((key) => [
    [
      { text: headOf(key), columns: columns.length },
      ...columns.slice(1).map((): DrawnCell => null),
    ],
    ...of(key).map((one, at) => columns.map(([, , textOf]) => cell(textOf(one, at)))),
  ])
  return { blocks: whole.kind === 'table' ? [{ ...whole, rows }] : [], truth }
}

/** Name and number in cells over several rows, one for each service. */
const merged: Layout = (draw, facilities) => {
  const columns = columnsOf(draw).filter(([head]) => head !== '備考')
  const several = facilities.map((one) => {
    const others = facilities.flatMap(({ services, number }) =>
      number[2] === one.number[2] ? services : [],
    )
    return { ...one, services: [...new Set([...one.services, ...others])].slice(0, 3) }
  })
  const rows = several.flatMap((one, at) =>
    one.services.map((key, part) =>
      columns.map(([, , textOf]): DrawnCell => {
        const text = textOf({ ...one, services: [key] }, at)
        const isOfService = text !== textOf({ ...one, services: [] }, at)
        if (isOfService) return cell(text)
        return part > 0 ? null : { text, lines: one.services.length }
      }),
    ),
  )
  const table = tableOf(columns, [], 'all')
  return { blocks: table.kind === 'table' ? [{ ...table, rows }] : [], truth: truthOf(several) }
}

/** A small table of labels for each facility. */
const cards: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const labels = [draw.of(['事業所名', '事業所の名称']), '事業所番号', 'サービス種類']
  return {
    blocks: facilities.flatMap((one): Block[] => [
      {
        kind: 'table',
        widths: [40, 110],
        heads: [],
        rows: [
          [cell(labels[0] ?? ''), cell(one.name)],
          [cell(labels[1] ?? ''), cell(one.number)],
          [cell(labels[2] ?? ''), cell(one.services.map(spelled).join('、'))],
          [cell('所在地'), cell(addressOf(one))],
        ],
        rules: 'all',
      },
      { kind: 'text', text: ' ' },
    ]),
    truth: truthOf(facilities),
  }
}

const lines: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const form = draw.of([0, 1, 2])
  return {
    blocks: [
      title('事業所一覧'),
      ...facilities.map((one): Block => {
        const services = one.services.map(spelled).join('、')
        const text = [
          `${one.number}　${one.name}（${services}）`,
          `・${one.name}　${one.number}　${services}`,
          `${one.name}／${one.number}／${services}`,
        ][form]
        return { kind: 'text', text: text ?? '' }
      }),
    ],
    truth: truthOf(facilities),
  }
}

export const LAYOUTS = {
  grid: ruled('all'),
  'grid, landscape': ruled('all', true),
  'lines between rows': ruled('rows'),
  'no lines': ruled('none', true),
  sections,
  merged,
  cards,
  lines,
  'over pages': (draw, facilities) => ruled('all', draw.chance(0.5))(draw, facilities),
  'over pages, no lines': (draw, facilities) => ruled('rows', true)(draw, facilities),
} as const satisfies Record<string, Layout>

/** A mark below each service, in a table whose headings stand in two lines. */
const marks: Layout = (draw, facilities) => {
  const keys = kindsOf(facilities).slice(0, 8)
  const kept = facilities
    .map((one) => ({ ...one, services: one.services.filter((key) => keys.includes(key)) }))
    .filter(({ services }) => services.length > 0)
  const mark = draw.of(['○', '●'])
  const heads: DrawnCell[][] = [
    [
      { text: '事業所番号', lines: 2 },
      { text: '事業所名', lines: 2 },
      { text: '実施サービス', columns: keys.length },
      ...keys.slice(1).map(() => null),
    ],
    [null, null, ...keys.map((key) => cell(SERVICES[key].name))],
  ]
  return {
    blocks: [
      {
        kind: 'table',
        widths: [30, 55, ...keys.map(() => 22)],
        heads,
        rows: kept.map((one) => [
          cell(one.number),
          cell(one.name),
          ...keys.map((key) => cell(one.services.includes(key) ? mark : '')),
        ]),
        rules: 'all',
      },
    ],
    isLandscape: true,
    truth: truthOf(kept),
  }
}

/** Two tables beside each other, as where paper is saved. */
const beside: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const half = Math.ceil(facilities.length / 2)
  const own = (one: Listed | undefined) =>
    [one?.number ?? '', one?.name ?? '', one?.services.map(spelled).join('、') ?? ''].map(cell)
  const heads = ['事業所番号', '事業所名', 'サービス'].map(cell)
  return {
    blocks: [
      {
        kind: 'table',
        widths: [26, 54, 40, 10, 26, 54, 40],
        heads: [[...heads, cell(''), ...heads]],
        rows: facilities
          .slice(0, half)
          .map((one, at) => [...own(one), cell(''), ...own(facilities[half + at])]),
        rules: 'all',
      },
    ],
    isLandscape: true,
    truth: truthOf(facilities),
  }
}

/** Reading above the name in one cell, telephone and fax in one. */
const twofold: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const columns: Column[] = [
    ['事業所番号', 28, (one) => one.number],
    ['事業所名\n所在地', 62, (one) => `${one.name}\n${addressOf(one)}`],
    ['サービス', 40, (one) => one.services.map(spelled).join('\n')],
    ['電話\nＦＡＸ', 28, (one) => `${one.telephone}\n${one.telephone.replace(/\d$/, '9')}`],
  ]
  return { blocks: [tableOf(columns, facilities, 'all')], truth: truthOf(facilities) }
}

/** Headings spread over their cells, narrow columns in which every text breaks, small letters. */
const narrow: Layout = (draw, facilities) => ({
  blocks: [
    title('事 業 所 一 覧 表'),
    tableOf(
      columnsOf(draw).map(([head, width, textOf]) => [head, width * 0.7, textOf] as const),
      facilities,
      'all',
    ),
  ],
  size: 6.5,
  isSpread: true,
  truth: truthOf(facilities),
})

const bareCards: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  return {
    blocks: facilities.flatMap((one, at): Block[] =>
      [
        `${at + 1}．${one.name}`,
        `　事業所番号：${one.number}`,
        `　サービス種類：${one.services.map(spelled).join('、')}`,
        `　所在地：${addressOf(one)}`,
        ' ',
      ].map((text) => ({ kind: 'text', text })),
    ),
    truth: truthOf(facilities),
  }
}

export const HELD_LAYOUTS = {
  marks,
  beside,
  twofold,
  narrow,
  'cards without lines': bareCards,
  'no lines, upright': ruled('none'),
} as const satisfies Record<string, Layout>

/** Everything in the middle of its cell, without lines. */
const centred: Layout = (draw, facilities) => ({
  ...ruled('none', true)(draw, facilities),
  isCentred: true,
})

/** How a name is read stands above it, in the same cell. */
const readings: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const columns: Column[] = [
    ['事業所番号', 30, (one) => one.number],
    ['ふりがな\n事業所名', 70, (one) => `${one.kana}\n${one.name}`],
    ['サービスの種類', 42, (one) => one.services.map(spelled).join('、')],
    ['電話番号', 28, (one) => one.telephone],
  ]
  return { blocks: [tableOf(columns, facilities, 'all')], truth: truthOf(facilities) }
}

/** A town beside all of its facilities, and a line of sums at the end. */
const towns: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const sorted = [...facilities].sort((one, other) => (one.city < other.city ? -1 : 1))
  const rows = sorted.map((one, at): DrawnCell[] => {
    const isFirst = sorted[at - 1]?.city !== one.city
    const lines = sorted.filter(({ city }) => city === one.city).length
    return [
      isFirst ? { text: one.city, lines } : null,
      ...[one.number, one.name, one.services.map(spelled).join('・'), one.telephone].map(cell),
    ]
  })
  const sums: DrawnCell[] = [
    { text: '合計', columns: 2 },
    null,
    ...[`${rows.length}`, '', ''].map(cell),
  ]
  return {
    blocks: [
      title('指定障害福祉サービス事業者一覧'),
      {
        kind: 'table',
        widths: [30, 28, 60, 40, 28],
        heads: [['市町村名', '事業所番号', '事業所名', 'サービス種類', '電話'].map(cell)],
        rows: [...rows, sums],
        rules: draw.of(['all', 'all', 'rows']),
      },
    ],
    truth: truthOf(sorted),
  }
}

/** Number and name in one cell. */
const together: Layout = (draw, facilities) => {
  const spelled = spellingsOf(draw)
  const columns: Column[] = [
    ['番号・事業所名', 75, (one) => `${one.number}\n${one.name}`],
    ['サービス', 45, (one) => one.services.map(spelled).join('\n')],
    ['所在地', 60, addressOf],
  ]
  return { blocks: [tableOf(columns, facilities, 'all')], truth: truthOf(facilities) }
}

/** Fixed after the reader had been mended by the kinds of HELD_LAYOUTS, and printed once. */
export const LATER_LAYOUTS = { centred, readings, towns, together } as const satisfies Record<
  string,
  Layout
>

export function drawingOf(
  layouts: Readonly<Record<string, Layout>>,
  seed: number,
  published: readonly Published[],
): Drawing {
  const draw = drawFrom(seed)
  const names = Object.keys(layouts)
  const name = names[seed % names.length] ?? ''
  const few = facilitiesOf(draw, published)
  const facilities = name.startsWith('over pages')
    ? [11, 22, 33, 44, 55].reduce(
        (all, more) => many(all, facilitiesOf(drawFrom(seed + more * 1000), published)),
        few,
      )
    : few
  // Of names that come twice nothing is known.
  const distinct = facilities.filter(
    (one, at) => facilities.findIndex((other) => other.name === one.name) === at,
  )
  const layout = layouts[name]
  if (!layout) throw new RangeError('no layouts')
  return {
    drawn: `pdf ${seed}: ${name}`,
    isLandscape: false,
    size: draw.of([7.5, 8, 9]),
    padding: draw.of([0.5, 0.8, 1.2]),
    align: draw.of(['top', 'middle']),
    ...layout(draw, distinct),
  }
}
