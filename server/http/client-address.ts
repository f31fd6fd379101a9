/** The address that a limit is counted for: an IPv4 address, or the /64 that one IPv6 subscriber has to itself. */
import { isIPv4, isIPv6 } from 'node:net'

/** Whoever hung up before the request was looked at has no address any more: all of them are counted as one. */
export function addressBucket(address = 'gone'): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  const [bare = ''] = address.split('%')
  return isIPv6(bare) ? `${networkPart(bare)}::/64` : address
}

/** The first four groups, written in the one way that the URL standard writes them. */
function networkPart(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before.slice(0, 4).join(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
