/** Lists of which few headings are known: cards, turned and side-by-side tables, words of data that could be headings, and entries that have no number yet. */
import { describe, expect, test } from 'vitest'
import { A, B, C, HEADS, list, read } from '../testing/drawn-sheet.ts'
import { readTable } from './structure.ts'

const D = '1310100142'

describe('one known label is enough', () => {
  const both = [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し']
  test.each([
    [
      'where all labels come again, in their order',
      `呼び名|あ\n事業所番号|${A}\nやること|生活介護\n|\n呼び名|い\n事業所番号|${B}\nやること|短期入所`,
    ],
    [
      'where numbers stand behind it in a row',
      `呼び名|あ|い\n事業所番号|${A}|${B}\nやること|生活介護|短期入所`,
    ],
    [
      'where all headings come again further right',
      `呼び名|事業所番号|やること||呼び名|事業所番号|やること\nあ|${A}|生活介護||い|${B}|短期入所`,
    ],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(both)
  })
})

describe('tables side by side', () => {
  const rest = '事業所番号|サービス種類'
  const drawnWith = (left: string, right: string, gap: string) =>
    `${left}|${rest}${gap}${right}|${rest}\nあ|${A}|生活介護${gap}い|${B}|短期入所\nう|${C}|GH${gap}え|${D}|短期入所`
  const four = [
    `あ ${A} SEIKATSU_KAIGO`,
    `う ${C} KYODO`,
    `い ${B} TANKI`,
    `え ${D} TANKI`,
    '見出し',
  ]

  test.each([
    ['東部', '西部', '||'],
    ['東部事業所名', '西部事業所名', '||'],
    ['事業所名（東）', '事業所名（西）', '||'],
    ['事業所名（東）', '事業所名（西）', '|'],
  ])('whose names stand under 「%s」 and 「%s」, with %s between them', (left, right, gap) => {
    expect(read(drawnWith(left, right, gap))).toEqual(four)
  })

  test.each([
    [
      'a second name and number of something else',
      `${HEADS}|拠点名|施設番号|種別\nあ|${A}|生活介護|本館|101|通所`,
      [`あ ${A} SEIKATSU_KAIGO`, '見出し'],
    ],
    [
      'a person and a telephone number',
      `生活介護事業所一覧|||\n事業所名|事業所番号|名前|番号\nあ|${A}|山田|03-1234-5678`,
      [`あ ${A} SEIKATSU_KAIGO`, '表題など', '見出し'],
    ],
    [
      'an unknown word right before a second number',
      `呼び名|事業所番号|サービス|状態|事業所番号|サービス\nあ|${A}|生活介護|済|1350100127|放デイ`,
      [`あ ${A} SEIKATSU_KAIGO`, 'あ 1350100127 HOKAGO', '見出し'],
    ],
    [
      'two numbers, each with its services',
      `呼び名|番号（者）|サービス|番号（児）|サービス\nあ|${A}|生活介護|1350100127|放デイ\nい|${B}|GH|1350100135|児発`,
      [
        `あ ${A} SEIKATSU_KAIGO`,
        'あ 1350100127 HOKAGO',
        `い ${B} KYODO`,
        'い 1350100135 JIHATSU',
        '見出し',
      ],
    ],
    [
      'two services beside two unknown words',
      '名|サービス||数|サービス\nあ|生活介護||2|短期入所',
      ['あ  SEIKATSU_KAIGO', 'あ  TANKI', '見出し'],
    ],
  ])('are none where one table has %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('a table that is not split keeps its headings', () => {
    const headings = ['東部', '番号（者）', '', '西部', '番号（児）']
    const grid = [headings, ['あ', A, '', 'い', '1350100127']]
    expect(readTable(list, { grid }).columns.map(({ heading }) => heading)).toEqual(headings)
  })
})

describe('cards', () => {
  test('begin with a label of every card: what stands once, above or below them, is of none', () => {
    expect(
      read(
        `法人の種別|花\n事業所名|あ\n番号|${A}\nサービス|GH\n|\n事業所名|い\n番号|${B}\nサービス|GH\n連絡先|x\n担当|y`,
      ),
    ).toEqual([`あ ${A} KYODO`, `い ${B} KYODO`, '見出し', '区切り'])
  })

  test('may begin with a label that comes twice in each', () => {
    expect(
      read(
        `番号|1\n事業所名|あ\n番号|${A}\nサービス|GH\n番号|2\n事業所名|い\n番号|${B}\nサービス|生活介護`,
      ),
    ).toEqual([`あ ${A} KYODO`, `い ${B} SEIKATSU_KAIGO`, '見出し'])
  })
})

describe('words that could be headings are data', () => {
  test.each([
    [
      'where their column has them beside services, and no line has a number',
      '障害福祉サービス|施設|あ|生活介護\n障害児通所支援|施設|い|放デイ',
      ['あ  SEIKATSU_KAIGO', 'い  HOKAGO'],
    ],
    [
      'where the services of another line stand in the column of theirs',
      '生活介護|あ|施設\n短期入所|い|施設\nGH|う|拠点',
      ['あ  SEIKATSU_KAIGO', 'い  TANKI', 'う  KYODO'],
    ],
    [
      'the first of a list, where they differ from line to line',
      '事業所|あ|生活介護\n施設|い|短期入所\n事業所|う|GH',
      ['あ  SEIKATSU_KAIGO', 'い  TANKI', 'う  KYODO'],
    ],
    [
      'where a line with a number has them, and no heading says where the names are',
      `種別|法区分|ホーム名|番号\n施設|障害福祉サービス|あ|${A}\n施設|障害福祉サービス|い|`,
      [`あ ${A} ?`, '!い  ?', '見出し'],
    ],
    [
      'where the cells of some lines end with a space',
      `種別|法区分|ホーム名|番号\n施設|障害福祉サービス |あ|${A}\n事業所|障害福祉サービス|い|\n事業所|障害福祉サービス |う|`,
      [`あ ${A} ?`, 'い  ?', 'う  ?', '見出し'],
    ],
    [
      'where no other line has them, but half of what stands beside them heads nothing',
      `形態|法区分|ホーム名|番号|住所|定員|備考\n事業所|障害児通所支援|あ|${A}|東1-1|10|\n施設|障害福祉サービス|い||西1-2|5|新規開設`,
      [`あ ${A} ?`, '!い  ?', '見出し'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

describe('an entry without a number right below the headings is none of them', () => {
  test.each([
    [
      'with a mark below a service',
      '名称|居宅介護|同行\n施設|○|\nい||○',
      ['!施設  HOME_HELP', 'い  DOUKOU', '見出し'],
    ],
    [
      'with boxes',
      `事業所名|番号|サービス\n名称||□生活介護 ☑GH\nい|${B}|生活介護`,
      ['!名称  KYODO', `い ${B} SEIKATSU_KAIGO`, '見出し'],
    ],
    [
      'with a service below a heading of services, beside another word',
      `No|事業所番号|サービス|\nあ||生活介護|\nい|${B}|GH|`,
      ['  SEIKATSU_KAIGO', ` ${B} KYODO`, '見出し'],
    ],
    [
      'with a word that could be a heading in the column of names',
      `事業所|番号|サービス|備考\n施設||生活介護|開設準備\nい|${B}|GH|`,
      ['!施設  SEIKATSU_KAIGO', `い ${B} KYODO`, '見出し'],
    ],
    [
      'with words that could be headings beside a name',
      `種別|法区分|名称|番号\n施設|障害福祉サービス|あ|\n事業所|障害児通所支援|い|${B}`,
      ['あ  ?', `い ${B} ?`, '見出し'],
    ],
    [
      'with services, each below a heading of its own',
      `ホーム名|番号|主たるサービス|併設サービス\nあ||GH|短期入所\nい|${B}|GH|`,
      ['あ  KYODO', 'あ  TANKI', `い ${B} KYODO`, '見出し'],
    ],
    [
      'with services below two lines of headings',
      `ホーム名|番号|サービス|\n||主|従\nあ||GH|短期入所\nい|${B}|GH|`,
      ['あ  KYODO', 'あ  TANKI', `い ${B} KYODO`, '見出し', '見出し'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

test.each([
  [
    'be the first ones again, of which one alone is known',
    '事業所名|所在地\nあ|東\n事業所名|所在地\nい|西',
    ['あ  ', 'い  ', '見出し', '見出し'],
  ],
  [
    'differ in one that is not known',
    `事業所|事業所番号（10桁）|サービス|提供地域\nあ|${A}|GH|市内\n事業所|事業所番号（10桁）|サービス|対象者\nい|${B}|生活介護|身体`,
    [`あ ${A} KYODO`, `い ${B} SEIKATSU_KAIGO`, '見出し', '見出し'],
  ],
  [
    'end with a space, beside services',
    `事業所名|事業所番号 |提供地域|居宅介護|重訪\nあ|${A}|市内|○|\n事業所名|事業所番号 |提供地域|居宅介護|同行\nい|${B}|市内||○`,
    [`あ ${A} HOME_HELP`, `い ${B} DOUKOU`, '見出し', '見出し'],
  ],
  [
    'be fewer than the first',
    `事業所名|番号|サービス|定員|所在地|電話\nあ|${A}|GH|20|東|\n番号|名称||||\n${B}|い||||`,
    [`あ ${A} KYODO`, `い ${B} !`, '見出し', '見出し'],
  ],
])('headings of a further part may %s', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

describe('headings go on in a line', () => {
  const both = ['見出し', '見出し']
  test.each([
    [
      'of short words, each below the group that stands before it',
      `事業所名|番号|相談||就労|\n||計画|障害児|移行|B型\nあ|${A}|○|○||○\nい|${B}|||○|`,
      [
        `あ ${A} KEIKAKU_SOUDAN`,
        `あ ${A} SHOGAIJI_SODAN`,
        `あ ${A} SYUKEI_B`,
        `い ${B} SYURO_IKOU`,
        ...both,
      ],
    ],
    [
      'of one service and a known word below a heading of services',
      `事業所名|番号|サービス|\n||生活介護|定員\nあ|${A}|○|20`,
      [`あ ${A} SEIKATSU_KAIGO`, ...both],
    ],
    [
      'of one service and a remark in brackets',
      `事業所名|番号|サービス|定員\n||生活介護| （名） \nあ|${A}|○|20`,
      [`あ ${A} SEIKATSU_KAIGO`, ...both],
    ],
    [
      'of one service below a group, and a remark',
      `事業所名|番号|日中|電話番号\n||生介|ハイフンなし\nあ|${A}|○|0312345678`,
      [`あ ${A} SEIKATSU_KAIGO`, ...both],
    ],
    [
      'of remarks below services',
      `事業所名|番号|生活介護|短期入所\n||（定員）|（定員）\nあ|${A}|20|5`,
      [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, ...both],
    ],
    [
      'of remarks below short words for services',
      `事業所名|番号|生介|短期\n||（名）|（名）\nあ|${A}|20|\nい|${B}||5`,
      [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, ...both],
    ],
    [
      'of services and a remark, below one heading of services',
      `事業所名|番号|サービス||電話番号\n||居宅介護|重訪|ハイフンなし\nあ|${A}|○||0312345678`,
      [`あ ${A} HOME_HELP`, ...both],
    ],
    [
      'of services below a heading of services that stands over each',
      `屋号|番号|サービス|サービス\n屋号|番号|居介|重訪\nあ|${A}|○|\nい|${B}||○`,
      [`あ ${A} HOME_HELP`, `い ${B} JUHO`, ...both],
    ],
    [
      'of which a capacity says nothing of the service before it',
      `事業所名|番号|短期入所|\n||有無|定員\nあ|${A}|×|5`,
      [`あ ${A} !`, ...both],
    ],
    [
      'of short words that is the third',
      `事業所名|番号|サービス|||\n||相談||就労系|\n||計画|移行|就B|定員\nあ|${A}|○|○||20`,
      [`あ ${A} KEIKAKU_SOUDAN`, `あ ${A} TIKI_IKOU`, ...both, '見出し'],
    ],
    [
      'that is the third, under names of the first',
      `事業所名|番号|サービス|||\n||介護給付||訓練等給付|\n||居宅介護|生活介護|就労移行支援|定員\nあ|${A}|○|||20\nい|${B}|||○|`,
      [`あ ${A} HOME_HELP`, `い ${B} SYURO_IKOU`, ...both, '見出し'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})

test.each([
  [
    'of which one service is another',
    `事業所|番号|居宅介護|重訪\nあ|${A}|○|\n事業所|番号|居宅介護|同行\nい|${B}||○`,
    [`あ ${A} HOME_HELP`, `い ${B} DOUKOU`, '見出し', '見出し'],
  ],
  [
    'of which all services are others',
    `事業所名|番号|居宅介護|重訪|同行\nあ|${A}|○||○\n事業所名|番号|生活介護|短期入所\nい|${B}|○|`,
    [`あ ${A} HOME_HELP`, `あ ${A} DOUKOU`, `い ${B} SEIKATSU_KAIGO`, '見出し', '見出し'],
  ],
  [
    'whose services stand above a line that says what is below',
    `事業所名|番号|生活介護|\n||定員|実施\nあ|${A}|20|○\n事業所名|番号|短期入所|\n||定員|実施\nい|${B}|5|○`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '見出し', '見出し', '見出し'],
  ],
  [
    'that have a column of services where the first have marks',
    `事業所名|番号|居宅介護|重訪\nあ|${A}|○|\n事業所名|番号|サービス\nい|${B}|GH\nう|${C}|あり`,
    [`あ ${A} HOME_HELP`, `い ${B} KYODO`, `う ${C} ?`, '見出し', '見出し'],
  ],
  [
    'that have marks where the first have a column of services',
    `事業所名|番号|サービス\nあ|${A}|GH\n番号|事業所名||居宅介護|重訪\n${B}|い||○|`,
    [`あ ${A} KYODO`, `い ${B} HOME_HELP`, '見出し', '見出し'],
  ],
  [
    'that have their names below a service',
    `居宅介護事業所|番号|サービス\nあ|${A}|居宅介護\n生活介護事業所|番号|サービス\nい|${B}|生活介護`,
    [`あ ${A} HOME_HELP`, `い ${B} SEIKATSU_KAIGO`, '見出し', '見出し'],
  ],
])('marks count below the headings of their own part: of those %s', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('a blank column does not end a list', () => {
  expect(read(`${HEADS}||備考\nあ|${A}|GH||x\nい|${B}|生活介護||y`)).toEqual([
    `あ ${A} KYODO`,
    `い ${B} SEIKATSU_KAIGO`,
    '見出し',
  ])
})

test.each([
  '生活介護',
  '【生活介護】',
  '■●生活介護',
  '生活介護事業所',
  '生活介護施設一覧',
  '生活介護の一覧表',
  '生活介護名簿',
  '生活介護台帳',
  '生活介護リスト',
  '生活介護の情報',
  '生 活 介 護（令和8年11月1日現在）',
  '令和元年度生活介護事業所一覧',
  '令和8年 生活介護事業所一覧',
  '令和8年11月生活介護',
  '平成31年4月 生活介護事業者一覧（市内）',
  `生活介護（${'市内の'.repeat(40)}）`,
])('a title 「%s」 says the service of all rows that have none', (title) => {
  const rows = [`あ ${A} SEIKATSU_KAIGO`, `い ${B} SEIKATSU_KAIGO`]
  const text = `${title}|\n事業所名|事業所番号\nあ|${A}\nい|${B}`
  expect(read(text).slice(0, 2)).toEqual(rows)
})

test('a title above a column of services says nothing of a row that has none', () => {
  expect(read(`生活介護一覧||\n${HEADS}\nあ|${A}|\nい|${B}|短期入所`).slice(0, 2)).toEqual([
    `あ ${A} !`,
    `い ${B} TANKI`,
  ])
})
