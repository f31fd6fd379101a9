import { expect, test } from './fixtures.ts'
import { inspectState } from './inspect-state.ts'
import { findingsOf, nuFindingsOf } from './markup.ts'
import { LAID_OUT_ANEW, PATHS, STATES } from './states.ts'

/** Documents that this worker has seen, for one run of the Nu checker. */
const seen = new Map<string, string>()

for (const { name, reach } of STATES) {
  test(`${name}: nothing stands in anybody's way`, { tag: '@states' }, async ({
    page,
    product,
  }) => {
    // axe looks at each of 3,400 options.
    if (name === 'entry-hundred-rows') test.slow()
    await reach(page, product)
    // The description of the API is English, and narrow tables of names as they stand in code.
    const isProse = name !== 'docs'
    const isPublic = isProse && !name.startsWith('staff-')
    const isLaidOutAnew = LAID_OUT_ANEW.has(name)
    seen.set(name, await inspectState(page, { isProse, isPublic, isLaidOutAnew }))
  })
}

test('the HTML of every page is sound as it is served', async ({ request }) => {
  for (const [name, path] of Object.entries(PATHS))
    await test.step(name, async () => {
      const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
      seen.set(`${name}-served`, html)
      // Screen readers read past what stands before a line break.
      expect(html).not.toMatch(/<br\b/)
      expect(await findingsOf(html), 'findings of html-validate').toEqual([])
    })
})

test.afterAll('the Nu checker finds nothing', async () => {
  // A worker may have seen none of the states.
  if (seen.size > 0) expect(await nuFindingsOf(seen), 'findings of the Nu checker').toEqual([])
})
