/** What a page says when its code is missing, a line is dead, or a newer build is there. */
import { expect, type Page } from '@playwright/test'
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
