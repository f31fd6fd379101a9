/** HTTP routes of what staff write to an applicant and decide of what an applicant asks: validation, operation, reply. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { Done, QuestionTexts } from '#contract/console-answers.ts'
import { DecisionOfStaff, QuestionForApplicant } from '#contract/console-schemas.ts'
import { Named } from '#contract/staff-api-schemas.ts'
import type { AuditAction } from '#domain/roles.ts'
import { atField } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import type { Decide } from '../decide.ts'
import type { Conversations } from '../messages.ts'
import { type Authenticator, actorOf } from './authenticator.ts'
import { PRESS_REFUSALS, pressOf } from './presses.ts'

export type ConversationDeps = {
  conversations: Conversations
  decide: Decide
  /** Of the operator's file, in its order. */
  questionTexts: readonly string[]
  authenticator: Authenticator
}

/** Bytes: a message of the greatest length with every character escaped in JSON. */
const BODY_LIMIT = 12_288
const response = { 200: Done }
const changing = (...audits: AuditAction[]) => ({
  bodyLimit: BODY_LIMIT,
  config: {
    access: { caller: 'person', may: 'change', audits } as const,
    refuses: [...PRESS_REFUSALS, 'changed_meanwhile'] as const,
  },
})

/** What a decision leaves in the audit trail, by what it is of. */
const DECIDED = [
  'correction_accepted',
  'correction_declined',
  'status',
  'withdrawal_refused',
  'settled',
  'notify',
] as const

export async function conversationRoutes(
  app: FastifyInstance,
  { conversations, decide, questionTexts, authenticator }: ConversationDeps,
): Promise<void> {
  app.get(
    CONSOLE_PATHS.questionTexts,
    {
      config: { access: { caller: 'person', may: 'view', audits: [] } },
      schema: { response: { 200: QuestionTexts } },
    },
    async (): Promise<QuestionTexts> => ({ texts: questionTexts }),
  )
  await app.register(async (json) => {
    takeJson(json)
    const routes = json.withTypeProvider<ZodTypeProvider>()
    routes.post(
      CONSOLE_PATHS.questions,
      {
        ...changing('question', 'notify'),
        schema: { params: Named, body: QuestionForApplicant, response },
      },
      async (request) => {
        const by = actorOf(authenticator.userOf(request))
        const { text, wantsAnswer } = request.body
        const { reference } = request.params
        const message = { wantsAnswer, text: text.trim(), by, reference, press: pressOf(request) }
        await atField('text', conversations.write(message))
        return {}
      },
    )
    routes.post(
      CONSOLE_PATHS.decision,
      { ...changing(...DECIDED), schema: { params: Named, body: DecisionOfStaff, response } },
      async (request) => {
        const by = actorOf(authenticator.userOf(request))
        const { of, accept, seen } = request.body
        const decision = { of, accept, seen: seen.asked, reason: request.body.reason.trim(), by }
        await atField('seen', decide({ ...request.params, ...decision, press: pressOf(request) }))
        return {}
      },
    )
  })
}
