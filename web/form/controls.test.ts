import { describe, expect, test } from 'vitest'
import { FLOWS } from '#domain/flows.ts'
import { openPage } from '../testing-page.ts'
import {
  fillForm,
  isCell,
  isEnterInField,
  normaliseControl,
  readForm,
  rowCountOf,
  valuesOf,
} from './controls.ts'

const CELLS = (no: number) => `<input name="facilities.${no}.facilityName">
  <input name="facilities.${no}.facilityNumber">
  <select name="facilities.${no}.serviceKey"><option value=""></option><option>KYODO</option></select>`
const FORM = `<form><input name="companyName"><input name="tel"><input name="website">
  <input type="checkbox" name="agreement"><button name="send" value="x">送信</button>
  <textarea name="note">あ</textarea><input type="file" name="file">${CELLS(1)}${CELLS(2)}${CELLS(4)}</form>`
const RULES = FLOWS.entry.rows

async function page() {
  const { find } = await openPage(FORM)
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  const edits: string[] = []
  form.addEventListener('input', ({ target }) => edits.push((target as HTMLInputElement).name))
  return { form, control, edits }
}

test.each([
  ['facilities.1.facilityName', true],
  ['companyName', false],
  ['other.facilities.1', false],
])('%s is a cell: %s', (name, expected) => {
  expect(isCell(name)).toBe(expected)
})

describe('the controls of a form', () => {
  test('are counted row by row, up to the first that is missing', async () => {
    const { form } = await page()
    expect(rowCountOf(form)).toBe(2)
  })

  test('give what was typed, by name', async () => {
    const { form, control } = await page()
    control('companyName').value = 'あおば会'
    control('facilities.2.serviceKey').value = 'KYODO'
    control('agreement').checked = true
    expect(valuesOf(form)).toEqual({
      companyName: 'あおば会',
      'facilities.2.serviceKey': 'KYODO',
      agreement: 'on',
      note: 'あ',
    })
  })

  test('are filled where they are empty, and each tells it as typing would', async () => {
    const { form, control, edits } = await page()
    control('tel').value = '03-1'
    fillForm(form, {
      companyName: 'あおば会',
      tel: '06-2',
      agreement: 'on',
      'facilities.1.serviceKey': 'KYODO',
      send: 'y',
      gone: 'x',
    })
    expect(valuesOf(form)).toMatchObject({
      companyName: 'あおば会',
      tel: '03-1',
      agreement: 'on',
      'facilities.1.serviceKey': 'KYODO',
    })
    expect(edits).toEqual(['companyName', 'agreement', 'facilities.1.serviceKey'])
  })
})

test.each([
  [{ key: 'Enter' }, 'companyName', true],
  [{ key: 'a' }, 'companyName', false],
  [{ key: 'Enter', isComposing: true }, 'companyName', false],
  [{ key: 'Enter', keyCode: 229 }, 'companyName', false],
  [{ key: 'Enter' }, 'facilities.1.serviceKey', false],
  [{ key: 'Enter' }, 'send', false],
])('%j in %s would send the form: %s', async (key, name, expected) => {
  const { control } = await page()
  const event = { isComposing: false, keyCode: 13, ...key, target: control(name) }
  expect(isEnterInField(event as unknown as KeyboardEvent)).toBe(expected)
})

describe('a form as it would be sent', () => {
  test('is normalised in place first, and read row by row', async () => {
    const { form, control, edits } = await page()
    control('companyName').value = 'あおば会'
    control('tel').value = '０３−１２３４−５６７８'
    control('facilities.2.facilityName').value = ' わかば '
    control('facilities.2.facilityNumber').value = '１３１０１０００１１'
    control('facilities.2.serviceKey').value = 'KYODO'
    control('agreement').checked = true
    const { applicant, rows, agreed, trap } = readForm(form, RULES)
    expect(applicant).toMatchObject({ companyName: 'あおば会', tel: '03-1234-5678', email: '' })
    expect(rows).toEqual([
      { no: 1, facilityName: '', facilityNumber: '', serviceKey: '' },
      { no: 2, facilityName: ' わかば ', facilityNumber: '1310100011', serviceKey: 'KYODO' },
    ])
    expect([agreed, trap]).toEqual([true, false])
    expect(control('tel').value).toBe('03-1234-5678')
    expect(control('facilities.2.facilityNumber').value).toBe('1310100011')
    expect(edits).toEqual([])
  })

  test('tells whether its trap was filled, and nothing that was not agreed to', async () => {
    const { form, control } = await page()
    control('website').value = 'x'
    expect(readForm(form, null)).toMatchObject({ agreed: false, trap: true })
  })

  test('leaves alone what is no text of its own', async () => {
    const { form, control } = await page()
    control('website').value = ' ０ '
    control('facilities.1.facilityNumber').value = '０'
    control('agreement').value = ' ０ '
    const other = document.createElement('input')
    Object.assign(other, { name: 'other.facilityNumber', value: '０' })
    form.append(other)
    for (const part of form.elements) normaliseControl(part, null)
    normaliseControl(other, RULES)
    normaliseControl(document as never, RULES)
    const values = ['website', 'facilities.1.facilityNumber', 'agreement', 'other.facilityNumber']
    expect(values.map((name) => control(name).value)).toEqual([' ０ ', '０', ' ０ ', '０'])
  })

  test('writes only what changes: the place of the cursor stays', async () => {
    const { control } = await page()
    const tel = control('tel')
    tel.value = '03-1'
    const written: string[] = []
    Object.defineProperty(tel, 'value', { get: () => '03-1', set: (text) => written.push(text) })
    normaliseControl(tel, RULES)
    expect(written).toEqual([])
  })
})
