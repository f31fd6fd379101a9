import { expect, test } from 'vitest'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { waitingOf } from './waiting.ts'

const [EARLY, LATE] = ['2026-11-23T09:00:00.000Z', '2026-11-24T09:00:00.000Z'] as const
const message = (kind: string, at: string, settledAt: string | null = null) => ({
  ...{ id: at, kind, who: '', text: '', at, settledAt, settledBy: null },
})
const record = (more: object) =>
  ({
    ...{ status: 'in_progress', deliveries: [], correction: null },
    ...more,
  }) as unknown as ApplicationRecord
const conversation = (messages: object[], withdrawal: object | null = null) => ({
  conversation: { messages, withdrawal, gateRests: null },
})
const returned = (state: string) => ({
  deliveries: [{ returned: { at: EARLY, code: '', sentence: '', state } }],
})

test('each kind waits since the oldest of it, in the order of the tabs', () => {
  const withdrawal = { id: 'w-1', state: 'waiting', at: LATE }
  const all = record({
    ...conversation([message('message', EARLY), message('answer', LATE)], withdrawal),
    ...returned('open'),
    correction: { state: 'waiting', at: EARLY },
  })
  expect(waitingOf(all)).toEqual([
    { kind: 'message', since: EARLY },
    { kind: 'correction', since: EARLY },
    { kind: 'withdrawal', since: LATE },
    { kind: 'returned', since: EARLY },
  ])
})

test.each([
  ['nothing', {}],
  ['what staff have written', conversation([message('question', EARLY), message('notice', LATE)])],
  ['what was settled', conversation([message('message', EARLY, LATE)])],
  ['what was decided', conversation([], { id: 'w-1', state: 'refused', at: EARLY })],
  ['a correction that was replaced', { correction: { state: 'replaced', at: EARLY } }],
  ['a mail that was dealt with', returned('settled')],
  ['a mail that came back to what is closed', { ...returned('open'), status: 'done' }],
])('%s waits for nobody', (_, more) => {
  expect(waitingOf(record(more))).toEqual([])
})
