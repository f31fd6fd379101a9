/** Walks a flow's calls for one application, skipping what the server has already acknowledged (reading 20). */

import type { Applicant } from '#domain/applicant.ts'
import {
  type ConsentBody,
  type FacilitiesBody,
  IDEMPOTENCY_KEY_HEADER,
  REFERENCE_HEADER,
  registrationFields,
  SUPERSEDES,
} from '#domain/contract.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { type Call, FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { customerPath, PATHS } from '#domain/paths.ts'
import { ApiError, post } from './api.ts'
import { newKey } from './application-key.ts'
import { campaignOf } from './campaign.ts'

/** What a press sends. */
export type Submission = {
  /** null where the flow registers nobody. */
  applicant: Applicant | null
  /** The page's query string, which the trial's campaign values are read from. */
  search: string
  rows: readonly FacilityRow[]
  /** Left out where the flow has no price. */
  priceText?: string
}

/** How far an application has come; kept for the tab, so that a reload goes on where it stood. */
export type Progress = {
  key: string
  /** The earlier key, where the registered fields were edited afterwards. */
  supersedes?: string
  /** The registration that was sent under the key, whatever became of it. */
  registration?: string
  /** The customer that the register call issued for exactly that registration. */
  username?: string
  /** The consent that was acknowledged. */
  consent?: string
}

export type Journey = {
  flow: Flow
  /** The number of the page's query; null where the register call issues one. */
  customer: string | null
  submission: Submission
  apiBase: string
  /** Headers that go with every call beside the key; null sends none at all, the key neither. */
  extraHeaders: Record<string, string> | null
  progress: Progress | undefined
  /** Told before each call and after each answer, so that nothing is forgotten by a crash. */
  onProgress: (progress: Progress) => void
  onCall: (call: Call) => void
  /** Given the receipt number, where the server tells one. */
  onReference?: (reference: string) => void
}

/** The {customer} of the calls. Throws ApiError at the first call that fails. */
export async function walk(journey: Journey): Promise<string> {
  let progress = startOf(journey)
  const note = (next: Progress) => {
    progress = next
    journey.onProgress(next)
  }
  note(progress)
  for (const call of FLOWS[journey.flow].calls) {
    journey.onCall(call)
    await STEPS[call](journey, progress, note)
  }
  return customerOf(journey, progress)
}

/** Goes on with the kept progress, or starts a new key where other fields were sent under the old one. */
function startOf({ flow, submission, progress }: Journey): Progress {
  if (!progress) return { key: newKey() }
  const sent = progress.registration
  if (sent === undefined || sent === formOf(flow, submission)?.toString()) return progress
  return { key: newKey(), supersedes: progress.key }
}

type Step = (journey: Journey, progress: Progress, note: (next: Progress) => void) => Promise<void>

const STEPS: Record<Call, Step> = { register, consent, facilities }

async function register(journey: Journey, progress: Progress, note: (next: Progress) => void) {
  const fields = formOf(journey.flow, journey.submission)
  if (!fields || progress.username !== undefined) return
  const registration = fields.toString()
  note({ ...progress, registration })
  try {
    const username = usernameOf(await send(journey, progress, PATHS.register, fields))
    note({ ...progress, registration, username })
  } catch (error) {
    if (isTaken(error) && progress.registration === undefined)
      return register(journey, { key: newKey(), registration }, note)
    // A refused registration bound nothing, so that the corrected one may go under the same key.
    if (error instanceof ApiError && error.isRefusal) note(progress)
    throw error
  }
}

/** A duplicate of this tab registered another corporation under the key they shared: this one is its own application. */
function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'key_reused'
}

async function consent(journey: Journey, progress: Progress, note: (next: Progress) => void) {
  const { flow, submission } = journey
  const { priceText } = submission
  const body: ConsentBody = {
    kind: FLOWS[flow].kind,
    ...(priceText === undefined ? {} : { priceText }),
  }
  const text = JSON.stringify(body)
  if (progress.consent === text) return
  await send(journey, progress, customerPath('consent', customerOf(journey, progress)), body)
  note({ ...progress, consent: text })
}

async function facilities(journey: Journey, progress: Progress) {
  const body: FacilitiesBody = {
    facilities: journey.submission.rows.map(({ facilityName, facilityNumber, serviceKey }) => ({
      facilityName,
      facilityNumber,
      serviceKey,
    })),
  }
  await send(journey, progress, customerPath('facilities', customerOf(journey, progress)), body)
}

function send(journey: Journey, progress: Progress, path: string, body: unknown) {
  const { apiBase, extraHeaders, onReference } = journey
  const hear = (headers: Headers) => {
    const reference = headers.get(REFERENCE_HEADER)
    if (reference !== null) onReference?.(reference)
  }
  if (!extraHeaders) return post(apiBase + path, body, {}, hear)
  const { key, supersedes } = progress
  const headers = {
    ...extraHeaders,
    [IDEMPOTENCY_KEY_HEADER]: key,
    ...(supersedes === undefined ? {} : { [SUPERSEDES]: supersedes }),
  }
  return post(apiBase + path, body, headers, hear)
}

function formOf(flow: Flow, { applicant, search }: Submission): URLSearchParams | null {
  return hasApplicant(flow) && applicant
    ? new URLSearchParams(registrationFields(flow, applicant, campaignOf(search)))
    : null
}

function customerOf({ customer }: Journey, { username }: Progress): string {
  const known = customer ?? username
  if (known === undefined) throw new RangeError('no customer to send this call for')
  return known
}

function usernameOf(reply: unknown): string {
  const username: unknown =
    typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'username') : undefined
  if (typeof username !== 'string' || username === '')
    throw new ApiError(null, undefined, 'the registration was answered without a username')
  return username
}
