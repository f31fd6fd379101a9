/** Filling a form in as a person does: control by control, found by its label. */
import type { Locator, Page } from '@playwright/test'
import { APPLICANT_FIELDS, type ApplicantField, fieldRow } from '#domain/applicant.ts'
import type { FacilityCell } from '#domain/facilities.ts'

const CELL_LABELS: Record<FacilityCell, string> = {
  facilityName: '事業所名',
  facilityNumber: '事業所番号',
  serviceKey: 'サービス種類',
}

export function applicantControl(page: Page, field: ApplicantField): Locator {
  const role = fieldRow(field).choices ? 'combobox' : 'textbox'
  return page.getByRole(role, { name: APPLICANT_FIELDS[field].label, exact: true })
}

export function facilityControl(page: Page, no: number, cell: FacilityCell): Locator {
  const role = cell === 'serviceKey' ? 'combobox' : 'textbox'
  return page.getByRole(role, { name: `${no}行目 ${CELL_LABELS[cell]}`, exact: true })
}

/** Types text, or chooses an option by its value, and moves on as Tab does. */
export async function fillIn(control: Locator, value: string): Promise<void> {
  const isSelect = await control.evaluate((element) => element.tagName === 'SELECT')
  await (isSelect ? control.selectOption(value) : control.fill(value))
  await control.press('Tab')
}

export async function fillApplicant(
  page: Page,
  values: Partial<Record<ApplicantField, string>>,
): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await fillIn(applicantControl(page, field as ApplicantField), value)
  }
}

/** Rows from the first one on; an empty cell is left as it is. */
export async function fillFacilities(
  page: Page,
  rows: readonly Readonly<Record<FacilityCell, string>>[],
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    for (const [cell, value] of Object.entries(row)) {
      if (value !== '') await fillIn(facilityControl(page, index + 1, cell as FacilityCell), value)
    }
  }
}
