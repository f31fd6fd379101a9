/** What the gate has opened is closed for whoever comes after: by Back, by the history, by an address. */
import { chromium, type Page } from '@playwright/test'
import { STATUS_ADDRESS } from '#contract/status.ts'
import { CORRECT_PAGE } from '#contract/status-pages.ts'
import { programOnPath, SANDBOX } from '../../bin/programs.js'
import { goToCorrection, openCorrection } from './correction.ts'
import { CORPORATION } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { applicantControl, button } from './form.ts'
import { applyForLink, test } from './status-product.ts'
import { answerGate, details, gate, openLink, standing } from './status-states.ts'

/** A browser that keeps a page as it stood for Back: Playwright's own Chromium does not, and of Firefox Playwright does not learn that the page is there again. */
const kept = test.extend<{ page: Page }>({
  page: async ({ product }, use) => {
    const executablePath = programOnPath('chromium')
    const browser = await chromium.launch({
      ...(executablePath === undefined ? { channel: 'chromium' } : { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: SANDBOX,
    })
    await use(await browser.newPage({ baseURL: product.url, locale: 'ja-JP' }))
    await browser.close()
  },
})

/** To another document and back to the one that the browser has kept. */
async function leaveAndComeBack(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    delete document.documentElement.dataset.shown
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.shown = String(persisted)
    })
  })
  await page.goto('/')
  // Playwright waits for a load that does not come.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await page.waitForURL(path, { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-shown', 'true')
}

const textOf = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

kept(
  'Back to the status finds the gate closed, and nothing is asked or done with the number',
  async ({ page, mark }) => {
    const path = await applyForLink(page, 'entry', mark)
    await openLink(page, path)
    // Nor does a number stand there that was typed and not sent.
    await gate(page).getByRole('textbox').fill(CORPORATION.tel)
    await leaveAndComeBack(page, path)
    await expect(gate(page).getByRole('textbox')).toHaveValue('')
    await answerGate(page, CORPORATION.tel)
    await expect(details(page)).toContainText(CORPORATION.companyName)
    await button(page, '申し込みを取り下げる').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      if (request.url().includes(STATUS_ADDRESS)) asked.push(request.postData())
    })
    await leaveAndComeBack(page, path)
    await expect(gate(page).getByRole('textbox')).toHaveValue('')
    await expect(standing(page, '受け付け済み')).toBeVisible()
    await expect(details(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /取り下げ/ })).toHaveCount(0)
    for (const typed of [CORPORATION.companyName, CORPORATION.address, CORPORATION.person])
      expect(await textOf(page)).not.toContain(typed)
    await button(page, '最新の状況に更新する').click()
    await expect(standing(page, '受け付け済み')).toBeFocused()
    await expect(details(page)).toHaveCount(0)
    expect(asked.join()).not.toContain(CORPORATION.tel)
    await answerGate(page, CORPORATION.tel)
    await expect(details(page)).toContainText(CORPORATION.companyName)
  },
)

kept(
  'Back to a correction finds it closed; with the number it goes on as it was',
  async ({ page, mark }) => {
    const path = await applyForLink(page, 'entry', mark)
    await openCorrection(page, path)
    await applicantControl(page, 'person').fill('佐藤 花子')
    await leaveAndComeBack(page, CORRECT_PAGE)
    await expect(page.getByText('画面を離れたため、お申し込みの内容を閉じました。')).toBeVisible()
    for (const typed of [CORPORATION.companyName, CORPORATION.tel, '佐藤 花子'])
      expect(await textOf(page)).not.toContain(typed)
    await expect(page.getByRole('link', { name: 'お申し込みの状況へ' })).toHaveAttribute(
      'href',
      path,
    )
    // One step further back, within the document that was kept.
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect(page).toHaveURL(path)
    await expect(gate(page).getByRole('textbox')).toBeVisible()
    await expect(details(page)).toHaveCount(0)
    await answerGate(page, CORPORATION.tel)
    await goToCorrection(page)
    await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  },
)

test('what was handed over to a correction opens nothing for whoever comes by the tab’s history or an address', async ({
  page,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  for (const comeBack of [
    () => page.evaluate(() => void setTimeout(() => history.back())),
    () => page.goto(CORRECT_PAGE),
  ]) {
    await openCorrection(page, path)
    await page.reload()
    await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
    await page.goto('/')
    await comeBack()
    await expect(page).toHaveURL(CORRECT_PAGE)
    await expect(page.getByRole('link', { name: 'お申し込みの状況へ' })).toBeVisible()
    await expect(applicantControl(page, 'companyName')).toHaveCount(0)
  }
  await openLink(page, path)
  await expect(gate(page).getByRole('textbox')).toBeVisible()
})
