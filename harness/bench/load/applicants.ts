/** The registrations of the bench: real ones, each with its own key, address, mail, telephone and corporation. */

import type { FacilityBody } from '#contract/apply-schemas.ts'
import { type Applicant, EMPTY_APPLICANT } from '#domain/applicant.ts'
import { priceOf } from '../../client/application.ts'

/** Numbers of applicants have so many digits, so that all requests are equally long. */
export const FIRST_NUMBER = 100_000_000

export function keyOf(number: number): string {
  return `bench-5f0c2a94e1d7-${number}`
}

/** No two of sixteen million share an address, as applicants in their offices do not. */
export function addressOf(number: number): string {
  return [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.')
}

export function applicantOf(number: number): Applicant {
  return {
    ...EMPTY_APPLICANT,
    companyName: `社会福祉法人あおぞら会 第${number}支部`,
    zipcode: '1310032',
    address: '東京都墨田区東向島1-2-3 あおぞらビル2階',
    tel: `0${number}`,
    email: `tanaka.${number}@aozora.example.jp`,
    person: '田中 花子',
  }
}

/** Five rows, four numbers, two groups. */
export const FACILITIES: readonly FacilityBody[] = [
  ['あおぞら作業所', '1310000011', 'SYUKEI_B'],
  ['あおぞら作業所', '1310000011', 'SEIKATSU_KAIGO'],
  ['ひだまりホーム', '1320000022', 'KYODO'],
  ['こもれび放課後クラブ', '1350000033', 'HOKAGO'],
  ['あおぞら相談室', '1330000044', 'KEIKAKU_SOUDAN'],
].map(([facilityName = '', facilityNumber = '', serviceKey = '']) => ({
  facilityName,
  facilityNumber,
  serviceKey,
}))

/** What five such rows cost under the list in force. */
export const priceText = (): string => priceOf('contract', FACILITIES, Date.now())
