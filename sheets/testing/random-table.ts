/** For tests: a random table of published facilities: columns, order, headings of prefectures, layouts of services, and what stands around. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { Sheet } from '../sheet.ts'
import type { Draw, Variant } from './list-variants.ts'
import { drawFrom, HEADINGS, variantOf } from './list-variants.ts'
import {
  facilitiesOf,
  type Listed,
  nameAsTyped,
  numberFormOf,
  type Published,
  spellingsOf,
  truthOf,
} from './random-facilities.ts'
import { type Drawn, SHAPES, troubled } from './random-troubles.ts'

type Further = readonly [
  heads: readonly [string, ...string[]],
  (facility: Listed, at: number) => string,
]

const serial = ({ number }: Listed) => Number(number.slice(5, 9))

/** Columns that have no place in our table. */
const FURTHER: readonly Further[] = [
  [['No.', '番号', '項番', 'NO', '通番', '整理番号'], (_, at) => `${at + 1}`],
  [
    [
      '法人名',
      '設置法人',
      '申請者名称',
      '事業者名（法人名）',
      '運営法人',
      '事業者（法人）名',
      '設置者名称',
    ],
    ({ corporation }) => corporation,
  ],
  [
    [
      '事業所名（かな）',
      'フリガナ',
      'ふりがな',
      '事業所名カナ',
      '事業所の名称_かな',
      'よみがな',
      '事業所名（フリガナ）',
    ],
    ({ kana }) => kana,
  ],
  [
    ['郵便番号', '〒', '事業所郵便番号'],
    (one) => `${100 + (serial(one) % 800)}-00${10 + (serial(one) % 80)}`,
  ],
  [['市町村', '市町村名', '所在市区町村', '市区町村'], ({ city }) => city],
  [
    ['所在地', '住所', '事業所所在地', '事業所住所', '事業所の所在地'],
    ({ city, street }) => city + street,
  ],
  [['番地以降', '住所２', '町名番地'], ({ street }) => street],
  [['電話番号', 'TEL', '電話', '事業所電話番号', '連絡先'], ({ telephone }) => telephone],
  [['ＦＡＸ番号', 'FAX', 'ファックス'], ({ telephone }) => telephone.replace(/\d$/, '9')],
  [['電話（ハイフンなし）', '携帯'], ({ telephone }) => telephone.replace(/-/g, '')],
  [['定員', '利用定員', '定員数（人）'], (one) => `${[20, 10, 40, 6, 14][serial(one) % 5]}`],
  [['管理者', '管理者名', '代表者', '担当者'], ({ manager }) => manager],
  [['備考', '摘要', 'メモ', '特記事項'], ({ remark }) => remark],
  [
    ['指定年月日', '指定日', '事業開始年月日'],
    (one) => `令和${1 + (serial(one) % 6)}年${1 + (serial(one) % 12)}月1日`,
  ],
  [['指定日', '開設日'], (one) => `20${10 + (serial(one) % 14)}/${1 + (serial(one) % 12)}/01`],
  [['有効期限', '指定有効期間満了日'], (one) => `R${7 + (serial(one) % 5)}.3.31`],
  [
    ['圏域', '地区', 'エリア', '福祉圏域'],
    (one) => ['東部', '西部', '中央', '県北'][serial(one) % 4] ?? '',
  ],
  [
    ['区分', '設置主体', '経営主体'],
    (one) => ['社福', '営利', 'NPO', '医療'][serial(one) % 4] ?? '',
  ],
  [['介護保険事業所番号'], (one) => `147200${`${serial(one)}`.padStart(4, '0')}`],
  [['法人番号'], (one) => `70100010${10000 + serial(one)}`],
  [['メールアドレス', 'E-mail'], (one) => `office${serial(one)}@example.jp`],
  [['URL', 'ホームページ'], (one) => `https://example.jp/${serial(one)}`],
  [['指定機関名', '所管'], ({ city }) => city.replace(/^(.{2,3}[都道府県]).*/, '$1')],
  [
    ['主たる対象者', '主な障害種別'],
    (one) => ['知的', '身体', '精神', '特定なし'][serial(one) % 4] ?? '',
  ],
]

type Column = { head: string; textOf: (facility: Listed, at: number) => string }
type Layout =
  | 'each'
  | 'joined'
  | 'marks'
  | 'sections'
  | 'name once'
  | 'title'
  | 'coded'
  | 'two columns'
const LAYOUTS: readonly [Layout, ...Layout[]] = [
  'each',
  'each',
  'each',
  'each',
  'each',
  'joined',
  'joined',
  'marks',
  'sections',
  'name once',
  'title',
  'coded',
  'two columns',
]

const SEPARATORS = ['、', '・', '，', '/', '／', '\n', '　', ' ', '＋', '、\n', ','] as const
const CODES: Partial<Record<ServiceKey, string>> = { SYUKEI_A: '45', SYUKEI_B: '46', KYODO: '33' }
const TITLES = [
  '障害福祉サービス事業所一覧',
  '令和6年度　指定事業所台帳',
  '【別紙】事業所一覧',
  '事業所名簿',
] as const

/** A table and its truth; a tenth of them of another shape, a fifth of them are the layouts of `variantOf` with published facilities. */
export function randomTable(seed: number, published: readonly Published[]): Variant {
  const draw = drawFrom(seed)
  const listed = facilitiesOf(draw, published)
  if (draw.chance(0.1)) return shapedTable(draw, seed, listed)
  const spelled = spellingsOf(draw)
  if (draw.chance(0.2))
    return variantOf(
      seed,
      listed.map((facility) => ({ ...facility, name: nameAsTyped(facility) })),
    )
  const layout = draw.of(LAYOUTS)
  const needsHeads = layout === 'marks' || layout === 'two columns'
  const isHeaded = needsHeads || draw.chance(0.6)
  const only = listed[0]?.services.slice(0, 1) ?? []
  const kind = listed[0]?.number[2]
  const facilities =
    layout === 'title'
      ? listed.flatMap((one) => (one.number[2] === kind ? [{ ...one, services: only }] : []))
      : listed
  const { trouble, written, typed, mustMark, column, serviceOf } = troubled(
    draw,
    facilities,
    layout === 'each' ? 0.4 : 0,
  )
  const ours = oursOf(draw, layout, written)
  if (serviceOf)
    ours.splice(2, 1, { head: 'サービス種類', textOf: (one) => serviceOf(one, spelled) })
  const count = draw.chance(0.15) ? 0 : 1 + draw.below(7)
  const further = draw
    .shuffled(FURTHER)
    .slice(0, count)
    .map(([heads, textOf]): Column => ({ head: draw.of(heads), textOf }))
  const isPlaced = column && (isHeaded || column.head === '備考')
  const columns = [...orderOf(draw, ours, further), ...(isPlaced ? [column] : [])]
  const body = bodyOf(draw, layout, written, columns, ours, spelled)
  const grid = [
    ...aboveOf(draw, layout, facilities, spelled),
    ...(isHeaded ? [columns.map(({ head }) => head)] : []),
    ...body,
    ...(draw.chance(0.15) ? [['合計', `${body.length}`]] : []),
    ...(draw.chance(0.1) ? [['※ 休止中の事業所を除く']] : []),
  ]
  const drawn = `table ${seed}: ${layout}, ${isHeaded ? 'headed' : 'no headings'} ${trouble}`
  const truth = truthOf(typed)
  return {
    drawn,
    source: sourceOf(draw, { grid }),
    truth,
    mustMark: column && !isPlaced ? [] : mustMark,
  }
}

function shapedTable(draw: Draw, seed: number, facilities: readonly Listed[]): Variant {
  const shape = draw.of(Object.keys(SHAPES) as [keyof typeof SHAPES, ...(keyof typeof SHAPES)[]])
  const source = sourceOf(draw, SHAPES[shape](draw, facilities, spellingsOf(draw)))
  return { drawn: `table ${seed}: ${shape}`, source, truth: truthOf(facilities) }
}

function sourceOf(draw: Draw, { grid, merges }: Drawn): { sheet: Sheet } | Variant['source'] {
  if (draw.chance(0.5)) return { sheet: merges ? { grid, merges } : { grid } }
  const quoted = (cell: string) => (/[\n"\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const text = grid.map((row) => row.map(quoted).join('\t')).join('\r\n')
  return { clipboard: { text: `${text}\r\n`, html: '' } }
}

function oursOf(draw: Draw, layout: Layout, facilities: readonly Listed[]): Column[] {
  const numbered = numberFormOf(draw)
  return [
    { head: draw.of(HEADINGS.name), textOf: ({ name }) => name },
    { head: draw.of(HEADINGS.number), textOf: ({ number }) => numbered(number) },
    ...servicesOf(draw, layout, facilities),
  ]
}

function servicesOf(draw: Draw, layout: Layout, facilities: readonly Listed[]): Column[] {
  const spelled = spellingsOf(draw)
  const head = draw.of(HEADINGS.service)
  const first = ({ services: [key] }: Listed) => (key ? spelled(key) : '')
  const separator = draw.of(SEPARATORS)
  switch (layout) {
    case 'marks': {
      const mark = draw.of(['○', '●', '1', '〇', '有'])
      const all = [...new Set(facilities.flatMap(({ services }) => services))]
      return all.map((key) => ({
        head: SERVICES[key].name,
        textOf: ({ services }) => (services.includes(key) ? mark : ''),
      }))
    }
    case 'sections':
    case 'title':
      return []
    case 'two columns':
      return ['①', '②'].map((mark, at) => ({
        head: `サービス種類${mark}`,
        textOf: ({ services }) => (services[at] ? spelled(services[at]) : ''),
      }))
    case 'joined':
      return [{ head, textOf: ({ services }) => services.map(spelled).join(separator) }]
    case 'coded':
      return [
        {
          head,
          textOf: ({ services: [key] }) =>
            key ? `${CODES[key] ? `${CODES[key]}:` : ''}${SERVICES[key].name}` : '',
        },
      ]
    default:
      return [{ head, textOf: first }]
  }
}

/** Ours among theirs, in any order; most lists keep some. */
function orderOf(draw: Draw, ours: readonly Column[], further: readonly Column[]): Column[] {
  const [name, number, ...services] = ours
  const lead = draw
    .of([
      [name, number, ...services],
      [number, name, ...services],
      [...services, name, number],
      [...services, number, name],
      [number, ...services, name],
    ])
    .flatMap((column) => column ?? [])
  const places = [...lead]
  for (const column of further) places.splice(draw.below(places.length + 1), 0, column)
  return places
}

function bodyOf(
  draw: Draw,
  layout: Layout,
  facilities: readonly Listed[],
  columns: readonly Column[],
  ours: readonly Column[],
  spelled: (key: ServiceKey) => string,
): string[][] {
  const lineOf = (facility: Listed, at: number) => columns.map(({ textOf }) => textOf(facility, at))
  if (layout === 'sections') {
    const keys = [...new Set(facilities.flatMap(({ services }) => services))]
    const frame = draw.of(['【', '■', '◆', ''])
    return keys.flatMap((key) => [
      [frame === '【' ? `【${spelled(key)}】` : `${frame}${SERVICES[key].name}`],
      ...facilities.filter(({ services }) => services.includes(key)).map(lineOf),
    ])
  }
  const isEach = layout === 'each' || layout === 'name once' || layout === 'coded'
  const lines = facilities.flatMap((facility, at) =>
    isEach
      ? facility.services.map((key, part) => {
          const line = lineOf({ ...facility, services: [key] }, at)
          const again = layout === 'name once' && part > 0
          return again
            ? line.map((text, column) => (isFirstTwo(columns[column], ours) ? '' : text))
            : line
        })
      : [lineOf(facility, at)],
  )
  if (layout === 'each' && draw.chance(0.08)) return withOwners(facilities, lines)
  return lines
}

const isFirstTwo = (column: Column | undefined, [name, number]: readonly Column[]) =>
  column === name || column === number

/** The corporation on a line of its own above its facilities. */
function withOwners(facilities: readonly Listed[], lines: readonly string[][]): string[][] {
  const owners = facilities.flatMap(({ corporation, services }) => services.map(() => corporation))
  return lines.flatMap((line, at) =>
    owners[at] && owners[at] !== owners[at - 1] ? [[owners[at]], line] : [line],
  )
}

function aboveOf(
  draw: Draw,
  layout: Layout,
  [first]: readonly Listed[],
  spelled: (key: ServiceKey) => string,
): string[][] {
  if (layout === 'title' && first?.services[0])
    return [
      [
        `${draw.of(['', '指定'])}${spelled(first.services[0])}${draw.of(['事業所一覧', '一覧', '事業所名簿'])}`,
      ],
    ]
  const above: string[][] = []
  if (draw.chance(0.25)) above.push([draw.of(TITLES)])
  if (draw.chance(0.15)) above.push(['', '', '令和6年11月1日現在'])
  return above
}
