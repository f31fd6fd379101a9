/** A page worked by the keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Tab until the control has the focus; whatever has it on the way can be seen to have it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab')
    await expectSeenFocus(page)
    if (await control.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('a hundred Tabs did not lead there')
}

/** WCAG 2.4.7, 2.4.11, 2.4.13: a ring of 2 pixels at least around what has the focus, and nothing in front of it. */
export async function expectSeenFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const [box] = element.getClientRects()
    if (!box) return null
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const isInFront = found !== null && (element.contains(found) || found.contains(element))
    return { outlineStyle, ring: Number.parseFloat(outlineWidth), isInFront }
  })
  expect(focus).toEqual({ outlineStyle: 'solid', ring: 4, isInFront: true })
}

/** Has the focus of its document: of two windows in Firefox the one that was opened last keeps that of the desktop. */
export async function expectActive(control: Locator): Promise<void> {
  await expect.poll(() => control.evaluate((node) => node === document.activeElement)).toBe(true)
}
