/** Runs a flow's calls in order under one idempotency key, skipping those that the server has acknowledged (reading 20). */
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

/** What the form sends. */
export type FormContent = {
  /** null where the flow registers nobody. */
  applicant: Applicant | null
  /** The page's query string, which the trial's campaign values are read from. */
  search: string
  rows: readonly FacilityRow[]
  /** Left out where the flow has no price. */
  priceText?: string
}

/** Checkpoint of an application, kept in session storage: a retry or a reload resumes after the last acknowledged call. */
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

export type ApplicationRun = {
  flow: Flow
  /** The number of the page's query; null where the register call issues one. */
  customer: string | null
  content: FormContent
  apiBase: string
  /** Headers of every call besides the idempotency key; null sends none at all, not even the key. */
  extraHeaders: Record<string, string> | null
  progress: Progress | undefined
  /** Called before each call and after each answer, so that a crash of the tab loses nothing. */
  onProgress: (progress: Progress) => void
  onCall: (call: Call) => void
  /** Given the receipt number, where the server tells one. */
  onReference?: (reference: string) => void
}

/** The {customer} of the calls. Throws ApiError at the first call that fails. */
export async function runCalls(run: ApplicationRun): Promise<string> {
  let progress = startOf(run)
  const note = (next: Progress) => {
    progress = next
    run.onProgress(next)
  }
  note(progress)
  for (const call of FLOWS[run.flow].calls) {
    run.onCall(call)
    await STEPS[call](run, progress, note)
  }
  return customerOf(run, progress)
}

/** Resumes from the checkpoint, or makes a new key where other fields were registered under the old one (reading 11). */
function startOf({ flow, content, progress }: ApplicationRun): Progress {
  if (!progress) return { key: newKey() }
  const sent = progress.registration
  if (sent === undefined || sent === formOf(flow, content)?.toString()) return progress
  return { key: newKey(), supersedes: progress.key }
}

type Step = (
  run: ApplicationRun,
  progress: Progress,
  note: (next: Progress) => void,
) => Promise<void>

const STEPS: Record<Call, Step> = { register, consent, facilities }

async function register(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const fields = formOf(run.flow, run.content)
  if (!fields || progress.username !== undefined) return
  const registration = fields.toString()
  note({ ...progress, registration })
  try {
    const username = usernameOf(await send(run, progress, PATHS.register, fields))
    note({ ...progress, registration, username })
  } catch (error) {
    if (isKeyReused(error) && progress.registration === undefined)
      return register(run, { key: newKey(), registration }, note)
    // A 4xx binds no key: the corrected registration may use the same one.
    if (error instanceof ApiError && error.isRefusal) note(progress)
    throw error
  }
}

/** A duplicate of this tab has used the shared key for another corporation: this tab needs a key of its own. */
function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'key_reused'
}

async function consent(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const { flow, content } = run
  const { priceText } = content
  const body: ConsentBody = {
    kind: FLOWS[flow].kind,
    ...(priceText === undefined ? {} : { priceText }),
  }
  const text = JSON.stringify(body)
  if (progress.consent === text) return
  await send(run, progress, customerPath('consent', customerOf(run, progress)), body)
  note({ ...progress, consent: text })
}

async function facilities(run: ApplicationRun, progress: Progress) {
  const body: FacilitiesBody = {
    facilities: run.content.rows.map(({ facilityName, facilityNumber, serviceKey }) => ({
      facilityName,
      facilityNumber,
      serviceKey,
    })),
  }
  await send(run, progress, customerPath('facilities', customerOf(run, progress)), body)
}

function send(run: ApplicationRun, progress: Progress, path: string, body: unknown) {
  const { apiBase, extraHeaders, onReference } = run
  const onHeaders = (headers: Headers) => {
    const reference = headers.get(REFERENCE_HEADER)
    if (reference !== null) onReference?.(reference)
  }
  if (!extraHeaders) return post(apiBase + path, body, {}, onHeaders)
  const { key, supersedes } = progress
  const headers = {
    ...extraHeaders,
    [IDEMPOTENCY_KEY_HEADER]: key,
    ...(supersedes === undefined ? {} : { [SUPERSEDES]: supersedes }),
  }
  return post(apiBase + path, body, headers, onHeaders)
}

function formOf(flow: Flow, { applicant, search }: FormContent): URLSearchParams | null {
  return hasApplicant(flow) && applicant
    ? new URLSearchParams(registrationFields(flow, applicant, campaignOf(search)))
    : null
}

function customerOf({ customer }: ApplicationRun, { username }: Progress): string {
  const known = customer ?? username
  if (known === undefined) throw new RangeError('no customer to send this call for')
  return known
}

function usernameOf(reply: unknown): string {
  const username: unknown =
    typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'username') : undefined
  // Another server's API may number its customers (reading 33).
  if (typeof username === 'number') return String(username)
  if (typeof username !== 'string' || username === '')
    throw new ApiError(null, undefined, 'the registration was answered without a username')
  return username
}
