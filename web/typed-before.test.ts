import { expect, test } from 'vitest'
import { openPage } from './testing-page.ts'
import { whatWasTyped } from './typed-before.ts'

const FORM = `<input id="tel"><input id="agreement" type="checkbox"><select id="chance">
  <option value=""></option><option value="9"></option></select>`
const WAITING = '<p id="waiting"></p>'

/** A form that was typed in, and what gives all of it to the controls that have taken its place. */
async function typed(waiting: string) {
  const { find } = await openPage(`<div id="root">${FORM}</div>${waiting}`)
  const root = find<HTMLElement>('#root')
  const giveBack = whatWasTyped(root)
  const control = (id: string) => find<HTMLInputElement>(`#${id}`)
  control('tel').value = '03-1234-5678'
  control('tel').focus()
  control('tel').setSelectionRange(2, 4)
  control('agreement').checked = true
  control('chance').value = '9'
  const held = () => [control('tel').value, control('agreement').checked, control('chance').value]
  return { root, giveBack, held, control }
}

test('the controls of a page that was drawn anew hold it, with focus and caret', async () => {
  const { root, giveBack, held, control } = await typed(WAITING)
  root.innerHTML = FORM
  giveBack()
  expect(held()).toEqual(['03-1234-5678', true, '9'])
  expect(document.activeElement).toBe(control('tel'))
  expect([control('tel').selectionStart, control('tel').selectionEnd]).toEqual([2, 4])
})

test('a control that is gone takes nothing', async () => {
  const { root, giveBack, control } = await typed(WAITING)
  root.innerHTML = '<select id="chance"><option></option><option value="9"></option></select>'
  giveBack()
  expect(control('chance').value).toBe('9')
})

test('later, what a person has typed since stays', async () => {
  const { root, giveBack, held } = await typed('')
  root.innerHTML = FORM
  giveBack()
  expect(held()).toEqual(['', false, ''])
})
