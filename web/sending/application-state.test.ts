import { describe, expect, test } from 'vitest'
import { FLOW_NAMES } from '#domain/flows.ts'
import {
  type Application,
  type ApplicationEvent,
  initial,
  maySend,
  type Notice,
  type Quote,
  reduce,
  unfinishedOf,
} from './application-state.ts'

const QUOTE: Quote = {
  rows: [{ no: 1, facilityName: 'あおば', facilityNumber: '1310100001', serviceKey: 'KYODO' }],
  estimate: { priceList: 'contract-1', total: 9980, lines: [], rows: [] },
}
const UNFINISHED: Notice = { kind: 'unfinished', offer: 'retry' }
const CHANGED: Notice = { kind: 'price-changed' }
const through = (...events: ApplicationEvent[]) =>
  events.reduce((state, event) => reduce('entry', state, event), initial('entry'))

const ESTIMATED: ApplicationEvent = { type: 'estimated', quote: QUOTE }
const PRESSED: ApplicationEvent = { type: 'pressed' }
const STOPPED_AT_CONSENT: ApplicationEvent[] = [
  ESTIMATED,
  PRESSED,
  { type: 'calling', call: 'consent' },
  { type: 'failed', message: '止まりました。', offer: 'retry' },
]

describe('the way to a complete application', () => {
  test('flows with rows begin unestimated, the suspension may be sent at once', () => {
    expect(FLOW_NAMES.map((flow) => maySend(initial(flow)))).toEqual([false, false, true, false])
    expect(initial('suspension')).toEqual({ step: 'estimated', quote: null })
  })

  test('what was received before cannot be sent again; what is being sent goes on', () => {
    const received: ApplicationEvent = { type: 'received', received: 'AAAA-BBBB' }
    const after = reduce('suspension', initial('suspension'), received)
    expect(after).toEqual({ step: 'done', received: 'AAAA-BBBB' })
    expect(maySend(after)).toBe(false)
    expect(reduce('suspension', after, PRESSED)).toEqual(after)
    const sending = through(ESTIMATED, PRESSED)
    expect(reduce('entry', sending, received)).toEqual(sending)
  })

  test('an estimate opens the sending, which walks through the calls to the end', () => {
    expect(through(ESTIMATED)).toEqual({ step: 'estimated', quote: QUOTE })
    expect(through(ESTIMATED, PRESSED)).toEqual({ step: 'sending', quote: QUOTE, at: 'register' })
    const calling = through(ESTIMATED, PRESSED, { type: 'calling', call: 'facilities' })
    expect(calling).toEqual({ step: 'sending', quote: QUOTE, at: 'facilities' })
    expect(reduce('entry', calling, { type: 'finished' })).toEqual({ step: 'done' })
  })

  test('the first call is the flow’s own', () => {
    const estimated = reduce('migration', initial('migration'), ESTIMATED)
    expect(reduce('migration', estimated, PRESSED)).toMatchObject({ at: 'consent' })
  })

  test('a notice stands beside the button until the next press or estimate', () => {
    const noticed: ApplicationEvent = { type: 'noticed', notice: UNFINISHED }
    const withNotice: ApplicationEvent = { ...ESTIMATED, notice: CHANGED }
    expect(through(noticed)).toEqual(through())
    expect(through(ESTIMATED, noticed)).toEqual({
      step: 'estimated',
      quote: QUOTE,
      notice: UNFINISHED,
    })
    expect(through(withNotice)).toEqual({ step: 'estimated', quote: QUOTE, notice: CHANGED })
    expect(through(withNotice, ESTIMATED)).toEqual({ step: 'estimated', quote: QUOTE })
    expect(through(withNotice, PRESSED)).toEqual(through(ESTIMATED, PRESSED))
  })

  test('an attempt is unfinished after a failure, in this visit or before', () => {
    const ways: [ApplicationEvent[], boolean][] = [
      [[], false],
      [[ESTIMATED], false],
      [[ESTIMATED, { type: 'noticed', notice: CHANGED }], false],
      [[ESTIMATED, { type: 'noticed', notice: UNFINISHED }], true],
      [[ESTIMATED, PRESSED], false],
      [STOPPED_AT_CONSENT, true],
      [[ESTIMATED, PRESSED, { type: 'finished' }], false],
    ]
    expect(ways.map(([events]) => unfinishedOf(through(...events)) !== null)).toEqual(
      ways.map(([, expected]) => expected),
    )
  })
})

describe('what locks and unlocks', () => {
  test('editing a row clears the estimate', () => {
    const edited = through(ESTIMATED, { type: 'edited' })
    expect(edited).toEqual({ step: 'editing', outdated: 'edited' })
    expect(maySend(edited)).toBe(false)
  })

  test('a press without an estimate and a second press change nothing', () => {
    const begun = { step: 'editing', outdated: false }
    expect(through(PRESSED)).toEqual(begun)
    expect(through({ type: 'calling', call: 'consent' }, { type: 'edited' })).toEqual(begun)
    expect(through(ESTIMATED, { type: 'finished' })).toEqual(through(ESTIMATED))
    const sending = through(ESTIMATED, PRESSED)
    expect(maySend(sending)).toBe(false)
    expect(reduce('entry', sending, PRESSED)).toBe(sending)
  })

  test.each<ApplicationEvent>([{ type: 'edited' }, ESTIMATED])(
    'while it is sent, $type changes nothing',
    (event) => {
      const sending = through(ESTIMATED, PRESSED)
      expect(reduce('entry', sending, event)).toBe(sending)
    },
  )

  test('a failure keeps the quote and the call, and may go on', () => {
    const failed = through(...STOPPED_AT_CONSENT)
    expect(failed).toEqual({
      step: 'failed',
      quote: QUOTE,
      at: 'consent',
      message: '止まりました。',
      offer: 'retry',
    })
    expect(maySend(failed)).toBe(true)
    expect(reduce('entry', failed, PRESSED)).toMatchObject({ step: 'sending', quote: QUOTE })
  })

  test('after a failure a new estimate unlocks, an edit asks for one', () => {
    expect(through(...STOPPED_AT_CONSENT, ESTIMATED)).toEqual({ step: 'estimated', quote: QUOTE })
    expect(through(...STOPPED_AT_CONSENT, { type: 'edited' })).toEqual({
      step: 'editing',
      outdated: 'edited',
    })
  })

  test('what is done stays done', () => {
    const done: Application = { step: 'done' }
    const events: ApplicationEvent[] = [
      { type: 'edited' },
      ESTIMATED,
      PRESSED,
      { type: 'calling', call: 'consent' },
      { type: 'failed', message: '', offer: 'retry' },
      { type: 'finished' },
    ]
    expect(events.map((event) => reduce('entry', done, event))).toEqual(events.map(() => done))
    expect(maySend(done)).toBe(false)
  })
})

test('a form that came back says so until it is estimated', () => {
  expect(through({ type: 'restored' })).toEqual({ step: 'editing', outdated: 'restored' })
  expect(through({ type: 'restored' }, ESTIMATED)).toEqual({ step: 'estimated', quote: QUOTE })
  const edited = through(ESTIMATED, { type: 'edited' }, { type: 'restored' })
  expect(edited).toEqual({ step: 'editing', outdated: 'edited' })
  expect(through(ESTIMATED, { type: 'restored' })).toEqual(through(ESTIMATED))
})

test('a price that is not accepted gives way to another one, for another press', () => {
  const repriced: ApplicationEvent = { type: 'repriced', quote: QUOTE, notice: CHANGED }
  expect(through(ESTIMATED, PRESSED, repriced)).toEqual({
    step: 'estimated',
    quote: QUOTE,
    notice: CHANGED,
  })
  expect(through(ESTIMATED, repriced)).toEqual(through(ESTIMATED))
})

test('what was complete before is done, under its number', () => {
  expect(through(ESTIMATED, PRESSED, { type: 'finished', received: '' })).toEqual({
    step: 'done',
    received: '',
  })
})
