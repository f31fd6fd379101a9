/**
 * Memory for bodies that are still being received: so many bytes a sender, so many in all. Without a bound, slow
 * senders on every connection would hold gigabytes; with one for all alone, a single sender could use it up.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { senderOf } from '../client-address.ts'
import { isLingering } from '../lingering-close.ts'
import { onceClosed } from '../reply.ts'

export type BodyBudget = { perSender: number; total: number }

/** Bytes: sixteen of the largest bodies at once for one sender, a thousand for all. */
const BUDGET: BodyBudget = { perSender: 4_194_304, total: 268_435_456 }
/** Seconds: a body is received within ten, or its connection is closed. */
const RETRY_AFTER = 5

export function limitBodies(app: FastifyInstance, budget: BodyBudget = BUDGET): void {
  const bytesBySender = new Map<string, number>()
  let total = 0
  const hold = (sender: string, bytes: number) => {
    const now = (bytesBySender.get(sender) ?? 0) + bytes
    total += bytes
    if (now > 0) bytesBySender.set(sender, now)
    else bytesBySender.delete(sender)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) return done()
    const sender = senderOf(request)
    if ((bytesBySender.get(sender) ?? 0) + bytes > budget.perSender)
      return done(new AppError('rate_limited', { retryAfter: RETRY_AFTER }))
    if (total + bytes > budget.total)
      return done(new AppError('unavailable', { retryAfter: RETRY_AFTER }))
    hold(sender, bytes)
    // However it ends: with an answer, with the rest of a body that was refused, or with a client that went away.
    onceClosed(reply, () => {
      const release = () => hold(sender, -bytes)
      if (isLingering(request.raw.socket)) request.raw.once('close', release)
      else release()
    })
    done()
  })
}

/** What may be buffered of a body: its length, or as much as its route takes where it announces none. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? 0
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : limit
  return Math.min(Number(length), limit)
}
