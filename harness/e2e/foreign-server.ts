/** Somebody else's server of the same calls, on an origin of its own: it knows specification 7 and nothing beyond it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ForeignCall = {
  line: string
  type: string | undefined
  body: string
  headers: string[]
}
export type ForeignServer = {
  origin: string
  received: ForeignCall[]
  /** Answers the next call whose path ends so, once. */
  failNext(call: string, status: number, body: unknown): void
  stop(): Promise<void>
}

/** A name that has to be encoded to stand in a path. */
export const FOREIGN_USERNAME = '仮 12/34?#'

/** What the calls are answered with, which no page shows. */
export const FOREIGN_WORDS = ['registered-by-them', 'recorded-by-them'] as const

/** Listens on loopback; pages of any origin may call it, with no header but Content-Type. */
export async function startForeignServer(): Promise<ForeignServer> {
  const received: ForeignCall[] = []
  const failures: { call: string; status: number; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    if (request.method === 'OPTIONS') return allow(response)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://foreign.test')
    received.push(await asReceived(request))
    const at = failures.findIndex(({ call }) => pathname.endsWith(call))
    const [failure] = at < 0 ? [] : failures.splice(at, 1)
    if (failure) return answer(response, failure.status, failure.body)
    if (pathname.endsWith('/zip'))
      return answer(response, 200, zipcloud(searchParams.get('zipcode')))
    if (pathname.endsWith('/regist-renewal'))
      return answer(response, 201, { id: 7, username: FOREIGN_USERNAME, note: FOREIGN_WORDS[0] })
    // What a consent and the facilities are answered with means nothing.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(FOREIGN_WORDS[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    failNext: (call, status, body) => failures.push({ call, status, body }),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function allow(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    })
    .end()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  // As zipcloud does: JSON that calls itself plain text.
  response.writeHead(status, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
}

async function asReceived(request: IncomingMessage): Promise<ForeignCall> {
  return {
    line: `${request.method} ${request.url}`,
    type: request.headers['content-type'],
    body: (await buffer(request)).toString(),
    headers: Object.keys(request.headers),
  }
}

function zipcloud(zipcode: string | null) {
  const place = {
    zipcode,
    prefcode: '27',
    address1: '大阪府',
    address2: '大阪市',
    address3: '北区',
  }
  return { status: 200, message: null, results: [place] }
}
