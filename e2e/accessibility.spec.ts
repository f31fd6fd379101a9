import { expect, test } from './fixtures.ts'
import {
  expectNoFindings,
  expectNoSidewaysScrolling,
  expectRoomForText,
  expectStillness,
  expectTargets,
} from './inspect.ts'
import { findingsOf, nuFindingsOf } from './markup.ts'
import { PATHS, STATES } from './states.ts'

/** 1280 pixels at 400 %. */
const NARROW = { width: 320, height: 800 }

/** Documents that this worker has seen, for one run of the Nu checker. */
const seen = new Map<string, string>()

for (const { name, reach } of STATES) {
  test(`${name}: nothing stands in anybody's way`, async ({ page, product }) => {
    await reach(page, product)
    const html = await page.content()
    seen.set(name, html)
    expect(await findingsOf(html), 'findings of html-validate').toEqual([])
    await expectNoFindings(page)
    await expectTargets(page)
    await expectStillness(page)
    await expectRoomForText(page)

    await page.setViewportSize(NARROW)
    await expectNoSidewaysScrolling(page)
    await expectRoomForText(page)
    // A hundred rows are named like ten; in cards they take a checker four times as long.
    if (name !== 'entry-hundred-rows') await expectNoFindings(page)
  })
}

for (const [name, path] of Object.entries(PATHS)) {
  test(`${name}: its HTML is sound as it is served`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    seen.set(`${name}-served`, html)
    expect(await findingsOf(html), 'findings of html-validate').toEqual([])
  })
}

test.afterAll('the Nu checker finds nothing', async () => {
  expect(await nuFindingsOf(seen), 'findings of the Nu checker').toEqual([])
})
