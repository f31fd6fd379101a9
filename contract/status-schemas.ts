/** Zod schemas of the status call, and their types. */
import { z } from 'zod'
import { FLOW_NAMES } from '#domain/flows.ts'
import { APPLICANT_STATUS_NAMES } from '#domain/status.ts'
import { isUnstorable } from '#domain/text.ts'
import { GATE_ANSWER_LIMIT, GATES, STATUS_LINK, STATUS_LINK_LIMIT } from './status.ts'

const instant = z.iso.datetime()

export const StatusQuestion = z
  .object({
    link: z
      .string()
      .max(STATUS_LINK_LIMIT)
      .meta({
        description: `What stands behind \`#\`: receipt number, generation, MAC (${STATUS_LINK.source})`,
      }),
    answer: z
      .string()
      .max(GATE_ANSWER_LIMIT)
      .refine((text) => !isUnstorable(text))
      .exactOptional()
      .meta({ description: 'Telephone or customer number as typed; with it come the details' }),
  })
  .meta({ examples: [{ link: 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef' }] })
export type StatusQuestion = z.infer<typeof StatusQuestion>

/** What whoever has the link sees. */
const Standing = z.object({
  flow: z.enum(FLOW_NAMES),
  receiptNumber: z.string(),
  receivedAt: instant,
  status: z.enum(APPLICANT_STATUS_NAMES),
  steps: z
    .array(z.object({ status: z.enum(APPLICANT_STATUS_NAMES), at: instant }))
    .meta({ description: 'In the order in which they were reached; the last is the status' }),
  facilities: z.int(),
  price: z
    .string()
    .nullable()
    .meta({ description: 'As agreed, e.g. `82,340`; null where the procedure has none' }),
  questionWaiting: z.boolean(),
  next: z
    .string()
    .nullable()
    .meta({ description: 'The operator’s words: what happens next, and by when' }),
})

/** What the right answer opens. */
const Details = z.object({
  fields: z
    .record(z.string(), z.string())
    .meta({ description: 'Field name as sent → as typed; the fields that the procedure asks for' }),
  rows: z.array(z.object({ name: z.string(), number: z.string(), service: z.string() })),
  customerNumber: z.string().nullable(),
})

export const StatusAnswer = z
  .object({
    application: Standing,
    gate: z.enum(GATES),
    details: Details.exactOptional(),
  })
  .meta({ description: 'How the application stands' })
export type StatusAnswer = z.infer<typeof StatusAnswer>
