/** Look-ups of postal codes, one after another on every connection. */
import { API_BASE, PATHS } from '#domain/contract.ts'
import { answer } from '../child.ts'
import { openConnection } from './connection.ts'

export type LookUps = {
  port: number
  connections: number
  seconds: number
  codes: readonly string[]
}

/** Look-ups a second. */
answer<LookUps, number>(async ({ port, connections, seconds, codes }) => {
  const requests = codes.map((code) => requestOf(`127.0.0.1:${port}`, code))
  let asked = 0
  const until = performance.now() + 1000 * seconds
  const lane = async () => {
    const connection = await openConnection(port)
    while (performance.now() < until) {
      const { status } = await connection.ask(requests[asked++ % requests.length] ?? '')
      if (status !== 200) throw new Error(`a look-up was answered ${status}`)
    }
    connection.close()
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return (1000 * asked) / (performance.now() - from)
})

function requestOf(host: string, code: string): string {
  return [
    `GET ${API_BASE}${PATHS.postalCodes}?zipcode=${code} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: */*',
    'Sec-Fetch-Site: same-origin',
    '\r\n',
  ].join('\r\n')
}
