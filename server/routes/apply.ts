/** The three calls of the public apply API (specification 7): shape, operation, reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { API_BASE, BODY_LIMITS, PATHS, REFERENCE_HEADER, REPLAYED_HEADER } from '#contract/apply.ts'
import { Consent, Facilities, RegistrationForm, readRegistration } from '#contract/apply-schemas.ts'
import { FLOW_NAMES, flowOfKind, hasRows, isCustomerNumber } from '#domain/flows.ts'
import type { Answer, Applications, Completed } from '../apply/call-types.ts'
import { isProcedure, type Procedure, type Verdict } from '../apply/invitations.ts'
import { takeForms, takeJson } from '../http/body.ts'
import { senderOf } from '../http/client-address.ts'
import type { Admission, Limits } from '../http/limits/rate-limits.ts'
import { NO_STORE } from '../http/security-headers.ts'
import { DESCRIBED_HEADERS, flagsOf, invitationOf, keyOf, supersededKeyOf } from './call-headers.ts'
import { APPLY_TAG } from './openapi.ts'

export type CustomerDeps = {
  applications: Applications
  limits: Limits
  judgeInvitation: (
    token: string,
    request: { procedure: Procedure; customerNumber: string },
  ) => Verdict
}

export async function customerRoutes(app: FastifyInstance, deps: CustomerDeps): Promise<void> {
  await app.register(async (forms) => {
    takeForms(forms)
    registerRoute(forms, deps)
  })
  await app.register(async (json) => {
    takeJson(json)
    consentRoute(json, deps)
    facilitiesRoute(json, deps)
  })
}

const Stored = z
  .object({
    statusLink: z
      .string()
      .exactOptional()
      .meta({
        description:
          'The page that shows how it stands, for the applicant alone: with the call that completes an application, ' +
          'and its repetitions, under an Idempotency-Key of 20 characters or more that was the application’s by then; ' +
          'without a key once, with the call that completes a registration.',
      }),
  })
  .meta({ description: 'It is on disk' })
const Customer = z.object({
  customer: z.string().meta({
    description: 'The username of a registration, or the customer number of an existing contract',
  }),
})

const REGISTER_ROUTE = {
  bodyLimit: BODY_LIMITS.register,
  config: {
    refuses: ['key_reused', 'rate_limited'] as const,
    readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.supersedes },
  },
  schema: {
    tags: [APPLY_TAG],
    operationId: 'register',
    summary: 'Register a corporation (entry, trial)',
    description: 'The username names the temporary customer in the calls that follow.',
    consumes: ['application/x-www-form-urlencoded'],
    body: RegistrationForm,
    response: {
      200: z.object({ username: z.string() }).meta({ description: 'Registered' }),
    },
  },
}

const CONSENT_ROUTE = {
  bodyLimit: BODY_LIMITS.consent,
  config: {
    refuses: [
      'invitation_required',
      'unknown_customer',
      'already_completed',
      'too_many_consents',
      'superseded',
      'key_reused',
      'rate_limited',
    ] as const,
    readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.invitation },
  },
  schema: {
    tags: [APPLY_TAG],
    operationId: 'consent',
    summary: 'Record a consent to the terms, at a price where there is one',
    description: 'A suspension is complete with it. Another price is a further version.',
    params: Customer,
    body: Consent,
    response: {
      200: Stored,
    },
  },
}

const FACILITIES_ROUTE = {
  bodyLimit: BODY_LIMITS.facilities,
  config: {
    refuses: [
      'unknown_customer',
      'consent_missing',
      'already_completed',
      'superseded',
      'key_reused',
      'price_mismatch',
      'rate_limited',
    ] as const,
    readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.invitation },
  },
  schema: {
    tags: [APPLY_TAG],
    operationId: 'addFacilities',
    summary: 'Send the facilities, which completes an application',
    description:
      'After the consent whose price they are counted at; of a flow without a price, after any.',
    params: Customer,
    body: Facilities,
    response: {
      200: Stored,
    },
  },
}

function registerRoute(app: FastifyInstance, { applications, limits }: CustomerDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.register}`, REGISTER_ROUTE, async (request, reply) => {
      const registration = readRegistration(request.body)
      const call = callOf(request)
      const supersedes = supersededKeyOf(request.headers)
      const mail = registration.applicant.email
      const limited = { ...call.sender, mail, mayStart: true, mayRepeat: call.key !== null }
      const answer = await limits.admit(limited, (admission) =>
        applications.register({ ...registration, supersedes, ...call.admitted(admission) }),
      )
      acknowledge(reply, answer)
      return { username: answer.username }
    })
}

function consentRoute(app: FastifyInstance, deps: CustomerDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.consent}`, CONSENT_ROUTE, async (request, reply) => {
      const { kind, priceText } = request.body
      const { customer } = request.params
      const procedures = proceduresOf(kind)
      // Nothing is typed in a suspension.
      const call = callOf(request, procedures.length > 0 && !procedures.some(hasRows))
      const invitation = judge(request, deps, procedures, customer)
      // Kinds 1 and 4 go on with what a registration started, and was counted for.
      const mayStart = procedures.length > 0
      const mayRepeat = !mayStart || call.key !== null
      const limited = { ...call.sender, invitation: validId(invitation), mayStart, mayRepeat }
      const answer = await deps.limits.admit(limited, (admission) =>
        deps.applications.consent({
          ...call.admitted(admission),
          customer,
          kind,
          priceText,
          invitation,
        }),
      )
      acknowledge(reply, answer)
      return withLink(answer)
    })
}

function facilitiesRoute(app: FastifyInstance, deps: CustomerDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.facilities}`, FACILITIES_ROUTE, async (request, reply) => {
      const { customer } = request.params
      const { facilities } = request.body
      const call = callOf(request)
      const invitation = judge(request, deps, WITH_FACILITIES, customer)
      // Without a key an existing number's facilities may have to become an application of their own.
      const mayStart = call.key === null && isCustomerNumber(customer)
      const limited = { ...call.sender, invitation: validId(invitation), mayStart, mayRepeat: true }
      const answer = await deps.limits.admit(limited, (admission) =>
        deps.applications.addFacilities({
          ...call.admitted(admission),
          customer,
          facilities,
          invitation,
          sender: call.sender.address,
        }),
      )
      acknowledge(reply, answer)
      return withLink(answer)
    })
}

/** What the three calls have in common: who sends it, its key, and the flags it gets once it is admitted. */
function callOf(request: FastifyRequest, isOnePress = false) {
  const { headers, bodyBytes } = request
  const key = keyOf(headers)
  const flags = flagsOf(headers, isOnePress)
  return {
    key,
    sender: { address: senderOf(request), key, bytes: bodyBytes },
    admitted: ({ isNear, refusal }: Admission) => ({
      key,
      flags: isNear ? [...flags, { flag: 'limit_near' as const, detail: '' }] : flags,
      refusal,
    }),
  }
}

function acknowledge(reply: Pick<FastifyReply, 'header'>, { reference, replayed }: Answer): void {
  reply.header('cache-control', NO_STORE).header(REFERENCE_HEADER, reference)
  if (replayed) reply.header(REPLAYED_HEADER, 'true')
}

function withLink({ statusLink }: Completed): { statusLink?: string } {
  return statusLink === null ? {} : { statusLink }
}

/** The procedures of existing customers that have facilities; a facilities call does not name its own. */
const WITH_FACILITIES = FLOW_NAMES.filter(isProcedure).filter(hasRows)

/** What the invitation that came with a call is worth for its number; null where none came. */
function judge(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { judgeInvitation }: CustomerDeps,
  procedures: readonly Procedure[],
  customerNumber: string,
): Verdict | null {
  const token = invitationOf(headers)
  if (token === null) return null
  const verdicts = procedures.map((procedure) =>
    judgeInvitation(token, { procedure, customerNumber }),
  )
  return verdicts.find(({ status }) => status === 'valid') ?? verdicts[0] ?? null
}

function validId(invitation: Verdict | null): string | undefined {
  return invitation?.status === 'valid' ? invitation.id : undefined
}

function proceduresOf(kind: number): Procedure[] {
  return [flowOfKind(kind)].filter((flow) => flow !== undefined).filter(isProcedure)
}
