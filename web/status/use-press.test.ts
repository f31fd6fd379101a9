import { describe, expect, onTestFinished, test } from 'vitest'
import { MESSAGE_ADDRESS } from '#contract/status.ts'
import { SENDING_ID } from '../frame-places.ts'
import { type Answer, serve } from '../testing.ts'
import { openPage, renderHook } from '../testing-page.ts'
import type { Outcome } from './ask-status.ts'
import { usePress } from './use-press.ts'

const GIVEN = { link: 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef', answer: '03-1234-5678' }
const ANSWER = { application: { flow: 'entry', status: 'received' }, gate: 'telephone' }
const DONE: Answer = { status: 200, body: ANSWER }
const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
})
const PRESS = {
  address: MESSAGE_ADDRESS,
  place: 'message',
  words: '送信しています。',
  goesTo: 'conversation',
}

async function open(answers: Answer[]) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const places = [SENDING_ID, PRESS.place, PRESS.goesTo].map((id) => `<p id="${id}" tabindex="-1">`)
  await openPage(places.join(''), `${server.base}/status#${GIVEN.link}`)
  const taken: Outcome['kind'][] = []
  const take = ({ kind }: Outcome) => void taken.push(kind)
  const hook = await renderHook(usePress, { given: () => GIVEN, take })
  /** Begins a press; what is returned says what it came to, once it has. */
  const begin = async (text: string) => {
    const came: { isDone?: boolean } = {}
    await hook.act(() => {
      void hook.result.press({ ...PRESS, body: { text } }).then((isDone) => {
        came.isDone = isDone
      })
    })
    return async () => {
      await hook.until(() => came.isDone !== undefined)
      // What came of it is drawn after that.
      await hook.act(() => {})
      return came.isDone
    }
  }
  const press = async (text: string) => (await begin(text))()
  const keys = () => server.received.map(({ headers }) => headers['idempotency-key'])
  return { ...server, hook, begin, press, taken, keys }
}

describe('a press behind the gate', () => {
  test('goes with link, answer and text in the body, under a key', async () => {
    const { press, taken, received, keys } = await open([DONE])
    expect(await press('あ')).toBe(true)
    expect(taken).toEqual(['answered'])
    expect(received.map(({ path }) => path)).toEqual([MESSAGE_ADDRESS])
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ ...GIVEN, text: 'あ' })
    expect(keys()[0]).toMatch(/^[\x21-\x7e]{20,}$/)
  })

  test('is said of the application by its receipt number', async () => {
    expect((await open([DONE])).hook.result.reference).toBe('K7F4-9QXT')
  })

  test('is sent again by itself after a lost answer, under its key', async () => {
    const { press, keys } = await open([{ cut: true }, DONE])
    expect(await press('あ')).toBe(true)
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test('is waited for: another one meanwhile sends nothing', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>()
    const { begin, hook, received, taken } = await open([{ ...DONE, after }])
    expect([hook.result.isWaiting, hook.result.waiting]).toEqual([false, null])
    const first = await begin('あ')
    const { place, words } = PRESS
    expect([hook.result.isWaiting, hook.result.waiting]).toEqual([true, { place, words }])
    expect([
      document.activeElement?.id,
      document.activeElement?.getAttribute('aria-label'),
    ]).toEqual([SENDING_ID, words])
    const second = await begin('い')
    expect(await second()).toBe(false)
    resolve()
    expect(await first()).toBe(true)
    expect([received.length, taken, hook.result.isWaiting]).toEqual([1, ['answered'], false])
  })

  test('that is answered when the application is not shown any more changes nothing', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>()
    const { begin, hook, taken } = await open([{ ...DONE, after }])
    const first = await begin('あ')
    await hook.unmount()
    resolve()
    expect([await first(), taken]).toEqual([false, []])
  })

  test('leads to what came of it: the failure where it was pressed, as often as it fails, or the place behind it', async () => {
    const lost = refused(500, 'internal', '時間をおいて')
    const { press } = await open([lost, lost, DONE])
    for (const [isDone, place] of [
      [false, PRESS.place],
      [false, PRESS.place],
      [true, PRESS.goesTo],
    ]) {
      expect(await press('あ')).toBe(isDone)
      expect(document.activeElement?.id).toBe(place)
    }
  })

  test('repeated after a lost answer it has the same key; another text, and the next press, have others', async () => {
    const lost = refused(500, 'internal', '時間をおいて')
    const { press, hook, taken, keys } = await open([lost, lost, DONE, DONE])
    expect(await press('あ')).toBe(false)
    expect(hook.result.problem).toEqual({ place: 'message', sentence: '時間をおいて' })
    expect(await press('い')).toBe(false)
    expect(await press('あ')).toBe(true)
    expect(hook.result.problem).toBeNull()
    expect(await press('あ')).toBe(true)
    const [first, other, again, next] = keys()
    expect(again).toBe(first)
    expect(new Set([first, other, next]).size).toBe(3)
    expect(taken).toEqual(['answered', 'answered'])
  })

  test('what the server refuses is said beside the form; a link or a gate that ended, on the page', async () => {
    const { press, hook, taken } = await open([
      refused(409, 'message_sent_today', '1日に1件までです。'),
      refused(404, 'link_unknown', 'このリンクは使えません。'),
      refused(403, 'gate_resting', 'いま使えません。'),
    ])
    expect(await press('あ')).toBe(false)
    expect(hook.result.problem?.sentence).toBe('1日に1件までです。')
    expect(taken).toEqual([])
    expect(await press('あ')).toBe(false)
    expect(await press('あ')).toBe(false)
    expect(taken).toEqual(['unknown', 'resting'])
    expect(hook.result.problem).toBeNull()
  })
})
