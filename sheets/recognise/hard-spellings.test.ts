/** Spellings as the field writes them: each is read as what it means or asked about, and never read as another service. */
import { expect, test } from 'vitest'
import { priceListAt } from '#domain/prices.ts'
import { matchService, type ServiceMatch } from './services.ts'

const list = priceListAt('trial', Date.parse('2026-01-01T00:00:00+09:00'))

/** Service → spellings between bars; several services are written with +. */
const HARD: Record<string, string> = {
  KEIKAKU_SOUDAN:
    '指定計画相談支援事業所|計画相談支援（特定）|特定相談支援事業|計画相談 |サービス等利用計画|計画相談支援・|相談支援（計画）|指定特定相談支援',
  SHOGAIJI_SODAN:
    '障がい児相談支援事業所|障害児相談|児童相談支援|指定障害児相談支援|相談支援（障害児）',
  'KEIKAKU_SOUDAN+SHOGAIJI_SODAN':
    '計画相談・障害児相談|計画相談支援、障害児相談支援|特定相談支援・障害児相談支援|計画相談／障がい児相談|特定・障害児相談支援',
  'TIKI_IKOU+TIKI_TEITYAKU':
    '地域移行・地域定着|地域移行支援・地域定着支援|地域移行・定着|地域移行／定着支援|地域相談支援（地域移行・地域定着）|一般相談支援（移行・定着）',
  TIKI_IKOU: '地域移行|一般相談支援（地域移行）|地域相談（移行）',
  TIKI_TEITYAKU: '地域定着支援事業|地域相談支援(地域定着)',
  IDO: '移動支援事業所|地域生活支援事業（移動支援）|移動支援（市町村）|移動支援（ガイドヘルプ）',
  NICCHU: '日中一時|日中一時支援事業|地域生活支援事業・日中一時支援|日中一時支援（日帰り）',
  OTHER:
    '地域活動支援センターⅢ型|地活Ⅰ型|地域活動支援センター（Ⅱ型）|訪問入浴サービス事業|福祉ホーム',
  HOME_HELP:
    '指定居宅介護事業所|居宅介護（身体介護・家事援助）|ホームヘルプサービス|障害者居宅介護事業|居宅介護サービス|居宅介護(通院等介助)|ホームへルプ',
  'HOME_HELP+JUHO':
    '居宅介護・重度訪問介護|居宅・重訪|居宅介護／重訪|居宅介護 重度訪問介護|居宅介護及び重度訪問介護|居宅介護,重度訪問介護',
  'HOME_HELP+JUHO+DOUKOU':
    '居宅・重訪・同行|居宅介護・重度訪問介護・同行援護|居宅介護、重度訪問介護及び同行援護',
  'HOME_HELP+JUHO+DOUKOU+KOUDOU': '居宅介護・重度訪問・同行援護・行動援護|居宅／重訪／同行／行動',
  JUHO: '重度訪問|重度訪問介護事業所|重訪|指定重度訪問介護|重度訪問介護（重訪）',
  KOUDOU: '行動援護サービス|指定行動援護|行動援護事業所',
  DOUKOU: '同行援護事業|視覚障害者同行援護|指定同行援護事業所',
  JUDO_HOUKATSU: '重度障害者等包括支援事業|重度包括|重度障がい者等包括支援',
  RYOYO: '療養介護事業所|指定療養介護|療養介護（医療型）',
  SEIKATSU_KAIGO:
    '生活介護事業所|指定生活介護（定員20名）|生活介護(通所)|共生型生活介護|生活介護（主たる事業所）|生活介護２０名|多機能型（生活介護）|22 生活介護|22：生活介護|障害福祉サービス事業（生活介護）|生活介護 定員40',
  'SEIKATSU_KAIGO+SYUKEI_B':
    '生活介護・就労Ｂ|生活介護＋就労継続支援B型|多機能型事業所（生活介護・就労継続支援Ｂ型）|生活介護/就B|多機能（生活介護、就労継続支援B型）',
  'SHISETSU_NYUSHO+SEIKATSU_KAIGO':
    '施設入所支援・生活介護|施設入所＋生活介護|障害者支援施設（施設入所支援・生活介護）',
  TANKI:
    'ショートステイ|ｼｮｰﾄｽﾃｲ|短期入所（併設型）|短期入所(空床利用型)|ショートスティ|福祉型短期入所|短期入所（福祉型）|短期入所事業所|短期入所（ショート）|併設型短期入所|単独型短期入所事業',
  SHISETSU_NYUSHO: '施設入所|障害者支援施設（施設入所支援）|施設入所支援（夜間）|指定施設入所支援',
  KYODO:
    'グループホーム|ＧＨ|共同生活援助事業所|共同生活援助（介護サービス包括型）|共同生活援助（日中サービス支援型）|グループホーム（共同生活援助）|ｸﾞﾙｰﾌﾟﾎｰﾑ|共同生活援助（包括型）|日中サービス支援型ＧＨ|介護サービス包括型共同生活援助|共同生活援助・介護サービス包括型|障害者グループホーム|グループ・ホーム|共同生活援助（GH）|ＧＨ（包括型）|共同生活援助 外部サービス利用型|指定共同生活援助（サテライト型）',
  'KYODO+TANKI': 'グループホーム・短期入所|共同生活援助、ショートステイ|GH・SS併設',
  SYUKUHAKU_JIRITSU_KUNREN: '宿泊型自立訓練事業|自立訓練（宿泊型）|宿泊型|生活訓練（宿泊型）',
  JIKATSU: '自立生活援助事業|指定自立生活援助|自活援助',
  KINOU_KUNREN:
    '機能訓練|自立訓練（機能）|自立訓練・機能訓練|自立訓練 機能訓練|指定自立訓練（機能訓練）事業所',
  SEIKATSU_KUNREN:
    '生活訓練|自立訓練（生活）|自立訓練：生活訓練|自立訓練(生活訓練)事業|自立生活訓練',
  SYURO_IKOU:
    '就労移行|就移|就労移行支援（一般型）|就労移行支援事業所|就労移行支援（定員20名）|指定就労移行支援|就労支援（移行）|就労(移行)',
  SYURO_IKOU_YOUSEI: '就労移行支援（養成施設）|認定指定就労移行支援|就労移行（養成施設）',
  'SYURO_IKOU+SYUKEI_B':
    '就労移行・就労B|就労移行支援・就労継続支援Ｂ型|多機能型（就労移行・就労継続Ｂ）|移行・Ｂ型|就労移行支援及び就労継続支援B型',
  'SYURO_IKOU+TEITYAKU':
    '就労移行・就労定着|就労移行・定着|就労移行支援、就労定着支援|就労移行／就労定着',
  SYUKEI_A:
    '就労継続支援（Ａ型）|Ａ型|就Ａ|就労Ａ型|A型事業所|就労継続支援A型（雇用型）|就労継続支援事業A型|継続A|就継A|45就労継続支援A型|就労継続支援 Ａ',
  SYUKEI_B:
    '就労継続支援Ｂ型|B型|就B|就労Ｂ型|Ｂ型事業所|就労継続支援事業（Ｂ型）|継続B型|就継Ｂ|就労継続支援B型（非雇用型）|46就労継続支援Ｂ型|就労継続支援Ｂ型事業所|就労支援B型|Ｂ型作業所|就労継続支援B型 20名|就労継続支援（B型・従たる事業所）|就労継続支援Ｂ|就労継続Ｂ|作業所（Ｂ型）|就労継続支援Б型',
  'SYUKEI_A+SYUKEI_B':
    '就労継続支援A型・B型|就労継続支援（Ａ型・Ｂ型）|A型・B型|就労Ａ・Ｂ|就労継続支援A・B型',
  TEITYAKU: '就労定着|就労定着支援事業所|就定|定着支援（就労）',
  SYURO_SENTAKU: '就労選択支援|就労選択|就選|指定就労選択支援事業所',
  JIHATSU:
    '児発|児童発達支援事業|児童発達支援（センター）|児童発達支援センター|児童発達支援事業所|児童発達|児発（未就学）|福祉型児童発達支援センター|重心児発|児童発達支援（重心）|共生型児童発達支援|指定児童発達支援',
  'JIHATSU+HOKAGO':
    '児発・放デイ|児童発達支援・放課後等デイサービス|児発放デイ|児発＋放デイ|児発/放デイ|多機能型（児童発達支援・放課後等デイサービス）|児童発達支援 放課後等デイサービス|児発、放課後デイ|多機能（児発・放デイ）|児発と放デイ|児童発達支援及び放課後等デイサービス',
  'JIHATSU+HOKAGO+HOHO': '児発・放デイ・保訪|児童発達支援、放課後等デイサービス、保育所等訪問支援',
  JIHATSU_CENTER_IRYO: '医療型児童発達支援センター|児童発達支援（医療型）|医療型児発',
  HOKAGO:
    '放課後等デイ|放デイ|放課後デイ|放課後等デイサ－ビス|放課後等ﾃﾞｲｻｰﾋﾞｽ|放課後等デイサービス（重心）|放課後等ディサービス|放デイ（重心）|放課後等デイサービス事業所|障害児通所支援（放課後等デイサービス）|放課後等デイサービス１０名|共生型放課後等デイサービス|放課後等デイサービス(就学児)',
  HOHO: '保育所等訪問|保訪|保育所訪問支援|保育所等訪問支援事業',
  JIHATSU_KYOTAKU: '居宅訪問型児発|居宅訪問型児童発達支援事業|居宅訪問児童発達支援',
  NYUSHO:
    '福祉型障害児入所|障害児入所施設（福祉型）|福祉型障がい児入所施設|障害児入所支援（福祉型）',
  NYUSHO_IRYO: '医療型障害児入所|障害児入所施設（医療型）|医療型障がい児入所施設',
}

const SPELLINGS = Object.entries(HARD).flatMap(([keys, spellings]) =>
  spellings.split('|').map((text) => ({ text, keys: keys.split('+').sort().join('+') })),
)

/** What is read without a question; null where something is asked. */
function readOf(match: ServiceMatch | null): string | null {
  if (match?.kind === 'found') return match.key
  if (match?.kind !== 'several') return null
  const keys = match.parts.map(({ match: part }) => (part?.kind === 'found' ? part.key : null))
  return keys.every((key) => key !== null) ? keys.sort().join('+') : null
}

test('of 240 hard spellings nine in ten are read, and none as another service', () => {
  const read = SPELLINGS.map(({ text, keys }) => ({
    text,
    keys,
    as: readOf(matchService(list, text)),
  }))
  const asked = read.filter(({ as }) => as === null).map(({ text }) => text)
  expect(read.filter(({ as, keys }) => as !== null && as !== keys)).toEqual([])
  expect(SPELLINGS.length).toBeGreaterThan(230)
  expect(asked).toEqual(ASKED)
})

/** Words that are asked about: two services would do, or the field has no such word. */
const ASKED: readonly string[] = ['サービス等利用計画']

test.each(
  [
    '訪問介護|通所介護|居宅介護支援|短期入所生活介護|共同生活介護|地域密着型通所介護|介護老人保健施設',
    '相談支援|移動|入所|訓練|就労|就労継続支援|障害児入所施設|自立訓練|デイサービス|ガイドヘルプ|居宅|通所|日中活動',
    '障害者就業・生活支援センター|基幹相談支援センター|委託相談|学童保育|保育所|認定こども園|グループリビング|サービス付き高齢者向け住宅|B棟|A館|C型|就労継続支援C型',
  ].flatMap((line) => line.split('|')),
)('%s is no single service', (text) => {
  expect(readOf(matchService(list, text))).toBeNull()
})
