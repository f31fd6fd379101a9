/** Journeys at a server with the sample directory of deploy/. */
import type { Page } from '@playwright/test'
import { expect, testAt } from './fixtures.ts'
import { type Product, startProduct } from './product.ts'

/** `env` adds settings. */
export async function startProductWithDirectory(env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(env)
  await product.admin('directory', 'import', 'deploy/sample-directory')
  return product
}

export const test = testAt(startProductWithDirectory)

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
