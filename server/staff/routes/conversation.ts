/** HTTP routes of what staff and an applicant say to each other, and of requests to withdraw: validation, operation, reply. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import {
  CorrectionDecision,
  QuestionForApplicant,
  type QuestionTexts,
  Settlement,
  WithdrawalDecision,
} from '#contract/console-schemas.ts'
import { Line } from '#contract/staff-api-schemas.ts'
import { atField } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import type { Conversations } from '../conversation.ts'
import type { Corrections } from '../corrections.ts'
import { type Authenticator, actorOf } from './authenticator.ts'

export type ConversationDeps = {
  conversations: Conversations
  corrections: Corrections
  /** Of the operator's file, in its order. */
  questionTexts: readonly string[]
  authenticator: Authenticator
}

/** Bytes: a message of the greatest length with every character escaped in JSON. */
const BODY_LIMIT = 12_288
const params = z.object({ reference: Line.max(64) })
const ROUTE = { bodyLimit: BODY_LIMIT, config: { permission: 'change' } } as const

export async function conversationRoutes(
  app: FastifyInstance,
  { conversations, corrections, questionTexts, authenticator }: ConversationDeps,
): Promise<void> {
  app.get(
    CONSOLE_PATHS.questionTexts,
    { config: { permission: 'view' } },
    async (): Promise<QuestionTexts> => ({ texts: questionTexts }),
  )
  await app.register(async (json) => {
    takeJson(json)
    const routes = json.withTypeProvider<ZodTypeProvider>()
    routes.post(
      CONSOLE_PATHS.questions,
      { ...ROUTE, schema: { params, body: QuestionForApplicant } },
      async (request) => {
        const by = actorOf(authenticator.userOf(request))
        const { text, ...wanted } = request.body
        const message = { ...wanted, text: text.trim(), by, reference: request.params.reference }
        await atField('text', conversations.write(message))
        return {}
      },
    )
    routes.post(
      CONSOLE_PATHS.settlement,
      { ...ROUTE, schema: { params, body: Settlement } },
      async (request) => {
        const by = actorOf(authenticator.userOf(request))
        const { message } = request.body
        await atField('message', conversations.settle({ ...request.params, by, message }))
        return {}
      },
    )
    decisionRoutes(json, { conversations, corrections, authenticator })
  })
}

/** What staff make of what an applicant asks for. */
function decisionRoutes(
  app: FastifyInstance,
  { conversations, corrections, authenticator }: Omit<ConversationDeps, 'questionTexts'>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.post(
    CONSOLE_PATHS.correction,
    { ...ROUTE, schema: { params, body: CorrectionDecision } },
    async (request) => {
      const by = actorOf(authenticator.userOf(request))
      const { sentence, ...decision } = request.body
      const decided = { ...request.params, ...decision, sentence: sentence.trim(), by }
      await atField('number', corrections.decide(decided))
      return {}
    },
  )
  routes.post(
    CONSOLE_PATHS.withdrawal,
    { ...ROUTE, schema: { params, body: WithdrawalDecision } },
    async (request) => {
      const by = actorOf(authenticator.userOf(request))
      const { sentence, ...decision } = request.body
      const decided = { ...request.params, ...decision, sentence: sentence.trim(), by }
      await atField('request', conversations.decide(decided))
      return {}
    },
  )
}
