import { mock } from 'node:test'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { openPage, renderHook } from '../testing-page.ts'
import { overflowKey, recallDraft, useDraft } from './draft.ts'

afterEach(() => forget('draft.entry'))

test('what is kept comes back until it is forgotten, even without session storage', () => {
  keep('draft.entry', { rowCount: 20, values: { companyName: 'あおば会' } })
  expect(recallDraft('entry')).toEqual({ rowCount: 20, values: { companyName: 'あおば会' } })
  forget('draft.entry')
  expect(recall('draft.entry')).toBeUndefined()
  expect(recallDraft('entry')).toBeNull()
})

test.each([
  null,
  'text',
  { rowCount: '20', values: {} },
  { rowCount: 20 },
  { rowCount: 20, values: null },
])('a draft of another shape is none: %j', (stored) => {
  keep('draft.entry', stored)
  expect(recallDraft('entry')).toBeNull()
})

const ROW = (no: number) =>
  `<input name="facilities.${no}.facilityName"><input name="facilities.${no}.facilityNumber">`
const FORM = `<form><input name="companyName"><input name="agreement" type="checkbox">${ROW(1)}${ROW(2)}</form>`
const NAME = 'facilities.2.facilityName'

/** A form of two rows with its draft; `log` has what the page was asked to do. */
async function page(name: string | null = 'entry', rowCount = 2) {
  const { find } = await openPage(FORM)
  const log: string[] = []
  const options = {
    form: { current: find<HTMLFormElement>('form') },
    name,
    rowCount,
    showRows: (count: number) => log.push(`rows ${count}`),
    onRestored: () => log.push('restored'),
  }
  onTestFinished(() => {
    mock.timers.reset()
    for (const stored of ['draft.entry', 'draft.trial', overflowKey('entry')]) forget(stored)
  })
  const hook = await renderHook(useDraft, options)
  const type = (control: string, text: string) => {
    find<HTMLInputElement>(`[name="${control}"]`).value = text
  }
  const typed = (control: string) => find<HTMLInputElement>(`[name="${control}"]`).value
  return { hook, options, log, type, typed, find }
}

const COMPANY = { companyName: 'あおば会' }
const keepDraft = (rowCount: number, values: Record<string, string>) =>
  keep('draft.entry', { rowCount, values })

describe('what is typed', () => {
  test('is kept at once, with the rows that are shown', async () => {
    const { hook, type } = await page()
    type('companyName', 'あおば会')
    type(NAME, 'あおば')
    hook.result.save()
    const values = { ...COMPANY, [NAME]: 'あおば' }
    expect(recall('draft.entry')).toEqual({ rowCount: 2, values })
  })

  test('or once nothing was typed for 300 ms', async () => {
    const { hook, type } = await page()
    mock.timers.enable({ apis: ['setTimeout'] })
    type('companyName', 'あおば')
    hook.result.saveSoon()
    mock.timers.tick(299)
    type('companyName', 'あおば会')
    hook.result.saveSoon()
    mock.timers.tick(299)
    expect(recallDraft('entry')).toBeNull()
    mock.timers.tick(1)
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
  })

  test('only once, where it is kept before', async () => {
    const { hook } = await page()
    mock.timers.enable({ apis: ['setTimeout'] })
    hook.result.saveSoon()
    hook.result.save()
    forget('draft.entry')
    mock.timers.tick(1000)
    expect(recallDraft('entry')).toBeNull()
  })

  test.each([
    ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['is left', () => dispatchEvent(new Event('pagehide'))],
  ])('when the page %s', async (_, leave) => {
    const { hook, type } = await page()
    type('companyName', 'あおば会')
    leave()
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
    await hook.unmount()
    type('companyName', 'わかば会')
    leave()
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
  })

  test('and when its form goes', async () => {
    const { hook, type, options } = await page()
    type('companyName', 'あおば会')
    options.form.current = null as never
    await hook.unmount()
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
  })

  test('is kept nowhere without a form, or while nobody knows whose it is', async () => {
    const { hook, type, options } = await page(null)
    type('companyName', 'あおば会')
    hook.result.save()
    expect(recall('draft.null')).toBeUndefined()
    await hook.render({ ...options, name: 'entry' })
    options.form.current = null as never
    hook.result.save()
    expect(recallDraft('entry')).toBeNull()
  })

  test('is forgotten for good once the application is complete', async () => {
    const { hook, type } = await page()
    mock.timers.enable({ apis: ['setTimeout'] })
    keep(overflowKey('entry'), { count: 1, lines: [] })
    type('companyName', 'あおば会')
    hook.result.save()
    hook.result.saveSoon()
    hook.result.close()
    mock.timers.tick(1000)
    hook.result.save()
    expect(recallDraft('entry')).toBeNull()
    expect(recall(overflowKey('entry'))).toBeUndefined()
    expect(overflowKey('entry')).not.toBe(overflowKey('trial'))
  })

  test('what another form has kept stays, whatever becomes of this one', async () => {
    const { hook, options } = await page(null)
    keepDraft(2, COMPANY)
    keep('draft.null', COMPANY)
    hook.result.close()
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
    expect(recall('draft.null')).toEqual(COMPANY)
    forget('draft.null')
    await hook.render(options)
  })
})

describe('a draft', () => {
  test('fills the form once the page knows whose it is', async () => {
    keepDraft(2, { ...COMPANY, agreement: 'on' })
    const { hook, options, log, typed, find } = await page(null)
    expect([typed('companyName'), log]).toEqual(['', []])
    await hook.render({ ...options, name: 'entry' })
    expect(typed('companyName')).toBe('あおば会')
    expect(find<HTMLInputElement>('[name="agreement"]').checked).toBe(true)
    expect(log).toEqual(['rows 2', 'restored'])
  })

  test('waits for its rows, and is not written over meanwhile', async () => {
    keepDraft(3, COMPANY)
    const { hook, options, log, typed, type } = await page()
    type(NAME, 'わかば')
    hook.result.save()
    expect([typed('companyName'), log]).toEqual(['', ['rows 3']])
    expect(recallDraft('entry')?.values).toEqual(COMPANY)
    await hook.render({ ...options, rowCount: 3 })
    expect([typed('companyName'), typed(NAME), log]).toEqual([
      'あおば会',
      'わかば',
      ['rows 3', 'restored'],
    ])
    hook.result.save()
    expect(recallDraft('entry')?.values).toEqual({ ...COMPANY, [NAME]: 'わかば' })
  })

  test('is restored once, and never over what was typed', async () => {
    keepDraft(1, { ...COMPANY, [NAME]: 'あおば' })
    const { hook, options, log, typed, type } = await page(null)
    type('companyName', 'わかば会')
    await hook.render({ ...options, name: 'entry' })
    expect([typed('companyName'), typed(NAME)]).toEqual(['わかば会', 'あおば'])
    type(NAME, '')
    await hook.render({ ...options, name: 'entry', rowCount: 4 })
    expect([typed(NAME), log]).toEqual(['', ['rows 1', 'restored']])
  })

  test('of another application is another one', async () => {
    keepDraft(2, COMPANY)
    const { hook, options, log, typed } = await page('trial')
    expect([typed('companyName'), log]).toEqual(['', []])
    await hook.render({ ...options, name: 'entry' })
    expect(typed('companyName')).toBe('あおば会')
  })

  test('stays where there is no form to fill', async () => {
    keepDraft(2, COMPANY)
    const { hook, options, log } = await page(null)
    await hook.render({ ...options, name: 'entry', form: { current: null as never } })
    expect(log).toEqual(['rows 2'])
    await hook.render({ ...options, name: 'entry' })
    expect(log).toEqual(['rows 2', 'restored'])
  })
})
