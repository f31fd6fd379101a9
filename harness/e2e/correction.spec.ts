/** What an applicant corrects: proposed by the form, decided by staff, seen by both. */
import type { Browser, Page } from '@playwright/test'
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import {
  AGREE,
  addRows,
  checked,
  correctElsewhere,
  goToCorrection,
  MORE_ROWS,
  openCorrection,
  WAITS,
} from './correction.ts'
import { CORPORATION } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { applicantControl, button, facilityControl } from './form.ts'
import { expectNoFindings } from './inspect.ts'
import { tabTo } from './keyboard.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import { applyForLink, referenceOf, test } from './status-product.ts'
import { answerGate, details, gate, openLink, standing } from './status-states.ts'

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
    '変更前月額9,980円（税抜）変更後月額29,940円（税抜）',
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

test('on a phone each part is closed with what it holds, and opens in place, or where something in it is wrong', async ({
  page,
  mark,
}) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  await page.setViewportSize({ width: 360, height: 800 })
  const [applicant, facilities] = ['法人の情報', '事業所の情報'].map((name) =>
    page.getByRole('region', { name }),
  )
  if (!applicant || !facilities) throw new Error('two parts')
  await expect(applicant.getByText(CORPORATION.address)).toBeVisible()
  await expect(facilities.getByText('つばさ作業所')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await button(page, '法人の情報を変更').click()
  await expect(applicant.getByRole('heading')).toBeFocused()
  await expect(applicant.getByText(CORPORATION.address)).toHaveCount(0)
  await expect(applicantControl(page, 'address')).toHaveValue(CORPORATION.address)
  await expect(facilities.getByRole('textbox')).toHaveCount(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await facilityControl(page, 1, 'facilityName').fill('')
  await page.setViewportSize({ width: 360, height: 800 })
  await button(page, '訂正の内容を確認する').click()
  await expect(page.getByRole('heading', { name: '入力内容に誤りがあります' })).toBeVisible()
  await page.getByRole('link', { name: /^1行目：/ }).click()
  await expect(facilityControl(page, 1, 'facilityName')).toBeFocused()
  await expect(button(page, '事業所の情報を変更')).toHaveCount(0)
})

test('another number at the same price: no difference of 0 is shown, but that the price stays', async ({
  page,
  mark,
}) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  await facilityControl(page, 1, 'facilityNumber').fill('1310000003')
  await checked(page, AGREE)
  await expect(changes(page)).toContainText('料金は変わりません')
  await expect(changes(page)).not.toContainText('差額')
})

test('on a phone the way to the other rows and the way to change them stand one below the other', async ({
  page,
  mark,
}) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  const many = Array.from({ length: 11 }, (_, index) => ({
    facilityName: `つばさ${index}`,
    facilityNumber: String(1_310_000_101 + index),
    serviceKey: 'KYODO',
  }))
  await button(page, '行を追加（10行）').click()
  await addRows(page, many, 1)
  await (await checked(page, AGREE)).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await details(page).getByRole('link', { name: '内容の訂正を申し出る' }).click()
  const others = await button(page, '残り2件を表示').boundingBox()
  const change = await button(page, '事業所の情報を変更').boundingBox()
  expect(change?.y).toBeGreaterThan((others?.y ?? 0) + (others?.height ?? 0))
})

test('a day that has had its five says so before anything is typed', { tag: '@long' }, async ({
  page,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  for (const name of ['二', '三', '四', '五', '六'])
    await correctElsewhere(page, path, `鈴木 ${name}郎`)
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toContainText('訂正の申し出は1日に5回までです。')
  await expect(page.getByRole('link', { name: '内容の訂正を申し出る' })).toHaveCount(0)
  await expect(button(page, '担当者に連絡する')).toBeVisible()
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

test('a correction of another tab is not replaced unseen: it is shown, over a reload too, and one press more replaces it', {
  tag: '@engines',
}, async ({ page, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  await openCorrection(page, path)
  await applicantControl(page, 'address').fill('東京都中央区銀座1-1')
  const send = await checked(page, '訂正を申し出る')
  await correctElsewhere(page, path, '佐藤 花子')
  await send.click()
  const news = page.getByRole('region', { name: '訂正の内容をもう一度ご確認ください' })
  await expect(news).toBeFocused()
  await expect(news).toContainText(
    'この画面で入力している間に、次の訂正が申し出られ、確認を待っています。',
  )
  await expect(news.getByRole('table', { name: '変わる項目（1件）' })).toContainText('佐藤 花子')
  await expect(applicantControl(page, 'address')).toHaveValue('東京都中央区銀座1-1')
  await expectNoFindings(page)
  // Nothing of it is lost: what was typed stands there, and what waits is told again after a reload.
  await page.reload()
  await expect(applicantControl(page, 'address')).toHaveValue('東京都中央区銀座1-1')
  await expect(page.getByText('待っている訂正がこの画面の内容に入れ替わります。')).toBeVisible()
  await (await checked(page, '訂正を申し出る')).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await details(page).getByText('申し出た訂正の内容').click()
  await expect(details(page).getByRole('table', { name: '変わる項目（1件）' })).toContainText(
    '銀座1-1',
  )
})

test('a withdrawal ends no correction that it did not see, and says which it ends', async ({
  page,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toBeVisible()
  await correctElsewhere(page, path, '佐藤 花子')
  const withdraw = async (words: string | RegExp) => {
    await button(page, '申し込みを取り下げる').click()
    const dialog = page.getByRole('dialog', { name: 'この申し込みを取り下げますか。' })
    await expect(dialog).toContainText(words)
    await dialog.getByRole('button', { name: '取り下げる', exact: true }).click()
  }
  await withdraw('元には戻せません。')
  await expect(page.getByText('訂正の申し出が、この間に変わりました。')).toBeVisible()
  await button(page, '最新の状況に更新する').click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await withdraw('確認を待っている訂正の申し出も、取り下げられます。')
  await expect(standing(page, '取り下げ済み')).toBeVisible()
  await expect(details(page).getByText(WAITS)).toHaveCount(0)
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
