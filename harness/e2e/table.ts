/** Parts of the table that journeys look at. */
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { cellName, type FacilityCell } from '#domain/facilities.ts'
import { expect } from './fixtures.ts'

/** Of a paste, or of a file. */
export const preview = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(貼り付ける|読み込んだ)内容の確認$/ })

/** The total so far, which follows the rows. */
export const total = (page: Page): Locator => page.locator('.running strong')

export const expectStatus = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()

/** What the rows hold, as name, number and service. */
export async function expectRows(page: Page, rows: readonly (readonly string[])[], from = 1) {
  for (const [index, [name = '', number = '', service = '']] of rows.entries()) {
    const no = from + index
    // By their ids: on a phone a blank row shows its name alone.
    const cell = (of: FacilityCell) => page.locator(`[id="${cellName(no, of)}"]`)
    await expect(cell('facilityName')).toHaveValue(name)
    await expect(cell('facilityNumber')).toHaveValue(number)
    await expect(cell('serviceKey')).toHaveValue(service)
  }
}

export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
