/** How an application stands, and what its applicant does then: calls without a cookie and without a session. What was asked stands in no log. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CORRECTION_BODY_LIMIT, REPLAYED_HEADER } from '#contract/apply.ts'
import {
  CORRECTION_ADDRESS,
  MESSAGE_ADDRESS,
  MESSAGE_BODY_LIMIT,
  STATUS_ADDRESS,
  STATUS_BODY_LIMIT,
  WITHDRAWAL_ADDRESS,
} from '#contract/status.ts'
import {
  CorrectionCall,
  MessageCall,
  StatusAnswer,
  StatusQuestion,
  WithdrawalCall,
} from '#contract/status-schemas.ts'
import type { Answered } from '../follow-up/applicant-calls.ts'
import type { ApplicantOperations } from '../follow-up/applicant-operations.ts'
import { takeJson } from '../http/body.ts'
import { senderOf } from '../http/client-address.ts'
import type { MinuteLimit } from '../http/limits/look-ups.ts'
import { NO_STORE } from '../http/security-headers.ts'
import { DESCRIBED_HEADERS, keyOf } from './call-headers.ts'
import { PAGE_TAG } from './openapi.ts'

export type StatusDeps = {
  applicant: ApplicantOperations
  /** Looks and actions count alike. */
  admitStatus: MinuteLimit
}

export async function statusRoutes(app: FastifyInstance, deps: StatusDeps): Promise<void> {
  takeJson(app)
  app.addHook('preHandler', async (request, reply) => {
    reply.header('cache-control', NO_STORE)
    await deps.admitStatus(senderOf(request))
  })
  const { applicant } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.post(STATUS_ADDRESS, STATUS_ROUTE, (request) => applicant.ask(request.body))
  routes.post(CORRECTION_ADDRESS, CORRECTION_ROUTE, async (request, reply) =>
    answered(reply, await applicant.correct({ ...request.body, key: keyOf(request.headers) })),
  )
  routes.post(WITHDRAWAL_ADDRESS, WITHDRAWAL_ROUTE, async (request, reply) =>
    answered(reply, await applicant.withdraw({ ...request.body, key: keyOf(request.headers) })),
  )
  routes.post(MESSAGE_ADDRESS, MESSAGE_ROUTE, async (request, reply) =>
    answered(reply, await applicant.sendMessage({ ...request.body, key: keyOf(request.headers) })),
  )
}

const KEYED = { readsHeaders: DESCRIBED_HEADERS.key }

/** Of the hook, the link and the gate. */
const GUARDED = ['gate_refused', 'gate_resting', 'link_unknown', 'rate_limited'] as const

function answered(reply: FastifyReply, { answer, replayed }: Answered): StatusAnswer {
  if (replayed) reply.header(REPLAYED_HEADER, 'true')
  return answer
}

const STATUS_ROUTE = {
  bodyLimit: STATUS_BODY_LIMIT,
  config: { refuses: GUARDED },
  schema: {
    tags: [PAGE_TAG],
    operationId: 'askStatus',
    summary: 'How an application stands, for whoever has its link',
    description:
      'Changes nothing but, with an answer, the count of wrong ones. With the right answer come the details.',
    body: StatusQuestion,
    response: {
      200: StatusAnswer,
    },
  },
}

const CORRECTION_ROUTE = {
  bodyLimit: CORRECTION_BODY_LIMIT,
  config: {
    ...KEYED,
    refuses: [
      ...GUARDED,
      'base_changed',
      'correction_closed',
      'correction_empty',
      'correction_limit',
      'key_reused',
      'price_mismatch',
      'proposal_changed',
    ] as const,
  },
  schema: {
    tags: [PAGE_TAG],
    operationId: 'proposeCorrection',
    summary: 'Proposes a correction, which counts once staff accept it',
    description:
      'By the rules of a registration and its facilities. It takes the place of the one that waits, which it names; five a day in Tokyo. ' +
      'Where numbers and services of the rows stay, so does the price; else all rows are priced by the list in force.',
    body: CorrectionCall,
    response: {
      200: StatusAnswer,
    },
  },
}

const WITHDRAWAL_ROUTE = {
  bodyLimit: STATUS_BODY_LIMIT,
  config: {
    ...KEYED,
    refuses: [...GUARDED, 'already_closed', 'key_reused', 'proposal_changed'] as const,
  },
  schema: {
    tags: [PAGE_TAG],
    operationId: 'withdraw',
    summary: 'Withdraws an application, or asks staff to',
    description:
      'At once while nobody has begun to work on it, with the correction that waits, which it names; later it is a request, which waits in `details.withdrawal`.',
    body: WithdrawalCall,
    response: {
      200: StatusAnswer,
    },
  },
}

const MESSAGE_ROUTE = {
  bodyLimit: MESSAGE_BODY_LIMIT,
  config: {
    ...KEYED,
    refuses: [...GUARDED, 'question_closed', 'message_sent_today', 'key_reused'] as const,
  },
  schema: {
    tags: [PAGE_TAG],
    operationId: 'sendMessage',
    summary: 'Answers a question of staff’s, or leaves a message',
    description: 'One answer to each question; one message a day in Tokyo.',
    body: MessageCall,
    response: {
      200: StatusAnswer,
    },
  },
}
