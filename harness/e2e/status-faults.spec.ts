/** The requests of the pages behind the link may fail as well: each once in `npm run test:long`, in every way by `npm run test:page-faults`. */
import { env } from 'node:process'
import type { Browser } from '@playwright/test'
import { expect } from './fixtures.ts'
import { FAULTS, isTried, MOMENTS } from './page-faults.ts'
import { recordStatusRequests, tryStatusCase, WAYS } from './status-faults.ts'
import { test as base } from './status-product.ts'

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
  work: (page: Awaited<ReturnType<Browser['newPage']>>, mark: string) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  context.setDefaultTimeout(10_000)
  pages += 1
  try {
    return await work(await context.newPage(), `behind${pages}`)
  } finally {
    await context.close()
  }
}

for (const [name, way] of Object.entries(WAYS))
  test(`${name}: a request that fails is said, and what is offered leads on`, {
    // What is tried of it each time is the same code in every engine; the whole is for both.
    tag: isWhole ? '@engines' : '@long',
  }, async ({ browser, product: { url } }) => {
    test.setTimeout(900_000)
    const requests = await inTab(browser, url, (page, mark) =>
      recordStatusRequests(page, way, mark),
    )
    const begins = [...way.own.map((file) => `/assets/${file}-`), '/api/']
    const asked = Object.values(requests).flat()
    // A file that the build calls otherwise by now would be left out unseen.
    for (const begin of begins) expect(asked).toContainEqual(expect.stringMatching(`^${begin}`))
    const isTriedHere = (request: string) =>
      isWhole || begins.some((begin) => request.startsWith(begin))
    const cases = MOMENTS.flatMap((moment) =>
      requests[moment].filter(isTriedHere).flatMap((request, index) => {
        const faults = isWhole ? FAULTS : [FAULTS[index % FAULTS.length] ?? 'aborted']
        return faults.map((fault) => ({ moment, request, fault }))
      }),
    ).filter(isTried)
    const failures: string[] = []
    for (const tried of cases) {
      const said = await inTab(browser, url, (page, mark) =>
        tryStatusCase(page, way, tried, mark).catch(
          ({ message }) => String(message).split('\n', 1)[0],
        ),
      )
      if (said) failures.push(`${tried.moment}, ${tried.request} ${tried.fault}: ${said}`)
    }
    expect(cases.length).toBeGreaterThan(2)
    expect(failures).toEqual([])
  })
