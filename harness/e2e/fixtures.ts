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
  /** Starts one of the test's own, with further settings; it is stopped with the test. */
  startOwn: (env?: Record<string, string>) => Promise<Product>
  /** Names what this test applies for: no two tests on one database share it. */
  mark: string
}

export { expect }

let tests = 0

/** The page's scripts and the answers to its calls come up to so many milliseconds late, each by chance: finds a press or an edit that outruns them. */
const MAX_DELAY_MS = Number(env.JOURNEYS_MAX_DELAY_MS ?? 0)
const DELAYED = /\/(assets\/[^/]+\.js|api\/[^?]+)/

type Use = (product: Product) => Promise<void>
type ProductFixture = [(fixtures: object, use: Use) => Promise<void>, { scope: 'worker' }]

const productBy = (start: () => Promise<Product>): ProductFixture => [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  async ({}, use) => {
    const product = await start()
    await use(product)
    await product.stop()
  },
  { scope: 'worker' },
]

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: productBy(startProduct),
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
  startOwn: async ({}, use) => {
    const started: Product[] = []
    await use(async (env) => {
      const product = await startProduct(env)
      started.push(product)
      return product
    })
    for (const product of started) await product.stop()
  },
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

/** Journeys at a product with other settings or other data. */
export const testAt = (start: () => Promise<Product>) =>
  test.extend<object, WorkerFixtures>({ product: productBy(start) })
