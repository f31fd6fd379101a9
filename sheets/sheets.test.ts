/** Sheets as people draw them, and the rows and left-out lines they become. */
import { expect, test } from 'vitest'
import { planPaste } from './plan.ts'
import { sheetOfText } from './read/clipboard.ts'
import { A, B, C, HEADS, read, target } from './testing/drawn-sheet.ts'

test.each([
  [
    'headings over two lines',
    `No|事業所||サービス||定員\n|名称|番号|種類1|種類2|\n1|あ|${A}|生活介護|短期入所|20`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, '見出し', '見出し'],
  ],
  [
    'a facility above the headings',
    `東|${A}|GH\n${HEADS}\nあ|${C}|GH`,
    [`!東 ${A} KYODO`, `あ ${C} KYODO`, '見出し'],
  ],
  [
    'a corporation beside the name',
    `法人|名称|事業所番号|サービス\n花会|あ|${A}|GH`,
    [`あ ${A} KYODO`, '見出し'],
  ],
  [
    'marks under services',
    `事業所名|番号|居宅介護|重訪|同行\nあ|${A}|○|×|◎\nい|${B}|－|有|`,
    [`あ ${A} HOME_HELP`, `あ ${A} DOUKOU`, `い ${B} JUHO`, '見出し'],
  ],
  [
    'a mark that may mean anything',
    `事業所名|番号|居宅介護|重訪\nあ|${A}|○|△`,
    [`あ ${A} HOME_HELP`, `あ ${A} !JUHO`, '見出し'],
  ],
  [
    'capacities under services',
    `事業所名|番号|生活介護|短期入所\nあ|${A}|40|6\nい|${B}|20|`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, `い ${B} SEIKATSU_KAIGO`, '見出し'],
  ],
  [
    'names under a service in brackets',
    `事業所（生活介護）|番号|サービス\nあ|${A}|GH`,
    [`あ ${A} KYODO`, '見出し'],
  ],
  [
    'names under a service',
    `居宅介護事業所|番号\nあおぞら|${A}\nいずみ|${B}`,
    [`あおぞら ${A} `, `いずみ ${B} `, '見出し'],
  ],
  [
    'words under a service, beside names',
    `事業所名|番号|居宅介護|同行\nあおぞら|${A}|あり|併設\nいずみ|${B}|有り|併設`,
    [
      `あおぞら ${A} HOME_HELP`,
      `あおぞら ${A} !DOUKOU`,
      `いずみ ${B} HOME_HELP`,
      `いずみ ${B} !DOUKOU`,
      '見出し',
    ],
  ],
  [
    'words that are marks under a service, and no names',
    `番号|居宅介護\n${A}|あり\n${B}|実施`,
    [` ${A} HOME_HELP`, ` ${B} HOME_HELP`, '見出し'],
  ],
  [
    'words that are marks under several services, and no names',
    `番号|居宅介護|同行\n${A}|はい|実施\n${B}|はい|いいえ`,
    [` ${A} HOME_HELP`, ` ${A} DOUKOU`, ` ${B} HOME_HELP`, '見出し'],
  ],
  [
    'marks under services alone',
    'サービス|居宅介護|同行|移動\n|はい|実施|\n|はい||\n計|2|1|',
    ['  HOME_HELP', '  DOUKOU', '  HOME_HELP', '見出し', '合計など'],
  ],
  [
    'a circle alone in its line',
    '居宅介護|同行|生活介護\n||○\n○||',
    ['  SEIKATSU_KAIGO', '  HOME_HELP', '見出し'],
  ],
  [
    'names beside services alone',
    '実施状況||\n |居宅介護|同行\nあ|○|\nい||1\n|○|',
    ['あ  HOME_HELP', 'い  DOUKOU', 'い  HOME_HELP', '表題など', '見出し'],
  ],
  [
    'names beside services, and marks below',
    'あ|居宅介護|短期入所\nい|○|○',
    ['あ  HOME_HELP', '!い  ?'],
  ],
  ['one service above marks', '法人名|居宅介護\n花の会|○', ['法人名  HOME_HELP', '!花の会  ?']],
  [
    'services below others, and above a mark',
    'GH|児発\n短期入所|生活介護\n○|',
    ['  KYODO', '  JIHATSU', '  TANKI', '  SEIKATSU_KAIGO', '  ?'],
  ],
  ['two services above nothing', 'GH|児発\n|', ['  KYODO', '  JIHATSU']],
  [
    'names beside services, in two parts',
    `施設|居宅|同行\nあ|○|\n施設|居宅|同行\nい||有`,
    ['あ  ?', 'い  DOUKOU', '見出し', '見出し'],
  ],
  [
    'how a name is to be written, beside services',
    `事業所名|番号|日中|\n（全角）||生介|短期\nあ|${A}|○|\nい|${B}||○`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '見出し'],
  ],
  [
    'headings of one line beside a merged one of two',
    `事業所名|番号|東\n||東\nあ|${A}|x`,
    [`あ ${A} `, '見出し', '見出し'],
  ],
  [
    'headings that come again at once',
    `${HEADS}\n${HEADS}\n${HEADS}\nあ|${A}|GH`,
    [`あ ${A} KYODO`, '見出し', '見出し', '見出し'],
  ],
  [
    'services that only a further part has',
    `事業所名|番号|\nあ|${A}|\nい|${B}|\nう|${C}|\n事業所名|番号|内訳\nえ|${A}|GH`,
    [`!あ ${A} !`, `い ${B} !`, `う ${C} !`, `!え ${A} KYODO`, '見出し', '見出し'],
  ],
  [
    'names with their services that only a further part has',
    `番号|定員|\n${A}|20|\n${B}|20|\n${C}|20|\n番号|定員|内訳\n${A}|20|ひまわり（GH）`,
    [`! ${A} !`, `! ${B} !`, `! ${C} !`, `ひまわり ${A} KYODO`, '見出し', '見出し'],
  ],
  [
    'areas, subtotals and notes',
    `地区|${HEADS}|定員\n東|あ|${A}|生活介護|20\n小計||||20\n西|い|${B}|短期入所|5\n|合計|||25\n※休止中を除く||||`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '合計など', '合計など', '注記など'],
  ],
  [
    'a list in parts',
    `${HEADS}\n東部エリア||\nあ|${A}|生活介護\n【西部】||\nい|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '区切り', '区切り'],
  ],
  [
    'parts that name the service',
    `事業所名|事業所番号\n【生活介護】|\nあ|${A}\n■短期入所|\nい|${B}`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '区切り', '区切り'],
  ],
  [
    'a name above its services',
    `${HEADS}\nあ||\n|${A}|生活介護\n|${A}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, '見出し', '区切り'],
  ],
  ['a name alone', `${HEADS}\nあ||\nい|${B}|短期入所`, ['あ  !', `い ${B} TANKI`, '見出し']],
  [
    'pages with headings of their own',
    `一覧 1/2||\n${HEADS}\nあ|${A}|生活介護\n一覧 2/2||\n${HEADS}\nい|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '表題など', '見出し', '表題など', '見出し'],
  ],
  [
    'an example',
    `${HEADS}\n（例）〇〇事業所|1310100000|生活介護\nあ|${A}|生活介護`,
    [`あ ${A} SEIKATSU_KAIGO`, '見出し', '注記など'],
  ],
  [
    'a closed facility',
    `${HEADS}|状態\nあ|${A}|生活介護|\nい|${B}|生活介護|廃止`,
    [`あ ${A} SEIKATSU_KAIGO`, `!い ${B} SEIKATSU_KAIGO`, '見出し'],
  ],
  [
    'an old number',
    `事業所名|旧事業所番号|事業所番号|サービス\nあ|${C}|${A}|生活介護`,
    [`あ ${A} SEIKATSU_KAIGO`, '見出し'],
  ],
  [
    'two numbers and the services of each',
    `事業所名|番号（者）|番号（児）|サービス\nあ|${A}|1350100127|生活介護、放デイ`,
    [`あ ${A} SEIKATSU_KAIGO`, 'あ 1350100127 HOKAGO', '見出し'],
  ],
  [
    'two numbers that nothing tells apart',
    `${HEADS}\nあ|${A}・${B}|生活介護`,
    ['あ ? SEIKATSU_KAIGO', '見出し'],
  ],
  [
    'two numbers in the order of two services',
    `${HEADS}\nあ|${A} ${B}|生活介護、短期入所`,
    [`!あ !${A} SEIKATSU_KAIGO`, `!あ !${B} TANKI`, '見出し'],
  ],
  [
    'a number and a name in one cell',
    `事業所|サービス\n${A}　あおば|生活介護\nわかば（${B}）|短期入所`,
    [`あおば ${A} SEIKATSU_KAIGO`, `わかば ${B} TANKI`, '見出し'],
  ],
  [
    'a name and its service in one cell',
    `事業所|番号\nあ（生活介護）|${A}\nい／短期入所|${B}`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'what says the same as above',
    `${HEADS}\nあ|${A}|生活介護\n〃|同上|短期入所\nい|${B}|"`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'codes of one table',
    `${HEADS}コード\nあ|${A}|46\nい|${B}|55\nう|${C}|61`,
    [`あ ${A} SYUKEI_B`, `い ${B} SHOGAIJI_SODAN`, `う ${C} JIHATSU`, '見出し'],
  ],
  [
    'codes of the other',
    `${HEADS}\nあ|${A}|60\nい|${B}|61`,
    [`あ ${A} SYURO_IKOU`, `い ${B} JIKATSU`, '見出し'],
  ],
  [
    'codes that both tables have',
    `${HEADS}\nあ|${A}|61\nい|${B}|63`,
    [`あ ${A} ?`, `い ${B} ?`, '見出し'],
  ],
  [
    'side by side',
    `${HEADS}||${HEADS}\nあ|${A}|生活介護||い|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'one below the other, in another order',
    `${HEADS}\nあ|${A}|生活介護\n||\n番号|種別|名称\n${B}|短期入所|い`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '見出し'],
  ],
  [
    'cards',
    `事業所名|あ\n番号|${A}\nサービス|生活介護\n|\n事業所名|い\n番号|${B}\nサービス|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'headings in another language',
    `Name|Number|Service\nあ|${A}|生活介護\nい|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'a service that nobody knows among others',
    `${HEADS}\nあ|${A}|生活介護、特養`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} ?`, '見出し'],
  ],
  [
    'words where a number belongs',
    `${HEADS}\nあ|ひみつ|生活介護`,
    ['あ ? SEIKATSU_KAIGO', '見出し'],
  ],
  [
    'a PDF',
    `一覧\n番号 事業所名 サービス種類 定員\n${A} あおば作業所 就労継続支援B型 20\n${B} ホーム わかば 共同生活援助 7`,
    [`あおば作業所 ${A} SYUKEI_B`, `ホーム わかば ${B} KYODO`, '見出し', '区切り', '区切り'],
  ],
  [
    'a mail',
    `お世話になります。\n\n・あおば作業所（${A}）就労B\n・わかばホーム（${B}）GH\n\n山田`,
    [`あおば作業所 ${A} SYUKEI_B`, `わかばホーム ${B} KYODO`, '見出し', '注記など', '区切り'],
  ],
  [
    'a form in a mail',
    `事業所名：あおば\n事業所番号：${A}\nサービス種類：生活介護\n\n事業所名：わかば\n事業所番号：${B}\nサービス種類：短期入所`,
    [`あおば ${A} SEIKATSU_KAIGO`, `わかば ${B} TANKI`, '見出し'],
  ],
  [
    'words of a column that could be headings',
    `区分|名称|番号|サービス\n施設|あ|${A}|生活介護\n事業所|い|申請中|GH\n拠点|う|13-1-01-0013-4|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, 'い  KYODO', `う ${C} TANKI`, '見出し'],
  ],
  [
    'such words without headings above',
    `施設|あ|${A}|生活介護\n事業所|い|${B}|GH`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} KYODO`],
  ],
  [
    'such words beside services alone',
    '事業所|あ|生活介護\n事業所|い|短期入所\nGH|う|共同生活援助',
    ['あ  SEIKATSU_KAIGO', 'い  TANKI', 'う  KYODO'],
  ],
  [
    'words for several services in front of the services',
    `種別|名称|番号|サービス\n作業所|あ|${A}|生活介護\n作業所|い|${B}|GH`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} KYODO`, '見出し'],
  ],
  [
    'two such words in a line of data',
    '法区分|種別|名称|サービス\n障害福祉サービス|事業所|あ|生活介護\n障害児通所支援|施設|い|放デイ',
    ['あ  SEIKATSU_KAIGO', 'い  HOKAGO', '見出し'],
  ],
  [
    'three lines of headings above marks',
    `番号|事業所|||指定サービス||\n|名称|所在地|電話|介護給付||訓練等給付\n||||居宅介護|生活介護|就労移行支援\n${A}|あ|東|1|○||○`,
    [`あ ${A} HOME_HELP`, `あ ${A} SYURO_IKOU`, '見出し', '見出し', '見出し'],
  ],
  [
    'short words below the one they complete',
    `事業所名|番号|相談|||\n||計画|障害児|移行|定着\nあ|${A}|○|○|○|○`,
    [
      `あ ${A} KEIKAKU_SOUDAN`,
      `あ ${A} SHOGAIJI_SODAN`,
      `あ ${A} TIKI_IKOU`,
      `あ ${A} TIKI_TEITYAKU`,
      '見出し',
      '見出し',
    ],
  ],
  [
    'titles that name the service of what stands below',
    `指定生活介護事業所一覧（令和8年11月1日現在）||\n番号|事業所名|所在地\n${A}|あ|東\n短期入所一覧||\n番号|事業所名|所在地\n${B}|い|西`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '表題など', '見出し', '表題など', '見出し'],
  ],
  [
    'a title that names a service, and a column of services',
    `生活介護一覧||\n${HEADS}\nあ|${A}|\nい|${B}|GH`,
    [`あ ${A} !`, `い ${B} KYODO`, '表題など', '見出し'],
  ],
  [
    'a title that names several services',
    `就労系サービス一覧||\n番号|事業所名|所在地\n${A}|あ|東`,
    [`あ ${A} `, '表題など', '見出し'],
  ],
  [
    'what says the same as above, in brackets and with spaces',
    `${HEADS}\nあ|${A}|生活介護\n（同上）|同　上|短期入所\n ( 〃 ) |〃|GH`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, `あ ${A} KYODO`, '見出し'],
  ],
  [
    'a blank name beside another corporation',
    `法人名|${HEADS}\n光の会|あ|${A}|生活介護\n光の会||${A}|GH\nそらの会||${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} KYODO`, `! ${B} TANKI`, '見出し'],
  ],
  [
    'a part of a service among lines with services of their own',
    `${HEADS}\n【生活介護】||\nあ|${A}|\n||\nい|${B}|\nう|${C}|GH`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} !`, `う ${C} KYODO`, '見出し', '区切り'],
  ],
  [
    'a part of a service in a list of parts, with a blank line in it',
    `事業所名|事業所番号\n【生活介護】|\nあ|${A}\n|\nい|${B}`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} SEIKATSU_KAIGO`, '見出し', '区切り'],
  ],
  [
    'a part of a service that ends where a line has a service of its own',
    `${HEADS}\n【生活介護】||\nあ|${A}|\nい|${B}|GH\nう|${C}|`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} KYODO`, `う ${C} !`, '見出し', '区切り'],
  ],
  [
    'a blank name beside no corporation, or the same with a space',
    `法人名|${HEADS}\n光の会|あ|${A}|生活介護\n||${A}|GH\n光の会 ||${A}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} KYODO`, `あ ${A} TANKI`, '見出し'],
  ],
  ['a new number behind an old one', `${HEADS}\nあ|旧${A}→新${B}|GH`, [`あ ${B} KYODO`, '見出し']],
  [
    'a number of the care insurance',
    `事業所名|指定番号（介護保険法）|指定番号（総合支援法）|サービス\nあ|${A}|${B}|障害児相談支援`,
    [`あ ${B} SHOGAIJI_SODAN`, '見出し'],
  ],
  [
    'two numbers in a cell, of which one may be of the care insurance',
    `${HEADS}\nあ|1371100175 1331000176|障害児相談支援`,
    ['あ !1371100175 SHOGAIJI_SODAN', '見出し'],
  ],
  [
    'dates and words for yes and no under services',
    `事業所名|番号|生活介護|短期入所|GH\nあ|${A}|H24.4.1|TRUE|FALSE\nい|${B}|廃止（R5.3.31）||2019/4/1`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, `い ${B} KYODO`, '見出し'],
  ],
  [
    'services beside the first, under headings of their own',
    `事業所|番号|主サービス|併設①|種別\nあ|${A}|生活介護|短期入所|作業所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, '見出し'],
  ],
  [
    'several services in other ways',
    `${HEADS}\nあ|${A}|11,12\nい|${B}|生介○ 短期○ 就B×\nう|${C}|生活介護・通所介護`,
    [
      `あ ${A} HOME_HELP`,
      `あ ${A} JUHO`,
      `い ${B} SEIKATSU_KAIGO`,
      `い ${B} TANKI`,
      `う ${C} SEIKATSU_KAIGO`,
      '見出し',
    ],
  ],
  [
    'services of which more are said to be',
    `${HEADS}\nあ|${A}|生活介護 短期入所 ほか`,
    [`あ ${A} !SEIKATSU_KAIGO`, `あ ${A} !TANKI`, '見出し'],
  ],
  [
    'a service and its number in one cell',
    `事業所名|サービス・番号\nあ|就労継続支援B型⏎${A}\nい|生活介護⏎${B}`,
    [`あ ${A} SYUKEI_B`, `い ${B} SEIKATSU_KAIGO`, '見出し'],
  ],
  [
    'names with what is none of them',
    `${HEADS}\n①あおば NEW|${A}|GH\n・いずみ⏎（いずみ）|${B}|GH\n#N/A|${C}|GH\n2024|${A}|短期入所`,
    [`!①あおば ${A} KYODO`, `いずみ ${B} KYODO`, `? ${C} KYODO`, `!2024 ${A} TANKI`, '見出し'],
  ],
  [
    'a mail of which nothing is a table',
    `お世話になります。\n生活介護\n電話：03\nあおば`,
    ['!お世話になります。  ', '!生活介護  ', '!電話：03  ', 'あおば  '],
  ],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('which of two columns has the numbers is asked where neither has check digits', () => {
  const grid = [
    ['あ', '1310000001', '1310000002', '生活介護'],
    ['い', '1310000004', '1310000005', '短期入所'],
  ]
  expect(planPaste(target, { grid }).layout.doubtful).toEqual(['facilityNumber'])
})

test('names and services one below the other are no table', () => {
  for (const text of [
    'グループホーム あおぞら\n生活介護事業所ひだまり',
    '生活介護\n短期入所',
    `${A}\n${B}`,
  ])
    expect(
      planPaste(
        target,
        sheetOfText(
          text,
          text.split('\n').map((line) => [line]),
        ),
      ).layout.shape,
    ).toBe('cells')
})

test('a cell of a million characters is not read to its end', () => {
  const { rows } = planPaste(target, {
    grid: [HEADS.split('|'), ['あ'.repeat(1_000_000), A, 'GH']],
  })
  expect(rows[0]?.cells.facilityName?.value).toHaveLength(1000)
})
