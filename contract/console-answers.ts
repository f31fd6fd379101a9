/** Zod schemas of what the console is answered, and their types; instants in ISO 8601. */

import { z } from 'zod'
import type { DirectoryMarks } from '#domain/directory-marks.ts'
import { FEW, TURN_NAMES } from '#domain/figures.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import {
  APPLICATION_STATES,
  type ApplicationState,
  CUSTOMER_ANSWER_NAMES,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type DeliveryKind,
  FLAG_NAMES,
  MESSAGE_KINDS,
  STAFF_STATUS_NAMES,
  WAITING_NAMES,
} from '#domain/staff.ts'
import { ERROR_CODES, FILLINGS, STEPS, WIDTHS, type Width } from '#domain/usage.ts'
import { ERROR_FIELDS } from './apply-schemas.ts'
import { SaveView } from './console-schemas.ts'
import { ConflictSides, LastChange } from './error-schemas.ts'
import { Application } from './staff-api-schemas.ts'

const text = z.string()
const instant = z.iso.datetime()
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[]

/** The answer to a change that leaves nothing to say. */
export const Done = z.object({})
/** Of a 304, and of a redirect. */
export const Nothing = z.null()

export const SignInReply = z.object({ provider: z.boolean() })
export type SignInReply = z.infer<typeof SignInReply>

/** Seconds. A session ends when nothing is pressed for an hour, which an extension begins anew; and at `atMost` in any case. */
const SessionTime = z.object({ untilIdle: z.number(), atMost: z.number() })
export type SessionTime = z.infer<typeof SessionTime>

export const SessionReply = z.object({
  who: text,
  role: z.enum(ROLE_NAMES),
  canLogOut: z.boolean(),
  /** False where an identity provider vouches for the person. */
  hasPassword: z.boolean(),
  /** Null where no session of this server was started. */
  remaining: SessionTime.nullable(),
  /** Version, commit and time of the server's build. */
  build: text,
})
export type SessionReply = z.infer<typeof SessionReply>

/** Where the browser goes on to end the identity provider's session too; null where there is none. */
export const LogoutReply = z.object({ signOutUrl: text.nullable() })
export type LogoutReply = z.infer<typeof LogoutReply>

/** The secret in base 32, and as the address that an authenticator app reads. */
export const SetupReply = z.object({ secret: text, uri: text })
export type SetupReply = z.infer<typeof SetupReply>
export const SetupDone = z.object({ recoveryCodes: z.array(text) })
export type SetupDone = z.infer<typeof SetupDone>

export const AccountReply = z.object({
  recoveryCodesLeft: z.int(),
  sessions: z.array(z.object({ startedAt: instant, seenAt: instant, isCurrent: z.boolean() })),
})
export type AccountReply = z.infer<typeof AccountReply>

export const ViewsReply = z.object({ views: z.array(SaveView) })
export type ViewsReply = z.infer<typeof ViewsReply>

/** A refused change has the one that came first in `error.change`. */
export const StatusReply = z.object({ change: LastChange })
export type StatusReply = z.infer<typeof StatusReply>

/** What staff have made of an application: who takes care of it (empty for nobody), and who touched it last. */
const work = { assignee: text, lastTouch: z.object({ who: text, at: instant }).nullable() }
export type Work = z.infer<z.ZodObject<typeof work>>

/** What the list shows and exports of an application, under the names of the apply API's wire. */
const ListedApplication = Application.omit({
  ...{ version: true, consents: true, facilities: true, flags: true },
  ...{ appform: true, insert: true, page: true, plan3: true },
}).extend({
  flags: z.array(z.enum(FLAG_NAMES)),
  facilityCount: z.int(),
  /** What the billing system said of the customer number. */
  customerAnswer: z.enum(CUSTOMER_ANSWER_NAMES).nullable(),
  /** In the console alone; since when. */
  waiting: z.array(z.object({ kind: z.enum(WAITING_NAMES), since: instant })).exactOptional(),
  /** Of what is open, in the console alone: its second working day has begun. */
  isOld: z.boolean().exactOptional(),
  ...work,
})
export type ListedApplication = z.infer<typeof ListedApplication>

/** `pending` is no status of the staff's: what is still being filled in is counted under none of them. */
const StatusCounts = z.record(z.enum([...STAFF_STATUS_NAMES, 'all', 'pending']), z.int())
export type StatusCounts = z.infer<typeof StatusCounts>

export const ApplicationPage = z.object({
  applications: z.array(ListedApplication),
  /** Where the next page begins; null on the last one. */
  next: text.nullable(),
  /** Under the filter, its status and state left out. */
  counts: StatusCounts,
  /** The search found more than MOST_FOUND, or ended before the oldest: list and counts tell of the newest alone. */
  isPartial: z.boolean(),
  /** Where a search finds none in any status: the newest that it would find but for one slip of its words. */
  nearest: z.array(ListedApplication),
  /** What waits for staff in all, whatever the filter: how many applications, and since when the oldest. */
  waiting: z.record(
    z.enum(WAITING_NAMES),
    z.object({ count: z.int(), oldest: instant.nullable() }),
  ),
  /** Applications that have waited too long; open ones whose applicant owes an answer; open ones of the caller's own. */
  ...{ late: z.int(), asked: z.int(), own: z.int() },
  /** Deliveries under CONSOLE_PATHS.deliveries. */
  undelivered: z.int(),
})
export type ApplicationPage = z.infer<typeof ApplicationPage>

export const Neighbours = z.object({ previous: text.nullable(), next: text.nullable() })
export type Neighbours = z.infer<typeof Neighbours>

export const PeopleReply = z.object({ names: z.array(text) })
export type PeopleReply = z.infer<typeof PeopleReply>

/** An empty name for nobody. */
export const AssigneeReply = z.object({ assignee: text, who: text, at: instant })
export type AssigneeReply = z.infer<typeof AssigneeReply>

/** Each application of a bulk change is in one of the two; `reason` is fit to show. */
export const BulkReply = z.object({
  changed: z.array(z.object({ reference: text, change: LastChange })),
  refused: z.array(
    z.object({
      reference: text,
      /** The corporation, or the customer number where there is none. */
      name: text,
      reason: text,
      sides: ConflictSides.nullable(),
    }),
  ),
})
export type BulkReply = z.infer<typeof BulkReply>

export const ActivityReply = z.object({
  /** Oldest first. */
  entries: z.array(
    z.object({ at: instant, who: text, via: text, action: text, subject: text, detail: text }),
  ),
  next: text.nullable(),
  /** Whom the caller may ask for. */
  people: z.array(text),
})
export type ActivityReply = z.infer<typeof ActivityReply>

const Delivery = z.object({
  id: text,
  kind: z.enum(keysOf<DeliveryKind>(DELIVERY_KINDS)),
  recipient: text,
  state: z.enum(keysOf(DELIVERY_STATES)),
  attempts: z.int(),
  lastError: text.nullable(),
  /** What stands in the way, in one sentence for people; null where nothing does. */
  sentence: text.nullable(),
  createdAt: instant,
  /** Null where it is sent, or goes out again only when staff say so. */
  nextAt: instant.nullable(),
  sentAt: instant.nullable(),
  /** Whether staff have to deal with it. */
  isUndelivered: z.boolean(),
  /** Its last notice; null where it has not come back. */
  returned: z
    .object({
      at: instant,
      /** RFC 3463; empty where the notice had none. */
      code: text,
      sentence: text,
      /** past: of an earlier sending, or to an earlier address. */
      state: z.enum(['open', 'settled', 'past']),
    })
    .nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** `tel` is the number on file. */
const UndeliveredNotice = Delivery.extend({
  ...{ reference: text, name: text, tel: text },
  ...{ flow: z.enum(FLOW_NAMES), isClosed: z.boolean() },
})
export type UndeliveredNotice = z.infer<typeof UndeliveredNotice>

export const DeliveriesReply = z.object({
  /** Oldest first. */
  deliveries: z.array(UndeliveredNotice),
  next: text.nullable(),
  /** Of open applications, and of closed ones. */
  count: z.int(),
  closed: z.int(),
})
export type DeliveriesReply = z.infer<typeof DeliveriesReply>

const milliseconds = z.int().nullable()
/** Durations of working days, in milliseconds; `most`: nine of ten stay below it. */
const Spread = z.object({ count: z.int(), median: milliseconds, most: milliseconds })
const ByFlow = z.record(z.enum(FLOW_NAMES), z.int())
const Course = z.object({ arrived: z.int(), reaction: Spread, closing: Spread })

/** How long applicants wait. Days are YYYY-MM-DD in Tokyo. */
export const Situation = z.object({
  at: instant,
  /** Ranges of days on which applications came, the newest first; the last has no first day. */
  ages: z.array(z.object({ from: z.string().nullable(), to: z.string() })),
  /** Open applications; `age` is the number of a range, an empty assignee is nobody. */
  open: z.array(
    z.object({ age: z.int(), turn: z.enum(TURN_NAMES), assignee: text, count: z.int() }),
  ),
  oldest: z.array(
    z.object({
      ...{ reference: text, flow: z.enum(FLOW_NAMES), createdAt: instant },
      ...{ turn: z.enum(TURN_NAMES), assignee: text },
    }),
  ),
  /** By the Monday on which a week begins, oldest first: what arrived and what was closed in it, how long what arrived took. */
  weeks: z.array(Course.extend({ week: z.string(), arrivals: ByFlow, closings: ByFlow })),
  /** Of all these weeks, by the day of arrival, from Monday. */
  weekdays: z.array(Course),
})
export type Situation = z.infer<typeof Situation>

const figure = z.union([z.int(), z.literal(FEW)])
const Led = { trials: figure, contracts: figure, days: figure.nullable() }

/** Where people give up, and what brings customers. Days are YYYY-MM-DD in Tokyo, months YYYY-MM. */
export const Figures = z.object({
  at: instant,
  /** Of the beacons, both included. */
  from: text,
  to: text,
  /** Sums of beacons. */
  way: z.array(
    z.object({
      ...{ flow: z.enum(FLOW_NAMES), mark: z.enum([...STEPS, ...FILLINGS]) },
      ...{ width: z.enum([...keysOf<Width>(WIDTHS), 'all']), count: figure },
    }),
  ),
  /** The most frequent first. */
  errors: z.array(
    z.object({
      ...{ flow: z.enum(FLOW_NAMES), field: z.enum(ERROR_FIELDS) },
      ...{ code: z.enum(ERROR_CODES), count: figure },
    }),
  ),
  /** Completed applications of each month that the period touches, and procedure; the oldest first. */
  months: z.array(
    z.object({
      ...{ month: text, flow: z.enum(FLOW_NAMES), completed: figure },
      statuses: z.record(z.enum(STAFF_STATUS_NAMES), figure),
      /** Yen a month of what was neither a trial nor rejected or withdrawn. */
      amount: figure,
      /** Facilities of the middle one. */
      typical: figure.nullable(),
    }),
  ),
  /** Of these months: how those who completed a trial have heard of the product. */
  chances: z.array(z.object({ label: text, count: figure })),
  /** Of these months: trials, the contracts that they may have become, and the days between for the middle one. */
  trials: z.array(z.object({ month: text, ...Led })),
  campaigns: z.array(z.object({ label: text, ...Led })),
})
export type Figures = z.infer<typeof Figures>

/** Applications, and the rows that a sheet would have. */
export const ExportSize = z.object({ applications: z.int(), rows: z.int(), sheets: z.int() })
export type ExportSize = z.infer<typeof ExportSize>

/** Applications written so far, of so many. */
export const ExportProgress = z.object({
  state: z.enum(['running', 'complete', 'broken']),
  done: z.int(),
  total: z.int(),
})
export type ExportProgress = z.infer<typeof ExportProgress>

/** Another application under the same customer number. */
const RelatedApplication = z.object({
  reference: text,
  flow: z.enum(FLOW_NAMES),
  state: z.enum(keysOf<ApplicationState>(APPLICATION_STATES)),
  status: z.enum(STAFF_STATUS_NAMES),
  createdAt: instant,
  /** When it used an invitation. */
  invitedAt: instant.nullable(),
})
export type RelatedApplication = z.infer<typeof RelatedApplication>

/** A correction as the applicant sent it. */
const Correction = z.object({
  number: z.int(),
  /** The revision that it was made from. */
  base: z.int(),
  /** replaced by a newer one; lapsed with the end of the application. */
  state: z.enum(['waiting', 'accepted', 'declined', 'replaced', 'lapsed']),
  at: instant,
  decidedAt: instant.nullable(),
  decidedBy: text.nullable(),
  /** What the applicant was told where it was declined. */
  sentence: text,
  /** Field name as sent → as typed. */
  fields: z.record(text, text),
  facilities: Application.shape.facilities,
  /** The button that was pressed. */
  words: text,
  termsVersion: text,
  priceText: text.nullable(),
  priceList: text.nullable(),
})
export type Correction = z.infer<typeof Correction>

/** What applicant and staff have said to each other since the application. */
const Conversation = z.object({
  /** Oldest first; `who` is empty for the applicant. */
  messages: z.array(
    z.object({
      id: text,
      kind: z.enum(keysOf(MESSAGE_KINDS)),
      who: text,
      text,
      at: instant,
      settledAt: instant.nullable(),
      settledBy: text.nullable(),
    }),
  ),
  /** The last request to withdraw. */
  withdrawal: z
    .object({
      id: text,
      state: z.enum(['waiting', 'confirmed', 'refused']),
      at: instant,
      decidedAt: instant.nullable(),
      decidedBy: text.nullable(),
      sentence: text,
    })
    .nullable(),
  /** Until when the gate rests after wrong answers; null where it does not. */
  gateRests: z.enum(['next_hour', 'renewal']).nullable(),
})
export type Conversation = z.infer<typeof Conversation>

export type ConsentEvidence = z.infer<typeof Application>['consents'][number]

const Marks = z.object({
  period: text,
  marks: z.array(
    z.object({
      no: z.int(),
      kind: z.enum(['same', 'other', 'published', 'unknown']),
      corporation: text,
    }),
  ),
}) satisfies z.ZodType<DirectoryMarks>

/** That the number exists says nothing of who asked. */
const CustomerFacts = z.object({
  answer: z.enum(CUSTOMER_ANSWER_NAMES),
  name: text,
  /** That it answered for. */
  version: z.int(),
  at: instant,
})
export type CustomerFacts = z.infer<typeof CustomerFacts>

export const ApplicationRecord = Application.extend({
  ...work,
  history: z.array(
    z.object({
      at: instant,
      who: text,
      action: text,
      detail: text,
      /** Of a status: who confirmed the request; else empty. */
      confirmedBy: text,
    }),
  ),
  deliveries: z.array(Delivery),
  /** What the billing system said last of the customer number; in the console alone. */
  customer: CustomerFacts.nullable(),
  /** Newest first. */
  related: z.array(RelatedApplication),
  /** Where a directory was imported that knows of the numbers; in the console alone. */
  directory: Marks.nullable().exactOptional(),
  /** Which of its links to the status is the one that opens; in the console alone. */
  link: text.exactOptional(),
  /** In the console alone. */
  conversation: Conversation.exactOptional(),
  /** The last that the applicant proposed; in the console alone. */
  correction: Correction.nullable().exactOptional(),
})
export type ApplicationRecord = z.infer<typeof ApplicationRecord>

/** Null where it was mailed. */
export const LinkReply = z.object({ link: text.nullable() })
export type LinkReply = z.infer<typeof LinkReply>

/** Of the operator's file, in its order. */
export const QuestionTexts = z.object({ texts: z.array(text).readonly() })
export type QuestionTexts = z.infer<typeof QuestionTexts>
