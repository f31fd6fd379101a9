/** Uncontrolled inputs: names of the form's controls, what was typed into them, filling them again. */
import { cellName } from '#domain/facilities.ts'

/** Names of the controls that are neither an applicant's field nor a cell. */
export const AGREEMENT = 'agreement'
/** Honeypot field, hidden from people; an application that fills it is flagged as a robot (reading 28). */
export const TRAP = 'website'

export function isCell(name: string): boolean {
  return name.startsWith('facilities.')
}

/** How many facility rows the form shows. */
export function rowCountOf(form: HTMLFormElement): number {
  let count = 0
  while (form.elements.namedItem(cellName(count + 1, 'facilityName'))) count += 1
  return count
}

/** What was typed, by control name; empty controls are left out. */
export type Values = Record<string, string>

export function valuesOf(form: HTMLFormElement): Values {
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return Object.fromEntries(texts)
}

/** Fills the empty controls, never overwriting what was typed meanwhile, and dispatches input events as typing would. */
export function fillForm(form: HTMLFormElement, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = true
    else if (isTextual(control) && control.value === '') control.value = value
    else continue
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function isTextual(control: unknown): control is HTMLInputElement | HTMLSelectElement {
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
}

/** Enter in a text field must not submit (no implicit submission); Enter that ends an IME composition is left alone (reading 12). */
export function isEnterInField(event: KeyboardEvent): boolean {
  // Safari ends a composition with a keydown without isComposing, but with key code 229.
  const isComposing = event.isComposing || event.keyCode === 229
  return event.key === 'Enter' && !isComposing && event.target instanceof HTMLInputElement
}
