/**
 * A client's address: the rate-limit key, which is its IPv4 address or its IPv6 /64 (one subscriber's), and the reverse
 * proxies whose headers are believed when they name the client, the person or the request.
 */

import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What `senderOf` has found; empty before. */
    sender: string
  }
}

/** The bucket of a request's client, looked up once: Fastify reads the headers of proxies anew each time it is asked. */
export function senderOf(request: FastifyRequest): string {
  request.sender ||= addressBucket(request.ip)
  return request.sender
}

/** A closed socket has no address any more: all of those share one bucket. */
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
  const after = tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** Whether an address is one of these addresses and networks, IPv4 or IPv6. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = familyOf(address)
    list.addSubnet(
      address,
      prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix),
      family,
    )
  }
  const isIn = (address: string) => isIP(address) !== 0 && list.check(address, familyOf(address))
  // Nearly every request comes through the same proxy.
  let last = { address: '', isIn: false }
  return (address) => {
    if (address !== last.address) last = { address, isIn: isIn(address) }
    return last.isIn
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
