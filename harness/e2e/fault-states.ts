/** What a page says when its code is missing, a line is dead, a newer build is there, or the server has refused a call. */
import { expect, type Page } from '@playwright/test'
import type { Call, Flow } from '#domain/flows.ts'
import type { ErrorCode } from '#domain/messages.ts'
import { PRICE_LISTS } from '#domain/prices.ts'
import { breakCall } from './calls.ts'
import { openReady } from './filled-forms.ts'
import { button, facilityControl } from './form.ts'
import type { State } from './state.ts'

const MARK = 'tantou'

export const FAULT_STATES: readonly State[] = [
  { name: 'entry-scripts-never-came', reach: reachWaiting },
  { name: 'entry-code-missing', reach: (page) => reachMissing(page, '画面の更新が必要です。') },
  { name: 'entry-dead-line', reach: reachDeadLine },
  { name: 'entry-file-first', reach: reachFileFirst },
  { name: 'entry-newer-build', reach: reachNewer },
]

/** What is said of a refused call, for pictures alone. */
export const SENTENCE_STATES: readonly State[] = [
  {
    name: 'entry-price-revised',
    reach: (page) => reachRefused(page, 'entry', 'facilities', 'price_mismatch'),
  },
  {
    name: 'entry-already-completed',
    reach: (page) => reachRefused(page, 'entry', 'facilities', 'already_completed'),
  },
  {
    name: 'trial-price-revised',
    reach: (page) => reachRefused(page, 'trial', 'facilities', 'price_mismatch'),
  },
  {
    name: 'entry-consent-missing',
    reach: (page) => reachRefused(page, 'entry', 'facilities', 'consent_missing'),
  },
  {
    name: 'entry-record-lost',
    reach: (page) => reachRefused(page, 'entry', 'consent', 'unknown_customer'),
  },
]

async function reachWaiting(page: Page): Promise<void> {
  await page.route('**/assets/hydrate-*.js', (route) => route.abort())
  await page.goto('/entry/input')
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(page.locator('#waiting')).toBeVisible()
}

/** The first touch of the table asks for what is not there. */
async function reachMissing(page: Page, words: string): Promise<void> {
  await page.route('**/assets/table-tools-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所')
  await expect(page.locator('#fault')).toContainText(words)
}

async function reachDeadLine(page: Page): Promise<void> {
  await page.route('**/assets/style-*.css', (route) =>
    route.request().resourceType() === 'stylesheet' ? route.continue() : route.abort(),
  )
  await reachMissing(page, '回線をご確認ください。')
}

async function reachFileFirst(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await reachMissing(page, '先に入力内容をファイルに保存してください。')
}

async function reachNewer(page: Page): Promise<void> {
  await page.clock.install()
  await openReady(page, 'entry', MARK)
  await page.route('**/entry/input', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/hydrate-[\w-]+\.js/, 'hydrate-newer.js')
    await route.fulfill({ response, body })
  })
  await page.clock.runFor('06:00')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.locator('#fault')).toContainText('この画面の新しい版があります。')
}

const DAYS_MS = 5 * 86_400_000

/** With prices in force that no build knows, and a server's clock five days ahead, where the code has them. */
async function reachRefused(page: Page, flow: Flow, call: Call, code: ErrorCode): Promise<void> {
  const catalogue = flow === 'trial' ? 'trial' : 'contract'
  const prices = PRICE_LISTS.findLast((list) => list.catalogue === catalogue)?.prices
  const inForce = {
    version: `${catalogue}-later`,
    prices: { ...prices, disability: 12_000 },
    at: new Date(Date.now() + DAYS_MS).toISOString(),
  }
  const error = {
    code,
    message: 'サーバーの文です。',
    ...(code === 'price_mismatch' && { inForce }),
  }
  await breakCall(page, call, { status: 422, body: { error } })
  await (await openReady(page, flow, MARK)).click()
  await expect(page.locator('section:focus')).toBeVisible()
}
