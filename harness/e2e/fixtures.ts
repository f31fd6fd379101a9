/** What every journey gets: a server of its worker's own, the staff command on its database, a page that may not fail silently. */
import { env } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { type Product, startProduct } from './product.ts'

type WorkerFixtures = { product: Product }
type Fixtures = {
  /** Address of the staff console, whose API says what is stored. */
  staffUrl: string
  /** What the page did wrong so far: uncaught errors, dialogs, breaches of the Content-Security-Policy. Must be empty at the end. */
  troubles: string[]
  /** Names what this test applies for: no two tests on one database share it. */
  mark: string
}

export { expect }

let tests = 0

/** The page's scripts and the answers to its calls come up to so many milliseconds late, each by chance: finds a press or an edit that outruns them. */
const MAX_DELAY_MS = Number(env.JOURNEYS_MAX_DELAY_MS ?? 0)
const DELAYED = /\/(assets\/[^/]+\.js|api\/[^?]+)/

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    if (MAX_DELAY_MS > 0)
      await context.route(DELAYED, async (route) => {
        await setTimeout(Math.random() * MAX_DELAY_MS)
        await route.continue().catch(() => {})
      })
    await use(context)
  },
  baseURL: ({ product }, use) => use(product.url),
  staffUrl: ({ product }, use) => use(product.staffUrl),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  mark: async ({}, use) => {
    tests += 1
    await use(`no${tests}`)
  },
  troubles: [
    async ({ page }, use) => {
      const troubles: string[] = []
      page.on('pageerror', (error) => troubles.push(error.message))
      page.on('dialog', (dialog) => {
        troubles.push(`a dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('console', (message) => {
        if (/Content.Security.Policy|Trusted ?Types/i.test(message.text()))
          troubles.push(message.text())
      })
      await use(troubles)
      expect(troubles).toEqual([])
    },
    { auto: true },
  ],
})
