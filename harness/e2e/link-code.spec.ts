/** The status link as a code for a camera: on the result page at a press; on paper it is read in status.spec.ts. */
import type { Page } from '@playwright/test'
import { openReady } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { button } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling } from './inspect.ts'
import { readCode } from './read-code.ts'
import { linkOnPage, PUBLIC_URL, test } from './status-product.ts'

const code = (page: Page) => page.getByRole('img', { name: 'お申し込みの状況を開く二次元コード' })
const SHOW = '二次元コードを表示する'
const HIDE = '二次元コードを隠す'

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const)
  test(`at ${width} in ${colorScheme}: shown at a press by keyboard, said, read, and hidden again @engines`, async ({
    page,
    mark,
    troubles,
  }) => {
    await page.emulateMedia({ colorScheme, forcedColors: width === 360 ? 'active' : 'none' })
    await page.setViewportSize({ width, height: 800 })
    await (await openReady(page, 'suspension', mark)).click()
    const path = await linkOnPage(page)
    await button(page, SHOW).focus()
    await page.keyboard.press('Enter')
    await expect(button(page, HIDE)).toBeFocused()
    const said = page.getByRole('status').filter({ has: code(page) })
    await expect(said).toContainText('スマートフォンのカメラで読み取ると')
    await code(page).scrollIntoViewIfNeeded()
    expect(troubles).toEqual([])
    expect(await readCode(page)).toBe(PUBLIC_URL + path)
    // In Firefox the picture is taken with a style of Playwright's own, which the policy blocks.
    troubles.length = 0
    await expectNoSidewaysScrolling(page)
    await expectNoFindings(page)
    await page.keyboard.press('Enter')
    await expect(code(page)).toBeHidden()
    await expect(button(page, SHOW)).toBeFocused()
  })

test('without its code the receipt prints with the address, and the press is told of', {
  tag: '@long',
}, async ({ page, mark }) => {
  await page.route('**/assets/qr-code-*.js', (route) => route.abort())
  await (await openReady(page, 'entry', mark)).click()
  const path = await linkOnPage(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(PUBLIC_URL + path)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await button(page, SHOW).click()
  await expect(page.locator('#fault')).toContainText('画面の')
  await page.unroute('**/assets/qr-code-*.js')
})
