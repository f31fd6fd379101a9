/** Reads the form as it would be sent, and normalises its controls in place. Loaded when a person begins to type. */
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
import { AGREEMENT, isCell, TRAP } from './form.ts'

/** A form as it would be sent. */
export type Typed = { applicant: Applicant; rows: FacilityRow[]; agreed: boolean; trap: boolean }

/** Reads the form; normalises every control first, because Enter, autofill and paste skip the blur event. */
export function readForm(form: HTMLFormElement, rules: RowRules | null): Typed {
  for (const control of form.elements) normaliseControl(control, rules)
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
  const cell = FACILITY_CELLS.find((known) => isCell(name) && name.endsWith(`.${known}`))
  return rules && cell ? normaliseCell(rules, cell, value) : value
}
