/** JSON with Japanese text in it. As a string it would be encoded together with the head of the answer: 2 µs of 22. */
import type { FastifyReply } from 'fastify'

export function sendJson(reply: Pick<FastifyReply, 'header' | 'send'>, data: unknown): void {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(Buffer.from(JSON.stringify(data)))
}
