/** Two builds, one after the other on one database: what was open before the upgrade is filled, sent and completed after it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FLOW_NAMES, FLOWS } from '#domain/flows.ts'
import { freePort } from '../../server/testing/ports.ts'
import { DONE_TITLES, estimated, fillWhole, nameOf, queryOf } from './filled-forms.ts'
import { button, facilityControl } from './form.ts'
import { startProduct } from './product.ts'
import { listedAs } from './stored-applications.ts'
import { buildLater } from './variant.ts'

test('pages that were open before an upgrade are sent after it, and ask for a reload where they need more', {
  tag: '@long',
}, async ({ browser }) => {
  // A build takes its time.
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-upgrade-'))
  const settings = {
    PORT: String(await freePort()),
    DATABASE_URL: `sqlite:${join(folder, 'applications.db')}`,
    STAFF_PORT: '0',
    STAFF_KEY_FILE: join(folder, 'staff-key'),
  }
  const later = await buildLater()
  let product = await startProduct(settings)
  const context = await browser.newContext({ baseURL: product.url })
  context.setDefaultTimeout(20_000)
  try {
    const pages = await Promise.all(
      FLOW_NAMES.map(async (flow) => {
        const page = await context.newPage()
        await page.goto(FLOWS[flow].inputPath + queryOf(flow, flow))
        await fillWhole(page, flow, flow)
        return { flow, page }
      }),
    )
    // What the others have loaded would be in their browser's cache.
    const untouched = await browser.newPage({ baseURL: product.url })
    untouched.setDefaultTimeout(20_000)
    await untouched.goto('/entry/input')
    await expect(button(untouched, '見積もる')).toBeEnabled()

    await product.stop()
    product = await startProduct(settings, later.root)
    for (const { flow, page } of pages) {
      await (await estimated(page, flow)).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
      expect(await listedAs(product.staffUrl, nameOf(flow, flow))).toMatchObject({
        state: 'complete',
      })
    }
    await facilityControl(untouched, 1, 'facilityName').fill('つばさ作業所')
    await untouched.locator('#fault').getByRole('button', { name: '再読み込みする' }).click()
    await expect(facilityControl(untouched, 1, 'facilityName')).toHaveValue('つばさ作業所')
    await facilityControl(untouched, 1, 'facilityName').focus()
    await expect(button(untouched, '全行をコピー')).toBeVisible()
  } finally {
    await context.close()
    await product.stop()
    await later.remove()
    await rm(folder, { recursive: true })
  }
})
