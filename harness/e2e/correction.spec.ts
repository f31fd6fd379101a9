/** What an applicant corrects: proposed by the form, decided by staff, seen by both. */
import type { Browser, Page } from '@playwright/test'
import { CORRECTION_ADDRESS } from '#contract/status.ts'
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import {
  AGREE,
  addRows,
  checked,
  goToCorrection,
  MORE_ROWS,
  openCorrection,
  WAITS,
} from './correction.ts'
import { CORPORATION, mailOf } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { applicantControl, button, facilityControl } from './form.ts'
import { tabTo } from './keyboard.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import { applyForLink, linksMailedTo, referenceOf, test } from './status-product.ts'
import { answerGate, details, gate, openLink } from './status-states.ts'

const changes = (page: Page) => page.getByRole('region', { name: '訂正の確認' })
const proposal = (page: Page) => page.getByRole('region', { name: '訂正の申し出' })

/** Opens the application in the console, in a browser of its own; what is done there, then it is closed. */
async function asStaff(
  browser: Browser,
  product: Product,
  path: string,
  work: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ locale: 'ja-JP' })
  const page = await context.newPage()
  await setUp(page, product, `staff-${referenceOf(path)}`, 'worker')
  await finishSetup(page)
  await page.goto(`${product.staffUrl}/applications/${referenceOf(path)}`)
  await expect(proposal(page)).toBeVisible()
  await work(page)
  await context.close()
}

async function accept(staff: Page) {
  await proposal(staff).getByRole('button', { name: '訂正を反映する' }).click()
  await expect(staff.getByRole('status').filter({ hasText: '訂正を反映しました。' })).toBeVisible()
}

test('a name and two rows, the new price agreed to, accepted by staff', { tag: '@main' }, async ({
  page,
  browser,
  product,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await applicantControl(page, 'companyName').fill('社会福祉法人つばさの会')
  await addRows(page, MORE_ROWS, 1)
  const send = await checked(page, AGREE)
  await expect(changes(page).getByRole('table', { name: '変わる項目（1件）' })).toContainText(
    '社会福祉法人つばさ会社会福祉法人つばさの会',
  )
  const rows = changes(page).getByRole('table', { name: '変わる事業所（追加2件）' })
  await expect(rows.getByRole('row')).toHaveCount(3)
  await expect(changes(page).getByRole('table', { name: '料金', exact: true })).toContainText(
    '月額9,980円（税抜）月額29,940円（税抜）',
  )
  await send.click()
  await expect(page).toHaveURL(path)
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(WAITS)
  await expect(details(page)).toContainText(CORPORATION.companyName)

  await asStaff(browser, product, path, async (staff) => {
    await expect(proposal(staff)).toContainText('社会福祉法人つばさの会')
    await expect(
      proposal(staff).getByRole('table', { name: '変わる事業所（追加2件）' }),
    ).toBeVisible()
    await accept(staff)
  })

  await button(page, '最新の状況に更新する').click()
  await expect(details(page)).toContainText('社会福祉法人つばさの会')
  await expect(details(page)).toContainText('つばさの杜')
  await expect(page.getByText('月額29,940円（税抜）')).toBeVisible()
  await expect(page.getByText(WAITS)).toHaveCount(0)
})

test('declined: the applicant sees the sentence, and begins from what counts', async ({
  page,
  browser,
  product,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所本館')
  await expect(changes(page)).not.toContainText('料金')
  const send = await checked(page, '訂正を申し出る')
  await expect(changes(page)).toContainText('料金は変わりません。')
  await send.click()
  await expect(details(page).getByText(WAITS)).toBeVisible()

  await asStaff(browser, product, path, async (staff) => {
    await proposal(staff).getByRole('button', { name: '訂正を反映しない' }).click()
    await expect(proposal(staff).getByRole('textbox')).toBeFocused()
    await proposal(staff).getByRole('textbox').fill('指定通知書の名称と異なります。')
    await proposal(staff).getByRole('button', { name: '訂正を反映しない' }).click()
    await expect(
      staff.getByRole('status').filter({ hasText: '訂正を反映しませんでした。' }),
    ).toBeVisible()
  })

  await button(page, '最新の状況に更新する').click()
  await expect(details(page)).toContainText('訂正の申し出は、お受けできませんでした。')
  await expect(details(page)).toContainText('指定通知書の名称と異なります。')
  await goToCorrection(page)
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
})

test('another mail address: both are told, and the link of before is dead', {
  tag: '@long',
}, async ({ page, browser, product, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await applicantControl(page, 'email').fill(mailOf(`new-${mark}`))
  await (await checked(page, '訂正を申し出る')).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await asStaff(browser, product, path, async (staff) => {
    await accept(staff)
  })
  await expect(() =>
    expect(linksMailedTo(product, mailOf(`new-${mark}`)).length).toBeGreaterThan(0),
  ).toPass()
  const [mail] = linksMailedTo(product, mailOf(`new-${mark}`)).slice(-1)
  expect(mail?.path).not.toBe(path)
  await openLink(page, path)
  await expect(page.getByText('このリンクは使えません。')).toBeVisible()
  await openLink(page, mail?.path ?? '')
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toContainText(mailOf(`new-${mark}`))
})

test('a lost answer is repeated under its key, over a reload too; nothing typed is lost', {
  tag: '@long',
}, async ({ page, mark }) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  await applicantControl(page, 'person').fill('佐藤 花子')
  const send = await checked(page, '訂正を申し出る')
  const keys = new Set<string | undefined>()
  await page.route(`**${CORRECTION_ADDRESS}`, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send.click()
  const again = button(page, 'もう一度送信する')
  await expect(again).toBeVisible({ timeout: 15_000 })
  await page.reload()
  await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  await expect(again).toBeVisible()
  await page.unroute(`**${CORRECTION_ADDRESS}`)
  const [request] = await Promise.all([
    page.waitForRequest(`**${CORRECTION_ADDRESS}`),
    again.click(),
  ])
  keys.add(request.headers()['idempotency-key'])
  await expect(details(page).getByText(WAITS)).toBeVisible()
  expect(keys.size).toBe(1)
})

test('what waits is where the next correction begins, and is replaced by it', async ({
  page,
  mark,
}) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  await applicantControl(page, 'person').fill('佐藤 花子')
  await (await checked(page, '訂正を申し出る')).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await goToCorrection(page)
  await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  await expect(page.getByText('確認を待っている訂正の内容が入っています。')).toBeVisible()
  await applicantControl(page, 'address').fill('東京都中央区銀座1-1')
  await (await checked(page, '訂正を申し出る')).click()
  await details(page).getByText('申し出た訂正の内容').click()
  await expect(details(page).getByRole('table', { name: '変わる項目（2件）' })).toBeVisible()
  await goToCorrection(page)
  await button(page, '現在のお申し込みの内容から始める').click()
  await expect(applicantControl(page, 'person')).toHaveValue(CORPORATION.person)
})

test('staff: what somebody was faster with is said, what was typed stays, and nothing is closed over it', {
  tag: '@long',
}, async ({ page, browser, product, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await (await checked(page, '訂正を申し出る')).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await asStaff(browser, product, path, async (staff) => {
    const work = staff.getByRole('form', { name: '対応' })
    await work.getByRole('radio', { name: '完了' }).check()
    await work.getByRole('button', { name: '記録する' }).click()
    await expect(work.getByRole('alert')).toContainText('訂正の申し出が届いています。')
    await expect(work.getByRole('radio', { name: '完了' })).toBeChecked()

    const sentence = proposal(staff).getByRole('textbox')
    await sentence.fill('確認できませんでした。')
    await goToCorrection(page)
    await applicantControl(page, 'person').fill('佐藤 夏子')
    // The console asks every four seconds: this press is of what it showed before.
    await staff.route('**/api/applications/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await (await checked(page, '訂正を申し出る')).click()
    await expect(details(page).getByText(WAITS)).toBeVisible()
    await staff.getByRole('button', { name: '訂正を反映しない' }).click()
    await expect(proposal(staff).getByRole('alert')).toContainText(
      '申込者が新しい訂正を申し出ました',
    )
    await staff.unrouteAll()
    await expect(proposal(staff)).toContainText('佐藤 夏子')
    await expect(sentence).toHaveValue('確認できませんでした。')
    await staff.getByRole('button', { name: '訂正を反映しない' }).click()
    await expect(
      staff.getByRole('status').filter({ hasText: '訂正を反映しませんでした。' }),
    ).toBeVisible()
  })
})

test('staff: whoever ends it while a correction waits says so with a tick, and nothing of it counts', {
  tag: '@long',
}, async ({ page, browser, product, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await (await checked(page, '訂正を申し出る')).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await asStaff(browser, product, path, async (staff) => {
    const work = staff.getByRole('form', { name: '対応' })
    const tick = work.getByRole('checkbox', { name: '届いている訂正の申し出は反映せずに終了する' })
    await work.getByRole('radio', { name: '取り下げ' }).check()
    await expect(tick).toBeHidden()
    await work.getByRole('radio', { name: '完了' }).check()
    await tick.check()
    await work.getByRole('button', { name: '記録する' }).click()
    await expect(
      staff.getByRole('status').filter({ hasText: '対応状況を「完了」に変更しました。' }),
    ).toBeVisible()
    await expect(staff.getByText('佐藤 花子')).toBeHidden()
  })
})

test('without a link handed over the page says how to get there; link and number are in no address', async ({
  page,
  mark,
}) => {
  await page.goto(CORRECT_PAGE)
  await expect(
    page.getByText('この画面は、「お申し込みの状況」のページから開きます。'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'お申し込みの状況へ' })).toHaveAttribute(
    'href',
    STATUS_PAGE,
  )
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await page.reload()
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  const secret = path.split('.').at(-1) ?? 'x'
  expect(addresses.filter((url) => url.includes(secret) && !url.includes('/status#'))).toEqual([])
  await page.getByRole('link', { name: 'お申し込みの状況に戻る' }).click()
  await expect(details(page)).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(kept).not.toContain(secret)
  await page.reload()
  await expect(gate(page).getByRole('textbox')).toBeVisible()
})

test('by the keyboard alone', async ({ page, mark }) => {
  await openLink(page, await applyForLink(page, 'entry', mark))
  await gate(page).getByRole('textbox').focus()
  await page.keyboard.insertText(CORPORATION.tel)
  await page.keyboard.press('Enter')
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused()
  await tabTo(page, details(page).getByRole('link', { name: '内容の訂正を申し出る' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  await tabTo(page, applicantControl(page, 'person'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('佐藤 花子')
  await tabTo(page, page.getByRole('link', { name: '表をとばす' }))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, '訂正の内容を確認する'))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, '訂正を申し出る'))
  await page.keyboard.press('Enter')
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused()
})
