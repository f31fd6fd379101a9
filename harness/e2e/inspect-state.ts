/** What is asked of every state of every page, from 1280 pixels at 400 % to a wide desk. */
import { expect, type Page } from '@playwright/test'
import {
  expectCalmLines,
  expectNoFindings,
  expectNoInnerScrolling,
  expectNoSidewaysScrolling,
  expectRoomForText,
  expectScreenOrder,
  expectStillness,
  expectTargets,
  expectWholeFigures,
} from './inspect.ts'
import { findingsOf } from './markup.ts'
import { faultsOfTree } from './screen-reader/page-text.ts'

const NARROW = { width: 320, height: 800 }
const WIDE = { width: 1920, height: 1080 }
/** Widths of the phones that are sold: lines end elsewhere in each. */
const PHONES = [360, 375, 390, 412, 430]

type Asked = {
  /** Whether its text is Japanese prose; most is. */
  isProse?: boolean
  /** Whether it is a page for applicants. */
  isPublic?: boolean
  /** Whether axe looks once more in a narrow window, and lines are looked at on every phone. */
  isLaidOutAnew?: boolean
}

/** Gives the HTML of the state as it was in the window that it came in. */
export async function inspectState(
  page: Page,
  { isProse = true, isPublic = false, isLaidOutAnew = false }: Asked = {},
): Promise<string> {
  const html = await page.content()
  expect(await findingsOf(html), 'findings of html-validate').toEqual([])
  // The tree follows the page after a while.
  await expect.poll(() => faultsOfTree(page), 'what a screen reader is handed').toEqual([])
  await expectNoFindings(page)
  await expectTargets(page)
  await expectStillness(page)
  await expectScreenOrder(page)
  if (isPublic) await expectNoInnerScrolling(page)
  await expectRoomForText(page)
  if (isProse) await expectCalmLines(page)

  await page.setViewportSize(WIDE)
  await expectNoSidewaysScrolling(page)
  if (isProse) await expectCalmLines(page)

  await page.setViewportSize(NARROW)
  await expectNoSidewaysScrolling(page)
  if (isPublic) await expectNoInnerScrolling(page)
  await expectTargets(page)
  await expectScreenOrder(page)
  await expectRoomForText(page)
  await expectWholeFigures(page)
  if (isProse) await expectCalmLines(page)
  if (isLaidOutAnew) {
    await expectNoFindings(page)
    for (const width of PHONES) {
      await page.setViewportSize({ ...NARROW, width })
      await expectWholeFigures(page)
      await expectCalmLines(page)
    }
  }
  return html
}
