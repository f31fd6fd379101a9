/** One request as a client makes it: over a connection that is kept, and without believing that an answer comes. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }
/** Stops a body half-way: `taken` is called when the server has begun with the request, the rest follows `goOn`. */
export type Halt = { taken: () => void; goOn: Promise<unknown> }
export type Message = { path: string; headers: Record<string, string>; body: string }

const PATIENCE_MS = 15_000

/** Rejects where no whole answer comes, with the code of the error as its message. `url` has no path. */
export function post(
  agent: Agent,
  url: string,
  { path, headers, body }: Message,
  halt?: Halt,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.message))
    const bytes = Buffer.from(body)
    const sending = request(`${url}${path}`, {
      agent,
      method: 'POST',
      headers: {
        ...headers,
        'content-length': bytes.length,
        ...(halt && { expect: '100-continue' }),
      },
      timeout: PATIENCE_MS,
    })
    sending.on('timeout', () => sending.destroy(new Error('timeout')))
    sending.on('error', fail)
    sending.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', fail)
      response.on('end', () => {
        const { statusCode = 0, headers, complete } = response
        if (complete) resolve({ status: statusCode, headers, text })
        else reject(new Error('cut off'))
      })
    })
    if (!halt) return void sending.end(bytes)
    const half = bytes.length >> 1
    sending.on('continue', halt.taken)
    sending.write(bytes.subarray(0, half))
    void halt.goOn.then(() => sending.end(bytes.subarray(half)))
  })
}
