/** Which body types a group of routes takes; any other type, and any charset but UTF-8, is 415. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
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
      if (!isUtf8Type(request.headers['content-type'])) throw new AppError('unsupported_media_type')
      done(null, parse(bytes))
    } catch (error) {
      done(error as AppError)
    }
  })
}

/** Whether a Content-Type names no charset, or UTF-8: text in another one would be read as other characters. */
function isUtf8Type(type = ''): boolean {
  return type.split(';').every((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    return name.trim().toLowerCase() !== 'charset' || /^"?utf-?8"?$/i.test(value.trim())
  })
}
