/** Applying without the pages, as a plain client of the API does. */
import { randomUUID } from 'node:crypto'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { apply, NO_CAMPAIGN, priceOf } from '../client/application.ts'

const APPLICANT = {
  companyName: '社会福祉法人ひだまり',
  zipcode: '1000001',
  address: '東京都千代田区千代田1-1',
  tel: '03-1234-5678',
  email: 'hidamari@example.jp',
  person: '佐藤 次郎',
}

/** One facility: 9,980 yen a month. */
const FACILITIES: FacilityBody[] = [
  { facilityName: 'ひだまりの家', facilityNumber: '1310000001', serviceKey: 'KYODO' },
]

type Applied = {
  username: string
  /** The path of its status page; empty where the product has no public address. */
  statusPath: string
}

/** Applies for a new contract; `url` is the product's. Gives the username. */
export async function applyForContract(
  url: string,
  applicant: Partial<typeof APPLICANT>,
  facilities = FACILITIES,
): Promise<string> {
  return (await applyForStatus(url, applicant, facilities)).username
}

export async function applyForStatus(
  url: string,
  applicant: Partial<typeof APPLICANT>,
  facilities = FACILITIES,
): Promise<Applied> {
  const { customer: username, statusLink } = await apply(url, {
    key: randomUUID(),
    flow: 'entry',
    customer: null,
    applicant: { ...EMPTY_APPLICANT, ...APPLICANT, ...applicant },
    campaign: NO_CAMPAIGN,
    priceText: priceOf('contract', facilities, Date.now()),
    facilities,
  })
  if (statusLink === '') return { username, statusPath: '' }
  const { pathname, hash } = new URL(statusLink)
  return { username, statusPath: pathname + hash }
}

/** Asks to stop a contract, as anybody can who knows a customer number. */
export async function askToStop(url: string, customer: string): Promise<void> {
  await apply(url, {
    ...{ key: randomUUID(), flow: 'suspension', customer, facilities: [] },
    ...{ applicant: EMPTY_APPLICANT, campaign: NO_CAMPAIGN, priceText: null },
  })
}
