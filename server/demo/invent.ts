/** The applications of a demo desk: invented people and corporations, the same ones each time. Pure. */

import type { FacilityBody } from '#contract/apply-schemas.ts'
import {
  type Applicant,
  CAMPAIGN_KEYS,
  type Campaign,
  CHANCES,
  EMPTY_APPLICANT,
  normaliseApplicant,
} from '#domain/applicant.ts'
import { type Catalogue, SERVICE_KEYS } from '#domain/catalogue.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { SAMPLE_CAMPAIGNS } from '#domain/operator-words.ts'
import { estimate, formatAmount, isOffered, priceListAt } from '#domain/prices.ts'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'

/** What becomes of an application, as far as its age lets it. */
export type Fate =
  | 'never completed'
  | 'untouched'
  | 'begun'
  | 'done'
  | 'rejected'
  | 'withdrawn at once'
  | 'asks to withdraw'
  | 'asked'
  | 'answered'
  | 'correction waits'
  | 'corrected'
  | 'message'
  | 'mail failed'

export type Invented = {
  no: number
  at: number
  flow: Flow
  fate: Fate
  applicant: Applicant
  campaign: Campaign
  facilities: FacilityBody[]
  priceText: string | undefined
  /** Of an existing customer; empty for a new one. */
  customer: string
  /** Who takes care of it. */
  colleague: string
  /** Milliseconds from its completion to the first reaction, and from that to its end. */
  reactsAfter: number
  endsAfter: number
}

export const COLLEAGUES = ['佐藤 美咲', '鈴木 健太', '高橋 陽子'] as const

export const DEMO_DAYS = 122

/** A sequence that looks like chance and is the same each time (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** In the order of time; the last days before `now` have their share. */
export function inventApplications(count: number, now: number): Invented[] {
  const chance = createChance(20_261_201)
  const times = Array.from({ length: count }, () => timeOf(chance, now)).toSorted((a, b) => a - b)
  return withContracts(times.map((at, no) => inventOne(chance, no, at, now)))
}

/** Every third contract is of somebody who has tried before, at least three days ago. */
function withContracts(all: readonly Invented[]): Invented[] {
  const tried = all.filter(({ flow, fate }) => flow === 'trial' && fate === 'done')
  const contracts = all.filter(({ flow }) => flow === 'entry')
  return all.map((one) => {
    const turn = contracts.indexOf(one)
    const trial = tried[Math.floor(turn / 3)]
    if (turn % 3 !== 2 || trial === undefined || one.at - trial.at < 3 * DAY_MS) return one
    const { companyName, zipcode, address, tel, email, person } = trial.applicant
    const same = { companyName, zipcode, address, tel, email, person }
    return { ...one, applicant: normaliseApplicant({ ...EMPTY_APPLICANT, ...same }) }
  })
}

/** Most come by day; hours and minutes of Tokyo are those of no machine. */
function timeOf(chance: () => number, now: number): number {
  const day = Math.floor(DEMO_DAYS * Math.sqrt(chance()))
  const hour = 8 + (chance() + chance()) * 6
  const midnight = now - ((now + 9 * HOUR_MS) % DAY_MS)
  const at = midnight - (DEMO_DAYS - day) * DAY_MS + hour * HOUR_MS
  return Math.round(Math.min(at, now - HOUR_MS))
}

const FLOW_SHARES = { entry: 4, trial: 4, migration: 1, suspension: 1 } as const
const OLD_FATES = {
  done: 70,
  rejected: 6,
  'withdrawn at once': 3,
  'never completed': 7,
  begun: 2,
  asked: 1,
  answered: 4,
  corrected: 5,
  'mail failed': 2,
} as const
const NEW_FATES = {
  untouched: 24,
  begun: 18,
  done: 12,
  asked: 12,
  message: 8,
  'correction waits': 8,
  'asks to withdraw': 6,
  'never completed': 6,
  'mail failed': 6,
} as const
const NEW_MS = 8 * DAY_MS

function inventOne(chance: () => number, no: number, at: number, now: number): Invented {
  const pick = <T>(all: readonly T[]) => all[Math.floor(chance() * all.length)] as T
  const flow = weighted(chance, FLOW_SHARES)
  const { catalogue, customer } = FLOWS[flow]
  const wanted = weighted<Fate>(chance, now - at < NEW_MS ? NEW_FATES : OLD_FATES)
  const facilities = catalogue === null ? [] : inventFacilities(chance, catalogue, no, at)
  return {
    ...{ no, at, flow, facilities, fate: possible(flow, wanted) },
    ...{ applicant: inventApplicant(pick, flow, no), campaign: inventCampaign(chance, pick) },
    priceText: catalogue === null ? undefined : priceOf(catalogue, facilities, at),
    customer: customer === 'existing' ? `C-${20_000 + no}` : '',
    colleague: pick(COLLEAGUES),
    reactsAfter: Math.ceil(HOUR_MS * (0.3 + 30 * chance() ** 3)),
    endsAfter: Math.ceil(HOUR_MS * (0.5 + 120 * chance() ** 3)),
  }
}

export function weighted<K extends string>(
  chance: () => number,
  shares: Partial<Record<K, number>>,
): K {
  const rows = Object.entries(shares) as [K, number][]
  let left = chance() * rows.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share] of rows) {
    left -= share
    if (left < 0) return name
  }
  return rows[0]?.[0] as K
}

/** Whoever types a customer number alone has no address and no telephone number: nothing leads behind the gate. */
function possible(flow: Flow, fate: Fate): Fate {
  if (hasApplicant(flow)) return fate
  const isOpen = fate !== 'done' && fate !== 'rejected' && fate !== 'never completed'
  if (fate === 'never completed' && flow === 'suspension') return 'untouched'
  return isOpen && fate !== 'untouched' ? 'begun' : fate
}

const FORMS = ['社会福祉法人', '株式会社', '特定非営利活動法人', '合同会社', '一般社団法人']
const WORDS = [
  '青空',
  '日向',
  '若葉',
  '希望',
  '虹色',
  '四葉',
  '大地',
  '清流',
  '白樺',
  '星空',
  '海風',
  '笑顔',
]
// Many: of two alike within a month the second is marked as a possible duplicate.
const TOWNS = [...'東西南北中上下新古本大小高平長広宮松竹梅桜森林川谷原島浜'].flatMap((first) =>
  ['野', '田', '山', '丘', '町'].map((second) => first + second),
)
const ENDS = ['会', 'の里', '福祉会', 'ケア', 'サポート', '舎']
const SURNAMES = [
  '佐々木',
  '山田',
  '伊藤',
  '渡辺',
  '中村',
  '小林',
  '加藤',
  '吉田',
  '山口',
  '松本',
  '井上',
  '木村',
]
const GIVEN = ['太郎', '花子', '一郎', '直樹', '恵子', '大輔', '由美', '翔太', '裕子', '美咲']
const PLACES = [
  ['1000001', '東京都千代田区千代田99番地'],
  ['5300001', '大阪府大阪市北区梅田99番地'],
  ['0600001', '北海道札幌市中央区北一条西99丁目'],
  ['8120011', '福岡県福岡市博多区博多駅前99番地'],
  ['4600008', '愛知県名古屋市中区栄99番地'],
] as const

function inventApplicant(pick: <T>(all: readonly T[]) => T, flow: Flow, no: number): Applicant {
  const [zipcode, address] = pick(PLACES)
  const [chance] = pick(CHANCES)
  const nowsoft = pick(['1', '2', '2', '3', '4'])
  const corporation = {
    ...EMPTY_APPLICANT,
    companyName: `${pick(FORMS)}${pick(TOWNS)}${pick(WORDS)}${pick(ENDS)}`,
    ...{ zipcode, address, tel: `03-0000-${String(1000 + no)}` },
    email: `desk${no}@demo${no % 37}.example.jp`,
    person: `${pick(SURNAMES)} ${pick(GIVEN)}`,
  }
  if (flow !== 'trial') return normaliseApplicant(corporation)
  return normaliseApplicant({
    ...{ ...corporation, chance, nowsoft },
    otherFacility: chance === '6' ? `${pick(WORDS)}作業所` : '',
    nowsoftname: nowsoft === '2' ? 'らくらく請求' : '',
  })
}

/** The last one is nobody's: no file names it. */
const CAMPAIGNS = [...SAMPLE_CAMPAIGNS, 'spring@example.jp', '']

function inventCampaign(chance: () => number, pick: <T>(all: readonly T[]) => T): Campaign {
  const none = Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, ''])) as Campaign
  const name = chance() < 0.6 ? pick(CAMPAIGNS) : ''
  return { ...none, utm_campaign: name, utm_source: name === '' ? '' : 'newsletter' }
}

function inventFacilities(
  chance: () => number,
  catalogue: Catalogue,
  no: number,
  at: number,
): FacilityBody[] {
  const list = priceListAt(catalogue, at)
  const offered = SERVICE_KEYS.filter((key) => isOffered(list, key))
  return Array.from({ length: 1 + Math.floor(12 * chance() ** 3) }, (_, row) => ({
    facilityName: `${WORDS[(no + row) % WORDS.length]}${row % 2 === 0 ? '作業所' : 'ホーム'}`,
    facilityNumber: inventedNumber(20 * no + row),
    serviceKey: offered[Math.floor(chance() * offered.length)] ?? 'KYODO',
  }))
}

/** Of an office that does not exist, with its check digit. */
function inventedNumber(serial: number): string {
  const base = `139${String(serial).padStart(6, '0')}`
  const numbers = Array.from({ length: 10 }, (_, digit) => `${base}${digit}`)
  return numbers.find(hasValidCheckDigit) ?? base
}

export function priceOf(
  catalogue: Catalogue,
  facilities: readonly FacilityBody[],
  at: number,
): string {
  const rows = facilities.map((facility, index) => ({ no: index + 1, ...facility }))
  return formatAmount(estimate(priceListAt(catalogue, at), rows)?.total ?? 0)
}
