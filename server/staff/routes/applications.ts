/** HTTP routes of the staff's operations on applications: validation, operation, reply. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ApplicationPage, CONSOLE_PATHS, type StatusReply } from '#contract/console.ts'
import {
  AssigneeChange,
  Erasure,
  type ErasureBody,
  FilterQuery,
  LinkRenewal,
  type LinkReply,
  ListQuery,
  NoteOnly,
  placeOf,
  Resend,
  StatusChange,
} from '#contract/console-schemas.ts'
import { Line } from '#contract/staff-api-schemas.ts'
import type { SendAgain } from '../../delivery/send-again.ts'
import type { DirectoryWatch } from '../../directory/look-up.ts'
import { AppError, atField } from '../../errors.ts'
import { invalidRequest, takeJson } from '../../http/body.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import { sendVersion } from '../../http/reply.ts'
import { describeFilter, wholeAsJson } from '../application-json.ts'
import type { Place, StaffApplications } from '../applications.ts'
import type { Audit } from '../audit.ts'
import type { Conversations } from '../conversation.ts'
import type { Corrections } from '../corrections.ts'
import { marksOf } from '../directory-marks.ts'
import type { RenewLink } from '../links.ts'
import type { AccountRead, StaffAccounts } from '../sign-in/accounts.ts'
import type { Undelivered } from '../undelivered.ts'
import type { WaitingForStaff } from '../waiting.ts'
import { type Authenticator, actorOf, type StaffUser } from './authenticator.ts'
import { refuseUnencrypted } from './sign-in.ts'

export type ApplicationDeps = {
  applications: StaffApplications
  accounts: StaffAccounts
  authenticator: Authenticator
  audit: Audit
  throttle: Throttle
  /** Epoch milliseconds. */
  clock: () => number
  directory: DirectoryWatch
  undelivered: Undelivered
  waiting: WaitingForStaff
  conversations: Conversations
  corrections: Pick<Corrections, 'of'>
  /** Null where the link was mailed. */
  renewLink: RenewLink
  /** Gives the number of deliveries that will be sent again. */
  sendAgain: (wanted: SendAgain) => Promise<number>
}

const PAGE = 50
/** Bytes: a note of the greatest length with every character escaped in JSON. */
const CHANGE_BODY_LIMIT = 32_768

export async function applicationRoutes(
  app: FastifyInstance,
  deps: ApplicationDeps,
): Promise<void> {
  listRoute(app, deps)
  recordRoute(app, deps)
  neighboursRoute(app, deps)
  await app.register(async (json) => {
    takeJson(json)
    statusRoute(json, deps)
    assigneeRoute(json, deps)
    noteRoute(json, deps)
    resendRoute(json, deps)
    erasureRoute(json, deps)
    linkRoute(json, deps)
  })
}

const Named = z.object({ reference: Line.max(64) })

function listRoute(
  app: FastifyInstance,
  { applications, authenticator, audit, undelivered, waiting }: ApplicationDeps,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.applications,
      { config: { permission: 'view' }, schema: { querystring: ListQuery } },
      async (request, reply) => {
        const { after, ...filter } = request.query
        const by = actorOf(authenticator.userOf(request))
        await audit.recordView(by, { action: 'list', detail: describeFilter(filter, after) })
        // One row more than the page tells whether there is a next page.
        const place = { after: pageAfter(after), limit: PAGE + 1 }
        const { rows, counts, isPartial } = await applications.list(filter, place)
        const shown = rows.slice(0, PAGE)
        const last = shown.at(-1)
        const page: ApplicationPage = {
          applications: await waiting.marked(shown),
          next: last && rows.length > PAGE ? `${last.created_at}.${last.id}` : null,
          counts,
          isPartial,
          waiting: await waiting.counts(),
          undelivered: await undelivered.count(),
        }
        return sendVersion(request, reply, page)
      },
    )
}

function pageAfter(text: string): Place | undefined {
  const place = placeOf(text)
  return place && { created_at: place.at, id: place.id }
}

function neighboursRoute(
  app: FastifyInstance,
  { applications }: Pick<ApplicationDeps, 'applications'>,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.neighbours,
      { config: { permission: 'view' }, schema: { params: Named, querystring: FilterQuery } },
      async (request) => applications.neighbours(request.params.reference, request.query),
    )
}

function assigneeRoute(
  app: FastifyInstance,
  { applications, authenticator }: ApplicationDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.assignee,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { params: Named, body: AssigneeChange },
    },
    async (request) => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const { from, to } = request.body
      return atField(
        'assignee',
        applications.assign({ reference, by, from: from.trim(), to: to.trim() }),
      )
    },
  )
}

function recordRoute(
  app: FastifyInstance,
  { applications, authenticator, audit, directory, conversations, corrections }: ApplicationDeps,
): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      CONSOLE_PATHS.application,
      { config: { permission: 'view' }, schema: { params: Named } },
      async (request, reply) => {
        const found = await applications.find(request.params.reference)
        if (!found) throw new AppError('unknown_application')
        const by = actorOf(authenticator.userOf(request))
        await audit.recordView(by, { action: 'view', subject: found.whole.application.reference })
        const marks = marksOf(directory.current(), found.whole)
        const related = await applications.related(found.whole.application)
        return sendVersion(request, reply, {
          ...wholeAsJson(found.whole, related),
          directory: marks,
          conversation: await conversations.of(found.whole.application),
          correction: await corrections.of(found.whole.application),
        })
      },
    )
}

function statusRoute(app: FastifyInstance, { applications, authenticator }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.status,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { params: Named, body: StatusChange },
    },
    async (request): Promise<StatusReply> => {
      const { reference } = request.params
      const { from, to, note, notify, despite } = request.body
      const by = actorOf(authenticator.userOf(request))
      const change = await atField(
        'status',
        applications.changeStatus({
          ...{ reference, by, note: note.trim(), from, to, notify, despite },
        }),
      )
      return { change }
    },
  )
}

function noteRoute(app: FastifyInstance, { applications, authenticator }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.notes,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { params: Named, body: NoteOnly },
    },
    async (request) => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      await atField('note', applications.addNote({ reference, by, note: request.body.note.trim() }))
      return {}
    },
  )
}

function resendRoute(app: FastifyInstance, { authenticator, sendAgain }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.resend,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { params: Named, body: Resend },
    },
    async (request) => {
      const by = actorOf(authenticator.userOf(request))
      const id = request.body.delivery
      if ((await sendAgain({ reference: request.params.reference, id, by })) === 0)
        throw new AppError('not_resendable')
      return {}
    },
  )
}

function linkRoute(app: FastifyInstance, { authenticator, renewLink }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.link,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'change' },
      schema: { params: Named, body: LinkRenewal },
    },
    async (request): Promise<LinkReply> => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const { mail } = request.body
      return { link: await atField('link', renewLink({ reference, by, mail })) }
    },
  )
}

/** Erasure cannot be undone: the reference is typed again, and whoever logged in with a password types that again too. */
function erasureRoute(app: FastifyInstance, deps: ApplicationDeps): void {
  const { applications, authenticator } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.erasure,
    {
      bodyLimit: CHANGE_BODY_LIMIT,
      config: { permission: 'erase' },
      schema: { params: Named, body: Erasure },
    },
    async (request) => {
      const { reference } = request.params
      const user = authenticator.userOf(request)
      if (request.body.reference.trim().toUpperCase() !== reference.toUpperCase())
        throw invalidRequest('validation_failed', ['reference'])
      const verified = await reauthenticate(deps, user, request)
      await atField('reference', applications.erase({ reference, by: actorOf(user) }, verified))
      return {}
    },
  )
}

/** After an identity provider saw the person's proof, an erasure is taken for so long. */
const PROOF_MS = 300_000

/**
 * Gives the account of a right password. Throws AppError where the password is wrong, or the identity provider's proof
 * too old. A person whom a proxy names has neither here, and is refused.
 */
async function reauthenticate(
  { accounts, audit, throttle, authenticator, clock }: ApplicationDeps,
  user: StaffUser,
  request: FastifyRequest<{ Body: ErasureBody }>,
): Promise<AccountRead | undefined> {
  if (authenticator.isOpen(user)) return
  if (user.session === null) throw new AppError('reauthentication_needed')
  if (!user.hasPassword) {
    if (clock() - (user.authenticatedAt ?? 0) < PROOF_MS) return
    throw new AppError('reauthentication_expired')
  }
  refuseUnencrypted(request)
  const verified = await throttle(request.ip, user.name, () =>
    accounts.verifyPassword(user.name, request.body.password),
  )
  if (verified) return verified
  await audit.record(actorOf(user), { action: 'reauthentication_failed' })
  throw new AppError('reauthentication_failed')
}
