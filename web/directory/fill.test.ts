import { expect, test } from 'vitest'
import { openPage } from '../testing-page.ts'
import { fillIn, heldUnderOtherName, replaceDiffering, takeBack } from './fill.tsx'

const PUBLISHED = {
  id: '1',
  name: '社会福祉法人あおば会',
  address: '東京都中央区銀座1-2',
  zipcode: '1040061',
  tel: '03-1234-5678',
  facilities: 12,
} as const
const FIELDS = ['companyName', 'address', 'zipcode', 'tel']

async function page(typed: Record<string, string>, fields = FIELDS) {
  const { find } = await openPage(
    `<form>${fields.map((name) => `<input name="${name}">`).join('')}</form>`,
  )
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  for (const [name, value] of Object.entries(typed)) control(name).value = value
  const edits: string[] = []
  form.addEventListener('input', ({ target }) => edits.push((target as HTMLInputElement).name))
  const values = () => fields.map((name) => control(name).value)
  /** As a person does, after the choice. */
  const type = (name: string, value: string) => {
    control(name).value = value
  }
  return { form, edits, values, type }
}
const corporation = (change = {}) => ({ ...PUBLISHED, ...change }) as never

test('a corporation of the directory fills what is empty, as typing would, until it is taken back', async () => {
  const { form, edits, values } = await page({ companyName: 'あおば', tel: ' ' })
  const filling = fillIn(form, corporation())
  expect(values()).toEqual([PUBLISHED.name, PUBLISHED.address, PUBLISHED.zipcode, PUBLISHED.tel])
  expect(filling).toMatchObject({
    name: PUBLISHED.name,
    filled: ['住所', '郵便番号', '電話番号'],
    differing: [],
  })
  expect(edits).toEqual(FIELDS)
  expect(takeBack(form, filling)).toEqual([])
  expect(values()).toEqual(['あおば', '', '', ' '])
})

test('what was typed otherwise stays until the person has it replaced', async () => {
  const { form, values } = await page({ address: '東京都港区', tel: '03-1234-5678' })
  const filling = fillIn(form, corporation())
  // The postal code is that of another address.
  expect(values()).toEqual([PUBLISHED.name, '東京都港区', '', '03-1234-5678'])
  expect([filling.filled, filling.differing]).toEqual([
    [],
    [{ field: 'address', label: '住所', published: PUBLISHED.address }],
  ])
  const replaced = replaceDiffering(form, filling)
  expect(values()[1]).toBe(PUBLISHED.address)
  expect(replaced).toMatchObject({ filled: ['住所'], differing: [] })
  expect(takeBack(form, replaced)).toEqual([])
  expect(values()).toEqual(['', '東京都港区', '', '03-1234-5678'])
})

test('taken back, what was typed after the choice stays and is named', async () => {
  const { form, values, type } = await page({ companyName: 'あおば' })
  const filling = fillIn(form, corporation())
  type('companyName', '社会福祉法人あおば会　本部')
  type('address', '東京都中央区銀座1-2 3階')
  expect(takeBack(form, filling)).toEqual(['法人名', '住所'])
  expect(values()).toEqual(['社会福祉法人あおば会　本部', '東京都中央区銀座1-2 3階', '', ''])
})

test('a field that was emptied after the choice stays empty, and is named where it had a text before', async () => {
  const { form, values, type } = await page({ companyName: 'あおば' })
  const filling = fillIn(form, corporation())
  for (const field of FIELDS) type(field, '')
  expect(takeBack(form, filling)).toEqual(['法人名'])
  expect(values()).toEqual(['', '', '', ''])
})

test('a text typed between the choice and its replacement comes back', async () => {
  const { form, values, type } = await page({ tel: '1' })
  const filling = fillIn(form, corporation())
  type('tel', '06-1111-1111')
  takeBack(form, replaceDiffering(form, filling))
  expect(values()[3]).toBe('06-1111-1111')
})

const SECOND = {
  name: '株式会社みどり',
  address: '大阪府大阪市北区1',
  zipcode: '5300001',
  tel: '',
}

test('another choice fills again what the one before has filled, not what was typed since', async () => {
  const { form, values, type } = await page({ companyName: 'あお' })
  const first = fillIn(form, corporation())
  type('companyName', 'みど')
  const second = fillIn(form, corporation(SECOND), first)
  expect(values()).toEqual([SECOND.name, SECOND.address, SECOND.zipcode, ''])
  expect(second).toMatchObject({ filled: ['住所', '郵便番号'], differing: [] })
  takeBack(form, second)
  expect(values()).toEqual(['みど', '', '', ''])

  const third = fillIn(form, corporation())
  type('address', '東京都中央区銀座1-2 3階')
  const fourth = fillIn(form, corporation(SECOND), third)
  expect(fourth.differing).toEqual([{ field: 'address', label: '住所', published: SECOND.address }])
  expect(values()).toEqual([SECOND.name, '東京都中央区銀座1-2 3階', '', ''])
  expect(takeBack(form, fourth)).toEqual([])
  expect(values()).toEqual(['みど', '東京都中央区銀座1-2 3階', '', ''])
})

test('what is published in full width is recognised after the form has made it half width', async () => {
  const { form, values } = await page({})
  const filling = fillIn(form, corporation({ tel: '０３－１２３４－５６７８' }))
  expect(values()[3]).toBe('03-1234-5678')
  expect(takeBack(form, filling)).toEqual([])
  expect(values()).toEqual(['', '', '', ''])
})

test('another postal code differs, whatever the address; what is not published is left alone', async () => {
  const { form, edits, values } = await page({
    companyName: PUBLISHED.name,
    zipcode: '1000001',
    address: 'x',
  })
  const { differing } = fillIn(form, corporation({ tel: '', address: '' }))
  expect(differing).toEqual([{ field: 'zipcode', label: '郵便番号', published: '1040061' }])
  expect([values(), edits]).toEqual([[PUBLISHED.name, 'x', '1000001', ''], []])
})

test('a form without these fields is left alone', async () => {
  const { form } = await page({}, ['companyName'])
  expect(takeBack(form, fillIn(form, corporation()))).toEqual([])
})

test('under another name it is said what still stands there of the chosen corporation', async () => {
  const { form, type } = await page({})
  const filling = fillIn(form, corporation())
  expect(heldUnderOtherName(form, filling)).toBe(null)
  type('companyName', 'べつの会')
  type('tel', '06-0000-0000')
  expect(heldUnderOtherName(form, filling)).toBe(
    '法人名が「社会福祉法人あおば会」から変更されています。住所、郵便番号は、公表されている「社会福祉法人あおば会」の内容のままですので、ご確認ください。',
  )
  for (const field of ['address', 'zipcode']) type(field, '')
  expect(heldUnderOtherName(form, filling)).toBe('')
})
