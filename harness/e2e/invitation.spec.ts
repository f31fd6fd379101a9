/** Where invitations are required: what a page says without one, with one that is worth nothing, and when one ends. */
import type { Page } from '@playwright/test'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { recordCalls } from './calls.ts'
import { DONE_TITLES, estimated, fillWhole, numberOf, SEND_WORDS } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { expectNoFindings } from './inspect.ts'
import { inspectState } from './inspect-state.ts'
import { ended, forged, INVITED_STATES, test } from './invited-product.ts'
import { storedAs } from './stored-applications.ts'

const NEEDED =
  'このお手続きは、ご案内のメールのリンクから始めてください。リンクが見当たらない場合は、サポートへご連絡ください。'
const UNUSABLE = 'お使いのリンクは、期限が過ぎているか、途中で切れています。'

const plainPath = (flow: Flow, mark: string) =>
  `${FLOWS[flow].inputPath}?customerNumber=${numberOf(mark)}`

/** A new document: a link in the same one would only change its fragment. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
}

for (const flow of ['migration', 'suspension'] as const) {
  test(`${flow}: a link without a good invitation says so at once, with all that the page is about, and offers no sending`, {
    tag: flow === 'migration' ? '@engines' : [],
  }, async ({ page, product, mark }) => {
    const calls = recordCalls(page)
    const path = await product.invite(flow, numberOf(mark))
    const cases: [path: string, number: boolean, isUnusable: boolean][] = [
      [plainPath(flow, mark), true, false],
      [ended(path), true, true],
      [FLOWS[flow].inputPath, false, false],
      [path.slice(0, -1), true, true],
      [ended(path).replace(/customerNumber=[^#]*/, ''), false, true],
    ]
    // The other links are judged by code that both pages share.
    for (const [path, hasNumber, isUnusable] of cases.slice(0, flow === 'migration' ? 5 : 2))
      await test.step(path, async () => {
        await open(page, path)
        await expect(page.getByText(NEEDED, { exact: true })).toBeVisible()
        await expect(page.getByText(UNUSABLE)).toHaveCount(isUnusable ? 1 : 0)
        await expect(
          page.getByRole('main').getByRole('link', { name: '0120-000-000' }).first(),
        ).toBeVisible()
        await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
        await expect(page.getByText(numberOf(mark), { exact: true })).toHaveCount(hasNumber ? 1 : 0)
        await expect(page.getByText('お間違いがないか、ご確認ください。')).toHaveCount(
          hasNumber ? 1 : 0,
        )
        if (flow === 'suspension') await expect(page.getByText('ご契約の解約')).toBeVisible()
        else {
          await expect(page.getByRole('link', { name: '新しいお客様番号を発行する' })).toBeVisible()
          await expect(page.getByRole('row', { name: /^相談支援 9,980円/ })).toBeVisible()
          await expect(page.getByText('事業所名に半角カナは使えません')).toBeVisible()
        }
      })
    await expectNoFindings(page)
    expect(calls).toEqual([])
  })

  test(`${flow}: one that the server refuses stays on the form with the reason; a good link goes on, over a step within the page and a reload`, {
    tag: flow === 'migration' ? '@engines' : [],
  }, async ({ page, product, staffUrl, mark }) => {
    await open(page, forged(await product.invite(flow, numberOf(mark))))
    await fillWhole(page, flow, mark)
    await (await estimated(page, flow)).click()
    const banner = page.getByRole('region', { name: '送信が完了しませんでした' })
    await expect(banner).toBeFocused()
    await expect(banner).toContainText(NEEDED)
    await expect(banner.getByRole('button')).toHaveCount(0)
    await expect(page).toHaveURL(/#inv=/)
    if (FLOWS[flow].rows)
      await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
    await expectNoFindings(page)
    // Pasted over the address: the document stays, and what was typed in it.
    const path = await product.invite(flow, numberOf(mark))
    await page.goto(path)
    if (FLOWS[flow].rows)
      await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
    await page.evaluate(() => {
      location.hash = '#main'
    })
    await expect(page).toHaveURL(path)
    await page.reload()
    await expect(page.getByText(NEEDED)).toHaveCount(0)
    await (await estimated(page, flow)).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
    expect(await storedAs(staffUrl, numberOf(mark))).toMatchObject({
      state: 'complete',
      assurance: 'invited',
    })
    if (flow === 'migration') return
    // What was sent is said to be received, whatever has become of its link.
    await page.goto(plainPath(flow, mark))
    await expect(page.getByText('受け付け済みです。')).toBeVisible()
    await expect(page.getByText(NEEDED)).toHaveCount(0)
  })
}

test('other procedures ask for none', async ({ page }) => {
  for (const flow of ['entry', 'trial'] as const) {
    await open(page, FLOWS[flow].inputPath)
    await expect(button(page, SEND_WORDS[flow])).toBeVisible()
    await expect(page.getByText(NEEDED)).toHaveCount(0)
  }
})

for (const { name, reach } of INVITED_STATES)
  test(`${name}: nothing stands in anybody's way`, { tag: '@states' }, async ({
    page,
    product,
  }) => {
    await reach(page, product)
    await inspectState(page)
  })
