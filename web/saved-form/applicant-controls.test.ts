import { expect, test } from 'vitest'
import { EMPTY_APPLICANT } from '#domain/applicant.ts'
import { openPage } from '../testing-page.ts'
import { applicantOnScreen, revertApplicant, writeApplicant } from './applicant-controls.ts'

async function page(html: string) {
  const { find } = await openPage(`<form>${html}</form>`)
  const form = find<HTMLFormElement>('form')
  const control = (name: string) => find<HTMLInputElement>(`[name="${name}"]`)
  const edits: string[] = []
  form.addEventListener('input', ({ target }) => edits.push((target as HTMLInputElement).name))
  return { form, control, edits }
}
const FORM = `<input name="companyName"><input name="tel">
  <select name="chance"><option value=""></option><option value="9"></option></select>`

test('the corporation’s fields are read and written as a whole, as typing would', async () => {
  const { form, control, edits } = await page(FORM)
  control('tel').value = '03-1'
  expect(applicantOnScreen(form)).toEqual({ ...EMPTY_APPLICANT, tel: '03-1' })
  writeApplicant(form, { ...EMPTY_APPLICANT, companyName: 'あおば会', tel: '03-1', chance: '9' })
  expect([control('companyName').value, control('chance').value]).toEqual(['あおば会', '9'])
  expect(edits).toEqual(['companyName', 'chance'])
})

test('what is taken back leaves alone what was typed since', async () => {
  const { form } = await page(FORM)
  const before = { ...EMPTY_APPLICANT, companyName: 'あ', tel: '03-1' }
  const after = { ...EMPTY_APPLICANT, companyName: 'い', tel: '06-2' }
  writeApplicant(form, { ...after, tel: '09-3' })
  revertApplicant(form, before, after)
  expect(applicantOnScreen(form)).toEqual({ ...EMPTY_APPLICANT, companyName: 'あ', tel: '09-3' })
})

test('a form that asks for no corporation has none', async () => {
  const { form, edits } = await page('<input name="agreement">')
  expect([applicantOnScreen(form), applicantOnScreen(null)]).toEqual([null, null])
  for (const place of [form, null]) {
    writeApplicant(place, { ...EMPTY_APPLICANT, tel: '03-1' })
    revertApplicant(place, EMPTY_APPLICANT, EMPTY_APPLICANT)
  }
  expect(edits).toEqual([])
})
