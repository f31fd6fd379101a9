/** One application of every flow, as the pages send them, and one that is left without its facilities. */
import { API_BASE, customerPath, PATHS, registrationFields } from '#contract/apply.ts'
import {
  CORPORATION,
  FACILITIES,
  NO_CAMPAIGN,
  PRICE,
  TRIAL,
} from '../../../server/testing/calls.ts'

export async function applyInEveryFlow(address: string): Promise<{ username: string }> {
  const entry = await register(address, 'entry')
  await consent(address, entry, { kind: 1, priceText: PRICE })
  await addFacilities(address, entry)
  await consent(address, 'C-100', { kind: 2, priceText: PRICE })
  await addFacilities(address, 'C-100')
  await consent(address, 'C-200', { kind: 3 })
  await register(address, 'trial')
  const open = await register(address, 'entry')
  await consent(address, open, { kind: 1, priceText: PRICE })
  return { username: open }
}

async function register(address: string, flow: 'entry' | 'trial'): Promise<string> {
  const applicant = flow === 'trial' ? TRIAL.applicant : CORPORATION
  const body = new URLSearchParams(registrationFields(flow, applicant, NO_CAMPAIGN))
  const answer = await fetch(`${address}${API_BASE}${PATHS.register}`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${flow}: ${answer.status} ${await answer.text()}`)
  const { username } = (await answer.json()) as { username: string }
  return username
}

export function consent(address: string, customer: string, body: object, headers = {}) {
  return post(`${address}${API_BASE}${customerPath('consent', customer)}`, body, headers)
}

export function addFacilities(address: string, customer: string) {
  const url = `${address}${API_BASE}${customerPath('facilities', customer)}`
  return post(url, { facilities: FACILITIES })
}

async function post(url: string, body: object, headers = {}): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
