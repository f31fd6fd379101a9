/** Typing into a table of a hundred filled rows on a slow processor, beside a bare page of the same controls. */
import type { Browser, Page } from 'playwright-core'
import { FLOWS } from '#domain/flows.ts'
import { fixedWork, scriptTime, slowDown, withBrowser, withPage } from '../browser.ts'
import { bareControls, CELL, openBare, openFilled } from '../filled-table.ts'
import { GOALS } from '../goals.ts'
import { withProduct } from '../product.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 3
const KEYS = 40
/** A quick typist. */
const KEY_MS = 100
/** By then what waits for a pause in typing has run too. */
const REST_MS = 1500

export async function typingSuite(report: Report): Promise<void> {
  await withProduct((url) =>
    withBrowser((browser) => measureTyping(report, browser, url + FLOWS.entry.inputPath)),
  )
}

async function measureTyping(report: Report, browser: Browser, url: string): Promise<void> {
  const controls = await bareControls(browser, url)
  const seen = { form: { rest: 0, slowest: 0 }, bare: { rest: 0, slowest: 0 } }
  const typed = (where: keyof typeof seen, open: (page: Page) => Promise<void>) => async () => {
    const { key, rest, slowest } = await type(browser, open)
    seen[where].rest = Math.max(seen[where].rest, rest)
    seen[where].slowest = Math.max(seen[where].slowest, slowest)
    return key
  }
  const { form, fixed, ratios } = await takeTurns(ROUNDS, {
    fixed: () => fixedWork(browser),
    bare: typed('bare', (page) => openBare(page, controls)),
    form: typed('form', (page) => openFilled(page, url)),
  })
  const name = 'script a key in a cell of 100 filled rows'
  report({
    name,
    unit: 'ms',
    value: form,
    floor: fixed,
    ratios: ratios('form', 'fixed'),
    goal: GOALS.key,
  })
  report({
    name: 'slowest event while typing there',
    unit: 'ms',
    value: seen.form.slowest,
    floor: seen.bare.slowest,
    goal: GOALS.slowestEvent,
  })
  report({ name: 'script once typing rests', unit: 'ms', value: seen.form.rest })
}

/** Milliseconds: the script of a key, that of the rest afterwards, and the longest wait from an event to its frame. */
function type(browser: Browser, open: (page: Page) => Promise<void>) {
  return withPage(browser, {}, async (page, devtools) => {
    await open(page)
    await slowDown(devtools)
    await page.locator(`[name="${CELL}"]`).focus()
    // What a jump to the middle of the table draws is not typing.
    await page.waitForTimeout(REST_MS)
    await page.evaluate(watchEvents)
    const times = [await scriptTime(devtools)]
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press('a')
      await page.waitForTimeout(KEY_MS)
      times.push(await scriptTime(devtools))
    }
    const costs = times.slice(1).map((time, key) => time - (times[key] ?? 0))
    await page.waitForTimeout(REST_MS)
    const rest = (await scriptTime(devtools)) - (times.at(-1) ?? 0)
    const slowest = await page.evaluate(() => Number(document.body.dataset.slowest ?? 0))
    return { key: median(costs), rest, slowest }
  })
}

/** Runs in the page: notes the longest event, from the key to the frame that shows it. */
function watchEvents(): void {
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (duration > Number(document.body.dataset.slowest ?? 0))
        document.body.dataset.slowest = String(duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
