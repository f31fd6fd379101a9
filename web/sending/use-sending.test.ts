import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { FLOWS, type Flow } from '#domain/flows.ts'
import type { Problem } from '#domain/messages.ts'
import { type Answer, serve } from '../testing.ts'
import { openPage, renderHook } from '../testing-page.ts'
import type { Quote } from './application-state.ts'
import type { FormContent } from './calls.ts'
import {
  type Attempt,
  forget,
  keepAttempt,
  keepProgress,
  keepRefused,
  recall,
  recallAttempt,
  recallRefused,
} from './session-storage.ts'
import { useSending } from './use-sending.ts'

const REGISTERED: Answer = { status: 200, body: { username: 'tmp-1' } }
const DONE: Answer = { status: 200, headers: { 'Application-Reference': '7F3K-9QXM' } }
const BROKEN: Answer = { status: 500 }
const QUOTE: Quote = {
  rows: [{ no: 1, facilityName: 'あおば', facilityNumber: '1310100001', serviceKey: 'KYODO' }],
  estimate: { priceList: 'contract-1', total: 9980, lines: [], rows: [] },
}
const ENTRY: FormContent = {
  applicant: { ...EMPTY_APPLICANT, companyName: 'あおば会', email: 'a@b.example' },
  search: '',
  rows: QUOTE.rows,
  priceText: '9,980',
}
const SUSPENSION: FormContent = { applicant: null, search: '', rows: [] }
const GENERIC = 'エラーが発生しました。時間をおいて再度操作してください。'
const FAILURE = { title: 'エラーが発生しました', message: GENERIC, isFailure: true }

type Setting = { flow?: Flow; customer?: string; name?: string | null }

/** A form of which only its sending is alive. `went` has where it led. */
async function page(
  answers: Answer[],
  { flow = 'entry', customer, name = 'a' }: Setting = {},
  hash = '',
) {
  const server = await serve(answers)
  await openPage('', `${server.base}/entry/input${hash}`)
  const went: { path: string; state: unknown }[] = []
  const told: unknown[] = []
  const marked: Problem[][] = []
  let completed = 0
  const options = {
    flow,
    customer: customer ?? null,
    name,
    navigation: {
      goTo: async (path: string, state: unknown) => void went.push({ path, state }),
    },
    onComplete: () => {
      completed += 1
    },
    ...(FLOWS[flow].rows && {
      onPrices: (inForce: unknown) => void told.push(inForce),
      onRefused: (problems: Problem[]) => void marked.push(problems),
    }),
  }
  onTestFinished(() => {
    for (const name of ['progress.a', 'sending.a', 'refused.a']) forget(name)
    server.close()
  })
  const hook = await renderHook(useSending, options)
  const send = async (content: FormContent, trap?: boolean) => {
    if (FLOWS[flow].rows)
      await hook.act(() => hook.result.dispatch({ type: 'estimated', quote: QUOTE }))
    await hook.act(() => hook.result.send(content, trap))
  }
  const resume = () =>
    hook.act(() =>
      hook.result.resume(async () => {
        hook.result.dispatch({ type: 'estimated', quote: QUOTE })
      }),
    )
  const paths = () => server.received.map(({ path }) => path.split('/').at(-1))
  return {
    hook,
    options,
    send,
    resume,
    went,
    told,
    /** What was refused last of a form that stays. */
    marked: () => marked.at(-1) ?? [],
    paths,
    ...server,
    completed: () => completed,
  }
}

const progress = () => recall('progress.a') as { key: string; username?: string } | undefined

describe('an application', () => {
  test('is sent call by call; the result page is told what was received, and nothing is kept', async () => {
    const { hook, went, paths, completed } = await page([REGISTERED, DONE])
    await hook.act(() => hook.result.dispatch({ type: 'estimated', quote: QUOTE }))
    await hook.act(async () => {
      const sent = hook.result.send(ENTRY)
      expect([hook.result.current.current.step, recallAttempt('a')]).toEqual(['sending', 'running'])
      await sent
    })
    expect(paths()).toEqual(['regist-renewal', 'consent', 'facilities'])
    expect(hook.result.state).toEqual({ step: 'done' })
    expect(went).toMatchObject([
      {
        path: '/entry/result',
        state: { title: '登録が完了しました', receipt: { number: '7F3K-9QXM' } },
      },
    ])
    expect([progress(), recallAttempt('a'), completed()]).toEqual([undefined, null, 1])
    expect(history.state).toEqual({ received: '7F3K-9QXM' })
  })

  test('leads to a result page with the link to its status, where the server tells it', async () => {
    const statusLink = 'https://apply.example.jp/status#a.1.b'
    const { send, went } = await page([REGISTERED, DONE, { ...DONE, body: { statusLink } }])
    await send(ENTRY)
    expect(went).toMatchObject([{ state: { receipt: { statusLink } } }])
  })

  test('is marked in the history also where the server tells no receipt number', async () => {
    const { send, went } = await page([{ status: 200 }], { flow: 'suspension', customer: 'AB-1' })
    await send(SUSPENSION)
    expect(history.state).toEqual({ received: '' })
    expect(went).not.toHaveProperty('0.state.receipt.statusLink')
  })

  test('says how long the form was open, whether its trap was filled, and by which invitation', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    onTestFinished(() => clock.mockRestore())
    const { send, received } = await page([REGISTERED, DONE], {}, '#inv=v1.k.1.id.mac')
    clock.mockReturnValue(1_060_000)
    await send(ENTRY, true)
    const { headers } = received[0] ?? {}
    expect(headers?.['form-signals']).toBe('elapsed=60000;trap=1')
    expect(headers?.['x-invitation']).toBe('v1.k.1.id.mac')
  })

  test('has a key before anything is sent, so that a duplicate of the tab has the same one', async () => {
    const { send, received } = await page([REGISTERED, DONE])
    const { key } = progress() ?? {}
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    await send(ENTRY)
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key, key])
    expect(received[0]?.headers['x-invitation']).toBeUndefined()
    expect(received[0]?.headers['form-signals']).toMatch(/trap=0$/)
  })

  test('of an existing customer is sent under that number, with a key of the first press', async () => {
    const { hook, send, received, paths, went } = await page([DONE], {
      flow: 'suspension',
      customer: 'AB-1',
    })
    expect(progress()).toBeUndefined()
    await send(SUSPENSION)
    expect(paths()).toEqual(['consent'])
    expect(received[0]?.path).toContain('/AB-1/')
    expect(hook.result.state.step).toBe('done')
    expect(went).toMatchObject([
      { path: '/teishi/result', state: { receipt: { number: '7F3K-9QXM' } } },
    ])
  })

  test('is sent once, whatever is pressed meanwhile and afterwards', async () => {
    const { hook, paths } = await page([REGISTERED, DONE])
    await hook.act(() => hook.result.dispatch({ type: 'estimated', quote: QUOTE }))
    await hook.act(() => Promise.all([hook.result.send(ENTRY), hook.result.send(ENTRY)]))
    await hook.act(() => hook.result.send(ENTRY))
    expect(paths()).toEqual(['regist-renewal', 'consent', 'facilities'])
  })

  test('is not sent before it is estimated, nor by a page that does not know whose it is', async () => {
    const { hook, options, received } = await page([DONE], { name: null })
    const send = () => hook.act(() => hook.result.send(ENTRY))
    expect(recall('progress.null')).toBeUndefined()
    await hook.act(() => hook.result.dispatch({ type: 'estimated', quote: QUOTE }))
    await send()
    expect(hook.result.state.step).toBe('estimated')
    await hook.act(() => hook.result.dispatch({ type: 'edited' }))
    await hook.render({ ...options, name: 'a' })
    expect(progress()?.key).toMatch(/^[0-9a-f]{32}$/)
    await send()
    expect(received).toEqual([])
    expect(recallAttempt('a')).toBeNull()
  })
})

describe('a call that fails', () => {
  test('at the consent is told on the form, and the next press goes on there', async () => {
    const { hook, send, went, paths, told } = await page([REGISTERED, BROKEN, DONE])
    await send(ENTRY)
    expect(hook.result.state).toEqual({
      step: 'failed',
      quote: QUOTE,
      at: 'consent',
      message: GENERIC,
      offer: 'retry',
    })
    expect([went, told, recallAttempt('a')]).toEqual([[], [], 'running'])
    expect(progress()?.username).toBe('tmp-1')
    await hook.act(() => hook.result.send(ENTRY))
    expect(paths()).toEqual(['regist-renewal', 'consent', 'consent', 'facilities'])
    expect(went).toHaveLength(1)
  })

  test('at the registration leads to the result page, and what was refused is marked later', async () => {
    const body = {
      error: { message: '入力をご確認ください。', fields: { tel: ['電話番号が違います。'] } },
    }
    const { hook, send, went } = await page([{ status: 422, body }])
    await send(ENTRY)
    expect(went).toEqual([{ path: '/entry/result', state: FAILURE }])
    expect(hook.result.state).toMatchObject({ step: 'failed', message: '入力をご確認ください。' })
    expect(recallAttempt('a')).toBe('failed')
    expect(recallRefused('a')).toEqual([{ field: 'tel', message: '電話番号が違います。' }])
  })

  test('does not mark fields that another call’s answer names', async () => {
    const body = { error: { message: '違います。', fields: { tel: ['違います。'] } } }
    const { send } = await page([REGISTERED, { status: 422, body }])
    await send(ENTRY)
    expect(recallRefused('a')).toEqual([])
  })

  const refusal = (code: string, more: object = {}): Answer => ({
    status: 409,
    body: { error: { code, message: 'サーバーの文です。', ...more } },
  })

  test('because it was complete before is said to be received, and nothing is left to press', async () => {
    const lost: Answer = { status: 500 }
    const answers = [REGISTERED, DONE, lost, refusal('already_completed')]
    const { hook, send, went, completed } = await page(answers)
    await send(ENTRY)
    await send(ENTRY)
    expect(hook.result.state).toEqual({ step: 'done', received: '', isElsewhere: false })
    expect([went, completed(), progress(), recallAttempt('a')]).toEqual([[], 1, undefined, null])
    expect(history.state).toEqual({ received: '' })
  })

  test.each<[string, Answer[]]>([
    ['consent', [REGISTERED]],
    ['facilities', [REGISTERED, { ...DONE, headers: {} }]],
  ])(
    'because another tab completed it, at the %s: what this one holds stays, under its key',
    async (_, before) => {
      const refused = refusal('already_completed')
      const { hook, send, went, completed } = await page([...before, refused])
      await send(ENTRY)
      expect(hook.result.state).toEqual({ step: 'done', received: '', isElsewhere: true })
      expect([went, completed(), recallAttempt('a')]).toEqual([[], 0, null])
      expect(progress()).toMatchObject({ username: 'tmp-1' })
      expect(progress()).not.toHaveProperty('isCompleting')
      expect(history.state).toEqual({ received: '', isElsewhere: true })
    },
  )

  test('at another price is handed over with the prices in force, and is no attempt any more', async () => {
    const inForce = {
      version: 'contract-9',
      prices: { disability: 12_000 },
      at: '2026-11-23T00:00:00Z',
    }
    const { send, told } = await page([REGISTERED, DONE, refusal('price_mismatch', { inForce })])
    await send(ENTRY)
    expect(told).toEqual([inForce])
    expect(recallAttempt('a')).toBeNull()
    expect(progress()).toMatchObject({ username: 'tmp-1' })
  })

  test.each([
    ['consent_missing', /^同意の記録を確認できませんでした。/],
    ['superseded', /^前回の送信の記録が使えなくなっています。/],
    ['unknown_customer', /^前回の送信の記録が使えなくなっています。/],
  ])('with %s for the second time stays on the form in a migration too', async (code, sentence) => {
    const { hook, send, went } = await page([refusal(code)], { flow: 'migration', customer: 'A' })
    await send({ ...ENTRY, applicant: null })
    expect(hook.result.state).toMatchObject({
      step: 'failed',
      offer: 'retry',
      message: expect.stringMatching(sentence),
    })
    expect(went).toEqual([])
  })

  test.each([
    ['malformed_request', 'reload', /^画面の更新が必要です。/],
    ['too_many_consents', 'support', /^サーバーの文です。$/],
    ['validation_failed', 'correct', /^サーバーの文です。$/],
    ['internal', 'retry', /^サーバーの文です。$/],
    ['a_code_of_tomorrow', 'retry', /^サーバーの文です。$/],
  ])('with %s offers %s', async (code, offer, sentence) => {
    const { hook, send } = await page([REGISTERED, refusal(code)])
    await send(ENTRY)
    const message = expect.stringMatching(sentence)
    expect(hook.result.state).toMatchObject({ step: 'failed', offer, message })
    expect(recallAttempt('a')).toBe(offer === 'retry' ? 'running' : null)
  })

  test('that no retry can help is said on the result page, and again on the form', async () => {
    const { hook, send, went, resume } = await page([refusal('too_many_consents')], {
      flow: 'suspension',
      customer: 'AB-1',
    })
    await send(SUSPENSION)
    expect(went).toEqual([
      { path: '/teishi/result', state: { ...FAILURE, failed: { offer: 'support' } } },
    ])
    await hook.act(() => hook.result.dispatch({ type: 'pressed' }))
    await hook.act(() =>
      hook.result.dispatch({ type: 'repriced', quote: QUOTE, notice: { kind: 'price-changed' } }),
    )
    await resume()
    expect(hook.result.state).toMatchObject({
      step: 'failed',
      offer: 'support',
      message: 'サーバーの文です。',
    })
  })

  test.each<[Flow, FormContent]>([
    ['suspension', SUSPENSION],
    ['migration', { ...ENTRY, applicant: null }],
  ])('for want of an invitation is said on the form of a %s', async (flow, content) => {
    const setting = { flow, customer: 'AB-1' }
    const { hook, send, went } = await page([refusal('invitation_required')], setting)
    await send(content)
    expect(hook.result.state).toMatchObject({
      step: 'failed',
      offer: 'support',
      message: 'サーバーの文です。',
    })
    expect([went, recallAttempt('a')]).toEqual([[], null])
  })

  test('by something in between says so on the result page too', async () => {
    const { send, went } = await page([{ status: 200, body: '<title>Login</title>' }])
    await send(ENTRY)
    const message = expect.stringMatching(/^送信した内容がサーバーに届いていません。/)
    expect(went).toEqual([
      { path: '/entry/result', state: { ...FAILURE, failed: { offer: 'retry', message } } },
    ])
    expect(recallAttempt('a')).toEqual({ offer: 'retry', message })
  })

  test('with what is wrong with the rows marks them, each by its number on the screen', async () => {
    const fields = { 'facilities.1.facilityNumber': ['1行目：番号が違います。'] }
    const { send, marked } = await page([
      REGISTERED,
      DONE,
      refusal('validation_failed', { fields }),
    ])
    await send({ ...ENTRY, rows: [{ ...QUOTE.rows[0], no: 4 } as never] })
    expect(marked()).toEqual([
      { field: 'facilities.4.facilityNumber', message: '4行目：番号が違います。' },
    ])
    // They stand on the form already; after a reload it is typed text like any other.
    expect([recallRefused('a'), recallAttempt('a')]).toEqual([[], null])
  })

  const MAIL = { mailaddress: ['形式が違います。'] }
  test.each<[string, Answer, Attempt]>([
    [
      'this server',
      refusal('validation_failed', { fields: MAIL }),
      { offer: 'correct', message: 'サーバーの文です。' },
    ],
    ['another server', { status: 422, body: { errors: MAIL } }, 'failed'],
  ])(
    'for the mail address of a trial at %s leads to the page of that, and marks the field later',
    async (_, answer, attempt) => {
      const { send, went } = await page([answer], { flow: 'trial' })
      await send(ENTRY)
      expect(went).toEqual([{ path: '/trial/mail-error', state: null }])
      expect(recallRefused('a')).toEqual([{ field: 'email', message: '形式が違います。' }])
      expect(recallAttempt('a')).toEqual(attempt)
    },
  )

  test('for a fault of the page says the usual sentence, and the fault is reported', async () => {
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'))
    const { hook, send, received } = await page([DONE], { flow: 'migration' })
    await send({ ...ENTRY, applicant: null })
    expect(reported).toEqual([new RangeError('no customer to send this call for')])
    expect(hook.result.state).toMatchObject({ step: 'failed', message: GENERIC })
    expect(received).toEqual([])
  })
})

describe('after a reload', () => {
  test('a call that was under way is shown as broken off, and goes on by a press', async () => {
    keepAttempt('a', 'running')
    keepProgress('a', { key: 'k' })
    const { hook, resume, paths, received } = await page([REGISTERED, DONE])
    await resume()
    expect(hook.result.state).toEqual({
      step: 'failed',
      quote: QUOTE,
      at: 'register',
      message: '送信の途中でページが再読み込みされたため、完了したかどうかを確認できませんでした。',
      offer: 'retry',
    })
    await hook.act(() => hook.result.send(ENTRY))
    expect(paths()).toEqual(['regist-renewal', 'consent', 'facilities'])
    expect(received[0]?.headers['idempotency-key']).toBe('k')
  })

  test.each<[string, Attempt, Problem[], object]>([
    [
      'is noticed beside the button',
      'failed',
      [],
      {
        step: 'estimated',
        quote: QUOTE,
        notice: { kind: 'unfinished', offer: 'retry' },
      },
    ],
    [
      'is noticed with what was said of it, where the form can be changed and sent',
      { offer: 'correct', message: '長すぎます。' },
      [],
      {
        step: 'estimated',
        quote: QUOTE,
        notice: { kind: 'unfinished', offer: 'correct', message: '長すぎます。' },
      },
    ],
    [
      'is not where its fields are marked',
      'failed',
      [{ field: 'tel', message: 'x' }],
      { step: 'estimated', quote: QUOTE },
    ],
  ])('an attempt that has failed %s', async (_, attempt, refused, state) => {
    keepAttempt('a', attempt)
    keepRefused('a', refused)
    const { hook, resume } = await page([])
    await resume()
    expect(hook.result.state).toEqual(state)
    expect(recallAttempt('a')).toBeNull()
  })

  test('nothing is prepared where nothing was sent, or nobody knows whose it is', async () => {
    const prepare = vi.fn(async () => {})
    const { hook, options } = await page([])
    await hook.act(() => hook.result.resume(prepare))
    keepAttempt('a', 'running')
    await hook.render({ ...options, name: null })
    await hook.act(() => hook.result.resume(prepare))
    expect(prepare).not.toHaveBeenCalled()
    await hook.render(options)
    await hook.act(() => hook.result.resume(prepare))
    expect(prepare).toHaveBeenCalledOnce()
    // Nothing to send was found.
    expect(hook.result.state).toEqual({ step: 'editing', outdated: false })
    expect(recallAttempt('a')).toBe('running')
  })
})
