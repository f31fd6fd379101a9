/** Calls of the apply API: a flow's calls in order under one idempotency key (reading 20). */
import {
  customerPath,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  REFERENCE_HEADER,
  registrationFields,
  SUPERSEDES,
} from '#contract/apply.ts'
import type { ConsentBody, FacilitiesBody } from '#contract/apply-schemas.ts'
import { type Applicant, CAMPAIGN_KEYS, CAMPAIGN_LIMIT, type Campaign } from '#domain/applicant.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { type Call, endsWithConsent, FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { withoutUnstorable } from '#domain/text.ts'
import { type Action, actionOf } from './actions.ts'
import { ApiError, member, post } from './http.ts'
import { newKey, type Progress } from './session-storage.ts'

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
  onReference: (reference: string) => void
  /** Given the private address of the application's status page, where the server tells one. */
  onStatusLink: (address: string) => void
}

/** The {customer} of the calls. Throws ApiError at the first call that fails and is not mended (reading 36). */
export async function runCalls(run: ApplicationRun): Promise<string> {
  let progress = startOf(run)
  const note = (next: Progress) => {
    progress = next
    run.onProgress(next)
  }
  note(progress)
  const consentBefore = progress.consent
  const mended = new Set<Action>()
  for (;;)
    try {
      for (const call of FLOWS[run.flow].calls) {
        run.onCall(call)
        await STEPS[call](run, progress, note)
      }
      return customerOf(run, progress)
    } catch (error) {
      const action = error instanceof ApiError ? actionOf(error.code) : 'retry'
      // Of a consent of an earlier press nobody knows whether it still is the last one.
      const isStale = consentBefore !== undefined && progress.consent === consentBefore
      const next = mendedBy(action, progress)
      if (next) note(next)
      const isWorthIt = next && !mended.has(action) && (action !== 'show-price' || isStale)
      if (!isWorthIt) throw error
      mended.add(action)
    }
}

/** From where the calls go on, by this press or the next one; null where they go on at the call that failed. */
function mendedBy(action: Action, { consent: _, ...beforeConsent }: Progress): Progress | null {
  if (action === 'begin-anew') return { key: newKey() }
  return action === 'consent-again' || action === 'show-price' ? beforeConsent : null
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
    // A 4xx binds no key: the corrected registration may use the same one.
    if (error instanceof ApiError && error.isRefusal) note(progress)
    throw error
  }
}

async function consent(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const { flow, content } = run
  const { priceText } = content
  const body: ConsentBody = {
    kind: FLOWS[flow].kind,
    ...(priceText === undefined ? {} : { priceText }),
  }
  const text = JSON.stringify(body)
  // The last call of a flow is made again: its answer has what the result page shows.
  if (progress.consent === text && !endsWithConsent(flow)) return
  await send(run, progress, customerPath('consent', customerOf(run, progress)), body)
  note({ ...progress, consent: text })
}

async function facilities(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const body: FacilitiesBody = {
    facilities: run.content.rows.map(({ facilityName, facilityNumber, serviceKey }) => ({
      facilityName,
      facilityNumber,
      serviceKey,
    })),
  }
  note({ ...progress, isCompleting: true })
  try {
    await send(run, progress, customerPath('facilities', customerOf(run, progress)), body)
  } catch (error) {
    if (error instanceof ApiError && error.isRefusal) note(progress)
    throw error
  }
}

async function send(run: ApplicationRun, progress: Progress, path: string, body: unknown) {
  const reply = await postAs(run, progress, path, body)
  const statusLink = member(reply, 'statusLink')
  if (typeof statusLink === 'string') run.onStatusLink(statusLink)
  return reply
}

function postAs(run: ApplicationRun, progress: Progress, path: string, body: unknown) {
  const { apiBase, extraHeaders, onReference } = run
  const onHeaders = (headers: Headers) => {
    const reference = headers.get(REFERENCE_HEADER)
    if (reference !== null) onReference(reference)
  }
  if (!extraHeaders) return post(apiBase + path, body, { onHeaders })
  const { key, supersedes } = progress
  const headers = {
    ...extraHeaders,
    [IDEMPOTENCY_KEY_HEADER]: key,
    ...(supersedes === undefined ? {} : { [SUPERSEDES]: supersedes }),
  }
  return post(apiBase + path, body, { headers, onHeaders, isOwn: true, mayRepeat: true })
}

function formOf(flow: Flow, { applicant, search }: FormContent): URLSearchParams | null {
  return hasApplicant(flow) && applicant
    ? new URLSearchParams(registrationFields(flow, applicant, campaignOf(search)))
    : null
}

function customerOf({ customer }: ApplicationRun, { username }: Progress): string {
  const customerId = customer ?? username
  if (customerId === undefined) throw new RangeError('no customer to send this call for')
  return customerId
}

function usernameOf(reply: unknown): string {
  const username = member(reply, 'username')
  // Another server's API may number its customers (reading 33).
  if (typeof username === 'number') return String(username)
  if (typeof username !== 'string' || username === '')
    throw new ApiError(null, undefined, 'the registration was answered without a username')
  return username
}

/** At most 255 UTF-16 units of each, without what could not be stored: a damaged link must not stop an application (reading 30). */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search)
  const entries = CAMPAIGN_KEYS.map((key) => {
    const value = withoutUnstorable(query.get(key) ?? '').slice(0, CAMPAIGN_LIMIT)
    // The cut may have halved a pair of surrogates.
    return [key, withoutUnstorable(value)]
  })
  return Object.fromEntries(entries) as Campaign
}
