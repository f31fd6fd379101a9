/** Applications to send: every one different, in words that are easily spoilt, by all four procedures. */

import type { FacilityBody } from '#contract/apply-schemas.ts'
import {
  APPLICANT_FIELDS,
  type Applicant,
  CAMPAIGN_KEYS,
  type Campaign,
  CHANCES,
  EMPTY_APPLICANT,
  normaliseApplicant,
} from '#domain/applicant.ts'
import { type Catalogue, SERVICE_KEYS } from '#domain/catalogue.ts'
import { FLOW_NAMES, FLOWS } from '#domain/flows.ts'
import { isOffered, priceListAt } from '#domain/prices.ts'
import { type Application, priceOf } from './application.ts'

/** The `no`th application of a ledger, at the prices of an instant (epoch milliseconds). */
export function invent(ledger: string, no: number, at: number): Application {
  const flow = FLOW_NAMES[no % FLOW_NAMES.length] ?? 'entry'
  const { customer, catalogue } = FLOWS[flow]
  const facilities = catalogue ? inventFacilities(catalogue, no, at) : []
  return {
    key: `${ledger}/${no}`,
    flow,
    customer: customer === 'existing' ? `${ledger}-${no}` : null,
    applicant: normaliseApplicant(inventApplicant(ledger, no)),
    campaign: Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, `${key}=${no}&＋`])) as Campaign,
    priceText: catalogue && priceOf(catalogue, facilities, at),
    facilities,
  }
}

/** Kanji beyond the first plane, a variation selector, a name kanji that NFC would rewrite, quotes and signs. */
const HARD_WORDS = `𠮷野家・葛\u{e0100}・\u{fa19}・髙﨑 "O'Brien" <&>%\\`

function inventApplicant(ledger: string, no: number): Applicant {
  const [chance] = CHANCES[no % CHANCES.length] ?? CHANCES[0]
  return {
    ...EMPTY_APPLICANT,
    companyName: `社会福祉法人 ${ledger} 第${no}号 ${HARD_WORDS}`,
    zipcode: String(1_000_000 + (no % 9_000_000)),
    address: `東京都千代田区 ${no}丁目 ${HARD_WORDS}`,
    tel: `03-${String(no).padStart(8, '0')}`,
    email: `applicant-${no}@${ledger}.example.jp`,
    person: `${APPLICANT_FIELDS.person.label} ${no}`,
    chance,
    otherFacility: `紹介元 ${no}`,
    nowsoft: String(1 + (no % 4)),
    nowsoftname: `他社ソフト ${no}`,
  }
}

const MOST_FACILITIES = 7

function inventFacilities(catalogue: Catalogue, no: number, at: number): FacilityBody[] {
  const list = priceListAt(catalogue, at)
  const services = SERVICE_KEYS.filter((key) => isOffered(list, key))
  return Array.from({ length: 1 + (no % MOST_FACILITIES) }, (_, row) => ({
    facilityName: `事業所 ${no}-${row} ${HARD_WORDS}`,
    // Two rows share a number now and then.
    facilityNumber: String(1_310_000_000 + no * MOST_FACILITIES + Math.max(0, row - (no % 2))),
    serviceKey: services[(no + row) % services.length] ?? 'OTHER',
  }))
}
