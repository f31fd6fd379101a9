/** The pages: what their first load weighs, and how they come to a screen on a slow processor. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../../../bin/run.js'
import { DESK, fixedWork, PHONE, slowDown, slowLine, withBrowser, withPage } from '../browser.ts'
import { GOALS } from '../goals.ts'
import { bytesAtRest, bytesOfBuild } from '../page-bytes.ts'
import { BUDGET, INPUT_PATHS, NUMBERED_PATHS, PAGE_PATHS, ROW_FORMS } from '../pages.ts'
import { withProduct } from '../product.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'

const ROUNDS = 3
/** A first paint is a matter of one frame more or less. */
const ROUNDS_OF_PAINTS = 11
const KILOBYTE = 1024
const BUILT = join(ROOT, 'build', 'web')
/** How long after its load a page is watched: its idle work has come by then. */
const WATCHED_MS = 3500

export async function pagesSuite(report: Report): Promise<void> {
  await withProduct((url) =>
    withBrowser(async (browser) => {
      await reportBytes(report, browser, url)
      await reportShifts(report, browser, url)
      await reportBlocking(report, browser, url)
      await reportFirstPaint(report, browser, url)
      await reportLargestPaint(report, browser, url)
    }),
  )
}

async function reportBytes(report: Report, browser: Browser, url: string): Promise<void> {
  const { react, pages } = bytesOfBuild(BUILT)
  const weigh = (name: string, bytes: number) => ({ name, unit: 'KB', value: bytes / KILOBYTE })
  let heaviest = 0
  for (const path of [...PAGE_PATHS, ...NUMBERED_PATHS]) {
    const bytes = await bytesAtRest(browser, BUILT, url + path)
    const [page = ''] = path.split('?')
    if (INPUT_PATHS.includes(page)) heaviest = Math.max(heaviest, bytes)
    report({
      ...weigh(`script of ${path}, untouched for five seconds`, bytes),
      floor: react / KILOBYTE,
      goal: { ratioAtMost: BUDGET.script(page) },
    })
  }
  const form = weigh('script of a form, untouched for five seconds, at most', heaviest)
  report({ ...form, goal: { atMost: BUDGET.form / KILOBYTE } })
  const style = Math.max(...pages.map((page) => page.style))
  report({ ...weigh('styles', style), goal: { atMost: BUDGET.style / KILOBYTE } })
  for (const { path, html } of pages.filter((page) => ROW_FORMS.includes(page.path)))
    report({
      ...weigh(`HTML of ${path}`, html),
      goal: { atMost: BUDGET.entryHtml / KILOBYTE },
    })
}

async function reportShifts(report: Report, browser: Browser, url: string): Promise<void> {
  for (const [device, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
    const shifts = []
    for (const path of [...PAGE_PATHS, ...NUMBERED_PATHS])
      shifts.push((await watch(browser, url + path, viewport)).shift)
    report({
      name: `layout shift, worst page, ${device}`,
      unit: '',
      value: Math.max(...shifts),
      goal: GOALS.layoutShift,
    })
  }
}

async function reportBlocking(report: Report, browser: Browser, url: string): Promise<void> {
  for (const path of ROW_FORMS) {
    const blocked: number[] = []
    const { longest, fixed, ratios } = await takeTurns(ROUNDS, {
      fixed: () => fixedWork(browser),
      longest: async () => {
        const seen = await watch(browser, url + path, PHONE)
        blocked.push(seen.blocked)
        return seen.longest
      },
    })
    report({
      name: `longest task of ${path} after its first paint, processor slowed 4 times`,
      unit: 'ms',
      value: longest,
      floor: fixed,
      ratios: ratios('longest', 'fixed'),
      goal: GOALS.longestTask,
    })
    const name = `total blocking time of ${path}, processor slowed 4 times`
    report({ name, unit: 'ms', value: median(blocked) })
  }
}

/** Without scripts at all, beside the same with them, on a slow line: the first paint waits for none. */
async function reportFirstPaint(report: Report, browser: Browser, url: string): Promise<void> {
  const [path = '/'] = ROW_FORMS
  const { leastOf } = await takeTurns(ROUNDS_OF_PAINTS, {
    bare: () => firstPaint(browser, url + path, false),
    scripted: () => firstPaint(browser, url + path, true),
  })
  report({
    name: `first contentful paint of ${path} with scripts, beside without, slow 4G`,
    unit: 'ms',
    ...leastOf('scripted', 'bare'),
    goal: GOALS.firstPaint,
  })
}

/** The last paint of a larger text or picture, also of what a page shows once it is alive. */
async function reportLargestPaint(report: Report, browser: Browser, url: string): Promise<void> {
  const times = new Map<string, number>()
  for (const path of [...INPUT_PATHS, ...NUMBERED_PATHS]) {
    const seen: number[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      seen.push(await largestPaint(browser, url + path))
    times.set(path, median(seen))
  }
  const [[path, value] = ['', Number.NaN]] = [...times].sort(([, a], [, b]) => b - a)
  report({
    name: `largest contentful paint, worst form (${path}), slow 4G, processor slowed 4 times`,
    unit: 'ms',
    value,
    goal: GOALS.largestPaint,
  })
}

type Watched = { shift: number; blocked: number; longest: number }

/** Opens a page on a slow processor and watches it come to life and to rest. */
function watch(browser: Browser, url: string, viewport: typeof DESK): Promise<Watched> {
  return withPage(browser, { viewport }, async (page, devtools) => {
    await slowDown(devtools)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(WATCHED_MS)
    return page.evaluate(measureLoad)
  })
}

/** Runs in the page. A task blocks for as long as it is over 50 ms. */
function measureLoad(): Promise<Watched> {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 200)
    })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return Promise.all([entriesOf('layout-shift'), entriesOf('longtask'), entriesOf('paint')]).then(
    ([shifts, tasks, paints]) => {
      const painted = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
      const late = tasks.filter(({ startTime, duration }) => startTime + duration > painted)
      return {
        shift: sum(shifts.map((entry) => Number(Reflect.get(entry, 'value')))),
        blocked: sum(late.map(({ duration }) => duration - 50)),
        longest: Math.max(0, ...late.map(({ duration }) => duration)),
      }
    },
  )
}

/** Milliseconds from the beginning of the navigation, as the browser itself notes them. */
function firstPaint(browser: Browser, url: string, javaScriptEnabled: boolean): Promise<number> {
  return withPage(browser, { javaScriptEnabled, viewport: PHONE }, async (page, devtools) => {
    await devtools.send('Page.enable')
    await devtools.send('Page.setLifecycleEventsEnabled', { enabled: true })
    await slowLine(devtools)
    await slowDown(devtools)
    const times = new Map<string, number>()
    devtools.on('Page.lifecycleEvent', ({ name, timestamp }) => {
      if (name === 'init') times.clear()
      times.set(name, timestamp)
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(300)
    return 1000 * ((times.get('firstContentfulPaint') ?? Number.NaN) - (times.get('init') ?? 0))
  })
}

function largestPaint(browser: Browser, url: string): Promise<number> {
  return withPage(browser, { viewport: PHONE }, async (page, devtools) => {
    await slowLine(devtools)
    await slowDown(devtools)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(WATCHED_MS)
    return page.evaluate(lastLargestPaint)
  })
}

/** Runs in the page. */
function lastLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) =>
      resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
    )
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(Number.NaN), 1000)
  })
}
