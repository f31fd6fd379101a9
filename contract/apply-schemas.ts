/** Zod schemas of the public apply API, made from the domain's tables, and their types. Rules with messages are the domain's. */
import { z } from 'zod'
import {
  APPLICANT_FIELDS,
  type Applicant,
  type ApplicantField,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  CAMPAIGN_LIMIT,
  type Campaign,
  CORPORATION_FIELDS,
  EMPTY_APPLICANT,
  fieldRow,
} from '#domain/applicant.ts'
import { GROUPS, type ServiceGroup } from '#domain/catalogue.ts'
import { FACILITY_CELLS, FACILITY_LIMITS } from '#domain/facilities.ts'
import {
  FLOW_NAMES,
  FLOWS,
  type FlowWithApplicant,
  flowOfAppform,
  hasApplicant,
  hasRows,
} from '#domain/flows.ts'
import { ERROR_CODES, type ErrorField, FILLINGS, STEPS, WIDTHS, type Width } from '#domain/usage.ts'
import {
  FIXED_FIELDS,
  PRICE_TEXT,
  PRICE_TEXT_LIMIT,
  registrationFields,
  WIRE_NAMES,
} from './apply.ts'
import { VITALS } from './vitals.ts'

const REGISTERING = FLOW_NAMES.filter(hasApplicant)
const FIELDS = Object.keys(APPLICANT_FIELDS) as ApplicantField[]

// Limits that are only described (`meta`) are checked by the domain, which has a sentence for each.
const typed = (field: ApplicantField) => {
  const { label, isSurvey, choices, limit } = fieldRow(field)
  const bound = choices ? { enum: ['', ...choices.map(([code]) => code)] } : { maxLength: limit }
  const description = isSurvey ? `${label} (trial)` : label
  // A field left out is an empty one: the domain says what is missing.
  return z
    .string()
    .default('')
    .meta({ description, ...bound })
}

const formShape: Record<string, z.ZodType<string>> = {
  ...Object.fromEntries(FIELDS.map((field) => [WIRE_NAMES[field], typed(field)])),
  appform: z
    .literal(REGISTERING.map((flow) => String(FLOWS[flow].appform)))
    .meta({ description: REGISTERING.map((flow) => `${FLOWS[flow].appform} ${flow}`).join(', ') }),
  ...Object.fromEntries(Object.entries(FIXED_FIELDS).map(([key, text]) => [key, z.literal(text)])),
  ...Object.fromEntries(
    CAMPAIGN_KEYS.map((key) => [
      key,
      z.string().default('').meta({ description: '(trial)', maxLength: CAMPAIGN_LIMIT }),
    ]),
  ),
}

/** The flow of the documented example: one that asks for the corporation alone. */
const PLAIN_FLOW = REGISTERING.find((flow) => !FLOWS[flow].hasSurvey) ?? 'entry'

const EXAMPLE: Applicant = {
  ...EMPTY_APPLICANT,
  companyName: '社会福祉法人あおぞら',
  zipcode: '1000001',
  address: '東京都千代田区千代田1-1',
  tel: '03-0000-0000',
  email: 'office@example.jp',
  person: '山田 太郎',
}
const NO_CAMPAIGN = Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, ''])) as Campaign

export const RegistrationForm = z.object(formShape).meta({
  required: [
    ...CORPORATION_FIELDS.filter((field) => fieldRow(field).missing !== null).map(
      (field) => WIRE_NAMES[field],
    ),
    'appform',
    ...Object.keys(FIXED_FIELDS),
  ],
  examples: [Object.fromEntries(registrationFields(PLAIN_FLOW, EXAMPLE, NO_CAMPAIGN))],
})

export const Consent = z
  .object({
    kind: z
      .literal(FLOW_NAMES.map((flow) => FLOWS[flow].kind))
      .meta({ description: FLOW_NAMES.map((flow) => `${FLOWS[flow].kind} ${flow}`).join(', ') }),
    priceText: z.string().exactOptional().meta({
      pattern: PRICE_TEXT.source,
      maxLength: PRICE_TEXT_LIMIT,
      description: 'Yen a month without tax, as shown; left out where a flow has no price',
    }),
  })
  .meta({ examples: [{ kind: 1, priceText: '9,980' }] })
export type ConsentBody = z.infer<typeof Consent>

const Facility = z.object({
  facilityName: z.string().meta({ maxLength: FACILITY_LIMITS.facilityName }),
  facilityNumber: z.string().meta({ maxLength: FACILITY_LIMITS.facilityNumber }),
  serviceKey: z.string().meta({ maxLength: FACILITY_LIMITS.serviceKey }),
})
export type FacilityBody = z.infer<typeof Facility>

export const Facilities = z
  .object({
    facilities: z.array(Facility).meta({
      maxItems: Math.max(...FLOW_NAMES.filter(hasRows).map((flow) => FLOWS[flow].rows.max)),
    }),
  })
  .meta({
    examples: [
      {
        facilities: [
          { facilityName: 'あおぞらホーム', facilityNumber: '1310000001', serviceKey: 'KYODO' },
        ],
      },
    ],
  })
export type FacilitiesBody = z.infer<typeof Facilities>

/** A beacon: the page's path without its query, and what was measured there (reading 27). */
export const Vitals = z
  .object({
    page: z.string().meta({ examples: ['/entry/input'] }),
    metrics: z
      .array(z.object({ name: z.enum(VITALS), value: z.number().min(0).max(3_600_000) }))
      .max(VITALS.length),
  })
  .meta({
    examples: [{ page: '/entry/input', metrics: [{ name: 'LCP', value: 812.5 }] }],
  })
export type VitalsBody = z.infer<typeof Vitals>

/** What may be wrong first: a field, a cell without its row, the box to tick. */
export const ERROR_FIELDS: readonly ErrorField[] = [...FIELDS, ...FACILITY_CELLS, 'agreement']

/** A beacon: what is new since the last one of the same page, in codes of closed lists (reading 47). */
export const Usage = z
  .object({
    flow: z.enum(FLOW_NAMES),
    width: z.enum(Object.keys(WIDTHS) as Width[]).meta({ description: 'Of the window' }),
    marks: z
      .array(z.enum([...STEPS, ...FILLINGS]))
      .max(STEPS.length + FILLINGS.length)
      .meta({ description: 'Steps that were reached, and ways in which the table was filled' }),
    error: z
      .object({ field: z.enum(ERROR_FIELDS), code: z.enum(ERROR_CODES) })
      .optional()
      .meta({ description: 'The first that a press has met' }),
  })
  .meta({
    examples: [
      { flow: 'entry', width: 'phone', marks: ['opened', 'begun'] },
      {
        ...{ flow: 'entry', width: 'desk', marks: ['rows', 'hand'] },
        error: { field: 'zipcode', code: 'wrong' },
      },
    ],
  })
export type UsageBody = z.infer<typeof Usage>

const PostalResult = z.object({
  zipcode: z.string().meta({ examples: ['1000001'] }),
  prefcode: z.string().meta({ examples: ['13'] }),
  address1: z.string().meta({ examples: ['東京都'], description: 'Prefecture' }),
  address2: z.string().meta({ examples: ['千代田区'], description: 'City or ward' }),
  address3: z
    .string()
    .meta({ examples: ['千代田'], description: 'Town, or an office with its town' }),
  kana1: z.string().meta({ examples: ['ﾄｳｷｮｳﾄ'] }),
  kana2: z.string().meta({ examples: ['ﾁﾖﾀﾞｸ'] }),
  kana3: z.string().meta({ examples: ['ﾁﾖﾀﾞ'] }),
})
export type PostalResult = z.infer<typeof PostalResult>

/** In the answer to a price that is not that of the flow’s list in force. A page of an earlier build learns its prices from here. */
export const InForce = z.object({
  version: z.string().meta({ examples: ['contract-1'], description: 'Name of the price list' }),
  prices: z.partialRecord(z.enum(Object.keys(GROUPS) as ServiceGroup[]), z.number()).meta({
    description: 'Yen a month without tax, by price group; a group without one is not offered',
    examples: [{ consultation: 9980, community: 4980, disability: 9980 }],
  }),
  at: z.iso.datetime().meta({ description: 'The server’s clock' }),
})
export type PricesInForce = z.infer<typeof InForce>

/** The postal look-up's answer, in zipcloud's shape (reading 26). */
export const PostalAnswer = z
  .object({
    status: z.number().meta({ description: '200, or 400 for what is no postal code' }),
    message: z.string().nullable().meta({ description: 'What was wrong, in Japanese' }),
    results: z
      .array(PostalResult)
      .nullable()
      .meta({ description: 'null where the code is not known' }),
  })
  .meta({
    description: 'The addresses, or the verdict that there are none',
  })
export type PostalAnswer = z.infer<typeof PostalAnswer>

/** A form of the right shape in the domain's words; what its flow does not ask for is left out. */
export function readRegistration(form: Readonly<Record<string, string>>): {
  flow: FlowWithApplicant
  applicant: Applicant
  campaign: Campaign
} {
  const flow = flowOfAppform(Number(form.appform))
  if (!flow || !hasApplicant(flow)) throw new RangeError('appform is checked by the schema')
  const sent = applicantFieldsOf(flow).map((field) => [field, form[WIRE_NAMES[field]] ?? ''])
  const tracking = CAMPAIGN_KEYS.map((key) => [key, form[key] ?? ''])
  return {
    flow,
    applicant: { ...EMPTY_APPLICANT, ...Object.fromEntries(sent) },
    campaign: FLOWS[flow].tracksCampaign ? Object.fromEntries(tracking) : NO_CAMPAIGN,
  }
}
