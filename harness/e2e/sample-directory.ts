/** Journeys at a server with the sample directory of deploy/. */
import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { startProduct } from './product.ts'

/** For the staff command. */
export const IMPORT_SAMPLE_DIRECTORY = ['directory', 'import', 'deploy/sample-directory'] as const

export const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const product = await startProduct()
      await product.admin(...IMPORT_SAMPLE_DIRECTORY)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

/** The button that loads the directory's code where it is not there yet. */
export const TAKE_FACILITIES = '公表されている事業所を表に入れる'

export const companyName = (page: Page) =>
  page.getByRole('combobox', { name: '法人名', exact: true })

/** The form with the directory's code there. */
export async function openEntry(page: Page) {
  await page.goto('/entry/input')
  await page.getByLabel('法人名', { exact: true }).focus()
  // What suggests; the field says at hydration already that it will.
  await expect(page.locator('.field .combobox')).toBeAttached()
}
