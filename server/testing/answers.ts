/** Holds every answer of a server in this process to what its route states: a status, a code or a member that is not stated is a fault. */
import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ZodType, z } from 'zod'
import { FORESEEN } from '../routes/answers.ts'

const faults: string[] = []

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const fault = faultOf(request, reply, payload)
    if (fault !== undefined)
      faults.push(`${request.method} ${request.routeOptions.url} ${reply.statusCode}: ${fault}`)
    done()
  })
})

/** Those found since the last time. */
export function takeFaults(): string[] {
  return [...new Set(faults.splice(0))]
}

function faultOf(
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  const stated = routeOptions.schema?.response as Record<number, ZodType> | undefined
  if (!stated) return undefined
  const { [reply.statusCode]: schema } = stated
  if (!schema) return 'the status is not stated'
  const body = bodyOf(reply, payload)
  const parsed = schema.safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  // What a schema leaves out, fills in or changes was not described as it was sent.
  if (!isDeepStrictEqual(parsed.data, body))
    return `not as stated: ${beyond(body, parsed.data).join(', ') || 'its schema changes it'}`
  const codes = FORESEEN.get(schema)?.codes
  const code = codes && (body as { error: { code: string } }).error.code
  return code === undefined || codes?.some((one) => one === code)
    ? undefined
    : `${code} is not stated`
}

/** The members that were sent and are not stated. */
function beyond(sent: unknown, stated: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return []
  const known: Record<string, unknown> = { ...Object(stated) }
  return Object.entries(sent).flatMap(([key, value]) =>
    Object.hasOwn(known, key) ? beyond(value, known[key], `${path}/${key}`) : [`${path}/${key}`],
  )
}

/** As a client reads it, without the key that zod leaves out of every record; a stream is left alone. */
function bodyOf(reply: FastifyReply, payload: unknown): unknown {
  if (payload === null || payload === undefined || payload === '') return null
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  const text = payload.toString()
  return String(reply.getHeader('content-type')).startsWith('application/json')
    ? JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
    : text
}
