/** More sheets as people draw them: what could be read as something else is read right, or asked about. */
import { expect, test } from 'vitest'
import { planPaste } from './plan.ts'
import { MAX_LINES } from './sheet.ts'
import { A, B, HEADS, read, target } from './testing/drawn-sheet.ts'

const [GH, CONSULTATION] = ['1320400052', '1330400084']
const OURS = `事業所名|番号|サービス\n`

test.each([
  [
    'boxes, of which some are ticked',
    `${OURS}あ|${A}|■生活介護 □短期入所\nい|${B}|☑居宅介護⏎☐重訪`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} HOME_HELP`, '見出し'],
  ],
  [
    'boxes, of which none is ticked',
    `${OURS}あ|${A}|□生活介護 □短期入所`,
    [`あ ${A} !SEIKATSU_KAIGO`, `あ ${A} !TANKI`, '見出し'],
  ],
  [
    'boxes as bullets',
    `${OURS}あ|${A}|■生活介護⏎■短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} TANKI`, '見出し'],
  ],
  [
    'services with capacities',
    `${OURS}あ|${A}|生活介護（20名）・就労継続支援B型（定員20名）`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ ${A} SYUKEI_B`, '見出し'],
  ],
  [
    'a service with its date',
    `${OURS}あ|${A}|短期入所（令和6年4月～）`,
    [`あ ${A} TANKI`, '見出し'],
  ],
  ['a service that is closed', `${OURS}あ|${A}|短期入所（令和6年休止）`, [`あ ${A} ?`, '見出し']],
  [
    'a second column of services that says no',
    `事業所名|番号|主たるサービス|従たるサービス\nあ|${A}|GH|－\nい|${B}|生活介護|短期入所`,
    [`あ ${A} KYODO`, `い ${B} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'services of a family under one heading',
    `事業所名|番号|訪問系|||日中系\n||居宅|重訪|同行|生介\nあ|${A}|○||○|\nい|${B}||||○`,
    [`あ ${A} HOME_HELP`, `あ ${A} DOUKOU`, `い ${B} SEIKATSU_KAIGO`, '見出し', '見出し'],
  ],
  [
    'sorted by service, which stands once',
    `サービス種類|事業所名|事業所番号\n生活介護|あ|${A}\n|い|${B}`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} !SEIKATSU_KAIGO`, '見出し'],
  ],
  [
    'the same name again, its number not',
    `${HEADS}\nあ|${A}|生活介護\nあ||短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `あ !${A} TANKI`, '見出し'],
  ],
  [
    'another name without a number',
    `${HEADS}\nあ|${A}|生活介護\nい||移動支援`,
    [`あ ${A} SEIKATSU_KAIGO`, 'い  IDO', '見出し'],
  ],
  [
    'numbers in words',
    `${OURS}あ|指定第${A}号|生活介護\nい|No.${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'numbers that can hardly be right',
    `${OURS}あ|131010011801|生活介護\nい|1310100127|短期入所`,
    ['あ !131010011801 SEIKATSU_KAIGO', 'い !1310100127 TANKI', '見出し'],
  ],
  [
    'telephones that nobody calls numbers',
    'あ|生活介護|0312345678\nい|短期入所|0312345679',
    ['あ  SEIKATSU_KAIGO', 'い  TANKI'],
  ],
  [
    'names in kana beside addresses',
    `ケアサポート|千代田区千代田１－１|${A}|居宅介護\nライフステーション|千代田区千代田１－２|${B}|生活介護`,
    [`ケアサポート ${A} HOME_HELP`, `ライフステーション ${B} SEIKATSU_KAIGO`],
  ],
  [
    'a place beside the full name',
    `拠点|事業所名称（正式）|番号（10桁）|サービス\n本部|あ|${A}|生活介護\n本部|い|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し'],
  ],
  [
    'counts in words',
    `${HEADS}\nあ|${A}|生活介護\n計2事業所||\n全2件||`,
    [`あ ${A} SEIKATSU_KAIGO`, '見出し', '合計など', '合計など'],
  ],
  [
    'corporations between',
    `${HEADS}\nあ|${A}|生活介護\nNPO法人風||\nい|${B}|短期入所`,
    [`あ ${A} SEIKATSU_KAIGO`, `い ${B} TANKI`, '見出し', '区切り'],
  ],
  [
    'facilities that are closed',
    `${HEADS}|状況\nあ|${A}|生活介護|令和6年3月31日廃止\nい（休止中）|${B}|短期入所|`,
    [`!あ ${A} SEIKATSU_KAIGO`, `!い（休止中） ${B} TANKI`, '見出し'],
  ],
  [
    'a corporation before its facility, in a PDF',
    `1 社会福祉法人花会 あおば作業所 ${A} 生活介護\n2 株式会社 花 わかば ${B} 短期入所`,
    [`あおば作業所 ${A} SEIKATSU_KAIGO`, `わかば ${B} TANKI`, '見出し'],
  ],
  [
    'facilities in blocks',
    `あおばホーム\n${GH}\n共同生活援助\n\n相談室わかば\n${CONSULTATION}\n計画相談支援`,
    [`あおばホーム ${GH} KYODO`, `相談室わかば ${CONSULTATION} KEIKAKU_SOUDAN`, '見出し'],
  ],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('a sheet that goes on below what is read is said to', () => {
  const filled = Array.from({ length: MAX_LINES }, () => ['あ', A, '生活介護'])
  const notices = (grid: string[][]) => planPaste(target, { grid }).notices.join('')
  expect(notices([...filled, ['', '', '']])).not.toContain('5,000行目まで')
  expect(notices([...filled, ['い', B, '短期入所']])).toContain('5,000行目までを読み取りました。')
})
