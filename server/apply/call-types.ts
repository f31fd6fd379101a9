/** The types of the three public calls: what comes in, what is answered, and what the operations need to run. */

import type { ConsentBody, FacilityBody } from '#contract/apply-schemas.ts'
import type { Applicant, Campaign } from '#domain/applicant.ts'
import type { FlowWithApplicant } from '#domain/flows.ts'
import type { FlagName } from '#domain/staff.ts'
import type { AppError } from '../errors.ts'
import type { StatusLinks } from '../follow-up/link.ts'
import type { Database } from '../store/database.ts'
import type { Verdict } from './invitations.ts'

export type ApplicationsOptions = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  /** Who is told of completed applications: the notices are queued with the completion itself. */
  notices: { staffMail: string; webhookUrl: string }
  /** Version of the words that a consent is given to. */
  termsVersion: string
  /** Whether a migration or suspension needs a valid invitation. */
  invitations: 'optional' | 'required'
  links: Pick<StatusLinks, 'to'>
}

/** Something seen about a call that staff should know; it holds nothing back. */
export type Flag = { flag: FlagName; detail: string }

type Call = {
  /** The application's key, null where the client sent none. */
  key: string | null
  /** What was seen about the call. */
  flags: readonly Flag[]
  /** A limit is reached: thrown instead of storing anything, while a replay is still answered. */
  refusal?: AppError | undefined
}

export type RegisterCall = Call & {
  flow: FlowWithApplicant
  applicant: Applicant
  campaign: Campaign
  /** The key of an earlier application that this one takes the place of. */
  supersedes: string | null
}

export type ConsentCall = Call & {
  customer: string
  kind: ConsentBody['kind']
  priceText: string | undefined
  /** What the invitation that came with it is worth; null where none came. */
  invitation: Verdict | null
}

export type FacilitiesCall = Call & {
  customer: string
  facilities: readonly FacilityBody[]
  /** As in a consent; it names the request where no key does. */
  invitation: Verdict | null
  /** The client's network address as limits count it: the mail limits tell senders apart by it. */
  sender: string
}

/** `replayed`: this very call was answered before, and nothing was stored now. `isNew`: it began an application. */
export type Answer = { reference: string; replayed: boolean; isNew: boolean }

/** `statusLink`: of a call that completed the application and is its applicant's for certain; else null. */
export type Completed = Answer & { statusLink: string | null }

export type Applications = {
  register(call: RegisterCall): Promise<Answer & { username: string }>
  consent(call: ConsentCall): Promise<Completed>
  addFacilities(call: FacilitiesCall): Promise<Completed>
}
