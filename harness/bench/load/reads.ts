/** Reads, one after another on every connection. */
import { answer } from '../child.ts'
import { openConnection } from './connection.ts'

export type Reads = {
  port: number
  connections: number
  seconds: number
  /** Asked for in turn. */
  paths: readonly string[]
}

/** Reads a second. */
answer<Reads, number>(async ({ port, connections, seconds, paths }) => {
  const requests = paths.map((path) => requestOf(`127.0.0.1:${port}`, path))
  let asked = 0
  const until = performance.now() + 1000 * seconds
  const lane = async () => {
    const connection = await openConnection(port)
    while (performance.now() < until) {
      const { status } = await connection.ask(requests[asked++ % requests.length] ?? '')
      if (status !== 200) throw new Error(`a read was answered ${status}`)
    }
    connection.close()
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return (1000 * asked) / (performance.now() - from)
})

function requestOf(host: string, path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: */*',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Sec-Fetch-Site: same-origin',
    '\r\n',
  ].join('\r\n')
}
