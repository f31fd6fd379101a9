/** HTTP route of the exports: a streamed download, with a bound on how many run at once. */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS, EXPORT_FORMATS } from '#contract/console.ts'
import { Done, ExportProgress, ExportSize } from '#contract/console-answers.ts'
import { ExportQuery, ExportRun, FilterQuery } from '#contract/console-schemas.ts'
import { tokyoDay } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'
import { onceClosed } from '../../http/reply.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { describeFilter } from '../application-json.ts'
import type { StaffApplications } from '../applications.ts'
import type { Actor, Audit } from '../audit.ts'
import { EXPORTS } from '../export.ts'
import { MOST_ROWS } from '../export-xlsx.ts'
import type { Asker } from '../search.ts'
import { askerOf } from './applications.ts'
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
/** Exports that are remembered when they have ended: whoever asks for one has just watched it. */
const MOST_RUNS = 50

const Named = z.object({ format: z.enum(EXPORT_FORMATS) })

/** Streamed, in a format that is no JSON. */
const File = z.instanceof(Readable)

type Run = ExportProgress & { end: () => void }

/** An export has the name that its person gave it: the same name of another person is another's. */
const runKey = ({ name }: Actor, run: string) => JSON.stringify([name, run])

const BEGUN = { state: 'running', done: 0, total: 0 } as const

export function exportRoute(app: FastifyInstance, deps: Deps): void {
  const { applications, authenticator, audit, clock, metrics } = deps
  const exports = metrics.counter(
    'exports_total',
    'Exports by what came of them: complete, or broken off by either side.',
    ['format', 'outcome'],
  )
  const runs = new Map<string, Run>()
  runRoutes(app, deps, runs)
  let running = 0
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.export,
    {
      exposeHeadRoute: false,
      config: {
        access: { caller: 'person', may: 'export', audits: ['export'] },
        refuses: ['export_busy'],
      },
      schema: { params: Named, querystring: ExportQuery, response: { 200: File } },
    },
    async (request, reply) => {
      if (running >= MOST_EXPORTS) throw new AppError('export_busy', { retryAfter: RETRY_AFTER })
      running += 1
      const { format } = request.params
      const { run: name, ...filter } = request.query
      const by = actorOf(authenticator.userOf(request))
      const asker = askerOf(request, reply, by)
      const run: Run = { ...BEGUN, end: () => reply.raw.destroy() }
      onceClosed(reply, () => {
        running -= 1
        run.state = reply.raw.writableEnded ? 'complete' : 'broken'
        exports.add([format, run.state])
      })
      if (name !== '') remember(runs, runKey(by, name), run)
      run.total = await applications.count(filter, asker)
      const conditions = `${format} ${describeFilter(filter)}`.trim()
      const detail = `${conditions} applications=${run.total}`
      await audit.record(by, { action: 'export', detail })
      const { type, passes, chunks } = EXPORTS[format]
      const file = `applications-${tokyoDay(clock())}.${format}`
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(
          Readable.from(chunks(counted(applications, run, passes, asker), filter), {
            objectMode: false,
          }),
        )
    },
  )
}

function remember(runs: Map<string, Run>, key: string, run: Run): void {
  runs.set(key, run)
  for (const [other, { state }] of runs) {
    if (runs.size <= MOST_RUNS) return
    if (state !== 'running') runs.delete(other)
  }
}

/** Counts the applications of the pages that are taken, as often as the list is gone through. */
function counted(
  applications: StaffApplications,
  run: Run,
  passes: number,
  asker: Asker,
): StaffApplications {
  let taken = 0
  return {
    ...applications,
    async *pages(filter, limit) {
      for await (const page of applications.pages(filter, limit, asker)) {
        yield page
        taken += page.length
        run.done = Math.floor(taken / passes)
      }
    },
  }
}

/** How large an export will be, how far it is, and its end before its time. */
function runRoutes(
  app: FastifyInstance,
  { applications, authenticator, audit }: Deps,
  runs: Map<string, Run>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    CONSOLE_PATHS.exportSize,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'person', may: 'export', audits: ['list'] } },
      schema: { querystring: FilterQuery, response: { 200: ExportSize } },
    },
    async (request, reply): Promise<ExportSize> => {
      const by = actorOf(authenticator.userOf(request))
      const asker = askerOf(request, reply, by)
      const { applications: count, rows } = await applications.size(request.query, asker)
      const detail = `size ${describeFilter(request.query)}`.trim()
      const look = { search: request.query.search, page: '', applications: count }
      await audit.recordLook(by, { action: 'list', detail }, look)
      return { applications: count, rows, sheets: Math.max(1, Math.ceil(rows / MOST_ROWS)) }
    },
  )
  const own = (request: FastifyRequest, name: string) => {
    const run = runs.get(runKey(actorOf(authenticator.userOf(request)), name))
    if (!run) throw new AppError('not_found')
    return run
  }
  routes.get(
    CONSOLE_PATHS.exportRun,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'person', may: 'export', audits: [] }, refuses: ['not_found'] },
      schema: { params: ExportRun, response: { 200: ExportProgress } },
    },
    async (request): Promise<ExportProgress> => {
      const { state, done, total } = own(request, request.params.run)
      return { state, done, total }
    },
  )
  routes.delete(
    CONSOLE_PATHS.exportRun,
    {
      config: { access: { caller: 'person', may: 'export', audits: [] }, refuses: ['not_found'] },
      schema: { params: ExportRun, response: { 200: Done } },
    },
    async (request) => {
      own(request, request.params.run).end()
      return {}
    },
  )
}

// HTTP route of the audit trail: JSON lines, for administrators. There is none that changes it.

type AuditDeps = { authenticator: Authenticator; audit: Audit; clock: () => number }

export function auditRoute(app: FastifyInstance, { authenticator, audit, clock }: AuditDeps): void {
  app.get(
    CONSOLE_PATHS.audit,
    {
      exposeHeadRoute: false,
      config: { access: { caller: 'person', may: 'audit', audits: ['audit'] } },
      schema: { response: { 200: File } },
    },
    async (request, reply) => {
      await audit.record(actorOf(authenticator.userOf(request)), { action: 'audit' })
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.jsonl"')
        .send(Readable.from(audit.lines(0, clock() + 1), { objectMode: false }))
    },
  )
}
