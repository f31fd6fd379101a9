/** For tests: known facilities, written down as other people would, drawn from a seed: columns, headings, words, layouts and what stands around them. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { ClipboardContent } from '../read/clipboard.ts'
import type { Merge, Sheet } from '../sheet.ts'
import type { TrueRow } from './list-trial.ts'

export type Facility = { name: string; number: string; services: readonly ServiceKey[] }
export type Variant = {
  /** What was drawn, for a person who looks for a mistake. */
  drawn: string
  source: { sheet: Sheet } | { clipboard: ClipboardContent }
  truth: TrueRow[]
  /** Names whose rows have to carry a mark. */
  mustMark?: readonly string[]
}

export type Draw = {
  /** A whole number from 0 up to, not including, `end`. */
  below: (end: number) => number
  of: <T>(choices: readonly [T, ...T[]]) => T
  chance: (share: number) => boolean
  shuffled: <T>(items: readonly T[]) => T[]
}

/** Chance from a seed: mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    of: (choices) => choices[below(choices.length)] ?? choices[0],
    chance: (share) => next() < share,
    shuffled: (items) => {
      const rest = [...items]
      return items.flatMap(() => rest.splice(below(rest.length), 1))
    },
  }
}

export const HEADINGS = {
  name: [
    '事業所名',
    '事業所名称',
    '事業所の名称',
    '事業所名（正式名称）',
    '施設名',
    '施設・事業所名',
    '名　称',
    '拠点名',
    '事業所',
    'サービス事業所名',
    '★事業所名',
    '事業所\n名',
    '屋号',
  ],
  number: [
    '事業所番号',
    '指定事業所番号',
    '事業所番号（10桁）',
    '指定番号',
    '番号',
    '事業所No.',
    '事業者番号',
    '事業所コード',
    '事業所\n番号',
    '都道府県指定番号',
    '事業所番号（障害福祉）',
  ],
  service: [
    'サービス種類',
    'サービス種別',
    'サービスの種類',
    'サービス',
    'サービス名',
    '事業種別',
    '種別',
    '提供サービス',
    '指定サービス',
    '障害福祉サービスの種類',
    '実施サービス',
    '事業内容',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** Spellings that mean one service; every other service is written by its name. */
export const SPELLINGS: Partial<Record<ServiceKey, readonly [string, ...string[]]>> = {
  HOME_HELP: ['居宅介護', 'ホームヘルプ', '居宅介護（身体介護・家事援助）'],
  JUHO: ['重度訪問介護', '重訪'],
  SEIKATSU_KAIGO: ['生活介護', '生介', '指定生活介護', '生活介護（定員20名）'],
  TANKI: ['短期入所', 'ショートステイ', '短期入所（空床型）', '短期'],
  KYODO: ['共同生活援助', 'グループホーム', 'GH', '共同生活援助（介護サービス包括型）'],
  SYUKEI_A: ['就労継続支援A型', '就Ａ', '就労継続支援（A型）'],
  SYUKEI_B: ['就労継続支援B型', '就労継続支援Ｂ型', '就B', '就労継続支援（Ｂ型）', 'B型'],
  SYURO_IKOU: ['就労移行支援', '就労移行'],
  JIHATSU: ['児童発達支援', '児発'],
  HOKAGO: ['放課後等デイサービス', '放デイ', '放課後デイ', '放課後等ﾃﾞｲｻｰﾋﾞｽ'],
  KEIKAKU_SOUDAN: ['計画相談支援', '計画相談', '特定相談支援'],
  SHOGAIJI_SODAN: ['障害児相談支援', '障害児相談'],
}

/** Columns that have no place in our table: heading, and the text of the facility at a place. */
const OTHER_COLUMNS: readonly (readonly [string, (at: number) => string])[] = [
  ['No.', (at) => `${at + 1}`],
  ['番号', (at) => `${at + 1}`],
  ['連番', (at) => `${at + 1}`],
  ['法人名', () => '社会福祉法人花の会'],
  ['運営法人', (at) => ['社会福祉法人花の会', '株式会社みどり'][at % 2] ?? ''],
  ['郵便番号', (at) => `251-00${10 + (at % 80)}`],
  ['所在地', (at) => `神奈川県藤沢市本町${at + 1}-2-3`],
  ['住所', (at) => `藤沢市湘南台${at + 1}丁目1番地`],
  ['電話番号', (at) => `0466-22-${1000 + at}`],
  ['TEL', (at) => `04662210${10 + (at % 80)}`],
  ['ＦＡＸ', (at) => `0466-23-${1000 + at}`],
  ['定員', (at) => `${[20, 10, 40, 6][at % 4]}`],
  ['管理者', (at) => ['山田　太郎', '佐藤 花子', '鈴木一郎', '高橋　恵'][at % 4] ?? ''],
  ['担当', (at) => ['山田', '佐藤', '', '高橋'][at % 4] ?? ''],
  ['備考', (at) => ['', '新規', '更新済', '送迎あり'][at % 4] ?? ''],
  ['指定年月日', (at) => `令和${1 + (at % 6)}年4月1日`],
  ['指定日', (at) => `2020/${1 + (at % 9)}/1`],
  ['フリガナ', (at) => ['ヒマワリ', 'アオゾラ', 'ミライ', 'ヤマビコ'][at % 4] ?? ''],
  ['圏域', (at) => ['東部', '西部', '中央'][at % 3] ?? ''],
  ['区分', (at) => ['施設', '事業所', '拠点'][at % 3] ?? ''],
  ['地区', (at) => ['藤沢', '茅ヶ崎'][at % 2] ?? ''],
  ['介護保険事業所番号', (at) => ['1472000013', '1472000021', '1472000039'][at % 3] ?? ''],
  ['法人番号', (at) => `70100010${10000 + at}`],
  ['メール', (at) => `office${at}@example.jp`],
  ['利用者数', (at) => `${12 + at}`],
  ['', () => ''],
]

const NUMBER_FORMS: readonly [(number: string) => string, ...((number: string) => string)[]] = [
  (number) => number,
  (number) => number,
  (number) => number,
  (number) => number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (number) => `${number.slice(0, 2)}-${number.slice(2, 6)}-${number.slice(6)}`,
  (number) => `="${number}"`,
  (number) => `'${number}`,
  (number) => ` ${number} `,
  (number) => number.replace(/^0/, ''),
]

const LAYOUTS = [
  'line each',
  'name once',
  'merged',
  'ditto',
  'one cell',
  'service columns',
  'marks',
  'groups of marks',
  'boxes',
  'sections',
  'service first',
  'transposed',
  'cards',
  'side by side',
  'stacked',
  'number and name',
  'name and service',
  'words',
  'blocks',
  'labels',
  'markdown',
  'comma',
] as const
type Layout = (typeof LAYOUTS)[number]

/** How one variant writes what it is asked to write. */
type Style = {
  draw: Draw
  facilities: readonly Facility[]
  all: readonly ServiceKey[]
  nameOf: (facility: Facility) => string
  numberOf: (facility: Facility) => string
  serviceOf: (key: ServiceKey) => string
  heads: Record<keyof typeof HEADINGS, string>
  separator: string
}

/** One way to write down the facilities. */
export function variantOf(seed: number, known: readonly Facility[]): Variant {
  const draw = drawFrom(seed)
  const layout = draw.of(LAYOUTS)
  const facilities = draw.shuffled(known).slice(0, 2 + draw.below(7))
  const formOf = draw.of(NUMBER_FORMS)
  const all = draw.shuffled([...new Set(facilities.flatMap(({ services }) => services))])
  const words = new Map(all.map((key) => [key, draw.of(SPELLINGS[key] ?? [SERVICES[key].name])]))
  // One that has no number yet.
  const isTable = !(layout in TEXTS) && layout !== 'number and name'
  const pending = isTable && draw.chance(0.2) ? facilities[0] : undefined
  const noNumber = draw.of(['申請中', '', '未定', '―'])
  const style: Style = {
    draw,
    facilities,
    all,
    nameOf: ({ name }) => name,
    numberOf: (facility) => (facility === pending ? noNumber : formOf(facility.number)),
    serviceOf: (key) => words.get(key) ?? SERVICES[key].name,
    heads: {
      name: draw.of(HEADINGS.name),
      number: draw.of(HEADINGS.number),
      service: draw.of(HEADINGS.service),
    },
    separator: draw.of(['、', '・', '／', '\n', ' ', '　', ',']),
  }
  const truth = facilities.flatMap((facility) =>
    facility.services.map(
      (key): TrueRow => [facility.name, facility === pending ? '' : facility.number, key],
    ),
  )
  const drawn = `seed ${seed}: ${layout}, ${Object.values(style.heads).join('|')}`
  const text = TEXTS[layout]?.(style)
  if (text !== undefined)
    return { drawn, source: { clipboard: { text: inMail(draw, text), html: '' } }, truth }
  return { drawn, source: { sheet: sheetOf(layout, style) }, truth }
}

/* Tables. */

type Column = { head: string }
/** A line, and the place of its facility. */
type Line = { of: number; cells: string[] }
type Table = { columns: Column[]; lines: Line[]; merges: Merge[] }

function sheetOf(layout: Layout, style: Style): Sheet {
  const { draw } = style
  const own = tableOf(layout, style)
  const table = TAKES_OTHERS.has(layout) ? withOthers(style, own) : own
  const order = draw.shuffled(table.columns.map((_, at) => at))
  // Where a blank cell means the one above, or a service leads its lines, the order is part of the layout.
  const places = KEEPS_ORDER.has(layout) ? order.toSorted((a, b) => a - b) : order
  const isHeaded = draw.chance(0.85) || NEEDS_HEADINGS.has(layout)
  const lines = table.lines.map(({ cells }) => places.map((at) => cells[at] ?? ''))
  const heads = places.map((at) => table.columns[at]?.head ?? '')
  const merges = table.merges.map((merge) => ({ ...merge, column: places.indexOf(merge.column) }))
  if (layout === 'transposed')
    return { grid: heads.map((head, at) => [head, ...lines.map((line) => line[at] ?? '')]) }
  if (layout === 'cards')
    return {
      grid: lines.flatMap((line) => [...heads.map((head, at) => [head, line[at] ?? '']), []]),
    }
  if (layout === 'side by side') return { grid: besides(heads, lines) }
  if (layout === 'stacked') {
    const half = Math.ceil(lines.length / 2)
    const parts = [lines.slice(0, half), lines.slice(half)]
    return { grid: parts.flatMap((part) => [['続き'], heads, ...part, []]) }
  }
  return framed(style, isHeaded ? heads : null, lines, merges, layout)
}

const KEEPS_ORDER: ReadonlySet<Layout> = new Set(['service first', 'groups of marks', 'sections'])
const NEEDS_HEADINGS: ReadonlySet<Layout> = new Set([
  'marks',
  'groups of marks',
  'transposed',
  'cards',
  'side by side',
  'stacked',
])
const TAKES_OTHERS: ReadonlySet<Layout> = new Set([
  'line each',
  'name once',
  'merged',
  'one cell',
  'service columns',
  'marks',
  'groups of marks',
  'boxes',
  'transposed',
  'stacked',
])

function besides(heads: readonly string[], lines: readonly string[][]): string[][] {
  const half = Math.ceil(lines.length / 2)
  const none = heads.map(() => '')
  return Array.from({ length: half + 1 }, (_, at) =>
    at === 0
      ? [...heads, '', ...heads]
      : [...(lines[at - 1] ?? none), '', ...(lines[half + at - 1] ?? none)],
  )
}

function tableOf(layout: Layout, style: Style): Table {
  const { facilities, heads, nameOf, numberOf, serviceOf } = style
  const named = facilities.map((facility, of) => ({
    of,
    first: [nameOf(facility), numberOf(facility)],
    services: facility.services.map(serviceOf),
    keys: facility.services,
  }))
  const {
    columns = ['name', 'number', 'service'],
    further,
    lines,
  } = TABLES[layout]?.(named, style) ?? { lines: named.flatMap((one) => linesOf(layout, one)) }
  return {
    columns: [...columns.map((use) => ({ head: heads[use] })), ...(further ?? [])],
    lines,
    merges: layout === 'merged' ? mergesOf(named) : [],
  }
}

type Drawn = { columns?: (keyof Style['heads'])[]; further?: Column[]; lines: Line[] }

/** A line for each facility, behind whose name and number stands what is said of it. */
const oneEach = (named: readonly Named[], cellsOf: (each: Named) => string[]): Line[] =>
  named.map((one) => ({ of: one.of, cells: [...one.first, ...cellsOf(one)] }))

const inMarks = (named: readonly Named[], { all, serviceOf }: Style): Drawn => ({
  columns: ['name', 'number'],
  further: all.map((key) => ({ head: serviceOf(key) })),
  lines: oneEach(named, ({ keys }) => all.map((key) => (keys.includes(key) ? '○' : ''))),
})

/** A line for each service of each facility. */
const eachService = (named: readonly Named[], cellsOf: (each: Named, text: string) => string[]) =>
  named.flatMap((one) => one.services.map((text) => ({ of: one.of, cells: cellsOf(one, text) })))

const TABLES: Partial<Record<Layout, (named: readonly Named[], style: Style) => Drawn>> = {
  marks: inMarks,
  'groups of marks': inMarks,
  'one cell': (named, { separator }) => ({
    lines: oneEach(named, ({ services }) => [services.join(separator)]),
  }),
  boxes: (named, { all, serviceOf, separator }) => ({
    lines: oneEach(named, ({ keys }) => [
      all.map((key) => `${keys.includes(key) ? '■' : '□'}${serviceOf(key)}`).join(separator),
    ]),
  }),
  'service columns': (named) => {
    const most = Math.max(...named.map(({ services }) => services.length))
    const further = Array.from({ length: most }, (_, at) => ({ head: `サービス${at + 1}` }))
    const lines = oneEach(named, ({ services }) => further.map((_, at) => services[at] ?? ''))
    return { columns: ['name', 'number'], further, lines }
  },
  'service first': (named, { all, serviceOf }) => ({
    columns: ['service', 'name', 'number'],
    lines: all.flatMap((key) =>
      named
        .filter(({ keys }) => keys.includes(key))
        .map(({ of, first }, at) => ({ of, cells: [at === 0 ? serviceOf(key) : '', ...first] })),
    ),
  }),
  'number and name': (named) => ({
    columns: ['name', 'service'],
    lines: eachService(named, ({ first: [name, number] }, text) => [
      `${number?.replace(/[="']/g, '').trim()}　${name}`,
      text,
    ]),
  }),
  'name and service': (named) => ({
    columns: ['name', 'number'],
    lines: eachService(named, ({ first: [name, number = ''] }, text) => [
      `${name}${text.includes('（') ? `／${text}` : `（${text}）`}`,
      number,
    ]),
  }),
}

type Named = { of: number; first: string[]; services: string[]; keys: readonly ServiceKey[] }

/** A line for each service; what the first line of a facility says, the others may leave out. */
function linesOf(layout: Layout, { of, first, services }: Named): Line[] {
  const again = { ditto: ['〃', '〃'], 'name once': ['', ''], merged: ['', ''] }
  const further = again[layout as keyof typeof again] ?? first
  return services.map((service, at) => ({ of, cells: [...(at === 0 ? first : further), service] }))
}

function mergesOf(named: readonly Named[]): Merge[] {
  let line = 0
  return named.flatMap(({ services: { length } }) => {
    line += length
    return [0, 1].map((column) => ({ line: line - length, column, lines: length, columns: 1 }))
  })
}

/** With columns of other things among ours. */
function withOthers({ draw }: Style, table: Table): Table {
  const others = draw.shuffled(OTHER_COLUMNS).slice(0, draw.below(5))
  return {
    ...table,
    columns: [...table.columns, ...others.map(([head]) => ({ head }))],
    lines: table.lines.map(({ of, cells }) => ({
      of,
      cells: [...cells, ...others.map(([, textAt]) => textAt(of))],
    })),
  }
}

/** Titles above, notes and totals below, sections and blank lines between. */
function framed(
  style: Style,
  heads: readonly string[] | null,
  lines: readonly string[][],
  merges: readonly Merge[],
  layout: Layout,
): Sheet {
  const { draw, all, serviceOf } = style
  const above: string[][] = []
  if (draw.chance(0.3)) above.push([draw.of(['令和8年度　事業所一覧', '【別紙1】', '事業所台帳'])])
  if (draw.chance(0.2)) above.push(['', '', '令和8年11月1日現在'])
  if (above.length > 0 && draw.chance(0.5)) above.push([])
  if (heads && layout === 'groups of marks')
    above.push(
      heads.map((head) => (all.some((key) => serviceOf(key) === head) ? '障害福祉サービス' : '')),
    )
  if (heads) above.push([...heads])
  const body: string[][] = []
  const moved: Merge[] = []
  for (const [at, line] of lines.entries()) {
    const starts = !merges.some((merge) => merge.line < at && at < merge.line + merge.lines)
    const isWhole = line.every((text) => text !== '〃') && starts
    if (at > 0 && isWhole && draw.chance(0.03) && !SPACED.has(layout)) body.push([])
    if (isWhole && draw.chance(0.03) && !SPACED.has(layout))
      body.push([draw.of(['【東部エリア】', '■西地区', '（北部）'])])
    for (const merge of merges)
      if (merge.line === at) moved.push({ ...merge, line: above.length + body.length })
    body.push(line)
  }
  if (draw.chance(0.2)) body.push(['合計', '', `${lines.length}`])
  if (draw.chance(0.2))
    body.push([draw.of(['※休止中の事業所を除く', '以上', '（注）番号は指定通知書のとおり'])])
  return { grid: [...above, ...body], merges: moved }
}

/** Layouts in which a blank line or a title would cut what belongs together. */
const SPACED: ReadonlySet<Layout> = new Set(['name once', 'merged', 'ditto', 'service first'])

/* Texts. */

const each = <T>(
  { facilities, serviceOf }: Style,
  say: (facility: Facility, service: string) => T,
) => facilities.flatMap((facility) => facility.services.map((key) => say(facility, serviceOf(key))))

const TEXTS: Partial<Record<Layout, (style: Style) => string>> = {
  words: (style) => {
    const { draw, nameOf, numberOf } = style
    const gap = draw.of(['　', '  ', ' ', '、', ' / ', '\u3000\u3000'])
    const bullet = draw.of(['', '・', '■', '- ', '◎ '])
    const parts = draw.shuffled(['name', 'number', 'service'])
    return each(style, (facility, service) => {
      const texts: Record<string, string> = {
        name: nameOf(facility),
        number: numberOf(facility).trim(),
        service,
      }
      return bullet + parts.map((part) => texts[part] ?? '').join(gap)
    }).join('\n')
  },
  blocks: (style) =>
    each(style, (facility, service) =>
      [style.nameOf(facility), facility.number, service].join('\n'),
    ).join('\n\n'),
  labels: (style) => {
    const { draw, heads, nameOf, numberOf } = style
    const colon = draw.of(['：', ': ', '：　'])
    return each(style, (facility, service) =>
      [
        `${heads.name.replace('\n', '')}${colon}${nameOf(facility)}`,
        `${heads.number.replace('\n', '')}${colon}${numberOf(facility).trim()}`,
        `${heads.service}${colon}${service}`,
      ].join('\n'),
    ).join('\n\n')
  },
  markdown: (style) => {
    const bars = (cells: readonly string[]) => `| ${cells.join(' | ').replaceAll('\n', '<br>')} |`
    const { name, number, service } = style.heads
    return [
      bars([name, number, service]),
      '|---|---|---|',
      ...each(style, (facility, text) =>
        bars([style.nameOf(facility), style.numberOf(facility).trim(), text]),
      ),
    ].join('\n')
  },
  comma: (style) => {
    const { name, number, service } = style.heads
    const quoted = (cells: readonly string[]) =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
    return [
      quoted([name, number, service]),
      ...each(style, (facility, text) =>
        quoted([style.nameOf(facility), style.numberOf(facility), text]),
      ),
    ].join('\n')
  },
  sections: (style) =>
    style.all
      .map((key) =>
        [
          style.draw.of(['【', '■']) === '■'
            ? `■${style.serviceOf(key)}`
            : `【${style.serviceOf(key)}】`,
          ...style.facilities
            .filter(({ services }) => services.includes(key))
            .map((facility) => `${style.nameOf(facility)}\t${style.numberOf(facility)}`),
        ].join('\n'),
      )
      .join('\n'),
}

/** Between a greeting and a name, quoted or not. */
function inMail(draw: Draw, text: string): string {
  if (text.includes('\t') || draw.chance(0.5)) return text
  const mail = `お世話になっております。花の会の山田です。\n事業所は以下のとおりです。\n\n${text}\n\nよろしくお願いいたします。`
  return draw.chance(0.3) ? mail.replace(/^/gm, '> ') : mail
}
