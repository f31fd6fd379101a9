/** Files of figures, which fit into memory. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { tokyoDay } from '#domain/tokyo-time.ts'

/** A CSV as a download, named by its subject and the day in Tokyo of `at` (epoch milliseconds). */
export function csvFile(
  reply: Pick<FastifyReply, 'header'>,
  { subject, at, text }: { subject: string; at: number; text: string },
): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${subject}-${tokyoDay(at)}.csv"`)
  return Readable.from([Buffer.from(text)], { objectMode: false })
}
