import { expect, test } from 'vitest'
import { openPage } from '../testing-page.ts'
import { fillIn, replaceDiffering, takeBack } from './fill.ts'

const PUBLISHED = {
  id: '1',
  name: '社会福祉法人あおば会',
  address: '東京都中央区銀座1-2',
  zipcode: '1040061',
  tel: '03-1234-5678',
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
  return { form, edits, values }
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
  takeBack(form, filling)
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
  replaceDiffering(form, filling)
  expect(values()[1]).toBe(PUBLISHED.address)
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
  expect(fillIn(form, corporation()).before).toMatchObject({ companyName: '', tel: '' })
})
