/** An application that is corrected: the way from its link to the form, and what is typed there. */
import { expect, type Page } from '@playwright/test'
import type { FacilityBody } from '#contract/apply-schemas.ts'
import { CORRECT_PAGE } from '#contract/status-pages.ts'
import { CORPORATION } from './filled-forms.ts'
import { applicantControl, button, facilityControl } from './form.ts'
import { answerGate, details, openLink } from './status-states.ts'

export const WAITS = '訂正の内容を担当者が確認しています。確認が終わると、メールでお知らせします。'
export const AGREE = '新しい料金に同意して訂正を申し出る'

/** Two facilities more: 19,960 yen a month in a contract. */
export const MORE_ROWS: readonly FacilityBody[] = [
  { facilityName: 'つばさホーム', facilityNumber: '1310000011', serviceKey: 'KYODO' },
  { facilityName: 'つばさの杜', facilityNumber: '1310000029', serviceKey: 'TANKI' },
]

/** By the link and through the gate to the form, filled with what counts. */
export async function openCorrection(page: Page, path: string, answer: string = CORPORATION.tel) {
  await openLink(page, path)
  await answerGate(page, answer)
  await goToCorrection(page)
}

/** In another tab of the same browser: another person name in the correction that waits then. */
export async function correctElsewhere(page: Page, path: string, person: string): Promise<void> {
  const other = await page.context().newPage()
  await openCorrection(other, path)
  await applicantControl(other, 'person').fill(person)
  await (await checked(other, '訂正を申し出る')).click()
  await expect(details(other).getByText(WAITS)).toBeVisible()
  await other.close()
}

/** From the details, which are open. */
export async function goToCorrection(page: Page): Promise<void> {
  await details(page).getByRole('link', { name: '内容の訂正を申し出る' }).click()
  await expect(page).toHaveURL(CORRECT_PAGE)
  await expect(page.getByRole('heading', { name: '訂正の申し出' })).toBeVisible()
  // On a phone each part is closed at first.
  for (const title of ['法人の情報', '事業所の情報']) {
    const change = button(page, `${title}を変更`)
    if (await change.isVisible()) await change.click()
  }
  await expect(applicantControl(page, 'companyName')).not.toHaveValue('')
}

/** Adds rows below those that are there. */
export async function addRows(
  page: Page,
  rows: readonly FacilityBody[],
  after: number,
): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const no = after + index + 1
    await facilityControl(page, no, 'facilityName').fill(row.facilityName)
    await facilityControl(page, no, 'facilityNumber').fill(row.facilityNumber)
    await facilityControl(page, no, 'serviceKey').selectOption(row.serviceKey)
  }
  await page.keyboard.press('Tab')
}

/** Shows what changes; the button that proposes it. */
export async function checked(page: Page, words: string) {
  await button(page, '訂正の内容を確認する').click()
  const send = button(page, words)
  await expect(send).toBeEnabled()
  return send
}
