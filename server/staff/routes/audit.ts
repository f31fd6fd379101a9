/** HTTP route of the audit trail: JSON lines, for administrators. There is none that changes it. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_PATHS } from '#domain/console.ts'
import type { Audit } from '../audit.ts'
import { type Authenticator, actorOf } from '../authenticator.ts'

type Deps = { authenticator: Authenticator; audit: Audit; clock: () => number }

export function auditRoute(app: FastifyInstance, { authenticator, audit, clock }: Deps): void {
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
