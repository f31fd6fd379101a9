/** WCAG 1.4.4, resize text: a browser whose default font size is set to twice the usual. */
import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { expectNoSidewaysScrolling, expectRoomForText } from './inspect.ts'
import { LAID_OUT_ANEW, PATHS, STATES } from './states.ts'

const { launchOptions } = config.projects?.find(({ name }) => name === 'states')?.use ?? {}
/** Lengths in rem follow it in media queries too; a page's own font size on the root would not do that. */
const LARGE = '--blink-settings=defaultFontSize=32'
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), LARGE] } })

for (const { name, reach } of STATES.filter(
  (state) => LAID_OUT_ANEW.has(state.name) || state.name in PATHS,
))
  test(`${name}: letters twice as large have room`, { tag: '@states' }, async ({
    page,
    product,
  }) => {
    await reach(page, product)
    await expect(page.locator(':root')).toHaveCSS('font-size', '32px')
    for (const width of [1280, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScrolling(page)
      await expectRoomForText(page)
    }
  })
