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

async function open(answers: Answer[], hash = `#${LINK}`) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const { find } = await openPage('<main id="main"></main>', `${server.base}/status${hash}`)
  const hook = await renderHook(useStatus, {})
  await hook.until(() => hook.result.view.step !== 'loading')
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

  test('of another mail is another question, and what the first is answered comes too late', async () => {
    const { go, view, bodies, answerGate } = await open([SHOWN, OPENED, SHOWN])
    await answerGate('0312345678')
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    await go(OTHER, () => bodies().length === 3 && view().step === 'shown')
    expect(bodies()[2]).toEqual({ link: OTHER })
    expect(view()).not.toMatchObject({ answer: { details: DETAILS } })
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

  test('that rests after too many wrong answers asks no more', async () => {
    const { view, answerGate } = await open([SHOWN, refused(403, 'gate_resting')])
    await answerGate('090')
    expect(view()).toMatchObject({ step: 'shown', answer: { ...ANSWER, gate: 'resting' } })
  })

  test('an answer is sent once: a lost one may have been counted', async () => {
    const { view, answerGate, received } = await open([SHOWN, { cut: true }, OPENED])
    await answerGate('0312345678')
    expect(received).toHaveLength(2)
    expect(view()).toMatchObject({ answer: ANSWER, failure: { of: 'gate' } })
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
    const { view, hook, bodies } = await open([OPENED])
    await hook.until(() => hook.result.waiting === null)
    expect(bodies()).toEqual([{ link: LINK, answer: '0312345678' }])
    expect(view()).toMatchObject({ answer: { details: DETAILS } })
    expect([hook.result.isSent, handedOver()]).toEqual([true, null])
  })

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
