/** Zod schemas of the status call, and their types. */
import { z } from 'zod'
import { FLOW_NAMES } from '#domain/flows.ts'
import { APPLICANT_STATUS_NAMES } from '#domain/status.ts'
import {
  type CORRECTION_ADDRESS,
  GATE_ANSWER_LIMIT,
  GATES,
  type MESSAGE_ADDRESS,
  MESSAGE_LIMIT,
  type STATUS_ADDRESS,
  STATUS_LINK,
  STATUS_LINK_LIMIT,
  type WITHDRAWAL_ADDRESS,
} from './status.ts'
import { Line, Lines } from './text-schemas.ts'

const instant = z.iso.datetime()

const link = z
  .string()
  .max(STATUS_LINK_LIMIT)
  .meta({
    description: `What stands behind \`#\`: receipt number, generation, MAC (${STATUS_LINK.source})`,
  })
const answer = Line.max(GATE_ANSWER_LIMIT)

export const StatusQuestion = z
  .object({
    link,
    answer: answer
      .exactOptional()
      .meta({ description: 'Telephone or customer number as typed; with it come the details' }),
  })
  .meta({ examples: [{ link: 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef' }] })
export type StatusQuestion = z.infer<typeof StatusQuestion>

/** Whoever does something passes the gate with it. */
const entry = {
  link,
  answer: answer.meta({ description: 'Telephone or customer number as typed' }),
}

/** What the applicant saw: another correction than that is not ended unseen. */
const proposal = z.int().nullable().meta({
  description:
    '`details.proposal.number` of the correction that waits, as it was shown; null where none did',
})

export const WithdrawalCall = z.object({ ...entry, proposal })
export type WithdrawalCall = z.infer<typeof WithdrawalCall>

export const MessageCall = z.object({
  ...entry,
  text: Lines.max(MESSAGE_LIMIT).refine((text) => text.trim() !== ''),
  question: z
    .string()
    .max(64)
    .exactOptional()
    .meta({ description: 'The id of the question that this answers; without it, a message' }),
})
export type MessageCall = z.infer<typeof MessageCall>

const Row = z.object({ name: z.string(), number: z.string(), service: z.string() })
const typed = {
  fields: z
    .record(z.string().max(64), z.string())
    .meta({ description: 'Field name as sent → as typed; the fields that the procedure asks for' }),
  rows: z.array(Row),
}

export const CorrectionCall = z.object({
  ...entry,
  base: z.int().meta({ description: '`details.revision` as it was shown' }),
  proposal,
  ...typed,
  priceText: z.string().exactOptional().meta({
    description:
      'The price as shown and agreed to, where the numbers or services of the rows change; left out where they stay',
  }),
})
export type CorrectionCall = z.infer<typeof CorrectionCall>

/** What is sent to each address behind the gate besides link and answer. */
export type SentBehindGate = {
  [STATUS_ADDRESS]: Record<never, never>
  [WITHDRAWAL_ADDRESS]: Omit<WithdrawalCall, keyof typeof entry>
  [MESSAGE_ADDRESS]: Omit<MessageCall, keyof typeof entry>
  [CORRECTION_ADDRESS]: Omit<CorrectionCall, keyof typeof entry>
}

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
  ...typed,
  customerNumber: z.string().nullable(),
  revision: z.int().meta({ description: 'Of what counts: 1 is what was sent first' }),
  proposal: z
    .object({
      number: z.int(),
      state: z.enum(['waiting', 'declined']),
      at: instant,
      ...typed,
      price: z.string().nullable(),
      reason: z.string().meta({ description: 'Of staff, where it is declined' }),
    })
    .nullable()
    .meta({ description: 'The last correction, where it waits for staff or was declined' }),
  withdrawal: z
    .object({ state: z.enum(['waiting', 'refused']), at: instant, sentence: z.string() })
    .nullable()
    .meta({ description: 'The last request to withdraw, while the application is open' }),
  messages: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(['question', 'notice', 'answer', 'message']),
        at: instant,
        text: z.string(),
        isWaiting: z.boolean().meta({ description: 'Of a question: no answer has come yet' }),
      }),
    )
    .meta({ description: 'Oldest first: questions and notices of staff, answers and messages' }),
  actions: z.object({
    correct: z.boolean(),
    correctionsLeft: z.int().meta({ description: 'How many more the day takes' }),
    withdraw: z
      .enum(['at_once', 'request'])
      .nullable()
      .meta({ description: 'What a press would do; null where it is closed, or a request waits' }),
    message: z.boolean().meta({ description: 'False where the day has had its message' }),
  }),
})

export const StatusAnswer = z
  .object({
    application: Standing,
    gate: z.enum(GATES),
    details: Details.exactOptional(),
  })
  .meta({ description: 'How the application stands' })
export type StatusAnswer = z.infer<typeof StatusAnswer>
