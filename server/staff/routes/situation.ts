/** HTTP routes of how long applicants wait: for the page, and as a file. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { Situation } from '#contract/console-answers.ts'
import type { Audit } from '../audit.ts'
import { situationCsv } from '../situation.ts'
import { type Authenticator, actorOf } from './authenticator.ts'
import { csvFile } from './csv-file.ts'

export type SituationDeps = {
  situation: () => Promise<Situation>
  authenticator: Authenticator
  audit: Audit
  clock: () => number
}

export function situationRoutes(app: FastifyInstance, deps: SituationDeps): void {
  const { situation, authenticator, audit, clock } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    CONSOLE_PATHS.situation,
    {
      config: { access: { caller: 'person', may: 'view', audits: ['list'] } },
      schema: { response: { 200: Situation } },
    },
    async (request) => {
      const found = await situation()
      const by = actorOf(authenticator.userOf(request))
      const look = { search: '', page: '', applications: found.oldest.length }
      await audit.recordLook(by, { action: 'list', detail: 'situation' }, look)
      return found
    },
  )
  routes.get(
    CONSOLE_PATHS.situationFile,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'person', may: 'export', audits: ['export'] } },
      schema: { response: { 200: z.instanceof(Readable) } },
    },
    async (request, reply) => {
      const found = await situation()
      const by = actorOf(authenticator.userOf(request))
      await audit.record(by, { action: 'export', detail: 'situation csv' })
      return csvFile(reply, { subject: 'situation', at: clock(), text: situationCsv(found) })
    },
  )
}
