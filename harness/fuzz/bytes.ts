/** Valid requests with their bytes changed, on the bare socket: whatever comes back is HTTP, in shape, and no 5xx. */
import { connect } from 'node:net'
import fc from 'fast-check'
import { API_BASE, customerPath, PATHS } from '#contract/apply.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { ATTACKS, BAD_BYTES } from './corpus.ts'
import { judge, type Reply } from './exchange.ts'
import { explore, type Part } from './part.ts'

/** Sockets that are open at once. */
const TOGETHER = 24

export const bytes: Part = {
  name: 'bytes',
  share: 0.35,
  async run({ servers, ...trial }) {
    const statuses = new Map<number, number>()
    let requests = 0
    const batch = fc.array(MUTATED, { minLength: TOGETHER, maxLength: TOGETHER })
    const runs = await explore(trial, batch, async (requestsOfRun) => {
      const server = servers[requests % 2] ?? servers[0]
      if (!server) throw new RangeError('no server')
      const { port } = new URL(server.url)
      requests += requestsOfRun.length + 1
      const texts = await Promise.all(requestsOfRun.map((pieces) => send(Number(port), pieces)))
      for (const reply of texts.flatMap(repliesIn)) {
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        judgeBare(reply)
      }
      const alive = await fetch(`${server.url}/livez`)
      if (alive.status !== 200) throw new Error(`/livez is ${alive.status}`)
      server.requireWell()
    })
    return { runs, requests, statuses }
  },
}

const TEMPLATES = [
  ...requestsTo('POST', API_BASE + PATHS.register, 'application/x-www-form-urlencoded', [
    'jigyousha=%E6%B3%95%E4%BA%BA&zipcode=1000001&address=a&tel=1&mailaddress=a%40b.test' +
      '&person=p&appform=3&insert=true&page=2&plan3=1',
  ]),
  ...requestsTo('POST', API_BASE + customerPath('consent', 'C-9'), 'application/json', [
    '{"kind":3}',
    '{"kind":2,"priceText":"9,980"}',
  ]),
  ...requestsTo('POST', API_BASE + customerPath('facilities', 'C-9'), 'application/json', [
    '{"facilities":[{"facilityName":"あ","facilityNumber":"1","serviceKey":"KYODO"}]}',
  ]),
  ...requestsTo('POST', VITALS_ADDRESS, 'application/json', [
    '{"page":"/","metrics":[{"name":"CLS","value":0.1}]}',
  ]),
  'GET /entry/input HTTP/1.1\r\nhost: a\r\naccept-encoding: br, gzip;q=0.5\r\nif-none-match: "x"\r\n\r\n',
  `GET ${API_BASE}${PATHS.postalCodes}?zipcode=1000001 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
  'HEAD / HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n',
]

function requestsTo(method: string, path: string, type: string, bodies: string[]): string[] {
  return bodies.flatMap((body) => {
    const head = `${method} ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n`
    const length = Buffer.byteLength(body)
    return [
      `${head}idempotency-key: k\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${body}`,
      `${head}transfer-encoding: chunked\r\n\r\n${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ]
  })
}

/** What protocols stumble over. */
const TOKENS = [
  ...['\r\n', '\r\n\r\n', '\n', '\r', '\0', ' ', '\t', ':', ';', ',', '%', '"', '{', '[', '/', '?'],
  'content-length: 5\r\n',
  'content-length: -1\r\n',
  'content-length: 99999999999999999999\r\n',
  'transfer-encoding: chunked\r\n',
  'transfer-encoding: chunked, identity\r\n',
  'expect: 100-continue\r\n',
  'upgrade: websocket\r\nconnection: upgrade\r\n',
  'connection: keep-alive\r\n',
  'content-type: application/json; charset="\r\n',
  'x-forwarded-for: 1.2.3.4, ::ffff:1.2.3.4, x\r\n',
  'host: b\r\n',
  'cookie: a=b; __proto__=c\r\n',
  `x: ${'a'.repeat(17_000)}\r\n`,
  'x: 1\r\n'.repeat(1_500),
  ' HTTP/1.0',
  ' HTTP/2.0',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
  'http://evil.test:80/',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '5;x="y"\r\nhello\r\n',
]

type Change = (bytes: Buffer) => Buffer

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length)

const CHANGE: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(([where, value]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    if (changed.length > 0) changed[at(changed, where)] = value
    return changed
  }),
  fc.tuple(place, place).map(([where, length]) => (bytes: Buffer) => {
    const from = at(bytes, where)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + Math.ceil(length * 20))])
  }),
  fc.tuple(place, place).map(([where, end]) => (bytes: Buffer) => {
    const [from, to] = [at(bytes, Math.min(where, end)), at(bytes, Math.max(where, end))]
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  }),
  place.map((where) => (bytes: Buffer) => bytes.subarray(0, at(bytes, where))),
  fc
    .tuple(
      place,
      fc.oneof(
        fc.constantFrom(...TOKENS).map((text) => Buffer.from(text)),
        fc.constantFrom(...ATTACKS).map((text) => Buffer.from(text)),
        fc.constantFrom(...BAD_BYTES),
      ),
    )
    .map(([where, put]) => (bytes: Buffer) => {
      const from = at(bytes, where)
      return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from)])
    }),
)

/** One to three requests on one connection, changed, in one to three pieces; a character a byte, to be read when it fails. */
const MUTATED: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.array(fc.constantFrom(...TEMPLATES), { minLength: 1, maxLength: 3 }),
    fc.array(CHANGE, { maxLength: 3 }),
    fc.array(place, { maxLength: 2 }),
  )
  .map(([requests, changes, cuts]) => {
    let bytes = Buffer.from(requests.join(''))
    for (const change of changes) bytes = Buffer.from(change(bytes))
    const ends = [...cuts.map((cut) => at(bytes, cut)).sort((a, b) => a - b), bytes.length]
    return ends.map((end, index) => bytes.toString('latin1', ends[index - 1] ?? 0, end))
  })

/** An answer comes at once or is not due: what is waited for is cut off by limits that have their own tests. */
const SILENCE_MS = 120

/** Sends the pieces apart, and resolves to all that came back. */
function send(port: number, pieces: readonly string[]): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  // A server that refuses half-way resets the rest: that is no answer, and no fault.
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(chunks)))
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(SILENCE_MS, () => socket.destroy())
  const [first = '', ...rest] = pieces
  socket.write(first, 'latin1')
  for (const piece of rest) setImmediate(() => socket.write(piece, 'latin1'))
  return promise
}

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/

/** The answers on one connection. Throws for what is no HTTP; the last one may be cut short. */
export function repliesIn(stream: Buffer): Reply[] {
  const replies: Reply[] = []
  let rest = stream
  while (rest.length > 0) {
    const [head, status, lines = ''] = HEAD.exec(rest.toString('latin1')) ?? []
    if (head === undefined) {
      if (rest.subarray(0, 9).toString() === 'HTTP/1.1 ' && !rest.includes('\r\n\r\n'))
        return replies
      throw new Error(`no HTTP: ${rest.toString().slice(0, 200)}`)
    }
    const headers = Object.fromEntries(
      lines
        .trim()
        .split('\r\n')
        .map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    )
    rest = rest.subarray(head.length)
    // An answer to HEAD tells a length that does not follow.
    const isBodiless = rest.subarray(0, 9).toString() === 'HTTP/1.1 '
    const length = isBodiless ? 0 : Number(headers['content-length'] ?? 0)
    const text = rest.subarray(0, length).toString()
    if (text !== '' && rest.length < length) return replies
    replies.push({ status: Number(status), headers, text })
    rest = rest.subarray(length)
  }
  return replies
}

function judgeBare(reply: Reply): void {
  const isInterim = reply.status < 200
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  if (!isInterim) judge(reply, isJson && reply.text !== '')
}
