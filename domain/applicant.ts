/** The applicant: corporation fields, what the trial asks besides (specification 3 and 5). */

import { FLOWS, type FlowWithApplicant } from './flows.ts'
import { messages, type Problem } from './messages.ts'
import {
  digitsOnly,
  isUnstorable,
  lengthOf,
  toMailAddress,
  toTelephone,
  trimOuterSpace,
} from './text.ts'

/** UTF-16 units of a field that has no limit of its own. */
export const TEXT_LIMIT = 255
/** Digits of a Japanese postal code. */
export const ZIPCODE_DIGITS = 7

/** Code → words, in screen order. */
export const CHANCES = [
  ['9', 'Web検索'],
  ['3', 'ダイレクトメール'],
  ['8', '展示会'],
  ['4', 'チラシ'],
  ['5', '広告'],
  ['6', '他の事業所からの紹介'],
  ['7', 'その他'],
] as const
const CHANCE_REFERRED = '6'

export const BILLING_METHODS = [
  ['1', '新規開設'],
  ['2', '他社ソフト'],
  ['3', '国保連の簡易入力システム'],
  ['4', '税理士・行政書士などへの外部委託'],
] as const
const BILLING_OTHER_SOFTWARE = '2'

type FieldRow = {
  label: string
  /** The message where it is empty; null where it may be. */
  missing: string | null
  /** UTF-16 units. */
  limit: number
  /** Its name on the wire (specification 7). */
  wire: string
  /** Its column in the database; text, never null. */
  column: string
  /** Asked only where the flow has the survey; every flow with an applicant asks for the others. */
  isSurvey?: true
  /** On the wire, and in what lists fields as they were sent, it stands before this one. */
  sentBefore?: 'email'
  /** Turns what was typed into what is sent, on blur and again before sending. */
  normalise?: (typed: string) => string
  choices?: readonly (readonly [code: string, words: string])[]
  /** Shown, and its value sent, only when this other field has this value. */
  shownWhen?: readonly [field: 'chance' | 'nowsoft', value: string]
}

const required = (label: string) => ({
  label,
  missing: messages.required(label),
  limit: TEXT_LIMIT,
})

/** Every field of the applicant block, in screen order. */
export const APPLICANT_FIELDS = {
  companyName: { ...required('法人名'), wire: 'jigyousha', column: 'company_name' },
  zipcode: {
    ...required('郵便番号'),
    wire: 'zipcode',
    column: 'zipcode',
    normalise: digitsOnly,
  },
  address: { ...required('住所'), wire: 'address', column: 'address' },
  tel: { ...required('電話番号'), wire: 'tel', column: 'tel', normalise: toTelephone },
  email: {
    ...required('メールアドレス'),
    wire: 'mailaddress',
    column: 'email',
    normalise: toMailAddress,
  },
  person: {
    ...required('登録担当者名'),
    wire: 'person',
    column: 'person',
    sentBefore: 'email',
  },
  chance: {
    ...required('当ソフトを何でお知りになりましたか'),
    missing: messages.chanceRequired,
    wire: 'from',
    column: 'chance',
    isSurvey: true,
    choices: CHANCES,
  },
  otherFacility: {
    label: 'ご紹介元の事業所名',
    missing: null,
    limit: TEXT_LIMIT,
    wire: 'oshiete_jigyousha',
    column: 'other_facility',
    isSurvey: true,
    shownWhen: ['chance', CHANCE_REFERRED],
  },
  nowsoft: {
    ...required('現在の請求方法'),
    missing: messages.nowsoftRequired,
    wire: 'nowsoft',
    column: 'nowsoft',
    isSurvey: true,
    choices: BILLING_METHODS,
  },
  nowsoftname: {
    ...required('ご利用中のソフト名'),
    wire: 'nowsoftname',
    column: 'nowsoftname',
    isSurvey: true,
    shownWhen: ['nowsoft', BILLING_OTHER_SOFTWARE],
  },
} as const satisfies Record<string, FieldRow>

export type ApplicantField = keyof typeof APPLICANT_FIELDS
export type Applicant = Record<ApplicantField, string>

const FIELD_ROWS: Record<ApplicantField, FieldRow> = APPLICANT_FIELDS
const ALL_FIELDS = Object.keys(APPLICANT_FIELDS) as ApplicantField[]

/** In the order in which they are sent: that of the screen but where a row says otherwise. */
const SENT_FIELDS = ALL_FIELDS.filter((field) => !FIELD_ROWS[field].sentBefore).flatMap((field) => [
  ...ALL_FIELDS.filter((earlier) => FIELD_ROWS[earlier].sentBefore === field),
  field,
])

/** The name of each field elsewhere, in the order in which they are sent. */
export function namesOfFields<C extends 'wire' | 'column'>(
  where: C,
): { readonly [F in ApplicantField]: (typeof APPLICANT_FIELDS)[F][C] } {
  const names = SENT_FIELDS.map((field) => [field, APPLICANT_FIELDS[field][where]])
  return Object.fromEntries(names)
}

/** What every flow with an applicant asks for. */
export const CORPORATION_FIELDS: readonly ApplicantField[] = ALL_FIELDS.filter(
  (field) => !FIELD_ROWS[field].isSurvey,
)

/** The fields a flow asks for, in screen order. */
export function applicantFieldsOf(flow: FlowWithApplicant): readonly ApplicantField[] {
  return FLOWS[flow].hasSurvey ? ALL_FIELDS : CORPORATION_FIELDS
}

export function fieldRow(field: ApplicantField): FieldRow {
  return FIELD_ROWS[field]
}

/** The label of a choice by its code; any other text as it is. */
export function choiceLabel(field: ApplicantField, value: string): string {
  return FIELD_ROWS[field].choices?.find(([code]) => code === value)?.[1] ?? value
}

/** Whether a conditional field is shown for these values; the others always are. */
export function isShown(
  field: ApplicantField,
  values: Pick<Applicant, 'chance' | 'nowsoft'>,
): boolean {
  const { shownWhen } = FIELD_ROWS[field]
  return shownWhen === undefined || values[shownWhen[0]] === shownWhen[1]
}

export function normaliseField(field: ApplicantField, typed: string): string {
  return FIELD_ROWS[field].normalise?.(typed) ?? typed
}

/** What is sent: every field normalised, a conditional field that is not shown empty (reading 15). */
export function normaliseApplicant(values: Readonly<Applicant>): Applicant {
  const entries = ALL_FIELDS.map((field) => [
    field,
    isShown(field, values) ? normaliseField(field, values[field]) : '',
  ])
  return Object.fromEntries(entries) as Applicant
}

export const EMPTY_APPLICANT = Object.fromEntries(
  ALL_FIELDS.map((field) => [field, '']),
) as Readonly<Applicant>

// Validation of the applicant block (specification 5).

const ZIPCODE = new RegExp(`^[0-9]{${ZIPCODE_DIGITS}}$`)

/** Everything wrong with the applicant block of a flow, in screen order. */
export function validateApplicant(flow: FlowWithApplicant, values: Readonly<Applicant>): Problem[] {
  return applicantFieldsOf(flow).flatMap((field) => {
    if (!isShown(field, values)) return []
    const message = problemOfField(field, values[field])
    return message === null ? [] : [{ field, message }]
  })
}

/** What a flow asks for and nobody has filled in yet, in screen order; a field that is left out of `values` is empty. */
export function missingFields(
  flow: FlowWithApplicant,
  values: Readonly<Partial<Applicant>>,
): ApplicantField[] {
  const shown = { ...EMPTY_APPLICANT, ...values }
  return applicantFieldsOf(flow).filter(
    (field) =>
      fieldRow(field).missing !== null &&
      isShown(field, shown) &&
      trimOuterSpace(shown[field]) === '',
  )
}

/** What is wrong with one field; null where nothing is. */
export function problemOfField(field: ApplicantField, value: string): string | null {
  const { label, missing, choices, limit } = fieldRow(field)
  if (trimOuterSpace(value) === '') return missing
  if (choices && !choices.some(([code]) => code === value)) return messages.notAChoice(label)
  if (field === 'zipcode')
    return ZIPCODE.test(value) ? null : messages.zipcodeDigits(ZIPCODE_DIGITS)
  if (isUnstorable(value)) return messages.unstorable(label)
  return lengthOf(value) <= limit ? null : messages.tooLong(label, limit)
}

/** Campaign tracking values of a trial link's query (specification 2). */

/** Read by the trial page from its query string; sent empty where they are missing. */
export const CAMPAIGN_KEYS = [
  'lead_id',
  'contact_id',
  'service',
  'utm_source',
  'lp_category',
  'content',
  'utm_campaign',
  'utm_term',
] as const

/** UTF-16 units of each value (reading 30). */
export const CAMPAIGN_LIMIT = 255

export type CampaignKey = (typeof CAMPAIGN_KEYS)[number]
export type Campaign = Record<CampaignKey, string>
