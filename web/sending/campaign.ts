/** Campaign tracking values of the trial page's query string (specification 2). */
import { TEXT_LIMIT } from '#domain/applicant.ts'
import { CAMPAIGN_KEYS, type Campaign } from '#domain/campaign.ts'
import { isUnstorable } from '#domain/storable.ts'

/** Values that the server could not store are left empty: a damaged link must not stop an application. */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search)
  const entries = CAMPAIGN_KEYS.map((key) => {
    const value = (query.get(key) ?? '').slice(0, TEXT_LIMIT)
    return [key, isUnstorable(value) ? '' : value]
  })
  return Object.fromEntries(entries) as Campaign
}
