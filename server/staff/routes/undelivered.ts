/** HTTP routes about mails that did not arrive: the applicant was called, another address, and notices that a pipe or a provider hands over. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { Done } from '#contract/console-answers.ts'
import { AddressChange, Contacted } from '#contract/console-schemas.ts'
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import { Named, ReturnedNotice, ReturnedReply } from '#contract/staff-api-schemas.ts'
import { normaliseField } from '#domain/applicant.ts'
import { codeOfNotice } from '#domain/returned-mail.ts'
import { AppError, atField } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import type { NoticeReader } from '../../returned/notice-reader.ts'
import { MOST_READ, type Notice } from '../../returned/read-notice.ts'
import type { TakeNotice } from '../../returned/take.ts'
import { FEED_TAG } from '../../routes/openapi.ts'
import type { SetAddress } from '../address.ts'
import type { Audit } from '../audit.ts'
import type { ContactedBy } from '../undelivered.ts'
import { type Authenticator, actorOf } from './authenticator.ts'
import { NOTE_BODY_LIMIT, PRESS_REFUSALS, pressOf } from './presses.ts'
import { actorOf as actorOfToken, type TokenAuthenticator } from './token-authenticator.ts'

export type UndeliveredDeps = {
  authenticator: Authenticator
  setAddress: SetAddress
  /** Throws AppError `action_refused`, `not_found`. */
  noteContact: (contact: ContactedBy) => Promise<void>
}

export async function undeliveredRoutes(
  app: FastifyInstance,
  { authenticator, setAddress, noteContact }: UndeliveredDeps,
): Promise<void> {
  await app.register(async (json) => {
    takeJson(json)
    const routes = json.withTypeProvider<ZodTypeProvider>()
    routes.post(
      CONSOLE_PATHS.contacted,
      {
        bodyLimit: NOTE_BODY_LIMIT,
        config: {
          access: { caller: 'person', may: 'change', audits: ['contacted', 'note'] },
          refuses: PRESS_REFUSALS,
        },
        schema: { params: Named, body: Contacted, response: { 200: Done } },
      },
      async (request) => {
        const { reference } = request.params
        const by = actorOf(authenticator.userOf(request))
        const { deliveries } = request.body
        const note = request.body.note.trim()
        const contact = { reference, by, deliveries, note, press: pressOf(request) }
        await atField('note', noteContact(contact))
        return {}
      },
    )
    routes.post(
      CONSOLE_PATHS.address,
      {
        bodyLimit: NOTE_BODY_LIMIT,
        config: {
          access: { caller: 'person', may: 'change', audits: ['address', 'note', 'notify'] },
          refuses: [...PRESS_REFUSALS, 'changed_meanwhile', 'correction_waiting'],
        },
        schema: { params: Named, body: AddressChange, response: { 200: Done } },
      },
      async (request) => {
        const { reference } = request.params
        const { to, note } = request.body
        const by = actorOf(authenticator.userOf(request))
        const wanted = { reference, by, to: normaliseField('email', to), note: note.trim() }
        await atField('to', setAddress({ ...wanted, press: pressOf(request) }))
        return {}
      },
    )
  })
}

export type ReturnedDeps = {
  takeNotice: TakeNotice
  noticeReader: NoticeReader
  audit: Audit
  tokenAuthenticator: TokenAuthenticator
}

const MESSAGE_TYPE = 'message/rfc822'

/** Of the staff API: where Postfix has a pipe, or a provider an event. */
export async function returnedRoute(
  app: FastifyInstance,
  { takeNotice, noticeReader, audit, tokenAuthenticator }: ReturnedDeps,
): Promise<void> {
  takeJson(app)
  app.addContentTypeParser<Buffer>(MESSAGE_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = body.length
    done(null, body)
  })
  app.withTypeProvider<ZodTypeProvider>().post(
    STAFF_API_PATHS.returned,
    {
      bodyLimit: MOST_READ,
      config: { access: { caller: 'token', may: 'returned', audits: ['returned'] } },
      schema: {
        tags: [FEED_TAG],
        operationId: 'handOverNotice',
        summary: 'Hand over a notice that a mail came back',
        description:
          'Marks the one sending that the return address names, where its MAC is right, or a Message-ID with the ' +
          'recipient that it was sent to. Nothing else is changed; the same notice again changes nothing.',
        body: ReturnedNotice,
        response: { 200: ReturnedReply },
      },
    },
    async (request) => {
      const { body } = request
      const notice = body instanceof Uint8Array ? await noticeReader.read(body) : noticeOf(body)
      const outcome = await takeNotice(notice)
      const by = actorOfToken(tokenAuthenticator.tokenOf(request))
      await audit.record(by, { action: 'returned', detail: outcome })
      return { outcome }
    },
  )
}

type Told = {
  address?: string
  messageId?: string
  recipient?: string
  code: string
}

/** Throws `validation_failed` where it names no mail. */
function noticeOf({ address = '', messageId = '', recipient = '', code }: Told): Notice {
  if (address === '' && (messageId === '' || recipient === ''))
    throw new AppError('validation_failed', { fields: { address: [NOTHING_NAMED] } })
  return {
    kind: 'failed',
    addresses: address,
    messageId: messageId.replace('<', '').split('@')[0] ?? '',
    recipients: [recipient],
    code: codeOfNotice(code),
  }
}

const NOTHING_NAMED = 'address か、messageId と recipient を送信してください。'
