/** Web vitals beacons of the pages, as histograms; no address, query or person is stored (reading 27). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BODY_LIMITS } from '#contract/apply.ts'
import { Vitals } from '#contract/apply-schemas.ts'
import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { senderOf } from '../http/client-address.ts'
import type { MinuteLimit } from '../http/limits/look-ups.ts'
import type { Metrics } from '../observability/metrics.ts'
import { PAGE_TAG } from './openapi.ts'

// The thresholds that web-vitals itself calls good and poor stand among the bounds.
const MILLISECONDS = [50, 100, 200, 500, 800, 1200, 1800, 2500, 3000, 4000, 6000, 10_000]
const SHIFTS = [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1]
const OTHER_PAGE = 'other'

export type VitalsDeps = { metrics: Metrics; admitBeacon: MinuteLimit }

/** `pages` are the paths that may stand in a label; any other is counted as one. */
export function vitalsRoutes(
  app: FastifyInstance,
  { metrics, admitBeacon }: VitalsDeps,
  pages: ReadonlySet<string>,
): void {
  const milliseconds = metrics.histogram(
    'web_vitals_milliseconds',
    'FCP, INP, LCP and TTFB as visitors had them.',
    MILLISECONDS,
    ['page', 'metric'],
  )
  const shifts = metrics.histogram('web_vitals_layout_shift', 'CLS as visitors had it.', SHIFTS, [
    'page',
  ])
  app.withTypeProvider<ZodTypeProvider>().post(
    VITALS_ADDRESS,
    {
      bodyLimit: BODY_LIMITS.vitals,
      config: { refuses: ['rate_limited'] },
      schema: {
        tags: [PAGE_TAG],
        operationId: 'reportVitals',
        summary: 'Performance as a visitor had it',
        description: 'Counted by page and metric; nothing of the visitor is kept.',
        body: Vitals,
        response: {
          204: z.null().meta({ description: 'Counted' }),
        },
      },
    },
    async (request, reply) => {
      await admitBeacon(senderOf(request))
      const page = pages.has(request.body.page) ? request.body.page : OTHER_PAGE
      for (const { name, value } of request.body.metrics) {
        if (name === 'CLS') shifts.observe([page], value)
        else milliseconds.observe([page, name], value)
      }
      reply.code(204).send(null)
    },
  )
}
