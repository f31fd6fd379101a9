/** HTTP routes of the staff's operations on applications: validation, operation, reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CONSOLE_PATHS, POLLING_HEADER } from '#contract/console.ts'
import {
  ApplicationPage,
  ApplicationRecord,
  AssigneeReply,
  Done,
  LinkReply,
  Neighbours,
  Nothing,
  PeopleReply,
  StatusReply,
} from '#contract/console-answers.ts'
import {
  AssigneeChange,
  Erasure,
  type ErasureBody,
  FilterQuery,
  LinkHandedOut,
  ListQuery,
  listPlaceOf,
  NoteOnly,
  Resend,
  StatusChange,
} from '#contract/console-schemas.ts'
import { Named } from '#contract/staff-api-schemas.ts'
import type { SendAgain } from '../../delivery/send-again.ts'
import type { DirectoryWatch } from '../../directory/look-up.ts'
import { AppError, atField } from '../../errors.ts'
import { invalidRequest, takeJson } from '../../http/body.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import { onceClosed, sendVersion } from '../../http/reply.ts'
import { describeFilter, wholeAsJson } from '../application-json.ts'
import type { Place, StaffApplications } from '../applications.ts'
import type { Audit } from '../audit.ts'
import { marksOf } from '../directory-marks.ts'
import type { HandOutLink } from '../links.ts'
import type { Conversations } from '../messages.ts'
import type { Asker } from '../search.ts'
import type { AccountRead, StaffAccounts } from '../sign-in/accounts.ts'
import type { Undelivered } from '../undelivered.ts'
import type { WaitingForStaff } from '../waiting.ts'
import { type Authenticator, actorOf, type StaffUser } from './authenticator.ts'
import { NOTE_BODY_LIMIT, PRESS_REFUSALS, pressOf } from './presses.ts'
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
  /** Null where the link was mailed. */
  handOutLink: HandOutLink
  /** Gives the number of deliveries that will be sent again. */
  sendAgain: (wanted: SendAgain) => Promise<number>
}

const PAGE = 50

export async function applicationRoutes(
  app: FastifyInstance,
  deps: ApplicationDeps,
): Promise<void> {
  listRoute(app, deps)
  recordRoute(app, deps)
  neighboursRoute(app, deps)
  peopleRoute(app, deps)
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

function listRoute(
  app: FastifyInstance,
  { applications, authenticator, audit, undelivered, waiting }: ApplicationDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.applications,
    {
      config: { access: { caller: 'person', may: 'view', audits: ['list'] } },
      schema: { querystring: ListQuery, response: { 200: ApplicationPage, 304: Nothing } },
    },
    async (request, reply) => {
      const { after, ...filter } = request.query
      const by = actorOf(authenticator.userOf(request))
      // One row more than the page tells whether there is a next page.
      const place = { after: pageAfter(after), limit: PAGE + 1 }
      const asker = askerOf(request, reply, by, after !== '')
      const { rows, counts, isPartial } = await applications.list(filter, place, asker)
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      const isNowhere = counts.all === 0 && !isPartial && after === ''
      const nearest = isNowhere ? await applications.nearest(filter, asker) : []
      const count = shown.length + nearest.length
      const look = { search: filter.search, page: after, applications: count }
      await audit.recordLook(by, { action: 'list', detail: describeFilter(filter) }, look)
      const page: ApplicationPage = {
        applications: await waiting.marked(shown),
        next: last && rows.length > PAGE ? `${last.part}.${last.created_at}.${last.id}` : null,
        counts,
        isPartial,
        nearest: await waiting.marked(nearest),
        ...(await waiting.counts(by.name)),
        undelivered: await undelivered.count(),
      }
      return sendVersion(request, reply, page)
    },
  )
}

/** `mayReuse` is true for polls, whatever is said. */
export function askerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { name }: { name: string },
  mayReuse = true,
): Asker {
  const closed = new AbortController()
  onceClosed(reply, () => closed.abort())
  const isPolling = request.headers[POLLING_HEADER] !== undefined
  return { name, signal: closed.signal, mayReuse: mayReuse || isPolling }
}

function pageAfter(text: string): Place | undefined {
  const place = listPlaceOf(text)
  return place && { part: place.part, created_at: place.at, id: place.id }
}

function neighboursRoute(
  app: FastifyInstance,
  { applications, authenticator, audit }: ApplicationDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.neighbours,
    {
      config: {
        access: { caller: 'person', may: 'view', audits: ['list'] },
        refuses: ['unknown_application'],
      },
      schema: { params: Named, querystring: FilterQuery, response: { 200: Neighbours } },
    },
    async (request, reply) => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const asker = askerOf(request, reply, by)
      const found = await applications.neighbours(reference, request.query, asker)
      const { search } = request.query
      // What is beside another application answers another question.
      const look = { search: search && `${search}\n${reference}`, page: '', applications: 0 }
      const shown = [found.previous, found.next].filter((each) => each !== null).length
      const detail = `neighbours ${describeFilter(request.query)}`.trim()
      await audit.recordLook(by, { action: 'list', detail }, { ...look, applications: shown })
      return found
    },
  )
}

function assigneeRoute(
  app: FastifyInstance,
  { applications, authenticator }: ApplicationDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.assignee,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['assignee'] },
        refuses: [...PRESS_REFUSALS, 'changed_meanwhile'],
      },
      schema: { params: Named, body: AssigneeChange, response: { 200: AssigneeReply } },
    },
    async (request) => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const to = request.body.to.trim()
      const press = pressOf(request)
      return atField('assignee', applications.assign({ reference, by, to, press }))
    },
  )
}

function peopleRoute(app: FastifyInstance, { accounts }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.people,
    {
      config: { access: { caller: 'person', may: 'view', audits: [] } },
      schema: { response: { 200: PeopleReply } },
    },
    async () => ({ names: await accounts.workers() }),
  )
}

function recordRoute(
  app: FastifyInstance,
  { applications, authenticator, audit, directory, conversations }: ApplicationDeps,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.application,
    {
      config: {
        access: { caller: 'person', may: 'view', audits: ['view'] },
        refuses: ['unknown_application'],
      },
      schema: { params: Named, response: { 200: ApplicationRecord, 304: Nothing } },
    },
    async (request, reply) => {
      const found = await applications.find(request.params.reference)
      if (!found) throw new AppError('unknown_application')
      const by = actorOf(authenticator.userOf(request))
      await audit.recordView(by, { action: 'view', subject: found.whole.application.reference })
      const marks = directory.ask((current) => marksOf(current, found.whole)) ?? null
      const related = await applications.related(found.whole.application)
      return sendVersion(request, reply, {
        ...wholeAsJson(found.whole, related),
        directory: marks,
        conversation: await conversations.of(found.whole.application),
        correction: await conversations.correctionOf(found.whole.application),
        link: String(found.whole.application.link_generation),
      })
    },
  )
}

function statusRoute(app: FastifyInstance, { applications, authenticator }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.status,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['status', 'note', 'notify'] },
        refuses: [
          ...PRESS_REFUSALS,
          'changed_meanwhile',
          'confirmation_missing',
          'correction_waiting',
          'question_open',
        ],
      },
      schema: { params: Named, body: StatusChange, response: { 200: StatusReply } },
    },
    async (request): Promise<StatusReply> => {
      const { reference } = request.params
      const { to, note, confirmedBy, notify, despite, despiteQuestion } = request.body
      const by = actorOf(authenticator.userOf(request))
      const change = await atField(
        'status',
        applications.changeStatus({
          ...{
            reference,
            by,
            to,
            note: note.trim(),
            confirmedBy,
            notify,
            despite,
            despiteQuestion,
          },
          press: pressOf(request),
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
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['note'] },
        refuses: PRESS_REFUSALS,
      },
      schema: { params: Named, body: NoteOnly, response: { 200: Done } },
    },
    async (request) => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const entry = { reference, by, note: request.body.note.trim(), press: pressOf(request) }
      await atField('note', applications.addNote(entry))
      return {}
    },
  )
}

function resendRoute(app: FastifyInstance, { authenticator, sendAgain }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.resend,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['resend'] },
        refuses: [...PRESS_REFUSALS, 'not_resendable'],
      },
      schema: { params: Named, body: Resend, response: { 200: Done } },
    },
    async (request) => {
      const by = actorOf(authenticator.userOf(request))
      const { reference } = request.params
      const wanted = { reference, id: request.body.delivery, by, press: pressOf(request) }
      if ((await atField('delivery', sendAgain(wanted))) === 0) throw new AppError('not_resendable')
      return {}
    },
  )
}

function linkRoute(app: FastifyInstance, { authenticator, handOutLink }: ApplicationDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.link,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'change', audits: ['link', 'notify'] },
        refuses: [...PRESS_REFUSALS, 'changed_meanwhile'],
      },
      schema: { params: Named, body: LinkHandedOut, response: { 200: LinkReply } },
    },
    async (request): Promise<LinkReply> => {
      const { reference } = request.params
      const by = actorOf(authenticator.userOf(request))
      const { mail, end } = request.body
      const wanted = { reference, by, mail, end, press: pressOf(request) }
      return { link: await atField('link', handOutLink(wanted)) }
    },
  )
}

/** Erasure cannot be undone: the reference is typed again, and whoever logged in with a password types that again too. */
function erasureRoute(app: FastifyInstance, deps: ApplicationDeps): void {
  const { applications, authenticator } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.erasure,
    {
      bodyLimit: NOTE_BODY_LIMIT,
      config: {
        access: { caller: 'person', may: 'erase', audits: ['erase'] },
        refuses: [
          ...PRESS_REFUSALS,
          'changed_meanwhile',
          'encryption_required',
          'reauthentication_failed',
          'reauthentication_expired',
          'reauthentication_needed',
          'rate_limited',
        ],
      },
      schema: { params: Named, body: Erasure, response: { 200: Done } },
    },
    async (request) => {
      const { reference } = request.params
      const user = authenticator.userOf(request)
      const press = pressOf(request)
      if (request.body.reference.trim().toUpperCase() !== reference.toUpperCase())
        throw invalidRequest('validation_failed', ['reference'])
      const verified = await reauthenticate(deps, user, request)
      const entry = { reference, by: actorOf(user), press }
      await atField('reference', applications.erase(entry, verified))
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
  // Not counted with strangers who guess at the account.
  const verified = await throttle(request.ip, user.session, () =>
    accounts.verifyPassword(user.name, request.body.password),
  )
  if (verified) return verified
  await audit.record(actorOf(user), { action: 'reauthentication_failed' })
  throw new AppError('reauthentication_failed')
}
