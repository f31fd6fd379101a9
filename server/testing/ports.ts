/** Ports of this machine that nobody uses. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on any port of loopback; gives which. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** One that was free a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** So many that were free a moment ago, none of them twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(servers.map(listen))
  for (const server of servers) server.close()
  return ports
}
