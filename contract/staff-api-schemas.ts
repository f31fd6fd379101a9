/** Validation of the list's filter in a query string, shared by the list and its exports. */

import { z } from 'zod'
import { type ApplicantField, CAMPAIGN_KEYS } from '#domain/applicant.ts'
import { ASSURANCES, type Assurance } from '#domain/staff.ts'
import { isUnstorable } from '#domain/text.ts'
import { FIXED_FIELDS, WIRE_NAMES } from './apply.ts'
import { FILTERS, type Filter, isDay, SEARCH_LIMIT } from './console.ts'
import {
  type ApiApplication,
  type ApiChange,
  type ApiPage,
  type ApiStatusBody,
  MOST_LISTED,
} from './staff-api.ts'

/** One line of text that both databases store. */
export const Line = z.string().refine((text) => !isUnstorable(text))
const emptyText = z.literal('')
const Day = z.string().refine((text) => text === '' || isDay(text))

export const filterShape = {
  flow: z.enum(FILTERS.flow).or(emptyText).default(''),
  state: z.enum(FILTERS.state).or(emptyText).default(''),
  status: z.enum(FILTERS.status).or(emptyText).default(''),
  flag: z.enum(FILTERS.flag).or(emptyText).default(''),
  from: Day.default(''),
  to: Day.default(''),
  search: Line.max(SEARCH_LIMIT).default(''),
}

export const FilterQuery = z.object(filterShape) satisfies z.ZodType<Filter>

/* Shapes of the staff API, for its description and its queries. */

const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/
const none = z.literal('')

export const FeedQuery = z.object({
  after: z
    .string()
    .refine((text) => text === '' || PLACE.test(text))
    .default('')
    .meta({ description: '`next` of the answer before; without it from the beginning' }),
  limit: z
    .string()
    .regex(/^[1-9]\d?$/)
    .refine((text) => Number(text) <= MOST_LISTED)
    .default(String(MOST_LISTED))
    .meta({ description: `The most applications of the answer, 1 to ${MOST_LISTED}` }),
  flow: z.enum(FILTERS.flow).or(none).default('').meta({ description: 'Procedure' }),
  status: z.enum(FILTERS.status).or(none).default('').meta({ description: 'Status of the staff' }),
  unacknowledged: z
    .enum(['', 'true'])
    .default('')
    .meta({ description: 'Only those whose present version was not acknowledged' }),
})

/** The place of a cursor that FeedQuery accepted. */
export function placeOf(cursor: string) {
  const [, place = '0', application = ''] = PLACE.exec(cursor) ?? []
  return { place: Number(place), application }
}

export const Named = z.object({
  reference: Line.max(64).meta({ description: '受付番号, as the list has it' }),
})

export const StatusOnly = z.object({
  status: z.enum(FILTERS.status),
}) satisfies z.ZodType<ApiStatusBody>

const text = z.string()
const instant = z.iso.datetime()
const SENT_FIELDS = [
  ...(Object.keys(WIRE_NAMES) as ApplicantField[]).map((field) => WIRE_NAMES[field]),
  ...CAMPAIGN_KEYS,
]
const CONSTANT_FIELDS = ['appform', ...Object.keys(FIXED_FIELDS)]

export const Application = z.object({
  reference: text,
  version: z.int().meta({ description: 'Raised with each change; its ETag is `"<version>"`' }),
  username: text.meta({ description: 'Temporary customer, or the customer number given' }),
  flow: z.enum(FILTERS.flow),
  state: z.enum(FILTERS.state),
  status: z.enum(FILTERS.status),
  assurance: z.enum(Object.keys(ASSURANCES) as Assurance[]),
  ...(Object.fromEntries(SENT_FIELDS.map((name) => [name, text])) as Record<
    (typeof SENT_FIELDS)[number],
    typeof text
  >),
  ...Object.fromEntries(CONSTANT_FIELDS.map((name) => [name, text.optional()])),
  priceText: text.nullable().meta({ description: 'As consented to' }),
  agreedPrice: z.int().nullable().meta({ description: 'Yen a month' }),
  priceList: text.nullable(),
  repeats: z.int(),
  supersededBy: text.nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  erasedAt: instant.nullable().meta({ description: 'Personal data is gone; erase it too' }),
  consents: z.array(
    z.object({
      no: z.int(),
      kind: z.int(),
      priceText: text.nullable(),
      at: instant,
      termsVersion: text,
      words: text,
      priceList: text.nullable(),
    }),
  ),
  facilities: z.array(
    z.object({ no: z.int(), facilityName: text, facilityNumber: text, serviceKey: text }),
  ),
  flags: z.array(z.object({ flag: z.enum(FILTERS.flag), detail: text, at: instant })),
}) satisfies z.ZodType<ApiApplication>

export const Page = z.object({
  applications: z.array(Application),
  next: text.meta({
    description: 'Cursor of the next call; keep it, also where nothing was listed',
  }),
  more: z.boolean(),
}) satisfies z.ZodType<ApiPage>

export const Change = z.object({
  reference: text,
  version: z.int(),
  status: z.enum(FILTERS.status),
}) satisfies z.ZodType<ApiChange>

export const Unchanged = z.null().meta({ description: 'The known ETag is the present one' })
