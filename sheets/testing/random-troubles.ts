/** For tests: what goes wrong in lists by other people, and layouts in which a cell or a heading says more than one thing. */

import { SERVICE_KEYS, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import type { Merge } from '../sheet.ts'
import type { Draw } from './list-variants.ts'
import { type Listed, nameAsTyped } from './random-facilities.ts'

/** Facilities as a list spells them, beside what a person would type; names whose rows have to carry a mark. */
export type Troubled = {
  trouble: string
  /** As the list has it, for each of the facilities. */
  written: readonly Listed[]
  /** As a person would type it. */
  typed: readonly Listed[]
  mustMark: readonly string[]
  /** A further column. */
  column?: { head: string; textOf: (facility: Listed) => string }
  /** A service cell in place of the spelling. */
  serviceOf?: (facility: Listed, spelled: (key: ServiceKey) => string) => string
}

type Trouble = (draw: Draw, facilities: readonly Listed[]) => Omit<Troubled, 'trouble'>

const mended = (
  facilities: readonly Listed[],
  at: number,
  change: (facility: Listed) => Partial<Listed>,
) => facilities.map((one, place) => (place === at ? { ...one, ...change(one) } : one))

const TROUBLES: Record<string, Trouble> = {
  /** Facilities that have no number yet: a few, or most of them. */
  pending: (draw, facilities) => {
    const [share, word] = [draw.of([0.2, 0.7, 1]), draw.of(['', '申請中', '未定', '－', '無し'])]
    const isPending = facilities.map((_, at) => at > 0 && draw.chance(share))
    const without = (number: string) =>
      facilities.map((one, at) => (isPending[at] ? { ...one, number } : one))
    return { written: without(word), typed: without(''), mustMark: [] }
  },
  closed: (draw, facilities) => {
    const at = draw.below(facilities.length)
    const { number } = facilities[at] ?? { number: '' }
    const head = draw.of(['廃止年月日', '解約日', '備考', '休止年月日', '状況'])
    const isRemark = head === '備考' || head === '状況'
    const text = isRemark
      ? draw.of(['令和6年3月31日廃止', '休止中', '廃止'])
      : draw.of(['2024/3/31', '令和6年3月31日', 'R6.3.31'])
    return {
      written: facilities,
      typed: facilities,
      mustMark: facilities.slice(at, at + 1).map(nameAsTyped),
      column: { head, textOf: (one) => (one.number === number ? text : '') },
    }
  },
  'closed in the name': (draw, facilities) => {
    const at = draw.below(facilities.length)
    const behind = draw.of(['（休止中）', '(廃止)', '【休止】'])
    const written = mended(facilities, at, ({ name }) => ({ name: name + behind }))
    return { written, typed: written, mustMark: written.slice(at, at + 1).map(nameAsTyped) }
  },
  'a digit typed wrong': (draw, facilities) => {
    const at = draw.below(facilities.length)
    const written = mended(facilities, at, ({ number }) => ({ number: withWrongDigit(number) }))
    return { written, typed: written, mustMark: written.slice(at, at + 1).map(nameAsTyped) }
  },
  'a number of another kind': (draw, facilities) => {
    const at = draw.below(facilities.length)
    const key = facilities[at]?.number[2] === '5' ? 'SYUKEI_B' : 'JIHATSU'
    const written = mended(facilities, at, () => ({ services: [key] }))
    const kinds = new Set(written.map(({ number }) => number[2]))
    const says = kinds.size > 1
    return {
      written,
      typed: written,
      mustMark: says ? written.slice(at, at + 1).map(nameAsTyped) : [],
    }
  },
  'lost characters': (draw, facilities) => {
    const at = draw.below(facilities.length)
    const lost = draw.of(['\ufffd', '〓', '\ue123'])
    const written = mended(facilities, at, ({ name }) => ({ name: `${lost}${name.slice(1)}` }))
    return { written, typed: written, mustMark: written.slice(at, at + 1).map(nameAsTyped) }
  },
  'letters in parts': (_, facilities) => ({
    written: facilities.map((one) => ({ ...one, name: one.name.normalize('NFD') })),
    typed: facilities,
    mustMark: [],
  }),
  'counted names': (draw, facilities) => {
    const countOf = draw.of([
      (at: number) => `${at + 1}. `,
      (at: number) => `(${at + 1})`,
      (at: number) => String.fromCharCode(0x2460 + (at % 20)),
    ])
    const written = facilities.map((one, at) => ({ ...one, name: countOf(at) + one.name }))
    return { written, typed: facilities, mustMark: [] }
  },
  'a changed service': (draw, facilities) => {
    const at = draw.below(facilities.length)
    const { number } = facilities[at] ?? { number: '' }
    const typed = mended(facilities, at, ({ services }) => ({
      services: services.filter((key) => key !== 'KYODO').slice(0, 1),
    })).filter(({ services }) => services.length > 0)
    return {
      written: typed,
      typed,
      mustMark: typed.slice(at, at + 1).map(nameAsTyped),
      serviceOf: (one, spelled) =>
        [...(one.number === number ? ['共同生活援助→'] : []), ...one.services.map(spelled)].join(
          '',
        ),
    }
  },
}

function withWrongDigit(number: string): string {
  const wrong = Array.from(
    '0123456789',
    (digit) => `${number.slice(0, 6)}${digit}${number.slice(7)}`,
  )
  return wrong.find((each) => !hasValidCheckDigit(each)) ?? number
}

/** A trouble that a list has, or none. */
export function troubled(draw: Draw, facilities: readonly Listed[], share: number): Troubled {
  const [first, ...others] = Object.keys(TROUBLES)
  const trouble = first && draw.chance(share) ? draw.of([first, ...others]) : ''
  const made = TROUBLES[trouble]?.(draw, facilities)
  return { trouble, ...(made ?? { written: facilities, typed: facilities, mustMark: [] }) }
}

export type Drawn = { grid: string[][]; merges?: Merge[] }

type Layout = (
  draw: Draw,
  facilities: readonly Listed[],
  spelled: (key: ServiceKey) => string,
) => Drawn

const NAMED_GROUPS: readonly (readonly [string, readonly ServiceKey[]])[] = [
  ['訪問系サービス', ['HOME_HELP', 'JUHO', 'DOUKOU', 'KOUDOU']],
  ['日中活動系サービス', ['SEIKATSU_KAIGO', 'TANKI']],
  ['居住系', ['KYODO', 'SHISETSU_NYUSHO']],
  ['訓練系・就労系', ['SYUKEI_A', 'SYUKEI_B', 'SYURO_IKOU', 'TEITYAKU', 'SEIKATSU_KUNREN']],
  ['相談系', ['KEIKAKU_SOUDAN', 'TIKI_IKOU', 'TIKI_TEITYAKU', 'SHOGAIJI_SODAN']],
  ['障害児通所系', ['JIHATSU', 'HOKAGO', 'HOHO', 'JIHATSU_KYOTAKU']],
]
const GROUPED = NAMED_GROUPS.flatMap(([, keys]) => keys)
const GROUPS = [
  ...NAMED_GROUPS,
  ['その他', SERVICE_KEYS.filter((key) => !GROUPED.includes(key))] as const,
]

/** Tables of another shape than a line for each entry under one line of headings. */
export const SHAPES = {
  /** As prefectures publish them: three lines of headings, the services under their groups, ○ where one is provided. */
  threeHeadings: (draw, facilities, spelled) => {
    const all = new Set(facilities.flatMap(({ services }) => services))
    const groups = GROUPS.map(([head, keys]) => ({
      head,
      keys: keys.filter((key) => all.has(key)),
    }))
    const filled = groups.filter(({ keys }) => keys.length > 0)
    const keys = filled.flatMap((group) => group.keys)
    const own = draw.of([
      ['事業所番号', '事業所名', '所在地'],
      ['No.', '事業所番号', '事業所の名称'],
    ])
    const mark = draw.of(['○', '●', '〇', '1'])
    const heads = [
      [...own, '指定サービスの種類', ...keys.slice(1).map(() => '')],
      [
        ...own.map(() => ''),
        ...filled.flatMap((group) => [group.head, ...group.keys.slice(1).map(() => '')]),
      ],
      [...own.map(() => ''), ...keys.map((key) => draw.of([spelled(key), SERVICES[key].name]))],
    ]
    const lines = facilities.map(({ name, number, city, services }, at) => [
      ...(own[0] === 'No.' ? [`${at + 1}`, number, name] : [number, name, city]),
      ...keys.map((key) => (services.includes(key) ? mark : '')),
    ])
    const merges = own.map((_, column) => ({ line: 0, column, lines: 3, columns: 1 }))
    return { grid: [...heads, ...lines], ...(draw.chance(0.5) && { merges }) }
  },
  /** Two things in the two lines of a cell, or of an entry. */
  upperAndLower: (draw, facilities, spelled) => {
    const head = draw.of(['上段：事業所名\n下段：設置法人名', '上段:事業所名称\n下段:運営法人'])
    const heads = ['事業所番号', head, 'サービス']
    const singles = facilities.flatMap((one) =>
      one.services.map((key) => ({ ...one, text: spelled(key) })),
    )
    if (draw.chance(0.5))
      return {
        grid: [
          heads,
          ...singles.map(({ number, name, corporation, text }) => [
            number,
            `${name}\n${corporation}`,
            text,
          ]),
        ],
      }
    const merges = singles.flatMap((_, at) =>
      [0, 2].map((column) => ({ line: 1 + 2 * at, column, lines: 2, columns: 1 })),
    )
    return {
      grid: [
        heads,
        ...singles.flatMap(({ number, name, corporation, text }) => [
          [number, name, text],
          ['', corporation, ''],
        ]),
      ],
      merges,
    }
  },
  /** A line for each corporation, with as many names, numbers and services in its cells. */
  severalInACell: (draw, facilities, spelled) => {
    const size = draw.of([2, 3])
    const singles = facilities.flatMap((one) =>
      one.services.map((key) => ({ ...one, text: spelled(key) })),
    )
    const lines: string[][] = []
    for (let at = 0; at < singles.length; at += size) {
      const some = singles.slice(at, at + size)
      const cell = (textOf: (one: (typeof some)[number]) => string) => some.map(textOf).join('\n')
      lines.push([
        some[0]?.corporation ?? '',
        cell(({ name }) => name),
        cell(({ number }) => number),
        cell(({ text }) => text),
      ])
    }
    return { grid: [['法人名', '事業所名', '事業所番号', 'サービス種類'], ...lines] }
  },
} satisfies Record<string, Layout>
