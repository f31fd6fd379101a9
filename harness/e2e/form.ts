/** Filling a form in as a person does: control by control, found by its label. */
import { expect, type Locator, type Page } from '@playwright/test'
import { APPLICANT_FIELDS, type ApplicantField, fieldRow } from '#domain/applicant.ts'
import type { FacilityCell } from '#domain/facilities.ts'

const CELL_LABELS: Record<FacilityCell, string> = {
  facilityName: '事業所名',
  facilityNumber: '事業所番号',
  serviceKey: 'サービス種類',
}

export function applicantControl(page: Page, field: ApplicantField): Locator {
  const as = (role: 'combobox' | 'textbox') =>
    page.getByRole(role, { name: APPLICANT_FIELDS[field].label, exact: true })
  // Where there is a directory, the corporation's name suggests.
  if (field === 'companyName') return as('textbox').or(as('combobox'))
  return as(fieldRow(field).choices ? 'combobox' : 'textbox')
}

export function facilityControl(page: Page, no: number, cell: FacilityCell): Locator {
  const role = cell === 'serviceKey' ? 'combobox' : 'textbox'
  return page.getByRole(role, { name: `${no}行目 ${CELL_LABELS[cell]}`, exact: true })
}

/** A button by exactly its words. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** A key, a paste or a drop before the page's scripts run is the browser's own. */
export async function expectAlive(page: Page): Promise<void> {
  const name = 'ファイルを選んで読み込む'
  await expect(page.getByRole('button', { name, includeHidden: true })).toBeEnabled()
}

/** Presses a button by the keyboard once it is enabled: unlike click(), press() of a locator does not wait for that. */
export async function pressEnter(pressed: Locator): Promise<void> {
  await expect(pressed).toBeEnabled()
  await pressed.press('Enter')
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
  for (const [name, value] of Object.entries(values)) {
    const field = name as ApplicantField
    await put(applicantControl(page, field), value, fieldRow(field).choices !== undefined)
  }
  await moveOn(page)
}

/** Rows from the first one on; an empty cell is left as it is. */
export async function fillFacilities(
  page: Page,
  rows: readonly Readonly<Partial<Record<FacilityCell, string>>>[],
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    for (const [name, value] of Object.entries(row)) {
      const cell = name as FacilityCell
      if (value !== '')
        await put(facilityControl(page, index + 1, cell), value, cell === 'serviceKey')
    }
  }
  await moveOn(page)
}

/**
 * Going to the next control leaves the one before, as Tab does. An address that is looked up may come between the two
 * steps of a fill, which nobody's hand can do: then it is filled again.
 */
async function put(control: Locator, value: string, isChoice: boolean): Promise<void> {
  if (isChoice) return void (await control.selectOption(value))
  await control.fill(value)
  const typed = await control.inputValue()
  if (typed !== value && typed.endsWith(value)) await control.fill(value)
}

async function moveOn(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
}

/** Every cell of these rows in one step, for a hundred take minutes one by one; told to the form as typing is. */
export async function fillAtOnce(
  page: Page,
  rows: readonly Readonly<Record<FacilityCell, string>>[],
): Promise<void> {
  const cells = rows.flatMap((row, index) =>
    (Object.keys(CELL_LABELS) as FacilityCell[]).map((cell): [label: string, value: string] => [
      `${index + 1}行目 ${CELL_LABELS[cell]}`,
      row[cell],
    ]),
  )
  await page.evaluate((all) => {
    for (const [label, value] of all) {
      const control = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
      if (!control) throw new Error(`${label} is not there`)
      control.value = value
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, cells)
}
