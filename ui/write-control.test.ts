import { Window } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { controlOf, dispatchInput, writeControl } from './write-control.ts'

afterEach(() => void vi.unstubAllGlobals())

function formOf(html: string) {
  const window = new Window()
  for (const name of ['HTMLInputElement', 'HTMLSelectElement', 'Event'] as const)
    vi.stubGlobal(name, window[name])
  window.document.body.innerHTML = `<form>${html}</form>`
  const form = window.document.querySelector('form') as unknown as HTMLFormElement
  const heard: string[] = []
  form.addEventListener('input', ({ target }) => heard.push((target as HTMLInputElement).name))
  return { form, heard }
}

test('a control is found by its name, and anything else is none', () => {
  const { form } = formOf('<input name="tel"><select name="chance"></select><button name="send">')
  expect(controlOf(form, 'tel')?.name).toBe('tel')
  expect(controlOf(form, 'chance')?.name).toBe('chance')
  expect([controlOf(form, 'send'), controlOf(form, 'other'), controlOf(null, 'tel')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a text is written once, and the form hears of it as of typing', () => {
  const { form, heard } = formOf('<input name="tel"><input name="person">')
  const control = controlOf(form, 'tel')
  writeControl(control, '03-1234-5678')
  expect(control?.value).toBe('03-1234-5678')
  writeControl(control, '03-1234-5678')
  expect(heard).toEqual(['tel'])
  writeControl(null, 'nothing')
  const person = controlOf(form, 'person')
  if (person) dispatchInput(person)
  expect(heard).toEqual(['tel', 'person'])
})
