/** Zod schemas of the staff API, for its description and its queries, and their types. */

import { z } from 'zod'
import { type ApplicantField, CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { FLOW_NAMES, isCustomerNumber } from '#domain/flows.ts'
import {
  APPLICATION_STATES,
  type ApplicationState,
  ASSURANCES,
  type Assurance,
  CLOSED_STATUSES,
  CONFIRMED,
  CUSTOMER_ANSWER_NAMES,
  FLAG_NAMES,
  STAFF_STATUS_NAMES,
} from '#domain/staff.ts'
import { FIXED_FIELDS, WIRE_NAMES } from './apply.ts'
import { CUSTOMER_NAME_LIMIT, MOST_LISTED, NOTE_LIMIT } from './staff-api.ts'
import { Line, Lines, Place } from './text-schemas.ts'

/** Who confirmed a request: a name, and where somebody works. */
export const Confirmer = Line.max(CUSTOMER_NAME_LIMIT)

const none = z.literal('')

export const FeedQuery = z.object({
  after: Place.default('').meta({
    description: '`next` of the answer before; without it from the beginning',
  }),
  limit: z
    .string()
    .regex(/^[1-9]\d?$/)
    .refine((text) => Number(text) <= MOST_LISTED)
    .default(String(MOST_LISTED))
    .meta({ description: `The most applications of the answer, 1 to ${MOST_LISTED}` }),
  flow: z.enum(FLOW_NAMES).or(none).default('').meta({ description: 'Procedure' }),
  status: z
    .enum(STAFF_STATUS_NAMES)
    .or(none)
    .default('')
    .meta({ description: 'Status of the staff' }),
  unacknowledged: z
    .enum(['', 'true'])
    .default('')
    .meta({ description: 'Only those whose present version was not acknowledged' }),
})

export const Named = z.object({
  reference: Line.max(64).meta({ description: '受付番号, as the list has it' }),
})

/** A status, and what may come with it; who changes it, and from which version, is in the headers. */
export const StatusAdditions = z.object({
  status: z.enum(STAFF_STATUS_NAMES),
  from: z.enum(STAFF_STATUS_NAMES).exactOptional().meta({
    description: 'The status that the caller knows; another one is refused, whatever the version',
  }),
  note: Lines.max(NOTE_LIMIT).exactOptional().meta({
    description: 'Stands in the history, for staff alone (scope `note`)',
  }),
  customerNumber: z.string().refine(isCustomerNumber).exactOptional().meta({
    description:
      'The number of a new customer (scope `customer_number`); a second, different one is refused',
  }),
  confirmedBy: Confirmer.exactOptional().meta({
    description:
      `Who confirmed it with the contact on file: needed for ${CONFIRMED.statuses.join(', ')} of ` +
      `${CONFIRMED.flows.join(', ')}, for staff alone; erased with the application`,
  }),
  notify: z.boolean().exactOptional().meta({
    description: 'Whether the applicant gets a mail, where there is an address (scope `notify`)',
  }),
})
export type StatusAdditions = z.infer<typeof StatusAdditions>

const text = z.string()
const instant = z.iso.datetime()

/** Every field of a registration as it was sent; empty where the procedure has none. */
const SENT_FIELDS = [
  ...(Object.keys(WIRE_NAMES) as ApplicantField[]).map((field) => WIRE_NAMES[field]),
  ...CAMPAIGN_KEYS,
]
export type SentFields = Record<(typeof SENT_FIELDS)[number], string>

/** Fields that every registration carries with one value. */
const CONSTANT_FIELDS = [
  'appform',
  ...(Object.keys(FIXED_FIELDS) as (keyof typeof FIXED_FIELDS)[]),
] as const
export type ConstantField = (typeof CONSTANT_FIELDS)[number]

/** The same schema under each of these names. */
function each<N extends string, S extends z.ZodType>(names: readonly N[], schema: S): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>
}

/** A complete application; what staff note of it, and what was delivered to whom, stays here. */
export const Application = z.object({
  reference: text,
  version: z.int().meta({ description: 'Raised with each change; its ETag is `"<version>"`' }),
  givenNumber: text
    .nullable()
    .meta({ description: 'The customer number given with a migration or suspension' }),
  flow: z.enum(FLOW_NAMES),
  state: z.enum(Object.keys(APPLICATION_STATES) as ApplicationState[]),
  status: z.enum(STAFF_STATUS_NAMES),
  assurance: z.enum(Object.keys(ASSURANCES) as Assurance[]),
  ...each(SENT_FIELDS, text),
  ...each(CONSTANT_FIELDS, text.exactOptional()),
  priceText: text.nullable().meta({ description: 'As consented to' }),
  agreedPrice: z.int().nullable().meta({ description: 'Yen a month' }),
  priceList: text.nullable(),
  /** How often the same open request came again. */
  repeats: z.int(),
  supersededBy: text.nullable().meta({ description: 'The reference of what took its place' }),
  createdAt: instant,
  completedAt: instant.nullable(),
  closedAt: instant
    .nullable()
    .meta({ description: `Since when it is closed (${CLOSED_STATUSES.join(', ')})` }),
  revision: z
    .int()
    .meta({ description: 'Of what was sent: 1 at first, another with a correction that counts' }),
  customerNumber: text.meta({
    description: 'That the billing system gave a new customer; else empty',
  }),
  erasedAt: instant.nullable().meta({ description: 'Personal data is gone; erase it too' }),
  consents: z.array(
    z.object({
      no: z.int(),
      kind: z.int(),
      priceText: text.nullable(),
      at: instant,
      termsVersion: text,
      /** What was pressed. */
      words: text,
      priceList: text.nullable(),
    }),
  ),
  facilities: z.array(
    z.object({ no: z.int(), facilityName: text, facilityNumber: text, serviceKey: text }),
  ),
  flags: z.array(z.object({ flag: z.enum(FLAG_NAMES), detail: text, at: instant })),
})
export type ApiApplication = z.infer<typeof Application>

/** In the order in which they were completed or changed last. */
export const Page = z.object({
  applications: z.array(Application),
  next: text.meta({
    description: 'Cursor of the next call; keep it, also where nothing was listed',
  }),
  more: z.boolean(),
})
export type ApiPage = z.infer<typeof Page>

/** What the billing system knows of the customer number of a request; the body may be left out. */
export const Acknowledgement = z
  .object({
    customer: z.enum(CUSTOMER_ANSWER_NAMES).meta({
      description: 'Whether the number that was given with a migration or suspension exists',
    }),
    name: Line.max(CUSTOMER_NAME_LIMIT).exactOptional().meta({
      description: 'Whose number it is, for staff alone; erased with the application',
    }),
  })
  .nullish()
export type Acknowledgement = z.infer<typeof Acknowledgement>

/** A notice that a mail came back: its return address, or its Message-ID and recipient. */
export const ReturnedNotice = z
  // First: to a schema of members a message would be an object without any.
  .instanceof(Uint8Array)
  .meta({ description: 'The message itself, as message/rfc822' })
  .or(
    z.object({
      address: Line.max(320).exactOptional().meta({
        description: 'The envelope sender of the mail, to which the notice was sent',
      }),
      messageId: Line.max(320).exactOptional(),
      recipient: Line.max(320).exactOptional(),
      code: z
        .string()
        .max(16)
        .default('')
        .meta({ description: 'Enhanced status code, such as 5.1.1' }),
    }),
  )

/** What came of it: `marked` and `past` are kept, `repeated` was known, the rest is left. */
export const ReturnedReply = z.object({
  outcome: z.enum(['marked', 'past', 'repeated', 'unknown', 'delayed', 'automatic', 'unreadable']),
})

/** What was done, and the version that it left. */
export const Change = z.object({
  reference: text,
  version: z.int(),
  status: z.enum(STAFF_STATUS_NAMES),
  notified: z.boolean().exactOptional().meta({
    description: 'Where `notify` was sent: whether a mail is on its way',
  }),
})
export type ApiChange = z.infer<typeof Change>

export const Unchanged = z.null().meta({ description: 'The known ETag is the present one' })
