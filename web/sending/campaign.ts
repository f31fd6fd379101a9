/** Campaign tracking values of the trial page's query string (specification 2). */
import { CAMPAIGN_KEYS, CAMPAIGN_LIMIT, type Campaign } from '#domain/campaign.ts'
import { withoutUnstorable } from '#domain/storable.ts'

/** At most 255 UTF-16 units of each, without what could not be stored: a damaged link must not stop an application (reading 30). */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search)
  const entries = CAMPAIGN_KEYS.map((key) => {
    const value = withoutUnstorable(query.get(key) ?? '').slice(0, CAMPAIGN_LIMIT)
    // The cut may have halved a pair of surrogates.
    return [key, withoutUnstorable(value)]
  })
  return Object.fromEntries(entries) as Campaign
}
