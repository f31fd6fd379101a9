/** The services an applicant may choose, and the price group each belongs to (specification 3). */

/** Entry and migration share one catalogue; the trial has its own. */
export type Catalogue = 'contract' | 'trial'

/** How a group is charged follows from its row in GROUPS. */
export const GROUPS = {
  consultation: { name: '相談支援', per: 'corporation' },
  community: { name: '地域生活支援事業', per: 'corporation' },
  disability: { name: '障害福祉サービス', per: 'number' },
  child: { name: '児童福祉', per: 'number' },
} as const satisfies Record<string, { name: string; per: 'corporation' | 'number' }>

export type ServiceGroup = keyof typeof GROUPS

type ServiceRow = {
  name: string
  /** A facility may run it without a facility number of ten characters (specification 5). */
  mayLackNumber?: true
} & Partial<Record<Catalogue, ServiceGroup>>

const everywhere = <const G extends ServiceGroup>(name: string, group: G) => ({
  name,
  contract: group,
  trial: group,
})
/** A community service needs no facility number. */
const communityService = (name: string) =>
  ({ ...everywhere(name, 'community'), mayLackNumber: true }) as const
/** Child services are charged with the others in a contract and have a group of their own in the trial. */
const childService = (name: string) => ({ name, contract: 'disability', trial: 'child' }) as const

/** Service key → Japanese name and group in each catalogue, in screen order. */
export const SERVICES = {
  KEIKAKU_SOUDAN: everywhere('計画相談支援', 'consultation'),
  TIKI_IKOU: everywhere('地域移行支援', 'consultation'),
  TIKI_TEITYAKU: everywhere('地域定着支援', 'consultation'),
  SHOGAIJI_SODAN: everywhere('障害児相談支援', 'consultation'),
  IDO: communityService('移動支援'),
  NICCHU: communityService('日中一時支援'),
  OTHER: communityService('その他の地域生活支援事業'),
  HOME_HELP: everywhere('居宅介護', 'disability'),
  JUHO: everywhere('重度訪問介護', 'disability'),
  KOUDOU: everywhere('行動援護', 'disability'),
  JUDO_HOUKATSU: everywhere('重度障害者等包括支援', 'disability'),
  DOUKOU: everywhere('同行援護', 'disability'),
  RYOYO: everywhere('療養介護', 'disability'),
  SEIKATSU_KAIGO: everywhere('生活介護', 'disability'),
  TANKI: everywhere('短期入所', 'disability'),
  SHISETSU_NYUSHO: everywhere('施設入所支援', 'disability'),
  KYODO: everywhere('共同生活援助', 'disability'),
  SYUKUHAKU_JIRITSU_KUNREN: everywhere('宿泊型自立訓練', 'disability'),
  JIKATSU: everywhere('自立生活援助', 'disability'),
  KINOU_KUNREN: everywhere('自立訓練（機能訓練）', 'disability'),
  SEIKATSU_KUNREN: everywhere('自立訓練（生活訓練）', 'disability'),
  SYURO_IKOU: everywhere('就労移行支援', 'disability'),
  SYURO_IKOU_YOUSEI: everywhere('就労移行支援（養成施設）', 'disability'),
  SYUKEI_A: everywhere('就労継続支援A型', 'disability'),
  SYUKEI_B: everywhere('就労継続支援B型', 'disability'),
  TEITYAKU: everywhere('就労定着支援', 'disability'),
  SYURO_SENTAKU: { name: '就労選択支援', trial: 'disability' },
  JIHATSU: childService('児童発達支援'),
  JIHATSU_CENTER_IRYO: childService('医療型児童発達支援'),
  HOKAGO: childService('放課後等デイサービス'),
  HOHO: childService('保育所等訪問支援'),
  JIHATSU_KYOTAKU: childService('居宅訪問型児童発達支援'),
  NYUSHO: childService('福祉型障害児入所施設'),
  NYUSHO_IRYO: childService('医療型障害児入所施設'),
} as const satisfies Record<string, ServiceRow>

export type ServiceKey = keyof typeof SERVICES

export const SERVICE_KEYS = Object.keys(SERVICES) as ServiceKey[]

export function isServiceKey(key: string): key is ServiceKey {
  return Object.hasOwn(SERVICES, key)
}

/** For people; a key that this build does not know as it is. */
export function serviceName(key: string): string {
  return isServiceKey(key) ? SERVICES[key].name : key
}

/** The group of a service in a catalogue; undefined where the catalogue does not have the service. */
export function groupOf(catalogue: Catalogue, key: string): ServiceGroup | undefined {
  if (!isServiceKey(key)) return undefined
  const service: ServiceRow = SERVICES[key]
  return service[catalogue]
}

export function mayLackNumber(key: string): boolean {
  return isServiceKey(key) && 'mayLackNumber' in SERVICES[key]
}

export type OfferedGroup = { group: ServiceGroup; name: string; services: ServiceKey[] }

/** The catalogue as a select shows it: its groups in order, those without a price today left out. */
export function offeredGroups(
  catalogue: Catalogue,
  isPriced: (group: ServiceGroup) => boolean,
): OfferedGroup[] {
  return (Object.keys(GROUPS) as ServiceGroup[])
    .filter(isPriced)
    .map((group) => ({
      group,
      name: GROUPS[group].name,
      services: SERVICE_KEYS.filter((key) => groupOf(catalogue, key) === group),
    }))
    .filter(({ services }) => services.length > 0)
}
