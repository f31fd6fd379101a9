/** The reverse proxies that are believed: whose headers name the client, the person or the request. */
import { BlockList, isIP } from 'node:net'

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
