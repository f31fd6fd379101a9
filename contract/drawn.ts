/** What a page has drawn of an application, as its presses name it. */
import type { Seen, SeenName } from '#domain/presses.ts'
import type { ApplicationRecord } from './console-answers.ts'

/** A press that depends on nothing needs no more than the number. */
export type Drawn = Pick<ApplicationRecord, 'reference'> & Partial<ApplicationRecord>

/** Of `asked` nothing: the decision names it. */
export function drawnOf(record: Drawn, names: readonly SeenName[]): Seen {
  return Object.fromEntries(names.map((name) => [name, DRAWN[name](record)]))
}

const DRAWN: Record<SeenName, (record: Drawn) => string> = {
  status: ({ status = '' }) => status,
  correction: ({ correction }) =>
    correction?.state === 'waiting' ? String(correction.number) : '',
  withdrawal: ({ conversation }) =>
    conversation?.withdrawal?.state === 'waiting' ? conversation.withdrawal.id : '',
  message: ({ conversation }) => conversation?.messages.at(-1)?.id ?? '',
  assignee: ({ assignee = '' }) => assignee,
  address: ({ mailaddress = '' }) => mailaddress,
  link: ({ link = '' }) => link,
  asked: () => '',
}
