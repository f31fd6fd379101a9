/** The form's controls: their names, what was typed into them, filling them again, and the form as it would be sent. */
import {
  APPLICANT_FIELDS,
  type Applicant,
  type ApplicantField,
  EMPTY_APPLICANT,
  normaliseApplicant,
  normaliseField,
} from '#domain/applicant.ts'
import {
  cellName,
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
  normaliseCell,
} from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { isComposing } from '#ui/composing.ts'
import { controlOf, dispatchInput, writeControl } from '#ui/write-control.ts'

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
    const control = controlOf(form, name)
    if (control?.type === 'checkbox') check(control as HTMLInputElement)
    else if (control?.value === '') writeControl(control, value)
  }
}

function check(box: HTMLInputElement): void {
  box.checked = true
  dispatchInput(box)
}

/** Enter in a text field must not submit (no implicit submission); Enter that ends an IME composition is left alone (reading 12). */
export function isEnterInField(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !isComposing(event) && event.target instanceof HTMLInputElement
}

/** A form as it would be sent. */
export type Typed = { applicant: Applicant; rows: FacilityRow[]; agreed: boolean; trap: boolean }

/** Reads the form; normalises every control first, because Enter, autofill and paste skip the blur event. */
export function readForm(form: HTMLFormElement, rules: RowRules | null): Typed {
  for (const control of form.elements) normaliseControl(control, rules)
  return typedIn(form)
}

/** Reads the form as it stands. */
export function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const textOf = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const applicant: Applicant = { ...EMPTY_APPLICANT }
  for (const field of Object.keys(applicant) as ApplicantField[]) applicant[field] = textOf(field)
  const rows: FacilityRow[] = []
  for (let no = 1; data.has(cellName(no, 'facilityName')); no += 1) {
    const cell = (name: FacilityCell) => textOf(cellName(no, name))
    rows.push({
      no,
      facilityName: cell('facilityName'),
      facilityNumber: cell('facilityNumber'),
      serviceKey: cell('serviceKey'),
    })
  }
  return {
    applicant: normaliseApplicant(applicant),
    rows,
    agreed: data.has(AGREEMENT),
    trap: textOf(TRAP) !== '',
  }
}

/** One control's text as it would be sent; anything but a field or a cell is left alone. */
export function normaliseControl(control: EventTarget, rules: RowRules | null): void {
  if (!(control instanceof HTMLInputElement)) return
  const value = normalised(control.name, control.value, rules)
  if (value !== control.value) control.value = value
}

function normalised(name: string, value: string, rules: RowRules | null): string {
  if (Object.hasOwn(APPLICANT_FIELDS, name)) return normaliseField(name as ApplicantField, value)
  const cell = FACILITY_CELLS.find((each) => isCell(name) && name.endsWith(`.${each}`))
  return rules && cell ? normaliseCell(rules, cell, value) : value
}
