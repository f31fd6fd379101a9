/** JSON with an ETag of its content: a poll is answered 304 while nothing changed. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendVersion(request: FastifyRequest, reply: FastifyReply, data: object) {
  const text = JSON.stringify(data)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
