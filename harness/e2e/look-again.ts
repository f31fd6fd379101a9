import type { Page } from '@playwright/test'

/** A page of the console asks its server when its tab is looked at again, not only every few seconds: journeys need not wait. */
export async function lookAgain(...pages: readonly Page[]): Promise<void> {
  for (const page of pages)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
