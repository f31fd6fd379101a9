/** For tests: a random text of published facilities: a mail, a chat, a copy out of a PDF, cards, bullets. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { TrueRow } from './list-trial.ts'
import { type Draw, drawFrom, HEADINGS, type Variant } from './list-variants.ts'
import {
  facilitiesOf,
  type Listed,
  nameAsTyped,
  numberFormOf,
  type Published,
  spellingsOf,
  truthOf,
} from './random-facilities.ts'

type Style = {
  draw: Draw
  facilities: readonly Listed[]
  nameOf: (facility: Listed) => string
  numberOf: (facility: Listed) => string
  serviceOf: (facility: Listed) => string
  spelled: (key: ServiceKey) => string
}

const KINDS = {
  bullets,
  bulletsOfSpaces,
  sentences,
  pdf,
  chat,
  labels,
  labelsAbove,
  blocks,
  pairs,
  withoutServices,
  withoutNumbers,
  sections,
  separated,
  markdown,
  severalInALine,
  tabs,
} satisfies Record<string, (style: Style) => string>

export const TEXT_KINDS = Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]]

export function randomText(seed: number, published: readonly Published[]): Variant {
  const draw = drawFrom(seed)
  const kind = draw.of(TEXT_KINDS)
  const drawn = facilitiesOf(draw, published).slice(0, 2 + draw.below(12))
  // Most of those that are written without numbers have none yet.
  const first = kind === 'withoutNumbers' ? draw.below(2) : drawn.length
  const facilities = drawn.map((one, at) => (at < first ? one : { ...one, number: '' }))
  const spelled = spellingsOf(draw)
  const formOf = numberFormOf(draw)
  const joint = draw.of(['・', '、', '・', '／'])
  // A space in a name would be one between name and number: who writes such a line closes it, or writes the other one.
  const space = kind === 'pdf' ? '　' : ' '
  const nameOf = (facility: Listed) => nameAsTyped(facility).replace(/[ 　]+/g, space)
  const style: Style = {
    draw,
    facilities,
    nameOf,
    numberOf: ({ number }) => formOf(number),
    serviceOf: ({ services }) => services.map(spelled).join(joint),
    spelled,
  }
  const text = around(draw, kind, KINDS[kind](style))
  const rows = truthOf(facilities, nameOf)
  const numbered = rows.map(([name, number]): TrueRow => [name, number, ''])
  const truth = kind === 'withoutServices' ? distinctRows(numbered) : rows
  return { drawn: `text ${seed}: ${kind}`, source: { clipboard: { text, html: '' } }, truth }
}

const distinctRows = (rows: readonly TrueRow[]) => [
  ...new Map(rows.map((row) => [row.join(), row])).values(),
]

const BULLETS = ['・', '●', '■', '◆', '- ', '* ', '○', '◇', '', '　'] as const
const ENUMERATIONS: readonly [(at: number) => string, ...((at: number) => string)[]] = [
  (at) => `${at + 1}. `,
  (at) => `${at + 1}) `,
  (at) => `（${at + 1}）`,
  (at) => `${at + 1}　`,
  (at) => String.fromCharCode(0x2460 + (at % 20)),
]

function leadOf(draw: Draw): (at: number) => string {
  if (draw.chance(0.3)) return draw.of(ENUMERATIONS)
  const bullet = draw.of(BULLETS)
  return () => bullet
}

type Part = 'name' | 'number' | 'service'

function partsOf({ draw, nameOf, numberOf, serviceOf }: Style): (facility: Listed) => string[] {
  const order = draw.shuffled<Part>(['name', 'number', 'service'])
  const textOf = {
    name: draw.chance(0.1) ? (one: Listed) => `「${nameOf(one)}」` : nameOf,
    number: numberOf,
    service: serviceOf,
  }
  return (facility) => order.map((part) => textOf[part](facility))
}

function bullets(style: Style): string {
  const { draw, facilities } = style
  const gap = draw.of([' / ', '／', '，', ', ', '　／　', ' | ', '：', '\t', ' － '])
  const [lead, parts] = [leadOf(draw), partsOf(style)]
  return facilities.map((one, at) => lead(at) + parts(one).join(gap)).join('\n')
}

function bulletsOfSpaces(style: Style): string {
  const { draw, facilities } = style
  const gap = draw.of(['　', '　　', '  ', '    '])
  const [lead, parts] = [leadOf(draw), partsOf(style)]
  return facilities.map((one, at) => lead(at) + parts(one).join(gap)).join('\n')
}

function sentences({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const lead = leadOf(draw)
  const form = draw.of<(one: Listed) => string>([
    (one) => `${nameOf(one)}（${serviceOf(one)}、事業所番号 ${numberOf(one)}）`,
    (one) => `${serviceOf(one)}「${nameOf(one)}」（${numberOf(one)}）`,
    (one) => `${nameOf(one)}（${numberOf(one)}）　${serviceOf(one)}`,
    (one) => `${nameOf(one)}：${numberOf(one)}（${serviceOf(one)}）`,
    (one) => `${nameOf(one)}【${serviceOf(one)}】${numberOf(one)}`,
    (one) => `${nameOf(one)}　番号：${numberOf(one)}　種別：${serviceOf(one)}`,
    (one) => `${nameOf(one)} (${serviceOf(one)}) ${numberOf(one)}`,
    (one) => `事業所名：${nameOf(one)}、事業所番号：${numberOf(one)}、サービス：${serviceOf(one)}`,
  ])
  return facilities.map((one, at) => lead(at) + form(one)).join('\n')
}

/** Single spaces between the columns, an index before them, headings and page numbers again. */
function pdf(style: Style): string {
  const { draw, facilities, nameOf, numberOf } = style
  const further = draw.shuffled<(one: Listed) => string>([
    ({ telephone }) => telephone,
    ({ city, street }) => (city + street).replace(/[ 　]/g, ''),
    ({ number }) => `${[20, 10, 40][Number(number[8]) % 3]}`,
    ({ number }) => `1${number.slice(3, 5)}-00${number.slice(5, 7)}`,
  ])
  const behind = further.slice(0, draw.below(3))
  const isCounted = draw.chance(0.5)
  const order = draw.of<readonly Part[]>([
    ['number', 'name', 'service'],
    ['name', 'number', 'service'],
    ['number', 'service', 'name'],
    ['service', 'number', 'name'],
  ])
  const service = ({ services }: Listed) => SERVICES[services[0] ?? 'OTHER'].name
  const textOf = { name: nameOf, number: numberOf, service }
  const lines = eachService(facilities).map((one, at) =>
    [
      ...(isCounted ? [`${at + 1}`] : []),
      ...order.map((part) => textOf[part](one)),
      ...behind.map((text) => text(one)),
    ].join(' '),
  )
  if (!draw.chance(0.5)) return lines.join('\n')
  const heads = order.map((part) => HEADINGS[part][0]).join(' ')
  const half = Math.ceil(lines.length / 2)
  return [heads, ...lines.slice(0, half), '- 1 -', heads, ...lines.slice(half)].join('\n')
}

/** A facility of each service. */
const eachService = (facilities: readonly Listed[]) =>
  facilities.flatMap((one) => one.services.map((key) => ({ ...one, services: [key] })))

function chat(style: Style): string {
  const { draw, facilities } = style
  const gap = draw.of([' / ', '　', '、'])
  const parts = partsOf(style)
  const stamp = draw.of<(at: number) => string[]>([
    (at) => ['佐藤 花子', `  10:${20 + at} AM`],
    (at) => [`[2026/11/20 10:${20 + at}] 山田太郎`],
    (at) => [`10:${20 + at} 佐藤`],
    () => [],
  ])
  return facilities
    .flatMap((one, at) => [...(at % 2 === 0 ? stamp(at) : []), parts(one).join(gap)])
    .join('\n')
}

function labels({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const heads = {
    name: draw.of(['事業所名', '名称', '事業所の名称', '施設名']),
    number: draw.of(['事業所番号', '番号', '指定番号']),
    service: draw.of(['サービス種類', 'サービス', '種別', 'サービスの種類']),
  }
  const colon = draw.of(['：', ':', '： ', '　：'])
  const lead = draw.of(['', '・', '■', '　'])
  const gap = draw.of(['\n', '\n\n', '\n---\n'])
  const withMore = draw.chance(0.4)
  return facilities
    .map((one) =>
      [
        `${lead}${heads.name}${colon}${nameOf(one)}`,
        `${lead}${heads.number}${colon}${numberOf(one)}`,
        `${lead}${heads.service}${colon}${serviceOf(one)}`,
        ...(withMore ? [`${lead}電話${colon}${one.telephone}`] : []),
      ].join('\n'),
    )
    .join(gap)
}

/** As the list of terms of a page is copied. */
function labelsAbove({ facilities, nameOf, numberOf, serviceOf, draw }: Style): string {
  const isNamed = draw.chance(0.5)
  return facilities
    .map((one) =>
      [
        ...(isNamed ? ['事業所名'] : []),
        nameOf(one),
        'サービス種類',
        serviceOf(one),
        '事業所番号',
        numberOf(one),
        '所在地',
        one.city + one.street,
      ].join('\n'),
    )
    .join('\n\n')
}

function blocks({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const order = draw.of<readonly Part[]>([
    ['name', 'number', 'service'],
    ['name', 'service', 'number'],
    ['number', 'name', 'service'],
  ])
  const textOf = { name: nameOf, number: numberOf, service: serviceOf }
  const withMore = draw.chance(0.3)
  return facilities
    .map((one) =>
      [
        ...order.map((part) => textOf[part](one)),
        ...(withMore ? [`TEL ${one.telephone}`] : []),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Two lines each, without blank ones between. */
function pairs({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const form = draw.of<(one: Listed) => string>([
    (one) => `${nameOf(one)}\n　　事業所番号：${numberOf(one)}（${serviceOf(one)}）`,
    (one) => `${nameOf(one)}\n${numberOf(one)}　${serviceOf(one)}`,
    (one) => `■${nameOf(one)}\n　${serviceOf(one)} / ${numberOf(one)}`,
  ])
  return facilities.map(form).join('\n')
}

/** Of which the services are not said. */
function withoutServices({ draw, facilities, nameOf, numberOf }: Style): string {
  const form = draw.of<(one: Listed) => string>([
    (one) => `${nameOf(one)}\n${numberOf(one)}`,
    (one) => `・${nameOf(one)}　${numberOf(one)}`,
    (one) => `${numberOf(one)}、${nameOf(one)}`,
  ])
  return facilities.map(form).join('\n')
}

/** Of which most numbers are not known yet. */
function withoutNumbers({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const word = draw.of(['', '番号申請中', '申請中'])
  const lead = leadOf(draw)
  const said = (one: Listed) => numberOf(one) || word
  const form = draw.of<(one: Listed) => string>([
    (one) => [nameOf(one), said(one), serviceOf(one)].filter(Boolean).join('　'),
    (one) => `${nameOf(one)}（${serviceOf(one)}）${said(one)}`,
    (one) => [serviceOf(one), nameOf(one), said(one)].filter(Boolean).join(' / '),
    (one) => `${nameOf(one)}\t${said(one)}\t${serviceOf(one)}`,
  ])
  return facilities.map((one, at) => lead(at) + form(one)).join('\n')
}

function sections({ draw, facilities, nameOf, numberOf, spelled }: Style): string {
  const keys = [...new Set(facilities.flatMap(({ services }) => services))]
  const gap = draw.of(['　', ' / ', '\t', '：'])
  const [frame, bullet] = [draw.of(['【', '■', '◆']), draw.of(['', '・', '  '])]
  return keys
    .map((key) =>
      [
        frame === '【' ? `【${spelled(key)}】` : `${frame}${spelled(key)}`,
        ...facilities
          .filter(({ services }) => services.includes(key))
          .map((one) => `${bullet}${nameOf(one)}${gap}${numberOf(one)}`),
      ].join('\n'),
    )
    .join(draw.of(['\n', '\n\n']))
}

function separated(style: Style): string {
  const { draw, facilities } = style
  const parts = partsOf(style)
  const lead = draw.chance(0.3) ? draw.of(ENUMERATIONS) : () => ''
  const [separator, isQuoted] = [draw.of([',', ';', ',']), draw.chance(0.3)]
  const quoted = (text: string) =>
    isQuoted || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
  return facilities.map((one, at) => lead(at) + parts(one).map(quoted).join(separator)).join('\n')
}

function markdown({ draw, facilities, nameOf, numberOf, serviceOf }: Style): string {
  const heads = [draw.of(HEADINGS.name), draw.of(HEADINGS.number), draw.of(HEADINGS.service)]
  const isBold = draw.chance(0.3)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ').replaceAll('\n', '')} |`
  return [
    line(heads),
    '|---|---|---|',
    ...facilities.map((one) =>
      line([
        isBold ? `**${nameOf(one)}**` : nameOf(one),
        isBold ? `\`${numberOf(one)}\`` : numberOf(one),
        serviceOf(one),
      ]),
    ),
  ].join('\n')
}

/** Two facilities in a line, or all of them in one. */
function severalInALine({ draw, facilities, nameOf, numberOf, spelled }: Style): string {
  const service = ({ services }: Listed) => (services[0] ? spelled(services[0]) : '')
  const single = eachService(facilities)
  const form = draw.of<(one: Listed) => string>([
    (one) => `${nameOf(one)}（${numberOf(one)}、${service(one)}）`,
    (one) => `${nameOf(one)}（${service(one)}、${numberOf(one)}）`,
  ])
  const [gap, width] = [draw.of(['、', '　', '；', ' ']), draw.of([2, 3, 99])]
  const texts = single.map(form)
  const lines: string[] = []
  for (let at = 0; at < texts.length; at += width) lines.push(texts.slice(at, at + width).join(gap))
  return lines.join('\n')
}

function tabs(style: Style): string {
  const { facilities, draw } = style
  const parts = partsOf(style)
  const lead = leadOf(draw)
  return facilities.map((one, at) => lead(at) + parts(one).join('\t')).join('\n')
}

const WHOLE = new Set(['markdown', 'separated'])

/** A greeting above and a signature below, quoted or not. */
function around(draw: Draw, kind: string, text: string): string {
  if (WHOLE.has(kind) || draw.chance(0.5)) return text
  const above = draw.of([
    'お世話になっております。\n花の会の山田です。\n\n下記のとおり申し込みます。\n',
    '各位\n\n事業所は以下のとおりです。\n',
    '件名：事業所一覧の送付\nご担当者様\n\n',
    '追加の事業所をお知らせします↓\n',
  ])
  const below = draw.of([
    '\n\nよろしくお願いいたします。',
    '\n\n以上です。\n--\n社会福祉法人花の会　事務局　山田\nTEL 03-1234-5678 / FAX 03-1234-5679\nyamada@example.jp',
    '\n以上',
    '',
  ])
  const mail = above + text + below
  return draw.chance(0.2) ? mail.replace(/^/gm, '> ') : mail
}
