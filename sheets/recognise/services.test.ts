import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVICE_KEYS, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { priceListAt } from '#domain/prices.ts'
import { AMBIGUOUS, SPELLINGS } from './service-spellings.ts'
import { foldServiceName, matchService } from './services.ts'

const TURN = Date.parse('2025-02-01T00:00:00+09:00')
const contract = priceListAt('contract', TURN)
const trial = priceListAt('trial', TURN)
const trialBefore = priceListAt('trial', TURN - 1)

describe('every service is known', () => {
  test.each(SERVICE_KEYS)(
    '%s by its name, its key and all its spellings, however they are written',
    (key) => {
      for (const text of [SERVICES[key].name, key, ...SPELLINGS[key]]) {
        const fullWidth = text.replace(/[A-Za-z]/g, (c) =>
          String.fromCharCode(c.charCodeAt(0) + 0xfee0),
        )
        const decorated = ` ${text.replaceAll('（', ' (').replaceAll('）', ') ')}\n`
        for (const written of [text, fullWidth, decorated, `${text}事業所`, text.toLowerCase()])
          expect([written, matchService(trial, written)]).toEqual([written, { kind: 'found', key }])
      }
    },
  )

  test('no spelling is claimed twice', () => {
    const owners = new Map<string, Set<string>>()
    const claim = (spelling: string, owner: string) => {
      const folded = foldServiceName(spelling)
      owners.set(folded, (owners.get(folded) ?? new Set()).add(owner))
    }
    for (const key of SERVICE_KEYS)
      for (const text of [SERVICES[key].name, key, ...SPELLINGS[key]]) claim(text, key)
    for (const [spellings, keys] of AMBIGUOUS)
      for (const text of spellings) claim(text, `ambiguous ${keys}`)
    expect([...owners].filter(([folded, by]) => folded === '' || by.size > 1)).toEqual([])
  })
})

test.each([
  ['就労継続支援Ｂ型', 'SYUKEI_B'],
  ['就労継続支援(Ｂ型）', 'SYUKEI_B'],
  ['就労継続支援 ｂ 型', 'SYUKEI_B'],
  ['就労継続支援（Ａ型）事業所', 'SYUKEI_A'],
  ['46：就労継続支援B型', 'SYUKEI_B'],
  ['46 就労継続支援Ｂ型', 'SYUKEI_B'],
  ['② 生活介護', 'SEIKATSU_KAIGO'],
  ['放課後等ﾃﾞｲｻｰﾋﾞｽ', 'HOKAGO'],
  ['放課後等デイサ−ビス', 'HOKAGO'],
  ['放課後等デイサービス（重心型）', 'HOKAGO'],
  ['ｸﾞﾙｰﾌﾟﾎｰﾑ', 'KYODO'],
  ['ＧＨ', 'KYODO'],
  ['gh', 'KYODO'],
  ['共同生活援助（介護サービス包括型)', 'KYODO'],
  ['共同生活援助［日中サービス支援型］', 'KYODO'],
  ['共同生活援助（介護サービス包括型・外部サービス利用型）', 'KYODO'],
  ['短期入所（空床型）', 'TANKI'],
  ['指定特定相談支援事業所', 'KEIKAKU_SOUDAN'],
  ['障がい児相談支援', 'SHOGAIJI_SODAN'],
  ['保育所訪問支援', 'HOHO'],
  ['居宅介護等事業', 'HOME_HELP'],
  ['行動援護事業', 'KOUDOU'],
  ['自立訓練(生活)', 'SEIKATSU_KUNREN'],
  ['日中一時支援事業', 'NICCHU'],
  ['障害福祉サービス（生活介護）', 'SEIKATSU_KAIGO'],
  ['障害福祉サービス事業 生活介護', 'SEIKATSU_KAIGO'],
  ['デイ 生活介護', 'SEIKATSU_KAIGO'],
  ['障害児通所支援児童発達支援', 'JIHATSU'],
  ['施設入所支援（入所）', 'SHISETSU_NYUSHO'],
  [')生活介護(', 'SEIKATSU_KAIGO'],
  ['就労継続支援А型', 'SYUKEI_A'],
  ['就労継続支援Ａ型', 'SYUKEI_A'],
  ['ショートスティ', 'TANKI'],
  ['ショートスティサービス（空床）', 'TANKI'],
  ['ホームへルプ', 'HOME_HELP'],
  ['共同生活援助【夜間支援型】', 'KYODO'],
  [`${'生活介護'.repeat(15)}`, 'SEIKATSU_KAIGO'],
  [`生活介護${' '.repeat(296)}`, 'SEIKATSU_KAIGO'],
] satisfies [string, ServiceKey][])('%s is %s', (text, key) => {
  expect(matchService(contract, text)).toEqual({ kind: 'found', key })
})

test.each([
  ['相談支援事業', ['KEIKAKU_SOUDAN', 'SHOGAIJI_SODAN', 'TIKI_IKOU', 'TIKI_TEITYAKU']],
  ['児童デイサービス', ['JIHATSU', 'HOKAGO']],
  ['生活介護（重度訪問介護）', ['SEIKATSU_KAIGO', 'JUHO']],
  ['就労（事業）', ['SYURO_IKOU', 'SYUKEI_A', 'SYUKEI_B', 'TEITYAKU']],
  [
    '自立訓練（生活介護）',
    ['KINOU_KUNREN', 'SEIKATSU_KUNREN', 'SYUKUHAKU_JIRITSU_KUNREN', 'SEIKATSU_KAIGO'],
  ],
  ['自立訓練（生活訓練・生活介護）', ['SEIKATSU_KUNREN']],
  ['短期入所医療型児童発達支援', ['JIHATSU', 'TANKI', 'JIHATSU_CENTER_IRYO']],
  ['（生活介護）短期入所', ['TANKI', 'SEIKATSU_KAIGO']],
  ['就労（知的）', ['SYURO_IKOU', 'SYUKEI_A', 'SYUKEI_B', 'TEITYAKU']],
] satisfies [string, ServiceKey[]][])('%j could be %s', (text, candidates) => {
  expect(matchService(contract, text)).toEqual({ kind: 'ambiguous', candidates })
})

const namesOf = (text: string) => {
  const match = matchService(contract, text)
  if (match?.kind !== 'several') return match
  return match.parts.map(({ match }) => (match && 'key' in match ? match.key : match))
}

test.each([
  ['児発・放デイ', ['JIHATSU', 'HOKAGO']],
  ['居宅介護、重度訪問介護', ['HOME_HELP', 'JUHO']],
  ['居宅介護　重度訪問介護', ['HOME_HELP', 'JUHO']],
  ['多機能型（就労移行支援・就労継続支援Ｂ型）', ['SYURO_IKOU', 'SYUKEI_B']],
  ['生活介護\n短期入所', ['SEIKATSU_KAIGO', 'TANKI']],
  ['自立訓練（機能訓練・生活訓練）', ['KINOU_KUNREN', 'SEIKATSU_KUNREN']],
  ['就労継続支援A・B型', ['SYUKEI_A', 'SYUKEI_B']],
  ['特定相談支援及び障害児相談支援', ['KEIKAKU_SOUDAN', 'SHOGAIJI_SODAN']],
  ['生活介護・短期入所・生活介護', ['SEIKATSU_KAIGO', 'TANKI']],
  ['生活介護、特養', ['SEIKATSU_KAIGO', null]],
  ['居宅介護重度訪問介護', ['HOME_HELP', 'JUHO']],
  [' 短期入所  医療型児童発達支援 ', ['TANKI', 'JIHATSU_CENTER_IRYO']],
  [
    '自立訓練【機能訓練・生活訓練】・生活介護',
    ['KINOU_KUNREN', 'SEIKATSU_KUNREN', 'SEIKATSU_KAIGO'],
  ],
  ['、生活介護、、短期入所、', ['SEIKATSU_KAIGO', 'TANKI']],
  ['自立訓練（機能訓練）事業・生活介護', ['KINOU_KUNREN', 'SEIKATSU_KAIGO']],
  ['生活介護（短期入所', ['SEIKATSU_KAIGO', 'TANKI']],
  [
    '就労継続支援A型、就労（生活介護・就労定着）',
    ['SYUKEI_A', { kind: 'ambiguous', candidates: ['TEITYAKU'] }],
  ],
  [
    '施設入所支援・入所',
    [
      'SHISETSU_NYUSHO',
      { kind: 'ambiguous', candidates: ['SHISETSU_NYUSHO', 'TANKI', 'NYUSHO', 'NYUSHO_IRYO'] },
    ],
  ],
])('%j names several: %j', (text, names) => {
  expect(namesOf(text)).toEqual(names)
})

test('each part has the text that it was read from', () => {
  const found = (key: ServiceKey) => ({ text: SERVICES[key].name, match: { kind: 'found', key } })
  expect(matchService(contract, ' 生介、就選、デイ')).toEqual({
    kind: 'several',
    parts: [
      found('SEIKATSU_KAIGO'),
      { text: '就労選択支援', match: { kind: 'not-offered', key: 'SYURO_SENTAKU' } },
      {
        text: '生介、就選、デイ',
        match: { kind: 'ambiguous', candidates: ['HOKAGO', 'SEIKATSU_KAIGO'] },
      },
    ],
  })
  expect(matchService(contract, ' 生介 、 特養 ')).toEqual({
    kind: 'several',
    parts: [
      { text: '生介', match: { kind: 'found', key: 'SEIKATSU_KAIGO' } },
      { text: '特養', match: null },
    ],
  })
})

test('what contradicts itself is asked, whatever stands beside it', () => {
  expect(namesOf('居宅介護、生活介護（重度訪問介護）')).toEqual([
    'HOME_HELP',
    { kind: 'ambiguous', candidates: ['SEIKATSU_KAIGO', 'JUHO'] },
  ])
  expect(namesOf('A型就労移行、地域定着支援')).toEqual([
    { kind: 'ambiguous', candidates: ['SYUKEI_A', 'SYURO_IKOU', 'TIKI_IKOU'] },
    'TIKI_TEITYAKU',
  ])
})

test.each([
  ['居宅介護支援', ['HOME_HELP']],
  ['短期入所生活介護', ['TANKI']],
  ['生活介護ひまわり', ['SEIKATSU_KAIGO']],
  ['福祉型', ['NYUSHO']],
  ['就労移行支援（視覚）', ['SYURO_IKOU']],
  ['生活介護 1310000018', ['SEIKATSU_KAIGO']],
  ['生活介護（通所）ひまわり', ['SEIKATSU_KAIGO']],
  ['46：居宅介護支援', ['HOME_HELP']],
  ['(4)居宅介護支援', ['HOME_HELP']],
  ['46居宅介護支援', ['HOME_HELP']],
  ['指定共生型居宅介護支援', ['HOME_HELP']],
  ['障害福祉サービス居宅介護支援', ['HOME_HELP']],
  ['障害福祉サービス事業：居宅介護支援', ['HOME_HELP']],
  ['福祉', ['NYUSHO']],
  ['福祉事業サービス', ['NYUSHO']],
  ['生活介護'.repeat(16), ['SEIKATSU_KAIGO']],
] satisfies [string, ServiceKey[]][])('%s is none, but begins like %s', (text, candidates) => {
  expect(matchService(contract, text)).toEqual({ kind: 'similar', candidates })
})

test.each([
  '',
  ' ',
  'ひまわり作業室',
  '特養',
  '通所介護',
  '生',
  '1',
  '46',
  '1311111114',
  '事業所',
  '（）',
  '・',
  '障害福祉サービス',
  '福祉指定',
  '特養、',
  `生活介護${' '.repeat(297)}`,
])('%j resembles none', (text) => {
  expect(matchService(contract, text)).toBeNull()
})

describe('what a list does not offer', () => {
  test('is said by its name', () => {
    expect(matchService(contract, '就労選択')).toEqual({
      kind: 'not-offered',
      key: 'SYURO_SENTAKU',
    })
    expect(matchService(trialBefore, '放デイ')).toEqual({ kind: 'not-offered', key: 'HOKAGO' })
    expect(matchService(trial, '就労選択')).toEqual({ kind: 'found', key: 'SYURO_SENTAKU' })
  })

  test('is no candidate', () => {
    expect(matchService(trial, '就労')).toEqual({
      kind: 'ambiguous',
      candidates: ['SYURO_IKOU', 'SYUKEI_A', 'SYUKEI_B', 'TEITYAKU', 'SYURO_SENTAKU'],
    })
    expect(matchService(trialBefore, '保育所')).toEqual({ kind: 'similar', candidates: [] })
    expect(matchService(trialBefore, '児童通所')).toEqual({ kind: 'ambiguous', candidates: [] })
  })
})

test('any text at all is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const match = matchService(contract, text)
      expect(match === null || typeof match.kind === 'string').toBe(true)
    }),
  )
})

test('「と」 within a name parts no services', () => {
  expect(matchService(contract, 'さくらとかえでの会（地域定着支援）')).toBeNull()
})
