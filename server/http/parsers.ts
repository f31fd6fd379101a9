/** Which body types a group of routes takes; any other is 415 before a byte of it is read. */
import type { FastifyInstance } from 'fastify'
import { parseFormBody } from './form-body.ts'
import { parseJsonBody } from './json-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body as it came; 0 where there was none. */
    bodyBytes: number
  }
}

export function takeJson(app: FastifyInstance): void {
  take(app, 'application/json', parseJsonBody)
}

export function takeForms(app: FastifyInstance): void {
  take(app, 'application/x-www-form-urlencoded', parseFormBody)
}

function take(app: FastifyInstance, type: string, parse: (bytes: Buffer) => unknown): void {
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    request.bodyBytes = bytes.length
    try {
      done(null, parse(bytes))
    } catch (error) {
      done(error instanceof Error ? error : new Error('parser', { cause: error }))
    }
  })
}
