/** Every request of a page may fail: a part in `npm run test:long`, all of it by `npm run test:page-faults`. */
import { env } from 'node:process'
import type { Browser } from '@playwright/test'
import { FLOW_NAMES, type Flow } from '#domain/flows.ts'
import { expect } from './fixtures.ts'
import {
  type Case,
  FAULTS,
  isTried,
  MOMENTS,
  type Requests,
  recordRequests,
  tryCase,
} from './page-faults.ts'
import { test as base } from './sample-directory.ts'

const test = base.extend<{ troubles: string[] }>({
  // What is broken on purpose may say so.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  troubles: async ({}, use) => use([]),
})

test.use({ screenshot: 'off' })

const isWhole = env.PAGE_FAULTS === 'whole'

let pages = 0

/** Runs the work in a tab that nobody has used. */
async function inTab<T>(
  browser: Browser,
  baseURL: string,
  work: Parameters<typeof withMark<T>>[1],
): Promise<T> {
  const context = await browser.newContext({ baseURL, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  context.setDefaultTimeout(10_000)
  try {
    return await withMark(await context.newPage(), work)
  } finally {
    await context.close()
  }
}

type Tab = Awaited<ReturnType<Browser['newPage']>>

function withMark<T>(page: Tab, work: (page: Tab, mark: string) => Promise<T>): Promise<T> {
  pages += 1
  return work(page, `fault${pages}`)
}

type Tools = { browser: Browser; url: string; staffUrl: string }

/** Tried at once: a case waits more than it computes. */
const LANES = 2

/** One line a case that is not as it has to be. */
async function failuresOf(cases: readonly Case[], { browser, url, staffUrl }: Tools) {
  const failures: string[] = []
  const waiting = cases.values()
  const lane = async () => {
    for (const tried of waiting) {
      const said = await inTab(browser, url, (page, mark) =>
        tryCase(page, staffUrl, tried, mark).catch(
          ({ message }) => String(message).split('\n', 1)[0],
        ),
      )
      const { flow, moment, request, fault } = tried
      if (!said) continue
      failures.push(`${flow}, ${moment}, ${request} ${fault}: ${said}`)
      // The report comes at the end alone, and this may take half an hour.
      console.log(failures.at(-1))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return failures
}

const recorded = ({ browser, url }: Tools, flow: Flow) =>
  inTab(browser, url, (page, mark) => recordRequests(page, flow, mark))

const casesOf = (
  flow: Flow,
  requests: Requests,
  faults: (index: number) => readonly (typeof FAULTS)[number][],
) =>
  MOMENTS.flatMap((moment) =>
    requests[moment].flatMap((request, index) =>
      faults(index).map((fault): Case => ({ flow, moment, request, fault })),
    ),
  ).filter(isTried)

if (isWhole)
  for (const flow of FLOW_NAMES)
    for (const fault of FAULTS)
      test(`${flow}: each request ${fault}, at each moment`, { tag: '@engines' }, async ({
        browser,
        product: { url, staffUrl },
      }) => {
        test.setTimeout(600_000)
        const tools = { browser, url, staffUrl }
        const cases = casesOf(flow, await recorded(tools, flow), () => [fault])
        expect(await failuresOf(cases, tools)).toEqual([])
        console.log(`${flow}, ${fault}: ${cases.length} cases`)
      })
else
  test('each request of the pages and each fault once', { tag: '@long' }, async ({
    browser,
    product: { url, staffUrl },
  }) => {
    const tools = { browser, url, staffUrl }
    // Some thirty pages, one after the other.
    test.setTimeout(400_000)
    const tried = new Set<string>()
    const cases: Case[] = []
    const recordings = await Promise.all(
      FLOW_NAMES.map(async (flow) => [flow, await recorded(tools, flow)] as const),
    )
    for (const [flow, requests] of recordings)
      for (const each of casesOf(flow, requests, (index) => [
        FAULTS[(index + cases.length) % FAULTS.length] ?? 'aborted',
      ]))
        if (!tried.has(each.moment + each.request)) {
          tried.add(each.moment + each.request)
          cases.push(each)
        }
    expect(new Set(cases.map(({ fault }) => fault)).size).toBe(FAULTS.length)
    expect(await failuresOf(cases, tools)).toEqual([])
  })
