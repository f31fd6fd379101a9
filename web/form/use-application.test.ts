import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import {
  forget,
  keep,
  keepAttempt,
  keepRefused,
  recall,
  recallRefused,
} from '../sending/session-storage.ts'
import { type Answer, serve } from '../testing.ts'
import { announceDirectory, openPage, renderHook } from '../testing-page.ts'
import { useApplication } from './use-application.ts'

const FORM = `<form><label for="name">法人名</label><input name="companyName" id="name"><input name="tel">
  <input name="email"><input name="facilities.1.facilityName">
  <input name="facilities.1.facilityNumber"><select name="facilities.1.serviceKey">
  <option value=""></option><option value="KYODO"></option></select></form>`
const FACILITY = {
  'facilities.1.facilityName': 'あおば',
  'facilities.1.facilityNumber': '1310100011',
  'facilities.1.serviceKey': 'KYODO',
}
const { initial, step, max } = FLOWS.entry.rows

/** A form that is there before its code, as after hydration. */
async function page(
  flow: FlowWithRows = 'entry',
  customer?: string | null,
  typed: Record<string, string> = {},
  answers: Answer[] = [],
) {
  const server = await serve(answers)
  onTestFinished(server.close)
  const { find } = await openPage(FORM, `${server.base}/entry/input`)
  const navigation = {
    goTo: async () => {},
  }
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  for (const [name, value] of Object.entries(typed)) control(name).value = value
  onTestFinished(() => {
    const kinds = ['draft', 'progress', 'sending', 'refused']
    for (const kind of kinds)
      for (const whose of ['entry', 'trial', 'migration.C-1']) forget(`${kind}.${whose}`)
  })
  const hook = await renderHook(
    (options: { customer?: string | null | undefined }) => {
      const application = useApplication(flow, {
        ...options,
        navigation,
      })
      application.form.current = form
      return application
    },
    { customer },
  )
  /** The controls are not React's own here: their events are handed over. */
  const edit = (name: string, value: string) =>
    hook.act(() => {
      control(name).value = value
      hook.result.formProps.onInput({ target: control(name) })
    })
  return { ...server, hook, edit, control }
}

describe('an application', () => {
  test.each([
    ['entry', undefined, 'entry'],
    ['trial', undefined, 'trial'],
    ['migration', 'C-1', 'migration.C-1'],
    ['migration', undefined, null],
    ['migration', null, null],
  ] as const)('%s of the customer %s is kept as %s', async (flow, customer, name) => {
    const { hook } = await page(flow, customer)
    expect([hook.result.name, hook.result.isReady]).toEqual([name, name !== null])
    expect(hook.result.problems).toEqual([])
  })

  test('shows the fields that the server refused, those of rows only until the rows change', async () => {
    const refused = ['tel', 'facilities.1.facilityName'].map((field) => ({ field, message: 'x' }))
    keepRefused('entry', refused)
    const { hook } = await page()
    expect(hook.result.problems).toEqual(refused)
    await hook.act(() => hook.result.forgetRowProblems())
    expect(hook.result.problems).toEqual([{ field: 'tel', message: 'x' }])
  })
})

test('problems come with the customer', async () => {
  const refused = [{ field: 'facilities.1.facilityName', message: 'x' }]
  keepRefused('migration.C-1', refused)
  const { hook } = await page('migration')
  await hook.render({ customer: 'C-1' })
  expect(hook.result.problems).toEqual(refused)
})

test('and with a press', async () => {
  const { hook } = await page('trial')
  await hook.act(() => hook.result.press())
  await hook.until(() => hook.result.problems.length > 0)
  expect(hook.result.problems.map(({ field }) => field)).toContain('agreement')
})

describe('a problem', () => {
  const field = 'companyName'
  const fieldsOf = (problems: readonly { field: string }[]) => problems.map(({ field }) => field)

  /** After a press on an empty trial, which all required fields are missing of. */
  async function pressed() {
    const opened = await page('trial')
    const { hook, control } = opened
    await hook.act(() => hook.result.press())
    const leave = async (name: string, value: string) => {
      control(name).value = value
      await hook.act(() => hook.result.formProps.onBlur({ target: control(name) } as never))
      await hook.act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    }
    const lines = () => hook.result.summary.lines.filter((line) => line.field === field)
    return { ...opened, leave, lines }
  }

  test('is mended when its field is left, and its line says so', async () => {
    const { hook, leave, lines } = await pressed()
    const { round, lines: before } = hook.result.summary
    expect(fieldsOf(hook.result.problems)).toContain(field)
    await leave(field, 'あおば会')
    expect(fieldsOf(hook.result.problems)).not.toContain(field)
    expect(hook.result.problems).toHaveLength(before.length - 1)
    expect(lines()).toMatchObject([{ filled: '法人名' }])
    expect(hook.result.summary.round).toBe(round)
    await leave('tel', '')
    expect(hook.result.problems).toHaveLength(before.length - 1)
  })

  test('stays while its text is typed, and goes at once where the page fills it in', async () => {
    const { hook, edit, control, lines } = await pressed()
    const wait = () => hook.act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    control(field).focus()
    await edit(field, 'あ')
    await wait()
    expect(lines()).toMatchObject([{ message: '法人名を入力してください。' }])
    control('tel').focus()
    await edit(field, 'あおば会')
    await wait()
    expect(lines()).toMatchObject([{ filled: '法人名' }])
  })

  test('waits while a pointer is down: what moved would go from under it', async () => {
    const { hook, leave, lines } = await pressed()
    const send = (type: string) => document.dispatchEvent(new Event(type))
    send('pointerdown')
    await leave(field, 'あおば会')
    expect(lines()).toMatchObject([{ message: '法人名を入力してください。' }])
    send('pointerup')
    await hook.act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    expect(lines()).toMatchObject([{ filled: '法人名' }])
  })
})

describe('a field that the server refused', () => {
  const MAIL = { field: 'email', message: 'メールアドレスの形式が正しくありません。' }

  async function comeBack() {
    keepRefused('entry', [MAIL])
    keep('draft.entry', { rowCount: initial, values: { email: 'a@@b' } })
    const opened = await page()
    const { hook, control } = opened
    await hook.until(() => control('email').value !== '')
    const leave = async (value: string) => {
      control('email').value = value
      await hook.act(() => hook.result.formProps.onBlur({ target: control('email') } as never))
      await hook.act(() => new Promise((resolve) => setTimeout(resolve, 10)))
      return hook.result.problems
    }
    return { ...opened, leave }
  }

  test('is marked as long as what was refused stands there, or what would be', async () => {
    const { leave } = await comeBack()
    expect(await leave('a@@b')).toEqual([MAIL])
    expect(await leave('a@b@')).toEqual([MAIL])
    expect(await leave('a@b.example')).toEqual([])
  })

  test('is not marked again by a reload once it was mended', async () => {
    const { leave } = await comeBack()
    expect(recallRefused('entry')).toEqual([MAIL])
    await leave('a@b.example')
    expect(recallRefused('entry')).toEqual([])
  })
})

describe('rows', () => {
  test('are added step by step, up to the most that the flow takes', async () => {
    const { hook } = await page()
    expect(hook.result.rowCount).toBe(initial)
    await hook.act(() => hook.result.addRows())
    expect(hook.result.rowCount).toBe(initial + step)
    await hook.act(() => hook.result.setRowCount(max - 1))
    await hook.act(() => hook.result.addRows())
    expect(hook.result.rowCount).toBe(max)
  })

  test.each([
    [1, initial],
    [initial + 3, initial + 3],
    [max + 1, max],
  ])('of a draft of %i are shown as %i', async (rowCount, shown) => {
    keep('draft.entry', { rowCount, values: {} })
    const { hook } = await page()
    expect(hook.result.rowCount).toBe(shown)
  })
})

describe('an edit', () => {
  test('is kept soon', async () => {
    const { hook, edit } = await page()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    await edit('tel', '03-1')
    const soon = timers.mock.calls.find(([, ms]) => ms === 300)
    expect(hook.result.state).toEqual({ step: 'editing', outdated: false })
    soon?.[0]()
    expect(recall('draft.entry')).toMatchObject({ values: { tel: '03-1' } })
  })

  test.each([
    ['entry', 'estimated'],
    ['trial', 'editing'],
  ] as const)(
    'of %s’s corporation leaves it %s, and of a row clears the estimate',
    async (flow, step) => {
      const { hook, edit } = await page(flow)
      const estimate = async () => {
        for (const [name, value] of Object.entries(FACILITY)) await edit(name, value)
        await hook.act(() => hook.result.estimate())
        await hook.until(() => hook.result.state.step === 'estimated')
        expect(hook.result.state.step).toBe('estimated')
      }
      await estimate()
      await edit('tel', '03-1')
      expect(hook.result.state.step).toBe(step)
      await estimate()
      await edit('facilities.1.facilityName', 'わかば')
      expect(hook.result.state).toEqual({ step: 'editing', outdated: 'edited' })
    },
  )
})

test('a draft is filled in, and an attempt that failed is shown with its estimate', async () => {
  keep('draft.entry', { rowCount: 1, values: FACILITY })
  keepAttempt('entry', 'failed')
  const { hook, control } = await page()
  expect(control('facilities.1.serviceKey').value).toBe('KYODO')
  await hook.until(() => 'notice' in hook.result.state)
  expect(hook.result.state).toMatchObject({ step: 'estimated', notice: { kind: 'unfinished' } })
})

test.each([
  ['of rows is said to need an estimate', { ...FACILITY, tel: '03-1' }, 'restored'],
  ['of the corporation alone needs none', { tel: '03-1' }, false],
])('a draft %s', async (_, values, outdated) => {
  keep('draft.entry', { rowCount: 1, values })
  const { hook, control } = await page()
  await hook.until(() => control('tel').value !== '')
  expect([hook.result.state, hook.result.problems]).toEqual([{ step: 'editing', outdated }, []])
})

test('a price that is not in force any more is shown, and sent by another press', async () => {
  const inForce = {
    version: 'contract-9',
    prices: { disability: 12_000 },
    at: new Date().toISOString(),
  }
  const refused = { code: 'price_mismatch', message: 'x', inForce }
  const { hook, received } = await page('migration', 'C-1', FACILITY, [
    { status: 200 },
    { status: 422, body: { error: refused } },
    { status: 200 },
  ])
  const send = async () => {
    await hook.act(() => hook.result.formProps.onSubmit({ preventDefault: () => {} } as never))
    await hook.until(() => hook.result.state.step !== 'sending')
  }
  await hook.act(() => hook.result.estimate())
  // The tab may crash before the typing is kept.
  expect(recall('draft.migration.C-1')).toMatchObject({ values: FACILITY })
  await send()
  expect(hook.result.state).toMatchObject({
    step: 'estimated',
    quote: { estimate: { total: 12_000 } },
    notice: { kind: 'price-revised' },
  })
  expect(hook.result.list).toMatchObject({ version: 'contract-9', prices: inForce.prices })
  await send()
  expect(hook.result.state.step).toBe('done')
  const consents = received.filter(({ path }) => path.endsWith('/consent'))
  expect(consents.map(({ body }) => JSON.parse(body).priceText)).toEqual([
    expect.not.stringMatching('^12,000$'),
    '12,000',
  ])
})

test('what of the corporation stands between an estimate and the last step is followed', async () => {
  const { hook, control } = await page('entry', undefined, FACILITY)
  expect(hook.result.missing).toEqual([])
  await hook.act(() => hook.result.estimate())
  const required = ['companyName', 'zipcode', 'address', 'tel', 'email', 'person']
  expect(hook.result.missing).toEqual(required)
  await hook.act(() => {
    control('companyName').value = 'あおば会'
    control('companyName').dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(hook.result.missing).toEqual(required.slice(1))
})

test.each([
  ['a migration asks for no corporation', 'migration', 'C-1'],
  ['a trial has one step alone', 'trial', undefined],
] as const)('nothing stands there where %s', async (_, flow, customer) => {
  const { hook } = await page(flow, customer, FACILITY)
  await hook.act(() => hook.result.estimate())
  expect([hook.result.state.step, hook.result.missing]).toEqual(['estimated', []])
})

test.each([
  ['a server with a directory', '2026-03', 'combobox'],
  ['another server', undefined, null],
])(
  'the page of %s says from the start whether the corporation’s field suggests',
  async (_, period, role) => {
    if (period) announceDirectory(period)
    const { control } = await page()
    expect(control('companyName').getAttribute('role')).toBe(role)
  },
)

test('what was typed before the code was there is normalised', async () => {
  const { hook, control } = await page('entry', undefined, {
    tel: '０３',
    'facilities.1.facilityNumber': '１',
  })
  await hook.until(() => control('tel').value === '03')
  expect([control('tel').value, control('facilities.1.facilityNumber').value]).toEqual(['03', '1'])
})

test('what was typed and left is normalised, what has the focus is not', async () => {
  const { hook, control } = await page()
  const leave = (name: string) =>
    hook.act(async () => {
      hook.result.formProps.onBlur({ target: control(name) } as never)
      await import('./controls.ts')
      await new Promise((resolve) => setTimeout(resolve))
    })
  control('tel').value = '０３'
  control('tel').focus()
  await leave('tel')
  expect(control('tel').value).toBe('０３')
  control('tel').blur()
  await leave('tel')
  expect(control('tel').value).toBe('03')
})

test('Enter in a text field sends nothing, and a submission reloads nothing', async () => {
  const { hook, control } = await page()
  const prevented: string[] = []
  const event = (name: string, more: object) =>
    ({ ...more, preventDefault: () => prevented.push(name) }) as never
  const nativeEvent = { key: 'Enter', isComposing: false, keyCode: 13, target: control('tel') }
  hook.result.formProps.onKeyDown(event('Enter', { nativeEvent }))
  hook.result.formProps.onKeyDown(event('Tab', { nativeEvent: { ...nativeEvent, key: 'Tab' } }))
  await hook.act(() => hook.result.formProps.onSubmit(event('submit', {})))
  expect(prevented).toEqual(['Enter', 'submit'])
})
