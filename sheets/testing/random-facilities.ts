/** For tests: the facilities of one random list, and how the list spells what it says of them. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { TrueRow } from './list-trial.ts'
import { type Draw, SPELLINGS } from './list-variants.ts'

export type Published = {
  name: string
  kana: string
  number: string
  service: ServiceKey
  corporation: string
  city: string
  street: string
  telephone: string
}

/** A published facility with one service or more, and what else a list may say of it. */
export type Listed = Omit<Published, 'service'> & {
  services: readonly ServiceKey[]
  manager: string
  remark: string
}

/** Services by the third digit of the numbers under which they are provided. */
const OF_KIND: Record<string, readonly [ServiceKey, ...ServiceKey[]]> = {
  1: [
    'HOME_HELP',
    'JUHO',
    'DOUKOU',
    'KOUDOU',
    'SEIKATSU_KAIGO',
    'TANKI',
    'SYUKEI_A',
    'SYUKEI_B',
    'SYURO_IKOU',
    'TEITYAKU',
    'SEIKATSU_KUNREN',
    'SHISETSU_NYUSHO',
  ],
  2: ['KYODO'],
  3: ['KEIKAKU_SOUDAN', 'TIKI_IKOU', 'TIKI_TEITYAKU'],
  5: ['JIHATSU', 'HOKAGO', 'HOHO', 'JIHATSU_KYOTAKU'],
  7: ['SHOGAIJI_SODAN'],
}

/** Names of which a list may hold nothing else: they look like another thing. */
const ODD_NAMES = [
  /^[\d０-９A-Za-zＡ-Ｚａ-ｚ\s　.．・＆&-]+$/,
  /^[ァ-ヺー・\s　]+$/,
  /^.{1,2}$/,
  /法人|会社|協議会|病院/,
  /支援|介護|サービス|入所|援助|訓練/,
  /^.{1,4}[市区町村]/,
  /[（「『＠・☆！？～〜]/,
  /^[ぁ-ゖー]+$/,
  /[０-９0-9]|丁目|号館/,
]

const SURNAMES = [
  '山田',
  '佐藤',
  '鈴木',
  '高橋',
  '田中',
  '伊藤',
  '渡辺',
  '林',
  '原',
  '小笠原',
] as const
const GIVEN = ['太郎', '花子', '一郎', '恵', '美咲', '健', '由美子', '誠'] as const
const REMARKS = [
  '新規',
  '更新済',
  '送迎あり',
  '令和6年4月に移転',
  '土日休み',
  '確認中',
  '空きあり',
  '主に知的障害',
  '多機能型',
] as const

export function facilitiesOf(draw: Draw, published: readonly Published[]): Listed[] {
  const count = 2 + draw.below(draw.chance(0.2) ? 30 : 10)
  const odd = draw.chance(0.15) ? draw.of(ODD_NAMES as [RegExp, ...RegExp[]]) : null
  const fitting = odd ? published.filter(({ name }) => odd.test(name)) : published
  const from = fitting.length >= count ? fitting : published
  const keepsServices = draw.chance(0.4)
  const hasSeveral = draw.chance(0.3)
  const remarksAreFew = draw.chance(0.5)
  const taken = new Map<string, Listed>()
  for (let tries = 0; taken.size < count && tries < 5 * count; tries += 1) {
    const one = from[draw.below(from.length)]
    // Of names and numbers that come twice nothing is known.
    if (!one || taken.has(one.number) || [...taken.values()].some((each) => each.name === one.name))
      continue
    const { service, ...rest } = one
    const kind = OF_KIND[one.number[2] ?? ''] ?? [service]
    const services = keepsServices ? [service] : [draw.of(kind)]
    if (hasSeveral && draw.chance(0.4)) services.push(draw.of(kind))
    taken.set(one.number, {
      ...rest,
      services: [...new Set(services)],
      manager: `${draw.of(SURNAMES)}${draw.of([' ', '　', ''])}${draw.of(GIVEN)}`,
      remark: remarksAreFew && draw.chance(0.6) ? '' : draw.of(REMARKS),
    })
  }
  return [...taken.values()]
}

/** Rows as a person would type them. */
export function truthOf(
  facilities: readonly Listed[],
  nameOf: (facility: Listed) => string = nameAsTyped,
): TrueRow[] {
  return facilities.flatMap((facility) =>
    facility.services.map((key): TrueRow => [nameOf(facility), facility.number, key]),
  )
}

export const nameAsTyped = ({ name }: Pick<Listed, 'name'>) =>
  name
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(/[｡-ﾟ]+/g, (kana) => kana.normalize('NFKC'))
    .trim()

const AS_PUBLISHED: Partial<Record<ServiceKey, string>> = {
  SYUKEI_A: '就労継続支援Ａ型',
  SYUKEI_B: '就労継続支援Ｂ型',
  TIKI_IKOU: '地域相談支援（地域移行支援）',
  TIKI_TEITYAKU: '地域相談支援（地域定着支援）',
}

/** One spelling of each service for a whole list. */
export function spellingsOf(draw: Draw): (key: ServiceKey) => string {
  const isShort = draw.chance(0.35)
  const drawn = new Map<ServiceKey, string>()
  return (key) => {
    const known = drawn.get(key)
    if (known) return known
    const { name } = SERVICES[key]
    const text = isShort
      ? draw.of(SPELLINGS[key] ?? [name])
      : draw.of([name, AS_PUBLISHED[key] ?? name])
    drawn.set(key, text)
    return text
  }
}

/** One form of number for a whole list. */
export function numberFormOf(draw: Draw): (number: string) => string {
  const wide = (number: string) =>
    number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const plain = (number: string) => number
  return draw.of([
    plain,
    plain,
    plain,
    plain,
    plain,
    plain,
    wide,
    (number) => number.replace(/^(\d\d)(\d)(\d\d)(\d{4})(\d)$/, '$1-$2-$3-$4-$5'),
    (number) => number.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3'),
  ])
}
