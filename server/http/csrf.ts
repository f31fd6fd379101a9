/** CSRF defence: whether another site's page made a browser send this request. Requests without Sec-Fetch-Site or Origin pass. */

type Sender = {
  /** Sec-Fetch-Site, which a browser sets and no page can. */
  fetchSite: string | undefined
  origin: string | undefined
  /** The host the client asked for, behind a trusted proxy too. */
  host: string
}

/** Checks Sec-Fetch-Site, else Origin against Host. Without either header the client is no browser, and passes. */
export function isCrossSite({ fetchSite, origin, host }: Sender): boolean {
  if (fetchSite === 'same-origin' || fetchSite === 'none') return false
  if (fetchSite === 'cross-site') return true
  return origin !== undefined && hostOf(origin) !== host.toLowerCase()
}

/** The host and port of an origin as a Host header names them; null for 'null' and whatever is no origin. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null
}
