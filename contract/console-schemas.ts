/** Zod schemas of what the console sends: the list's filter, which its exports share, and the bodies; and their types. */

import { z } from 'zod'
import { isIndexed, searchTerms } from '#domain/search-grams.ts'
import {
  FILTERS,
  isDay,
  MOST_IN_BULK,
  SEARCH_LIMIT,
  STAFF_NAME_LIMIT,
  VIEW_NAME_LIMIT,
} from './console.ts'
import { NOTE_LIMIT } from './staff-api.ts'
import { Line, Lines } from './staff-api-schemas.ts'
import { MESSAGE_LIMIT } from './status.ts'

const none = z.literal('')

/** A sentence of ours is answered as it is; zod's own are not (server/http/body.ts). */
const unreadable = (label: string) =>
  `絞り込みの「${label}」を読み取れません。条件をクリアして、選び直してください。`

function choice<const T extends readonly string[]>(values: T, label: string) {
  return z.union([z.enum(values), none], { error: unreadable(label) }).default('')
}

/** In Asia/Tokyo, YYYY-MM-DD. */
function day(label: string) {
  return z
    .string()
    .refine((text) => text === '' || isDay(text), { error: unreadable(label) })
    .default('')
}

/** What a saved view keeps. A search is not kept: it would stand in histories and logs. */
const conditions = {
  flow: choice(FILTERS.flow, 'お手続き'),
  state: choice(FILTERS.state, '申し込みの状態'),
  status: choice(FILTERS.status, '対応状況'),
  flag: choice(FILTERS.flag, '確認事項'),
  waiting: choice(FILTERS.waiting, '申込者からの連絡'),
  /** First and last day. */
  from: day('受付日（開始）'),
  to: day('受付日（終了）'),
  /** The name of whoever takes care of it. */
  assignee: Line.max(STAFF_NAME_LIMIT).default(''),
}

const NEVER = {
  path: ['from'],
  error: '受付日の開始が終了より後です。日付を入れ替えてください。',
}
const isInOrder = ({ from, to }: { from: string; to: string }) => to === '' || from <= to

const filterFields = {
  ...conditions,
  /** Parts of whatever a caller says: numbers, names, telephone, mail address; each word has to be there. */
  search: Line.max(SEARCH_LIMIT)
    .refine((text) => text.trim() === '' || searchTerms(text).some(isIndexed), {
      error: '検索の言葉は2文字以上で入力してください。',
    })
    .default(''),
}

export const FilterQuery = z.object(filterFields).refine(isInOrder, NEVER)
export type Filter = z.infer<typeof FilterQuery>

const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/
/** Where a page begins: the `next` of the one before. */
const after = z
  .string()
  .refine((text) => text === '' || PLACE.test(text))
  .default('')

/** The instant and the id of a place that a query has accepted. */
export function placeOf(text: string): { at: number; id: string } | undefined {
  const [, at, id] = PLACE.exec(text) ?? []
  return at && id ? { at: Number(at), id } : undefined
}

export const ListQuery = z.object({ ...filterFields, after }).refine(isInOrder, NEVER)

const Run = z.uuid()
export const ExportQuery = z
  .object({ ...filterFields, run: Run.or(none).default('') })
  .refine(isInOrder, NEVER)
export const ExportRun = z.object({ run: Run })

export const SavedConditions = z.object(conditions).refine(isInOrder, NEVER)
export type SavedFilter = z.infer<typeof SavedConditions>

const ViewName = Line.max(VIEW_NAME_LIMIT).refine((text) => text.trim() !== '')
export const ViewNamed = z.object({ name: ViewName })
export const SaveView = z.object({ name: ViewName, filter: SavedConditions })
export type SavedView = z.infer<typeof SaveView>
export type ViewsReply = { views: SavedView[] }

/** A day in Asia/Tokyo; without a name the caller's own activity. */
export const ActivityQuery = z.object({
  who: Line.max(STAFF_NAME_LIMIT).default(''),
  day: z.string().refine(isDay, { error: unreadable('日') }),
  after,
})

export const DeliveriesQuery = z.object({ after: Line.max(64).default('') })

const Secret = z.string().min(1).max(1024)

/** `code` is of the authenticator app, or a recovery code. */
export const Login = z.object({ name: Secret, password: Secret, code: Secret })
export type LoginBody = z.infer<typeof Login>

export const SetupCode = z.object({ name: Secret, code: Secret })
export type SetupCodeBody = z.infer<typeof SetupCode>

export const Setup = SetupCode.extend({ password: Secret, totp: Secret })
export type SetupBody = z.infer<typeof Setup>

export const PasswordChange = z.object({ password: Secret, code: Secret, next: Secret })
export type PasswordBody = z.infer<typeof PasswordChange>

const Note = Lines.max(NOTE_LIMIT)

export const StatusChange = z.object({
  from: z.enum(FILTERS.status),
  to: z.enum(FILTERS.status),
  note: Note,
  /** Whether the applicant gets a mail, where there is an address. */
  notify: z.boolean().default(false),
  /** The person was asked about a correction that waits. */
  despite: z.literal(true).exactOptional(),
})
export type StatusBody = z.input<typeof StatusChange>

const AssigneeName = Line.max(STAFF_NAME_LIMIT)

/** The name that the person saw, and the one that shall stand there; empty for nobody. */
export const AssigneeChange = z.object({ from: AssigneeName, to: AssigneeName })
export type AssigneeBody = z.infer<typeof AssigneeChange>

/** Each with the status that the person saw; an application stands there once. */
export const BulkChange = z.object({
  changes: z
    .array(z.object({ reference: Line.min(1).max(64), from: z.enum(FILTERS.status) }))
    .min(1)
    .max(MOST_IN_BULK)
    .refine((all) => new Set(all.map(({ reference }) => reference)).size === all.length),
  to: z.enum(FILTERS.status),
  note: Note,
})
export type BulkBody = z.infer<typeof BulkChange>

export const NoteOnly = z.object({ note: Note.refine((text) => text.trim() !== '') })
export type NoteBody = z.infer<typeof NoteOnly>

export const Resend = z.object({ delivery: Line.min(1).max(64) })
export type ResendBody = z.infer<typeof Resend>

/** Mailed to the address on file, or given back for paper. */
export const LinkRenewal = z.object({ mail: z.boolean() })
export type LinkBody = z.infer<typeof LinkRenewal>
/** Null where it was mailed. */
export type LinkReply = { link: string | null }

/** What staff write to an applicant; `last` is the last message that the person saw, empty for none. */
export const QuestionForApplicant = z.object({
  text: Lines.max(MESSAGE_LIMIT).refine((text) => text.trim() !== ''),
  wantsAnswer: z.boolean(),
  last: Line.max(64),
})
export type QuestionBody = z.infer<typeof QuestionForApplicant>
/** Of the operator's file, in its order. */
export type QuestionTexts = { texts: readonly string[] }

export const Settlement = z.object({ message: Line.min(1).max(64) })
export type SettlementBody = z.infer<typeof Settlement>

/** Accepts or declines the correction that was seen, made from the revision that was seen; who declines says why. */
export const CorrectionDecision = z
  .object({
    number: z.int(),
    base: z.int(),
    accept: z.boolean(),
    sentence: Lines.max(MESSAGE_LIMIT),
  })
  .refine(({ accept, sentence }) => accept || sentence.trim() !== '', { path: ['sentence'] })
export type CorrectionBody = z.infer<typeof CorrectionDecision>

/** Who refuses says why, in a sentence for the applicant. */
export const WithdrawalDecision = z
  .object({
    request: Line.min(1).max(64),
    accept: z.boolean(),
    sentence: Lines.max(MESSAGE_LIMIT),
  })
  .refine(({ accept, sentence }) => accept || sentence.trim() !== '', { path: ['sentence'] })
export type WithdrawalBody = z.infer<typeof WithdrawalDecision>

/** The reference again, so that nobody erases by a slip; the password where the person has one. */
export const Erasure = z.object({ reference: Line.max(64), password: z.string().max(1024) })
export type ErasureBody = z.infer<typeof Erasure>
