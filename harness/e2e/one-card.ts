/** That what stands on a page once stands there once, whatever has happened to it. */
import { expect, type Page } from '@playwright/test'
import type { Flow } from '#domain/flows.ts'

/** Prices and input cautions of a contract are one card; no two elements share an id. */
export async function expectOneCard(page: Page, flow: Flow): Promise<void> {
  const cards = page.getByRole('heading', { name: '料金と入力のご注意' })
  await expect(cards).toHaveCount(flow === 'trial' ? 0 : 1)
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll('[id]')].map((element) => element.id),
  )
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
}
