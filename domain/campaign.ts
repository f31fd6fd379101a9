/** Campaign tracking values of a trial link's query (specification 2). */

/** Read by the trial page from its query string; sent empty where they are missing. */
export const CAMPAIGN_KEYS = [
  'lead_id',
  'contact_id',
  'service',
  'utm_source',
  'lp_category',
  'content',
  'utm_campaign',
  'utm_term',
] as const

/** UTF-16 units of each value (reading 30). */
export const CAMPAIGN_LIMIT = 255

export type CampaignKey = (typeof CAMPAIGN_KEYS)[number]
export type Campaign = Record<CampaignKey, string>
