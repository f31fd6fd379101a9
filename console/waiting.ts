/** What of an application waits for staff, as the list has it, and where its page shows it. */
import type { ApplicationRecord, Conversation } from '#contract/console-answers.ts'
import { isClosed, type Waiting } from '#domain/staff.ts'

type Message = Conversation['messages'][number]

/** The id of the heading of each. */
export const WAITING_PLACES = {
  message: 'conversation',
  correction: 'correction',
  withdrawal: 'withdrawal',
  returned: 'deliveries',
} as const satisfies Record<Waiting, string>

/** Whether an applicant has said it, and nobody has dealt with it. */
export function isUnsettled({ kind, settledAt }: Message): boolean {
  return settledAt === null && (kind === 'answer' || kind === 'message')
}

export function hasUnsettled({ conversation }: Pick<ApplicationRecord, 'conversation'>): boolean {
  return conversation?.messages.some(isUnsettled) ?? false
}

/** `since` is that of the oldest of its kind. */
export function waitingOf(record: ApplicationRecord): { kind: Waiting; since: string }[] {
  const { conversation, correction, deliveries, status } = record
  const withdrawal = conversation?.withdrawal
  const returned = isClosed(status) ? [] : deliveries.map((delivery) => delivery.returned)
  const since: Record<Waiting, string | undefined> = {
    message: conversation?.messages.find(isUnsettled)?.at,
    correction: correction?.state === 'waiting' ? correction.at : undefined,
    withdrawal: withdrawal?.state === 'waiting' ? withdrawal.at : undefined,
    returned: returned
      .flatMap((notice) => (notice?.state === 'open' ? [notice.at] : []))
      .sort()
      .at(0),
  }
  return (Object.keys(since) as Waiting[]).flatMap((kind) => {
    const { [kind]: at } = since
    return at === undefined ? [] : [{ kind, since: at }]
  })
}
