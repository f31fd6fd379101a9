import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import type { Problem } from '#domain/messages.ts'
import { type PriceList, priceListAt } from '#domain/prices.ts'
import { type Application, initial, reduce } from '../sending/application-state.ts'
import { keepRefused, recallRefused } from '../sending/session-storage.ts'
import { openPage } from '../testing-page.ts'
import { estimate, press, restoreEstimate, showPrices } from './use-application.ts'

const CONTROLS = [
  'companyName',
  'zipcode',
  'address',
  'tel',
  'email',
  'person',
  'chance',
  'nowsoft',
]
  .concat('website', 'facilities.1.facilityName', 'facilities.1.facilityNumber')
  .map((name) => `<input name="${name}">`)
  .join('')
const OPTIONS = ['', 'KYODO', 'HOKAGO'].map((key) => `<option value="${key}"></option>`).join('')
const FORM = `<form>${CONTROLS}<select name="facilities.1.serviceKey">${OPTIONS}</select>
  <input type="checkbox" name="agreement"></form>`
const CORPORATION = {
  companyName: 'あおば会',
  zipcode: '1040061',
  address: '東京都中央区銀座1-2',
  tel: '03-1234-5678',
  email: 'a@b.example',
  person: '山田',
}
const FACILITY = {
  'facilities.1.facilityName': 'あおば',
  'facilities.1.facilityNumber': '1310100011',
  'facilities.1.serviceKey': 'KYODO',
}
const COMPLETE = { ...CORPORATION, chance: '9', nowsoft: '1', ...FACILITY }
/** The trial's prices change at midnight. */
const BEFORE = Date.parse('2025-01-31T23:59:59.999+09:00')
const FROM = Date.parse('2025-02-01T00:00:00+09:00')

/** A form and its buttons, with the state machine but nothing that sends: `sent` has what would be. */
async function page(flow: FlowWithRows, values: Record<string, string>, agrees = false) {
  const { find } = await openPage(FORM, 'http://localhost/trial?utm_source=mail')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(BEFORE)
  onTestFinished(async () => {
    clock.mockRestore()
  })
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  const type = (typed: Record<string, string>) => {
    for (const [name, value] of Object.entries(typed)) control(name).value = value
  }
  type(values)
  control('agreement').checked = agrees
  const current: { current: Application } = { current: initial(flow) }
  const sent: unknown[] = []
  const lists: PriceList[] = []
  const log = { saves: 0, problems: [] as readonly Problem[] }
  const context = {
    flow,
    form: { current: find<HTMLFormElement>('form') },
    name: 'a' as string | null,
    list: priceListAt(FLOWS[flow].catalogue, BEFORE),
    serverList: null as PriceList | null,
    setServerList: (list: PriceList) => lists.push(list),
    sending: {
      current,
      dispatch: (event: Parameters<typeof reduce>[2]) => {
        current.current = reduce(flow, current.current, event)
      },
      send: async (...content: unknown[]) => void sent.push(content),
    } as never,
    saveDraft: () => {
      log.saves += 1
    },
    setProblems: (problems: readonly Problem[]) => {
      log.problems = problems
    },
  }
  const fields = () => log.problems.map(({ field }) => field)
  return { context, current, sent, lists, log, type, fields, clock }
}

describe('the button of the estimate', () => {
  test('prices the rows, whatever the corporation’s fields hold, and keeps what was typed', async () => {
    const { context, current, log, sent } = await page('entry', FACILITY)
    estimate(context)
    expect(current.current).toMatchObject({
      step: 'estimated',
      quote: { estimate: { total: 9980 }, rows: [{ no: 1, facilityName: 'あおば' }] },
    })
    expect([log.problems, log.saves, sent]).toEqual([[], 1, []])
  })

  test('marks what is wrong with the rows, and clears the estimate before', async () => {
    const { context, current, type, fields } = await page('entry', FACILITY)
    estimate(context)
    type({ 'facilities.1.facilityName': '' })
    estimate(context)
    expect(fields()).toEqual(['facilities.1.facilityName'])
    expect(current.current).toEqual({ step: 'editing', outdated: 'edited' })
    type(FACILITY)
    estimate(context)
    expect(fields()).toEqual([])
  })

  test('forgets what the server had refused', async () => {
    const { context } = await page('entry', FACILITY)
    keepRefused('a', [{ field: 'tel', message: 'x' }])
    restoreEstimate(context)
    expect(recallRefused('a')).toHaveLength(1)
    estimate(context)
    expect(recallRefused('a')).toEqual([])
    keepRefused('a', [{ field: 'tel', message: 'x' }])
    press(context)
    expect(recallRefused('a')).toEqual([])
  })

  test.each<Application>([{ step: 'sending', quote: null, at: 'register' }, { step: 'done' }])(
    'does nothing while the application is $step',
    async (state) => {
      const { context, current, log, sent } = await page('trial', COMPLETE, true)
      current.current = state
      for (const act of [estimate, restoreEstimate, press]) act(context)
      expect([current.current, log, sent]).toEqual([state, { saves: 0, problems: [] }, []])
    },
  )

  test('does nothing without a form, or before the page knows whose it is', async () => {
    const { context, current, log, sent } = await page('trial', COMPLETE, true)
    for (const lacking of [{ name: null }, { form: { current: null } }])
      for (const act of [estimate, restoreEstimate, press]) act({ ...context, ...lacking })
    expect([current.current.step, log.saves, sent]).toEqual(['editing', 0, []])
  })
})

describe('a restored form', () => {
  test('is estimated again, without a word about what is wrong', async () => {
    const { context, current, log, type } = await page('entry', {
      'facilities.1.facilityName': 'x',
    })
    restoreEstimate(context)
    expect([current.current.step, log.problems]).toEqual(['editing', []])
    type(FACILITY)
    restoreEstimate(context)
    expect(current.current.step).toBe('estimated')
  })
})

describe('the last button', () => {
  test('sends what was estimated, with the corporation and the price that was shown', async () => {
    const { context, sent, type, current, log } = await page('entry', { ...FACILITY, website: 'x' })
    press(context)
    expect([sent, current.current.step, log.saves]).toEqual([[], 'editing', 0])
    estimate(context)
    type(CORPORATION)
    press(context)
    expect(sent).toMatchObject([
      [
        {
          applicant: CORPORATION,
          search: '?utm_source=mail',
          priceText: '9,980',
          rows: [
            { no: 1, facilityName: 'あおば', facilityNumber: '1310100011', serviceKey: 'KYODO' },
          ],
        },
        true,
      ],
    ])
  })

  test('marks everything that is wrong, in screen order, and sends nothing', async () => {
    const { context, sent, type, fields, current } = await page('entry', FACILITY)
    estimate(context)
    type({ ...CORPORATION, companyName: '', tel: '' })
    press(context)
    expect(fields()).toEqual(['companyName', 'tel'])
    expect([sent, current.current.step]).toEqual([[], 'estimated'])
  })

  test('asks an existing customer for no corporation', async () => {
    const { context, sent, log } = await page('migration', FACILITY)
    estimate(context)
    press(context)
    expect(sent).toMatchObject([[{ applicant: null, priceText: '9,980' }, false]])
    expect(log.problems).toEqual([])
  })

  test('goes on from a failure, which is said until then', async () => {
    const { context, sent, current } = await page('migration', FACILITY)
    estimate(context)
    const quote = 'quote' in current.current ? current.current.quote : null
    current.current = { step: 'failed', quote, at: 'consent', message: 'x', offer: 'retry' }
    press(context)
    expect([sent.length, current.current.step]).toEqual([1, 'failed'])
  })

  test('does not send rows that no longer are what was estimated', async () => {
    const { context, sent, type, current } = await page('entry', { ...CORPORATION, ...FACILITY })
    estimate(context)
    type({ 'facilities.1.facilityName': 'わかば' })
    press(context)
    expect(sent).toEqual([])
    expect(current.current).toMatchObject({
      notice: { kind: 'price-changed' },
      quote: { rows: [{ facilityName: 'わかば' }] },
    })
    press(context)
    expect(sent).toHaveLength(1)
  })
})

describe('the one button of the trial', () => {
  test('sends without an estimate before, once it was agreed to', async () => {
    const { context, sent, fields, current } = await page('trial', COMPLETE)
    press(context)
    expect([fields(), sent]).toEqual([['agreement'], []])
    ;(context.form.current?.elements.namedItem('agreement') as HTMLInputElement).checked = true
    press(context)
    expect([fields(), sent.length, current.current.step]).toEqual([[], 1, 'estimated'])
  })

  test('marks fields, rows and the agreement at once', async () => {
    const { context, sent, fields } = await page('trial', {
      ...COMPLETE,
      tel: '',
      'facilities.1.facilityName': '',
    })
    press(context)
    expect(fields()).toEqual(['tel', 'facilities.1.facilityName', 'agreement'])
    expect(sent).toEqual([])
  })

  test('does not send at another price than the page shows', async () => {
    const { context, sent, current, clock } = await page('trial', COMPLETE, true)
    clock.mockReturnValue(FROM)
    press(context)
    expect(sent).toEqual([])
    expect(current.current).toMatchObject({
      notice: { kind: 'price-revised' },
      quote: { estimate: { total: 10_980 } },
    })
    press({ ...context, list: priceListAt('trial', FROM) })
    expect(sent).toMatchObject([[{ priceText: '10,980' }, false]])
    expect(current.current).not.toHaveProperty('notice')
  })
})

describe('a price that the server does not accept', () => {
  const NEW = { version: 'contract-9', at: new Date(BEFORE).toISOString() }
  const refused = async (flow: FlowWithRows, inForce: PricesInForce | null) => {
    const shown = await page(flow, COMPLETE, true)
    if (!FLOWS[flow].isOneStep) estimate(shown.context)
    press(shown.context)
    shown.current.current = reduce(flow, shown.current.current, { type: 'pressed' })
    showPrices(shown.context, inForce)
    return shown
  }

  test.each(['entry', 'migration', 'trial'] as const)(
    'in the %s is replaced by the one in force, which the next press sends',
    async (flow) => {
      const shown = await refused(flow, { ...NEW, prices: { disability: 12_000 } })
      const { context, current, sent, lists } = shown
      expect(current.current).toEqual({
        step: 'estimated',
        quote: expect.objectContaining({
          estimate: expect.objectContaining({ total: 12_000, priceList: 'contract-9' }),
        }),
        notice: { kind: 'price-revised' },
      })
      expect(sent).toHaveLength(1)
      const [list] = lists
      if (!list) throw new Error('the page was sent no list')
      press({ ...context, list, serverList: list })
      expect(sent).toMatchObject([
        [{ priceText: '9,980' }, false],
        [{ priceText: '12,000' }, false],
      ])
    },
  )

  test('names a clock that is wrong', async () => {
    const at = new Date(FROM + 5 * 86_400_000).toISOString()
    const { current } = await refused('trial', { ...NEW, at, prices: { disability: 12_000 } })
    expect(current.current).toMatchObject({
      notice: { also: expect.stringContaining('正しくは2025年2月6日です') },
    })
  })

  test.each<[string, PricesInForce | null]>([
    ['the server told none', null],
    ['a group is not known here', { ...NEW, prices: { disability: 12_000, nursing: 1 } as object }],
    [
      'it is the very one that was sent',
      { ...NEW, version: 'contract-1', prices: { disability: 9980 } },
    ],
  ])('leads to a reload where %s', async (_, inForce) => {
    const { current, lists } = await refused('entry', inForce)
    expect(current.current).toMatchObject({ step: 'failed', offer: 'reload' })
    expect(lists).toEqual([])
  })

  test('marks the rows whose service is not offered any more', async () => {
    const { current, fields } = await refused('entry', { ...NEW, prices: { community: 6000 } })
    expect(current.current).toMatchObject({ step: 'failed', offer: 'correct' })
    expect(fields()).toEqual(['facilities.1.serviceKey'])
  })
})
