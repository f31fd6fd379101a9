/** The three calls of the public apply API (specification 7): shape, operation, reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BODY_LIMITS, REFERENCE_HEADER, REPLAYED_HEADER } from '#domain/contract.ts'
import { FLOW_NAMES, flowOfKind, hasRows } from '#domain/flows.ts'
import type { ErrorCode } from '#domain/messages.ts'
import { API_BASE, PATHS } from '#domain/paths.ts'
import type { Answer, Applications, Flag } from '../applications/calls.ts'
import { addressBucket } from '../http/client-address.ts'
import { takeForms, takeJson } from '../http/parsers.ts'
import { NO_STORE } from '../http/security-headers.ts'
import { isProcedure, type Procedure, type Verdict } from '../invitations/invitations.ts'
import type { Limits } from '../limits.ts'
import { Consent, Facilities, RegistrationForm, readRegistration } from './bodies.ts'
import { DESCRIBED_HEADERS, flagsOf, invitationOf, keyOf, supersededKeyOf } from './call-headers.ts'
import { APPLY_TAG, errorReplies } from './openapi.ts'

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

const Nothing = z.object({}).meta({ description: 'It is on disk' })
const Customer = z.object({
  customer: z.string().meta({
    description: 'The username of a registration, or the customer number of an existing contract',
  }),
})

const COMMON = ['malformed_request', 'cross_site', 'payload_too_large'] as const
const LATER = ['unsupported_media_type', 'validation_failed', 'unavailable'] as const
const refusals = (...codes: ErrorCode[]) => errorReplies(...COMMON, ...codes, ...LATER)

const REGISTER_ROUTE = {
  bodyLimit: BODY_LIMITS.register,
  config: { readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.supersedes } },
  schema: {
    tags: [APPLY_TAG],
    summary: 'Register a corporation (entry, trial)',
    description: 'The username names the temporary customer in the calls that follow.',
    consumes: ['application/x-www-form-urlencoded'],
    body: RegistrationForm,
    response: {
      200: z.object({ username: z.string() }).meta({ description: 'Registered' }),
      ...refusals('key_reused', 'rate_limited'),
    },
  },
}

const CONSENT_ROUTE = {
  bodyLimit: BODY_LIMITS.consent,
  config: { readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.invitation } },
  schema: {
    tags: [APPLY_TAG],
    summary: 'Record a consent to the terms, at a price where there is one',
    description: 'A suspension is complete with it. Another price is a further version.',
    params: Customer,
    body: Consent,
    response: {
      200: Nothing,
      ...refusals(
        'invitation_required',
        'unknown_customer',
        'already_completed',
        'too_many_consents',
        'superseded',
        'key_reused',
        'rate_limited',
      ),
    },
  },
}

const FACILITIES_ROUTE = {
  bodyLimit: BODY_LIMITS.facilities,
  config: { readsHeaders: { ...DESCRIBED_HEADERS.key, ...DESCRIBED_HEADERS.invitation } },
  schema: {
    tags: [APPLY_TAG],
    summary: 'Send the facilities, which completes an application',
    params: Customer,
    body: Facilities,
    response: {
      200: Nothing,
      ...refusals(
        'unknown_customer',
        'consent_missing',
        'already_completed',
        'superseded',
        'key_reused',
        'price_mismatch',
      ),
    },
  },
}

function registerRoute(app: FastifyInstance, { applications, limits }: CustomerDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.register}`, REGISTER_ROUTE, async (request, reply) => {
      const { headers, body } = request
      const key = keyOf(headers)
      const registration = readRegistration(body)
      const supersedes = supersededKeyOf(headers)
      const sender = { address: addressBucket(request.ip), mail: registration.applicant.email, key }
      const answer = await limits.admit(sender, (near) =>
        applications.register({
          ...registration,
          key,
          supersedes,
          flags: [...flagsOf(headers), ...nearness(near)],
        }),
      )
      acknowledge(reply, answer)
      return { username: answer.username }
    })
}

function consentRoute(app: FastifyInstance, deps: CustomerDeps): void {
  const { applications, limits } = deps
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.consent}`, CONSENT_ROUTE, async (request, reply) => {
      const { headers, body } = request
      const { customer } = request.params
      const call = {
        key: keyOf(headers),
        customer,
        kind: body.kind,
        priceText: body.priceText,
        invitation: judge(request, deps, procedureOf(body.kind), customer),
      }
      const flags = flagsOf(headers)
      // Kinds 1 and 4 go on with what a registration started, and was counted for.
      const answer =
        procedureOf(body.kind).length > 0
          ? await limits.admit({ address: addressBucket(request.ip), key: call.key }, (near) =>
              applications.consent({ ...call, flags: [...flags, ...nearness(near)] }),
            )
          : await applications.consent({ ...call, flags })
      acknowledge(reply, answer)
      return {}
    })
}

function facilitiesRoute(app: FastifyInstance, deps: CustomerDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(`${API_BASE}${PATHS.facilities}`, FACILITIES_ROUTE, async (request, reply) => {
      const { headers, body, params } = request
      const answer = await deps.applications.addFacilities({
        key: keyOf(headers),
        customer: params.customer,
        facilities: body.facilities,
        invitation: judge(request, deps, WITH_FACILITIES, params.customer),
        flags: flagsOf(headers),
        sender: addressBucket(request.ip),
      })
      acknowledge(reply, answer)
      return {}
    })
}

function acknowledge(reply: Pick<FastifyReply, 'header'>, { reference, replayed }: Answer): void {
  reply.header('cache-control', NO_STORE).header(REFERENCE_HEADER, reference)
  if (replayed) reply.header(REPLAYED_HEADER, 'true')
}

function nearness(near: boolean): Flag[] {
  return near ? [{ flag: 'limit_near', detail: '' }] : []
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

function procedureOf(kind: number): Procedure[] {
  return [flowOfKind(kind)].filter((flow) => flow !== undefined).filter(isProcedure)
}
