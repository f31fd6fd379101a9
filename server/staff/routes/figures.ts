/** HTTP routes of the figures: for the page, and as a file. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { Figures } from '#contract/console-answers.ts'
import { FigureDays, FigureFile } from '#contract/console-schemas.ts'
import { hasPermission } from '#domain/roles.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import type { Audit } from '../audit.ts'
import { monthAfter } from '../figures.ts'
import { figuresCsv } from '../figures-csv.ts'
import { type Authenticator, actorOf } from './authenticator.ts'
import { csvFile } from './csv-file.ts'

export type FiguresDeps = {
  figures: (wanted: { from: string; to: string; hidesFew: boolean }) => Promise<Figures>
  authenticator: Authenticator
  audit: Audit
  clock: () => number
}

/** Where no first day is named: the last month's own, and twelve before. */
const USUAL_MONTHS = 13

export function figuresRoutes(app: FastifyInstance, deps: FiguresDeps): void {
  const { figures, authenticator, audit, clock } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const daysOf = ({ from, to }: { from: string; to: string }) => {
    const today = tokyoDay(clock())
    const last = to || (from > today ? from : today)
    return { from: from || `${monthAfter(last.slice(0, 7), 1 - USUAL_MONTHS)}-01`, to: last }
  }
  const hidesFew = (request: FastifyRequest) =>
    !hasPermission(authenticator.userOf(request).role, 'view')
  routes.get(
    CONSOLE_PATHS.figures,
    {
      config: { access: { caller: 'person', may: 'figures', audits: [] } },
      schema: { querystring: FigureDays, response: { 200: Figures } },
    },
    (request) => figures({ ...daysOf(request.query), hidesFew: hidesFew(request) }),
  )
  routes.get(
    CONSOLE_PATHS.figuresFile,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'person', may: 'figures', audits: ['export'] } },
      schema: { querystring: FigureFile, response: { 200: z.instanceof(Readable) } },
    },
    async (request, reply) => {
      const { table } = request.query
      const wanted = { ...daysOf(request.query), hidesFew: hidesFew(request) }
      const text = figuresCsv(await figures(wanted), table)
      const by = actorOf(authenticator.userOf(request))
      await audit.record(by, { action: 'export', detail: `figures csv ${table}`.trim() })
      const subject = table === '' ? 'figures' : `figures-${table}`
      return csvFile(reply, { subject, at: clock(), text })
    },
  )
}
