/** Applying without the pages, as a plain client of the API does. */
import { API_BASE, customerPath, FIXED_FIELDS, PATHS, WIRE_NAMES } from '#contract/apply.ts'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import { FLOWS } from '#domain/flows.ts'
import { estimate, formatAmount, priceListAt } from '#domain/prices.ts'

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
  const values = { ...APPLICANT, ...applicant }
  const form = new URLSearchParams({
    ...Object.fromEntries(
      Object.entries(values).map(([field, text]) => [
        WIRE_NAMES[field as keyof typeof values],
        text,
      ]),
    ),
    appform: String(FLOWS.entry.appform),
    ...FIXED_FIELDS,
  })
  const api = `${url}${API_BASE}`
  const { username } = (await post(`${api}${PATHS.register}`, form)) as { username: string }
  const consent = { kind: FLOWS.entry.kind, priceText: priceOf(facilities) }
  await post(`${api}${customerPath('consent', username)}`, consent)
  const last = await post(`${api}${customerPath('facilities', username)}`, { facilities })
  const { statusLink } = last as { statusLink?: string }
  if (statusLink === undefined) return { username, statusPath: '' }
  const { pathname, hash } = new URL(statusLink)
  return { username, statusPath: pathname + hash }
}

function priceOf(facilities: readonly FacilityBody[]): string {
  const rows = facilities.map((facility, index) => ({ no: index + 1, ...facility }))
  return formatAmount(estimate(priceListAt('contract', Date.now()), rows)?.total ?? 0)
}

async function post(address: string, body: URLSearchParams | object): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(address, {
    method: 'POST',
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
