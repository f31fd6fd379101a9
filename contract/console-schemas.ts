/** Zod schemas of what the console sends: the list's filter, which its exports share, and the bodies; and their types. */

import { z } from 'zod'
import { FIGURE_TABLES, type FigureTable } from '#domain/figures.ts'
import { PART_NAMES, type Part } from '#domain/list-order.ts'
import {
  decisionPress,
  PRESSES,
  type PressName,
  type SeenBy,
  type SeenName,
  statusPress,
} from '#domain/presses.ts'
import { ASKED_NAMES } from '#domain/staff.ts'
import {
  FILTERS,
  isDay,
  MOST_CONTACTED,
  MOST_IN_BULK,
  SEARCH_LIMIT,
  STAFF_NAME_LIMIT,
  VIEW_NAME_LIMIT,
} from './console.ts'
import { NOTE_LIMIT } from './staff-api.ts'
import { Confirmer } from './staff-api-schemas.ts'
import { MESSAGE_LIMIT } from './status.ts'
import { Line, Lines, Place, placeIn } from './text-schemas.ts'

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
  answer: choice(FILTERS.answer, 'お客様番号の照会'),
  /** Whom an open application waits for. */
  turn: choice(FILTERS.turn, '待っている相手'),
  /** First and last day. */
  from: day('受付日（開始）'),
  to: day('受付日（終了）'),
  /** The name of whoever takes care of it, or UNASSIGNED. */
  assignee: Line.max(STAFF_NAME_LIMIT).default(''),
  late: choice(FILTERS.late, '期限超過'),
  order: choice(FILTERS.order, '並び順'),
}

const NEVER = {
  path: ['from'],
  error: '受付日の開始が終了より後です。日付を入れ替えてください。',
}
const isInOrder = ({ from, to }: { from: string; to: string }) => to === '' || from <= to

const filterFields = {
  ...conditions,
  /** Parts of whatever a caller says: numbers, names, telephone, mail address; each word has to be there. */
  search: Line.max(SEARCH_LIMIT).default(''),
}

export const FilterQuery = z.object(filterFields).refine(isInOrder, NEVER)
export type Filter = z.infer<typeof FilterQuery>

const LIST_PLACE = new RegExp(`^(${PART_NAMES.join('|')})\\.(.+)$`)
/** In a list the part of its order goes before. */
const afterInList = z
  .string()
  .refine((text) => text === '' || listPlaceOf(text) !== undefined)
  .default('')

/** The part, the instant and the id of a row after which a page begins. */
export function listPlaceOf(text: string): { part: Part; at: number; id: string } | undefined {
  const [, part, rest = ''] = LIST_PLACE.exec(text) ?? []
  const place = placeIn(rest)
  return place && { ...place, part: part as Part }
}

export const ListQuery = z.object({ ...filterFields, after: afterInList }).refine(isInOrder, NEVER)

const Run = z.uuid()
export const ExportQuery = z
  .object({ ...filterFields, run: Run.or(none).default('') })
  .refine(isInOrder, NEVER)
export const ExportRun = z.object({ run: Run })

export const SavedConditions = z.object(conditions).refine(isInOrder, NEVER)

const ViewName = Line.max(VIEW_NAME_LIMIT).refine((text) => text.trim() !== '')
export const ViewNamed = z.object({ name: ViewName })
export const SaveView = z.object({ name: ViewName, filter: SavedConditions })
export type SavedView = z.infer<typeof SaveView>

/** A day in Asia/Tokyo; without a name the caller's own activity. */
export const ActivityQuery = z.object({
  who: Line.max(STAFF_NAME_LIMIT).default(''),
  day: z.string().refine(isDay, { error: unreadable('日') }),
  after: Place.default(''),
})

/** First and last day of the beacons; an empty text for the usual one. */
export const FigureDays = z
  .object({ from: day('期間（開始）'), to: day('期間（終了）') })
  .refine(isInOrder, NEVER)

/** An empty text for all tables. */
export const FigureFile = FigureDays.safeExtend({
  table: z.enum(['', ...(Object.keys(FIGURE_TABLES) as FigureTable[])]).default(''),
})

export const DeliveriesQuery = z.object({
  after: Line.max(64).default(''),
  /** Those of closed applications instead. */
  closed: z.enum(['', 'true']).default(''),
})

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

/** What a press depends on, as the person saw it: just that. */
function seenBy<P extends PressName>(press: P) {
  const names = PRESSES[press].map((name) => [name, SEEN[name] ?? Line.max(SEEN_LIMIT)])
  return z.strictObject(Object.fromEntries(names) as SeenShape<P>)
}
/** Where it is not just any text. */
const SEEN: Partial<Record<SeenName, z.ZodString>> = { asked: Line.min(1).max(64) }
type SeenShape<P extends PressName> = Record<keyof SeenBy<P>, z.ZodString>

/** UTF-16 units: of a mail address. */
const SEEN_LIMIT = 1024

/** Of a body that more than one press sends. */
const isSeenAs = (press: PressName, seen: object) =>
  Object.keys(seen).length === PRESSES[press].length

export const StatusChange = z
  .object({
    to: z.enum(FILTERS.status),
    note: Note,
    /** Who confirmed it, where the procedure needs that. */
    confirmedBy: Confirmer.exactOptional(),
    /** Whether the applicant gets a mail, where there is an address. */
    notify: z.boolean().default(false),
    /** The number of the correction that the person was asked about. */
    despite: Line.max(64).exactOptional(),
    /** The id of the open question that the person was asked about. */
    despiteQuestion: Line.max(64).exactOptional(),
    seen: z.union([seenBy('closing'), seenBy('status')]),
  })
  .refine(({ to, seen }) => isSeenAs(statusPress(to), seen), { path: ['seen'] })
export type StatusBody = z.input<typeof StatusChange>

const AssigneeName = Line.max(STAFF_NAME_LIMIT)

/** The name that shall stand there; empty for nobody. */
export const AssigneeChange = z.object({ to: AssigneeName, seen: seenBy('assignee') })
export type AssigneeBody = z.infer<typeof AssigneeChange>

/** Each with the status that the person saw; an application stands there once. */
export const BulkChange = z.object({
  changes: z
    .array(
      z.object({
        reference: Line.min(1).max(64),
        from: z.enum(FILTERS.status),
        /** Who confirmed this one, where its procedure needs that. */
        confirmedBy: Confirmer.exactOptional(),
      }),
    )
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

/** About the mails that the person saw; what came of the call, for staff, empty for nothing to say. */
export const Contacted = z.object({
  deliveries: z.array(Line.min(1).max(64)).min(1).max(MOST_CONTACTED),
  note: Note,
})
export type ContactedBody = z.infer<typeof Contacted>

/** The address that is right. */
export const AddressChange = z.object({
  to: Line.max(1024),
  note: Note,
  seen: seenBy('address'),
})
export type AddressBody = z.infer<typeof AddressChange>

/** Mailed to the address on file, or given back for paper; `end` ends the one before, at once. */
export const LinkHandedOut = z.object({ mail: z.boolean(), end: z.boolean(), seen: seenBy('link') })
export type LinkBody = z.infer<typeof LinkHandedOut>

/** What staff write to an applicant, behind the last message that the person saw. */
export const QuestionForApplicant = z.object({
  text: Lines.max(MESSAGE_LIMIT).refine((text) => text.trim() !== ''),
  wantsAnswer: z.boolean(),
  seen: seenBy('question'),
})
export type QuestionBody = z.infer<typeof QuestionForApplicant>

/**
 * What staff decide of what an applicant asks: of which kind, the one that the person saw (the number of a correction,
 * the id of another), and whether it is accepted. Who declines says why, in words for the applicant; a message, or a
 * question that needs no answer any more, is only ever settled.
 */
export const DecisionOfStaff = z
  .object({
    of: z.enum(ASKED_NAMES),
    seen: z.union([seenBy('withdrawing'), seenBy('decision')]),
    accept: z.boolean(),
    reason: Lines.max(MESSAGE_LIMIT),
  })
  .refine((decision) => isSeenAs(decisionPress(decision), decision.seen), { path: ['seen'] })
  .refine(({ accept, reason }) => accept || reason.trim() !== '', { path: ['reason'] })
  .refine(({ of, accept }) => accept || of !== 'message', { path: ['accept'] })
export type DecisionBody = z.infer<typeof DecisionOfStaff>

/** The reference again, so that nobody erases by a slip; the password where the person has one. */
export const Erasure = z.object({
  reference: Line.max(64),
  password: z.string().max(1024),
  seen: seenBy('erasure'),
})
export type ErasureBody = z.infer<typeof Erasure>
