/** The origins besides the pages' own that they call, by the addresses of site.ts. */

/** Each origin once. Throws for an address without a scheme, which no policy could name. */
export function foreignOrigins(addresses: readonly string[]): string[] {
  const relative = /^\/(?!\/)/
  const absolute = addresses.filter((address) => !relative.test(address))
  const nameless = absolute.find((address) => !/^https?:\/\//.test(address))
  if (nameless !== undefined)
    throw new RangeError(`${nameless}: begin with / or with http:// or https://`)
  return [...new Set(absolute.map((address) => new URL(address).origin))]
}
