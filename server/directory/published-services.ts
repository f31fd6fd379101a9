/** The services as the disclosure system publishes them: one file each, its number in the file's name. */
import type { ServiceKey } from '#domain/catalogue.ts'
import { foldServiceName } from '#sheets/recognise/services.ts'

/** File number → the published name and our key. 就労選択支援 began in October 2025 and has no known number yet. */
export const PUBLISHED_SERVICES = {
  11: ['居宅介護', 'HOME_HELP'],
  12: ['重度訪問介護', 'JUHO'],
  13: ['行動援護', 'KOUDOU'],
  14: ['重度障害者等包括支援', 'JUDO_HOUKATSU'],
  15: ['同行援護', 'DOUKOU'],
  21: ['療養介護', 'RYOYO'],
  22: ['生活介護', 'SEIKATSU_KAIGO'],
  24: ['短期入所', 'TANKI'],
  32: ['施設入所支援', 'SHISETSU_NYUSHO'],
  33: ['共同生活援助', 'KYODO'],
  34: ['宿泊型自立訓練', 'SYUKUHAKU_JIRITSU_KUNREN'],
  41: ['自立訓練（機能訓練）', 'KINOU_KUNREN'],
  42: ['自立訓練（生活訓練）', 'SEIKATSU_KUNREN'],
  45: ['就労継続支援Ａ型', 'SYUKEI_A'],
  46: ['就労継続支援Ｂ型', 'SYUKEI_B'],
  52: ['計画相談支援', 'KEIKAKU_SOUDAN'],
  53: ['地域相談支援（地域移行支援）', 'TIKI_IKOU'],
  54: ['地域相談支援（地域定着支援）', 'TIKI_TEITYAKU'],
  60: ['就労移行支援', 'SYURO_IKOU'],
  61: ['自立生活援助', 'JIKATSU'],
  62: ['就労定着支援', 'TEITYAKU'],
  63: ['児童発達支援', 'JIHATSU'],
  64: ['医療型児童発達支援', 'JIHATSU_CENTER_IRYO'],
  65: ['放課後等デイサービス', 'HOKAGO'],
  66: ['居宅訪問型児童発達支援', 'JIHATSU_KYOTAKU'],
  67: ['保育所等訪問支援', 'HOHO'],
  68: ['福祉型障害児入所施設', 'NYUSHO'],
  69: ['医療型障害児入所施設', 'NYUSHO_IRYO'],
  70: ['障害児相談支援', 'SHOGAIJI_SODAN'],
} as const satisfies Record<number, readonly [name: string, key: ServiceKey]>

const LATER_SERVICES = [['就労選択支援', 'SYURO_SENTAKU']] as const

const KEYS: ReadonlyMap<string, ServiceKey> = new Map(
  [...Object.values(PUBLISHED_SERVICES), ...LATER_SERVICES].map(([name, key]) => [
    foldServiceName(name),
    key,
  ]),
)

/** Our key of a published name, whatever the width of its letters and brackets. */
export function publishedService(name: string): ServiceKey | undefined {
  return KEYS.get(foldServiceName(name))
}
