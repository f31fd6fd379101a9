/** The browser that pages are measured in, and what it tells of itself. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { CHROMIUM_SWITCHES, chromiumProgram } from '../../bin/programs.js'

/** A processor this much slower than this machine's stands for an old office computer or a cheap telephone. */
export const SLOWDOWN = 4

export const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 412, height: 915 }

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = chromiumProgram()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: CHROMIUM_SWITCHES,
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

type Wanted = { viewport?: { width: number; height: number }; javaScriptEnabled?: boolean }

/** A page in a context of its own (nothing cached, nothing kept), closed after the work. */
export async function withPage<T>(
  browser: Browser,
  { viewport = DESK, javaScriptEnabled = true }: Wanted,
  work: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport, javaScriptEnabled, locale: 'ja-JP' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    return await work(page, devtools)
  } finally {
    await context.close()
  }
}

export async function slowDown(devtools: CDPSession, rate = SLOWDOWN): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Slow 4G, as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s. */
export async function slowLine(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
}

/** Milliseconds of a piece of work that is always the same, in a page of its own on as slow a processor: the floor of times that have no other. */
export function fixedWork(browser: Browser): Promise<number> {
  return withPage(browser, {}, async (page, devtools) => {
    await page.setContent('<main></main>')
    await slowDown(devtools)
    return page.evaluate(workOften)
  })
}

/** Runs in the page: what a page's script does, text, objects, elements and their layout; the median of its runs. */
function workOften(): number {
  const main = document.querySelector('main')
  const times = Array.from({ length: 9 }, () => {
    const from = performance.now()
    const rows = Array.from({ length: 400 }, (_, n) => ({ n, text: `row ${n}` }))
    const copies: typeof rows = JSON.parse(JSON.stringify(rows))
    const cells = copies.map(({ n, text }) => `<label>${text}<input value="${n}"></label>`)
    if (main) main.innerHTML = cells.join('')
    main?.getBoundingClientRect()
    main?.replaceChildren()
    return performance.now() - from
  })
  return times.sort((a, b) => a - b)[4] ?? Number.NaN
}

/** Milliseconds that the page has spent in scripts since it began. */
export async function scriptTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
}
