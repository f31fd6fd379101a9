import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CORRECTION_ADDRESS } from '#contract/status.ts'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { versionOf } from '#domain/difference.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { priceListAt } from '#domain/prices.ts'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { type Answer, serve } from '../testing.ts'
import { openPage, renderHook } from '../testing-page.ts'
import type { Correctable } from './use-correctable.ts'
import { useCorrection } from './use-correction.ts'

const LINK = 'K7F4-9QXT.1.0123456789abcdef0123456789abcdef'
const NAME = 'correct.K7F4-9QXT'
/** What is kept of a correction. */
const KINDS = ['draft', 'base', 'waiting', 'progress', 'sending']
const FIELDS = ['companyName', 'zipcode', 'address', 'tel', 'email', 'person', 'chance', 'nowsoft']
const CELLS = [1, 2].flatMap((no) => [
  `facilities.${no}.facilityName`,
  `facilities.${no}.facilityNumber`,
])
const OPTIONS = ['', 'KYODO', 'TANKI'].map((key) => `<option value="${key}"></option>`).join('')
const SELECTS = [1, 2].map((no) => `<select name="facilities.${no}.serviceKey">${OPTIONS}</select>`)
const FORM = `<form>${[...FIELDS, ...CELLS].map((name) => `<input name="${name}">`).join('')}${SELECTS.join('')}</form>`

const APPLICANT = {
  ...EMPTY_APPLICANT,
  companyName: 'あおば会',
  zipcode: '1040061',
  address: '東京都中央区銀座1-2',
  tel: '03-1234-5678',
  email: 'a@b.example',
  person: '山田',
}
const ROW: FacilityRow = {
  no: 1,
  facilityName: 'あおば',
  facilityNumber: '1310100011',
  serviceKey: 'KYODO',
}
const correctable = (changes: Partial<Correctable> = {}): Correctable => ({
  flow: 'entry',
  receiptNumber: 'K7F4-9QXT',
  revision: 1,
  base: versionOf('entry', APPLICANT, [ROW]),
  proposed: null,
  proposal: null,
  price: '9,980',
  ...changes,
})

const DONE: Answer = { status: 200, body: {} }
const refusal = (code: string, more: object = {}): Answer => ({
  status: 422,
  body: { error: { code, message: `${code}です。`, ...more } },
})

/** `now`: how it stands when it is asked anew. */
type Setting = { answers?: Answer[]; given?: Correctable; now?: Correctable | string }

/** A form that is there before its code; `typed` fills a control as a person does. */
async function page({ answers = [DONE], given = correctable(), now = given }: Setting = {}) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const { find } = await openPage(FORM, `${server.base}/status/correct`)
  onTestFinished(() => {
    for (const kind of KINDS) forget(`${kind}.correct.${given.receiptNumber}`)
  })
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  const went: string[] = []
  let shown = given
  const hook = await renderHook(() => {
    const correction = useCorrection({
      correctable: shown,
      given: { link: LINK, answer: '0312345678' },
      onSent: () => void went.push('sent'),
      onOvertaken: async () => {
        went.push('overtaken')
        if (typeof now !== 'string') shown = now
        return now
      },
    })
    correction.form.current = form
    return correction
  }, {})
  const type = (name: string, text: string) =>
    hook.act(() => {
      control(name).value = text
      hook.result.formProps.onInput({ target: control(name) })
    })
  const addRow = async () => {
    await type('facilities.2.facilityName', 'いちご')
    await type('facilities.2.facilityNumber', '1310100029')
    await type('facilities.2.serviceKey', 'TANKI')
  }
  const check = () => hook.act(() => hook.result.check())
  const ended = () => hook.until(() => hook.result.state.step !== 'sending')
  /** By the form's button. */
  const send = async () => {
    await hook.act(() => hook.result.formProps.onSubmit({ preventDefault: () => {} } as never))
    await ended()
  }
  /** By the button beside a failure. */
  const resume = async () => {
    await hook.act(() => hook.result.press())
    await ended()
  }
  const bodies = () => server.received.map(({ body }) => JSON.parse(body))
  const keys = () => server.received.map(({ headers }) => headers['idempotency-key'])
  return { ...server, hook, control, type, addRow, check, send, resume, went, bodies, keys }
}

const kept = (name = NAME) => KINDS.filter((kind) => recall(`${kind}.${name}`) !== undefined)

describe('the form begins with', () => {
  test('the application as it counts', async () => {
    const { hook, control } = await page()
    expect(control('companyName').value).toBe('あおば会')
    expect(control('facilities.1.serviceKey').value).toBe('KYODO')
    expect(hook.result).toMatchObject({ origin: 'base', state: { step: 'editing' } })
    expect(hook.result).toMatchObject({ isNothing: false, change: null, problems: [] })
  })

  test('the correction that waits', async () => {
    const proposed = versionOf('entry', { ...APPLICANT, companyName: 'あおぞら会' }, [ROW])
    const { hook, control } = await page({ given: correctable({ proposed }) })
    expect([hook.result.origin, control('companyName').value]).toEqual(['proposed', 'あおぞら会'])
  })

  test('what was typed in this tab, an emptied field among it', async () => {
    const first = await page()
    await first.type('companyName', 'あおぞら会')
    await first.type('person', '')
    await first.check()
    await first.hook.unmount()
    const { hook, control } = await page()
    expect(hook.result.origin).toBe('typed')
    expect([control('companyName').value, control('person').value]).toEqual(['あおぞら会', ''])
    await hook.act(() => hook.result.giveUp())
    await hook.unmount()
    expect((await page()).hook.result.origin).toBe('base')
  })

  test('what was typed, on what counts meanwhile', async () => {
    const first = await page()
    await first.type('companyName', 'あおぞら会')
    await first.check()
    await first.hook.unmount()
    const base = versionOf('entry', { ...APPLICANT, tel: '03-9999-9999' }, [ROW])
    const { hook, control } = await page({ given: correctable({ base, revision: 2 }) })
    expect(hook.result.origin).toBe('overtaken')
    expect([control('companyName').value, control('tel').value]).toEqual([
      'あおぞら会',
      '03-9999-9999',
    ])
  })

  test('what was typed, whatever was corrected in this tab meanwhile', async () => {
    const first = await page()
    await first.type('companyName', 'あおぞら会')
    await first.hook.unmount()
    const base = versionOf('entry', { ...APPLICANT, tel: '03-9999-9999' }, [ROW])
    const other = await page({ given: correctable({ receiptNumber: 'M3P7-2XRA', base }) })
    expect(other.control('companyName').value).toBe('あおば会')
    await other.hook.unmount()
    const { hook, control } = await page()
    expect(hook.result.origin).toBe('typed')
    expect([control('companyName').value, control('tel').value]).toEqual([
      'あおぞら会',
      '03-1234-5678',
    ])
  })

  test('what was typed, where nobody knows on what', async () => {
    keep(`draft.${NAME}`, { rowCount: 1, values: { companyName: 'あおぞら会' } })
    const { hook, control } = await page()
    expect(hook.result.origin).toBe('typed')
    expect([control('companyName').value, control('tel').value]).toEqual(['あおぞら会', ''])
  })
})

/** Another person's, or of another tab. */
const waits = (number: number) => ({
  ...{ number, isWaiting: true, reason: '' },
  version: versionOf('entry', { ...APPLICANT, person: '鈴木' }, [ROW]),
})

describe('of a correction that waits', () => {
  const proposal = waits(2)
  const given = correctable({ proposal, proposed: proposal.version })

  test.each([
    ['where it is begun from', given],
    ['where it is given up for what counts', { ...given, proposed: null }],
  ])('the number is sent %s', async (_, each) => {
    const { type, check, send, bodies } = await page({ given: each })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(bodies()).toMatchObject([{ base: 1, proposal: 2 }])
  })

  test('that was declined nothing is replaced', async () => {
    const declined = correctable({ proposal: { ...proposal, isWaiting: false } })
    const { type, check, send, bodies, hook } = await page({ given: declined })
    expect(hook.result).toMatchObject({ origin: 'base', isUnseen: false })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(bodies()).toMatchObject([{ proposal: null }])
  })

  test('it is said where the typing was begun before it, at each visit', async () => {
    const first = await page()
    await first.type('companyName', 'あおぞら会')
    await first.hook.unmount()
    for (const _ of ['a visit', 'another']) {
      const { hook, control } = await page({ given })
      expect(hook.result).toMatchObject({ origin: 'typed', isUnseen: true })
      expect(control('companyName').value).toBe('あおぞら会')
      await hook.unmount()
    }
  })

  test('it is not where the typing was begun from it', async () => {
    const first = await page({ given })
    expect(first.hook.result).toMatchObject({ origin: 'proposed', isUnseen: false })
    await first.type('companyName', 'あおぞら会')
    await first.hook.unmount()
    const { hook } = await page({ given })
    expect(hook.result).toMatchObject({ origin: 'typed', isUnseen: false })
  })

  test('nor where none waits any more', async () => {
    const first = await page({ given })
    await first.type('companyName', 'あおぞら会')
    await first.hook.unmount()
    expect((await page()).hook.result).toMatchObject({ origin: 'typed', isUnseen: false })
  })
})

describe('before it is sent', () => {
  test('what changes is shown; an edit takes it back', async () => {
    const { hook, type, check, send, received } = await page()
    await type('companyName', 'あおぞら会')
    await check()
    expect(hook.result.state).toEqual({ step: 'estimated', quote: null })
    expect(hook.result.change?.difference.fields).toHaveLength(1)
    // The tab may crash before the typing is kept.
    expect(recall(`draft.${NAME}`)).toMatchObject({ values: { companyName: 'あおぞら会' } })
    await type('person', '鈴木')
    expect(hook.result.state).toEqual({ step: 'editing', outdated: 'edited' })
    await send()
    expect(received).toEqual([])
  })

  test('nothing is proposed where nothing changes, or something is wrong', async () => {
    const { hook, type, check } = await page()
    await check()
    expect(hook.result).toMatchObject({ isNothing: true, change: null, state: { step: 'editing' } })
    await type('tel', '')
    expect(hook.result.isNothing).toBe(false)
    await check()
    expect(hook.result.problems.map(({ field }) => field)).toEqual(['tel'])
    expect(hook.result.state.step).toBe('editing')
    await type('tel', '03-9999-9999')
    await check()
    expect([hook.result.problems, hook.result.state.step]).toEqual([[], 'estimated'])
  })

  test('what a program has changed since is shown first', async () => {
    const { hook, type, check, control, send, received } = await page()
    await type('companyName', 'あおぞら会')
    await check()
    control('person').value = '鈴木'
    await send()
    expect(hook.result.state).toMatchObject({ notice: { kind: 'price-changed' } })
    expect(hook.result.change?.difference.fields).toHaveLength(2)
    control('tel').value = ''
    await send()
    expect(hook.result.problems.map(({ field }) => field)).toEqual(['tel'])
    expect(hook.result).toMatchObject({ change: null, state: { step: 'editing' } })
    expect(received).toEqual([])
  })

  test('the price of a list that came into force since is shown first', async () => {
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => clock.mockRestore())
    clock.mockReturnValue(Date.parse('2025-01-31T23:59:59.999+09:00'))
    const survey = { ...APPLICANT, chance: '9', nowsoft: '1' }
    const given = correctable({ flow: 'trial', base: versionOf('trial', survey, [ROW]) })
    const { addRow, check, send, hook, bodies } = await page({ given })
    await addRow()
    await check()
    expect(hook.result.state).toMatchObject({ quote: { estimate: { total: 19_960 } } })
    clock.mockReturnValue(Date.parse('2025-02-01T00:00:00+09:00'))
    await send()
    expect(hook.result.state).toMatchObject({
      quote: { estimate: { total: 21_960 } },
      notice: { kind: 'price-revised' },
    })
    await send()
    expect(bodies()).toMatchObject([{ priceText: '21,960' }])
  })
})

describe('sent', () => {
  test('once, whatever is pressed meanwhile: what is shown stays', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>()
    const { type, check, hook, received, went } = await page({ answers: [{ ...DONE, after }] })
    await type('companyName', 'あおぞら会')
    await check()
    for (const _ of ['once', 'twice']) await hook.act(() => hook.result.press())
    expect(hook.result.state.step).toBe('sending')
    expect(hook.result.change?.difference.fields).toHaveLength(1)
    resolve()
    await hook.until(() => went.length > 0)
    expect([received.length, went]).toEqual([1, ['sent']])
  })

  test('with its base and no price where the price stays; then everything kept is gone', async () => {
    const { type, check, send, bodies, received, went, hook } = await page()
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(received.map(({ path }) => path)).toEqual([CORRECTION_ADDRESS])
    const [body] = bodies()
    expect(body).toMatchObject({ link: LINK, answer: '0312345678', base: 1 })
    expect(body.fields).toMatchObject({ jigyousha: 'あおぞら会', mailaddress: 'a@b.example' })
    expect(body).not.toHaveProperty('priceText')
    expect([hook.result.state.step, went]).toEqual(['done', ['sent']])
    expect(kept()).toEqual([])
  })

  test('with the price that was shown where numbers or services change', async () => {
    const { addRow, check, send, bodies, hook } = await page()
    await addRow()
    await check()
    expect(hook.result.state).toMatchObject({ quote: { estimate: { total: 19_960 } } })
    await send()
    expect(bodies()[0]).toMatchObject({ priceText: '19,960', rows: [{}, { number: '1310100029' }] })
  })

  test('again under the same key, over a reload too; another correction has another', async () => {
    const lost: Answer = { status: 500 }
    const { type, check, send, resume, keys, hook } = await page({ answers: [lost, lost] })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(hook.result.state).toMatchObject({ step: 'failed', offer: 'retry' })
    await resume()
    await hook.unmount()
    const again = await page({ answers: [lost, DONE] })
    await again.hook.until(() => again.hook.result.state.step === 'failed')
    expect(again.hook.result.change?.difference.fields).toHaveLength(1)
    await again.send()
    await again.type('person', '鈴木')
    await again.check()
    await again.send()
    const [first, second, third, fourth] = [...keys(), ...again.keys()]
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
    expect(again.went).toEqual(['sent'])
  })

  test('or given up after a lost answer: nothing of it is kept', async () => {
    const { type, check, send, hook } = await page({ answers: [{ status: 500 }] })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(kept()).toEqual(KINDS)
    await hook.act(() => hook.result.giveUp())
    await hook.unmount()
    expect(kept()).toEqual([])
  })

  test('and edited after a lost answer: a reload says nothing of what nobody asked about', async () => {
    const first = await page({ answers: [{ status: 500 }] })
    await first.type('companyName', 'あおぞら会')
    await first.check()
    await first.send()
    await first.type('tel', '')
    await first.hook.unmount()
    const { hook } = await page()
    await hook.act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(hook.result).toMatchObject({ origin: 'typed', problems: [], state: { step: 'editing' } })
  })
})

describe('refused', () => {
  const inForce = (disability: number, at = new Date()) => ({
    version: 'contract-later',
    prices: { ...priceListAt('contract', Date.now()).prices, disability },
    at: at.toISOString(),
  })

  test('for its price: the one in force is shown, and waits for another press', async () => {
    const answers = [refusal('price_mismatch', { inForce: inForce(12_000) }), DONE]
    const { addRow, check, send, bodies, hook } = await page({ answers })
    await addRow()
    await check()
    await send()
    expect(hook.result.state).toMatchObject({
      step: 'estimated',
      quote: { estimate: { total: 24_000 } },
      notice: { kind: 'price-revised' },
    })
    expect(hook.result.state).not.toHaveProperty('notice.also')
    expect(kept()).not.toContain('sending')
    await send()
    expect(bodies()[1]).toMatchObject({ priceText: '24,000' })
  })

  test('for its price by a server of another day: the clock is spoken of', async () => {
    const at = new Date(Date.now() + 5 * 86_400_000)
    const answers = [refusal('price_mismatch', { inForce: inForce(12_000, at) })]
    const { addRow, check, send, hook } = await page({ answers })
    await addRow()
    await check()
    await send()
    expect(hook.result.state).toMatchObject({
      notice: { also: expect.stringMatching(/^お使いの端末の日付は/) },
    })
  })

  test('for a service that is not offered any more: its rows are marked', async () => {
    const { disability: _, ...prices } = inForce(0).prices
    const answers = [refusal('price_mismatch', { inForce: { ...inForce(0), prices } })]
    const { addRow, check, send, hook } = await page({ answers })
    await addRow()
    await check()
    await send()
    expect(hook.result.state).toMatchObject({
      step: 'failed',
      offer: 'correct',
      message: expect.stringMatching(/^料金が/),
    })
    expect(hook.result.problems.map(({ field }) => field)).toEqual([
      'facilities.1.serviceKey',
      'facilities.2.serviceKey',
    ])
    // The list that was told of counts from now on.
    expect(hook.result.list.version).toBe('contract-later')
  })

  test.each([
    [
      'at the price that this page knows too',
      {
        inForce: {
          ...inForce(0),
          prices: priceListAt('contract', Date.now()).prices,
          version: priceListAt('contract', Date.now()).version,
        },
      },
    ],
    ['without a word of the price in force', {}],
  ])('for its price %s: a newer page is needed', async (_, more) => {
    const { addRow, check, send, hook } = await page({ answers: [refusal('price_mismatch', more)] })
    await addRow()
    await check()
    await send()
    expect(hook.result.state).toMatchObject({ step: 'failed', offer: 'reload' })
  })

  test.each(['base_changed', 'gate_refused', 'link_unknown'])(
    'with %s it is asked how the application stands; what is typed stays',
    async (code) => {
      const answers = [refusal(code)]
      const { type, check, send, hook, went, control } = await page({
        answers,
        now: '終わりです。',
      })
      await type('companyName', 'あおぞら会')
      await check()
      await send()
      await hook.until(() => hook.result.state.step === 'failed')
      expect(went).toEqual(['overtaken'])
      expect(hook.result.state).toMatchObject({ message: '終わりです。', offer: 'support' })
      expect(control('companyName').value).toBe('あおぞら会')
      expect(kept()).not.toContain('sending')
    },
  )

  test('because another correction waits: it is shown, and one press more replaces it under the same key', async () => {
    const now = correctable({ proposal: waits(3) })
    const answers = [refusal('proposal_changed'), DONE]
    const { type, check, send, hook, bodies, keys, control } = await page({ answers, now })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    await hook.until(() => hook.result.state.step === 'estimated')
    expect(hook.result.state).toEqual({
      step: 'estimated',
      quote: null,
      notice: { kind: 'proposal-changed' },
    })
    expect(control('companyName').value).toBe('あおぞら会')
    expect(kept()).not.toContain('sending')
    await send()
    expect(bodies().map(({ proposal }) => proposal)).toEqual([null, 3])
    expect(keys()[1]).toBe(keys()[0])
    expect(hook.result.state.step).toBe('done')
  })

  test('with fields and rows: each is marked, by its number on the screen', async () => {
    const fields = {
      mailaddress: ['形式が違います。'],
      'facilities.1.facilityNumber': ['1行目：番号が違います。'],
    }
    const { type, check, send, hook } = await page({
      answers: [refusal('validation_failed', { fields })],
    })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(hook.result.state).toMatchObject({ step: 'failed', offer: 'correct' })
    // After a reload it is typed text like any other.
    expect(kept()).not.toContain('sending')
    expect(hook.result.problems).toEqual([
      { field: 'email', message: '形式が違います。' },
      { field: 'facilities.1.facilityNumber', message: '1行目：番号が違います。' },
    ])
  })

  test('by something in between: it says so, and goes on with a press', async () => {
    const portal: Answer = { status: 200, body: '<title>Login</title>' }
    const { type, check, send, hook, went } = await page({ answers: [portal, DONE] })
    await type('companyName', 'あおぞら会')
    await check()
    await send()
    expect(hook.result.state).toMatchObject({
      step: 'failed',
      offer: 'retry',
      message: expect.stringMatching(/^送信した内容がサーバーに届いていません。/),
    })
    await send()
    expect(went).toEqual(['sent'])
  })
})

test('a draft of another shape is none', async () => {
  keep(`draft.${NAME}`, { rowCount: 'x' })
  expect((await page()).hook.result.origin).toBe('base')
})
