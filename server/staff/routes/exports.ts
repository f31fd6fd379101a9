/** HTTP route of the exports: a streamed download, with a bound on how many run at once. */

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS, EXPORT_FORMATS } from '#contract/console.ts'
import { FilterQuery } from '#contract/console-schemas.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { describeFilter } from '../application-json.ts'
import type { StaffApplications } from '../applications.ts'
import type { Audit } from '../audit.ts'
import { EXPORTS } from '../export.ts'
import { type Authenticator, actorOf } from './authenticator.ts'

type Deps = {
  applications: StaffApplications
  authenticator: Authenticator
  audit: Audit
  clock: () => number
  metrics: Metrics
}

/** Exports that run at the same time; more would only make each other wait. */
const MOST_EXPORTS = 2
/** Seconds. */
const RETRY_AFTER = 10

const Named = z.object({ format: z.enum(EXPORT_FORMATS) })

export function exportRoute(app: FastifyInstance, deps: Deps): void {
  const { applications, authenticator, audit, clock, metrics } = deps
  const exports = metrics.counter(
    'exports_total',
    'Exports by what came of them: complete, or broken off by either side.',
    ['format', 'outcome'],
  )
  let running = 0
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.export,
    {
      exposeHeadRoute: false,
      config: { permission: 'export' },
      schema: { params: Named, querystring: FilterQuery },
    },
    async (request, reply) => {
      if (running >= MOST_EXPORTS) throw new AppError('export_busy', { retryAfter: RETRY_AFTER })
      running += 1
      const { format } = request.params
      reply.raw.once('close', () => {
        running -= 1
        exports.add([format, reply.raw.writableEnded ? 'complete' : 'broken'])
      })
      const by = actorOf(authenticator.userOf(request))
      const detail = `${format} ${describeFilter(request.query)}`.trim()
      await audit.record(by, { action: 'export', detail })
      const { type, chunks } = EXPORTS[format]
      const file = `applications-${tokyoDay(clock())}.${format}`
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(Readable.from(chunks(applications, request.query), { objectMode: false }))
    },
  )
}

// HTTP route of the audit trail: JSON lines, for administrators. There is none that changes it.

type AuditDeps = { authenticator: Authenticator; audit: Audit; clock: () => number }

export function auditRoute(app: FastifyInstance, { authenticator, audit, clock }: AuditDeps): void {
  app.get(
    CONSOLE_PATHS.audit,
    { exposeHeadRoute: false, config: { permission: 'audit' } },
    async (request, reply) => {
      await audit.record(actorOf(authenticator.userOf(request)), { action: 'audit' })
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.jsonl"')
        .send(Readable.from(audit.lines(0, clock() + 1), { objectMode: false }))
    },
  )
}
