import { describe, expect, onTestFinished, test } from 'vitest'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { handedOver, handOver } from '../correct/hand-over.ts'
import { type Answer, serve } from '../testing.ts'
import { openPage, renderHook } from '../testing-page.ts'
import { useStatus } from './use-status.ts'

const LINK = 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef'
const OTHER = 'K7F4-9QXT.2.fedcba9876543210fedcba9876543210'
const ANSWER: StatusAnswer = {
  application: {
    flow: 'entry',
    receiptNumber: 'K7F4-9QXT',
    receivedAt: '2026-11-20T00:04:00.000Z',
    status: 'in_progress',
    steps: [
      { status: 'received', at: '2026-11-20T00:04:00.000Z' },
      { status: 'in_progress', at: '2026-11-20T01:00:00.000Z' },
    ],
    facilities: 1,
    price: '9,980',
    questionWaiting: false,
    next: null,
  },
  gate: 'telephone',
}
const DETAILS = { fields: { tel: '03-1234-5678' }, rows: [], customerNumber: null }
const SHOWN: Answer = { status: 200, body: ANSWER }
const OPENED: Answer = { status: 200, body: { ...ANSWER, details: DETAILS } }
const refused = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: `${code}です。` } },
})

/** An answer that does not come before the test lets it. */
function late(answer: Answer) {
  const { promise: after, resolve } = Promise.withResolvers<void>()
  /** Resolves once the page has had time to take it, for what must not come of it. */
  const come = () => {
    resolve()
    return new Promise((taken) => setTimeout(taken, 50))
  }
  return { answer: { ...answer, after } as Answer, come }
}

async function open(answers: Answer[], hash = `#${LINK}`) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const { find } = await openPage('<main id="main"></main>', `${server.base}/status${hash}`)
  const hook = await renderHook(useStatus, {})
  const isLate = answers[0] !== undefined && 'after' in answers[0]
  const isAsked = () => isLate && server.received.length > 0
  await hook.until(() => hook.result.view.step !== 'loading' || isAsked())
  const press = async (work: () => void) => {
    await hook.act(work)
    await hook.until(() => hook.result.waiting === null)
  }
  const go = async (fragment: string, isDone: () => boolean) => {
    await hook.act(() => {
      location.hash = fragment
    })
    await hook.until(isDone)
  }
  return {
    ...server,
    hook,
    find,
    go,
    view: () => hook.result.view,
    answerGate: (answer: string) => press(() => hook.result.answerGate(answer)),
    askAgain: () => press(() => hook.result.askAgain()),
    bodies: () => server.received.map(({ body }) => JSON.parse(body)),
  }
}

describe('the link', () => {
  test('is sent in the body alone, and kept nowhere', async () => {
    const { view, received, bodies } = await open([SHOWN])
    expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
    expect(received.map(({ path }) => path)).toEqual(['/api/public/status'])
    expect(bodies()).toEqual([{ link: LINK }])
    expect(JSON.stringify(received[0]?.headers)).not.toContain('9QXT')
    expect([sessionStorage.length, history.state]).toEqual([0, null])
    expect(location.hash).toBe(`#${LINK}`)
  })

  test('that is not there is not asked for', async () => {
    const { view, received } = await open([SHOWN], '')
    expect([view(), received.length]).toEqual([{ step: 'no-link' }, 0])
  })

  test.each([`#${LINK.slice(0, -1)}`, '#x', `#${LINK}0`, `#${LINK.toUpperCase()}`])(
    '%s is cut or damaged: nobody is asked',
    async (hash) => {
      const { view, received } = await open([SHOWN], hash)
      expect([view(), received.length]).toEqual([{ step: 'unknown' }, 0])
    },
  )

  test('that the server does not know, or no longer, is said so', async () => {
    const { view } = await open([refused(404, 'link_unknown')])
    expect(view()).toEqual({ step: 'unknown' })
  })

  test('comes back into the address after a step to a place within the page', async () => {
    const { go, view, received } = await open([SHOWN])
    await go('main', () => location.hash === `#${LINK}`)
    expect(location.hash).toBe(`#${LINK}`)
    expect([view().step, received.length]).toEqual(['shown', 1])
  })

  test('that is taken out of the address is asked for no more', async () => {
    const { go, view } = await open([SHOWN])
    await go('', () => view().step === 'no-link')
    expect([view(), location.hash]).toEqual([{ step: 'no-link' }, ''])
  })

  test('does not come into the address of the page after this one', async () => {
    const { hook, go } = await open([SHOWN])
    await hook.unmount()
    await go('main', () => true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(location.hash).toBe('#main')
  })

  test('of another mail is another question, for which the gate is closed', async () => {
    const { go, view, bodies, answerGate, hook } = await open([SHOWN, OPENED, SHOWN])
    await answerGate('0312345678')
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    expect(hook.result.given()).toEqual({ link: LINK, answer: '0312345678' })
    await go(OTHER, () => bodies().length === 3 && view().step === 'shown')
    expect(bodies()[2]).toEqual({ link: OTHER })
    expect(view()).not.toMatchObject({ answer: { details: DETAILS } })
    expect(hook.result.given()).toEqual({ link: OTHER, answer: '' })
  })

  test('of another mail: what the first is answered comes too late', async () => {
    const { answer, come } = late(OPENED)
    const { go, view, bodies, hook } = await open([SHOWN, answer, SHOWN])
    await hook.act(() => hook.result.answerGate('0312345678'))
    await hook.until(() => bodies().length === 2)
    await go(OTHER, () => bodies().length === 3 && view().step === 'shown')
    await hook.act(come)
    expect(view()).toMatchObject({ step: 'shown', answer: { gate: 'telephone' } })
    expect(view()).not.toMatchObject({ answer: { details: DETAILS } })
    expect(hook.result.given()).toEqual({ link: OTHER, answer: '' })
  })
})

describe('the gate', () => {
  test('is answered in the body, and the answer goes with every question after it, kept nowhere', async () => {
    const { view, answerGate, askAgain, bodies } = await open([SHOWN, OPENED])
    await answerGate('03-1234-5678')
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    await askAgain()
    const asked = { link: LINK, answer: '03-1234-5678' }
    expect(bodies()).toEqual([{ link: LINK }, asked, asked])
    expect([sessionStorage.length, history.state]).toEqual([0, null])
  })

  test('a wrong answer is said, what is shown stays, and it does not go with the next question', async () => {
    const wrong = refused(403, 'gate_refused')
    const { view, answerGate, askAgain, bodies } = await open([SHOWN, wrong, SHOWN])
    await answerGate('090')
    expect(view()).toMatchObject({
      step: 'shown',
      answer: ANSWER,
      failure: { of: 'answer', sentence: '確認できませんでした。番号をお確かめください。' },
    })
    await askAgain()
    expect(bodies()[2]).toEqual({ link: LINK })
    expect(view()).not.toHaveProperty('failure')
  })

  test('asks for one answer at a time: a second press may count as a second wrong one', async () => {
    const { answer, come } = late(OPENED)
    const { hook, view, bodies } = await open([SHOWN, answer, SHOWN])
    expect(hook.result.waiting).toBeNull()
    await hook.act(() => hook.result.answerGate('0312345678'))
    expect(hook.result.waiting).toBe('gate')
    await hook.act(() => hook.result.answerGate('0312345678'))
    await hook.act(() => hook.result.askAgain())
    await hook.act(come)
    await hook.until(() => hook.result.waiting === null)
    expect(bodies()).toHaveLength(2)
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
  })

  test('a press behind it shows what came of it, and an older question is not shown over that', async () => {
    const { answer, come } = late(SHOWN)
    const { hook, view } = await open([SHOWN, answer])
    await hook.act(() => hook.result.askAgain())
    const newer = { ...ANSWER, application: { ...ANSWER.application, questionWaiting: true } }
    await hook.act(() => hook.result.take({ kind: 'answered', answer: newer, at: 5 }))
    expect([view(), hook.result.waiting]).toEqual([{ step: 'shown', answer: newer, at: 5 }, null])
    await hook.act(come)
    expect(view()).toEqual({ step: 'shown', answer: newer, at: 5 })
  })

  test.each(['refused', 'resting'] as const)(
    'that a press behind it finds %s is closed, and the standing is asked for without the number',
    async (kind) => {
      const { hook, view, answerGate, askAgain, bodies } = await open([SHOWN, OPENED, SHOWN])
      await answerGate('0312345678')
      await hook.act(() => hook.result.take({ kind }))
      expect(view()).not.toMatchObject({ answer: { details: DETAILS } })
      await askAgain()
      expect(bodies()[2]).toEqual({ link: LINK })
      expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
    },
  )

  test('that rests after too many wrong answers asks no more', async () => {
    const { view, answerGate } = await open([SHOWN, refused(403, 'gate_resting')])
    await answerGate('090')
    expect(view()).toMatchObject({ step: 'shown', answer: { ...ANSWER, gate: 'resting' } })
  })

  test('an answer is sent once: a lost one may have been counted', async () => {
    const { view, answerGate, askAgain, bodies } = await open([SHOWN, { cut: true }, SHOWN, OPENED])
    await answerGate('0312345678')
    expect(bodies()).toHaveLength(2)
    expect(view()).toMatchObject({ answer: ANSWER, failure: { of: 'gate' } })
    await askAgain()
    expect(bodies()[2]).toEqual({ link: LINK })
    await answerGate('0312345678')
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
  })

  test('what it has opened stays open when the next question fails', async () => {
    const { view, answerGate, askAgain } = await open([SHOWN, OPENED, { status: 500 }])
    await answerGate('0312345678')
    await askAgain()
    expect(view()).toMatchObject({ answer: { details: DETAILS }, failure: { of: 'status' } })
  })
})

describe('back from a correction', () => {
  const back = (isSent: boolean) => handOver({ link: LINK, answer: '0312345678', isSent })

  test('the number that had opened the gate opens it again, once', async () => {
    back(true)
    const { answer, come } = late(OPENED)
    const { view, hook, bodies, go } = await open([answer, SHOWN])
    expect([view().step, hook.result.waiting]).toEqual(['loading', 'gate'])
    await hook.act(come)
    await hook.until(() => hook.result.waiting === null)
    expect(bodies()).toEqual([{ link: LINK, answer: '0312345678' }])
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    expect([hook.result.isSent, handedOver()]).toEqual([true, null])
    // Of another application, nothing was sent.
    await go(OTHER, () => bodies().length === 2 && view().step === 'shown')
    expect([hook.result.isSent, hook.result.waiting]).toEqual([false, null])
  })

  test.each(['gate_refused', 'gate_resting'])(
    'a number that opens nothing now (%s) is a failure, and the next question goes without it',
    async (code) => {
      back(false)
      const { view, askAgain, bodies } = await open([refused(403, code), SHOWN])
      expect(view()).toEqual({
        step: 'failed',
        sentence: 'エラーが発生しました。時間をおいて再度操作してください。',
      })
      await askAgain()
      expect(bodies().map(({ answer }) => answer)).toEqual(['0312345678', undefined])
      expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
    },
  )

  test('it is asked with again after a failure, and not after a refusal', async () => {
    back(false)
    const { askAgain, hook, bodies } = await open([
      { status: 500 },
      refused(403, 'gate_refused'),
      SHOWN,
    ])
    await hook.until(() => hook.result.waiting === null)
    await askAgain()
    await askAgain()
    expect(bodies().map(({ answer }) => answer)).toEqual(['0312345678', '0312345678', undefined])
    expect(hook.result.isSent).toBe(false)
  })
})

describe('a question that fails', () => {
  test('is repeated, and then by a press', async () => {
    const lost: Answer = { cut: true }
    const { view, askAgain, received } = await open([lost, lost, lost, lost, SHOWN])
    expect(received).toHaveLength(4)
    expect(view()).toEqual({
      step: 'failed',
      sentence: 'サーバーに接続できませんでした。回線をご確認のうえ、もう一度お試しください。',
    })
    await askAgain()
    expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
  })

  test.each([
    ['too many questions', refused(429, 'rate_limited'), 'rate_limitedです。'],
    [
      'a crash',
      { status: 500, body: 'x' },
      'エラーが発生しました。時間をおいて再度操作してください。',
    ],
    ['something in between', { status: 200, body: '<h1>Wi-Fi</h1>' }, /ログイン画面/],
    ['a status of a later release', { status: 200, body: { ...ANSWER, gate: 'face' } }, /エラー/],
    ['no object at all', { status: 200, body: '[]' }, /エラー/],
  ] satisfies [string, Answer, string | RegExp][])('%s', async (_, answer, sentence) => {
    const { view, askAgain } = await open([answer, SHOWN])
    expect(view()).toEqual({ step: 'failed', sentence: expect.stringMatching(sentence) })
    await askAgain()
    expect(view()).toMatchObject({ step: 'shown' })
  })
})

describe('a page that is left', () => {
  const shown = (persisted: boolean) =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  test('is closed before the browser keeps it, and asked without the number where it is shown again', async () => {
    const { hook, view, answerGate, bodies } = await open([SHOWN, OPENED, SHOWN])
    await answerGate('0312345678')
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    const { visits } = hook.result
    dispatchEvent(new Event('pagehide'))
    expect(view()).toEqual({ step: 'shown', answer: ANSWER, at: expect.any(Number) })
    expect(hook.result.visits).toBe(visits + 1)
    expect(hook.result.given()).toEqual({ link: LINK, answer: '' })
    await hook.act(() => shown(true))
    await hook.until(() => bodies().length === 3)
    expect(bodies().at(-1)).toEqual({ link: LINK })
  })

  test('is closed too where the browser only says that it is shown again', async () => {
    const answer = late(SHOWN)
    const { hook, view, answerGate } = await open([SHOWN, OPENED, answer.answer])
    await answerGate('0312345678')
    handOver({ link: LINK, answer: '0312345678' })
    await hook.act(() => shown(true))
    expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
    expect(view()).not.toHaveProperty('answer.details')
    expect(handedOver()).toBeNull()
    await answer.come()
  })

  test('is not closed where it was loaded anew', async () => {
    const { hook, view, answerGate, bodies } = await open([SHOWN, OPENED, SHOWN])
    await answerGate('0312345678')
    await hook.act(() => shown(false))
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    expect(bodies()).toHaveLength(2)
  })

  test('does not show what is answered afterwards', async () => {
    const answer = late(OPENED)
    const { hook, view, received } = await open([SHOWN, answer.answer])
    await hook.act(() => hook.result.answerGate('0312345678'))
    await hook.until(() => received.length === 2)
    dispatchEvent(new Event('pagehide'))
    await hook.act(() => answer.come())
    expect(view()).toMatchObject({ step: 'shown', answer: ANSWER })
    expect(view()).not.toHaveProperty('answer.details')
    expect([hook.result.waiting, hook.result.given().answer]).toEqual([null, ''])
  })
})

test('a number that was wrong is not said to be wrong once another one stands there', async () => {
  const { hook, view, answerGate } = await open([SHOWN, refused(403, 'gate_refused')])
  await answerGate('1')
  expect(view()).toMatchObject({ failure: { of: 'answer' } })
  await hook.act(() => hook.result.forgetRefusal())
  expect(view()).toEqual({ step: 'shown', answer: ANSWER, at: expect.any(Number) })
})
