import type { Page } from '@playwright/test'
import { applyForContract, askToStop } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { finishSetup, heading, setUp } from './staff-sign-in.ts'

const work = (page: Page) => page.getByRole('form', { name: '対応' })
const expectStatus = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
const rows = (page: Page) => page.getByRole('rowheader').getByRole('link')

test('a suspension is done only when somebody has confirmed it, and shows the number’s other requests', async ({
  page,
  product,
}) => {
  await askToStop(product.url, 'C-4711')
  await askToStop(product.url, 'C-4711')
  // The index follows an application within five seconds.
  await expect(async () => {
    await page.goto(`${product.staffUrl}/?flow=suspension&search=C-4711`)
    await expect(rows(page)).toHaveCount(2, { timeout: 1000 })
  }).toPass()
  const [newest = '', oldest = ''] = await rows(page).allInnerTexts()

  await test.step('in bulk each has a name of its own, and without any nothing is sent', async () => {
    for (const tick of await page.getByRole('checkbox', { name: /を選択$/ }).all())
      await tick.check()
    await page.getByRole('button', { name: '「完了」にする' }).click()
    const question = page.getByRole('dialog', { name: '2件を「完了」にする' })
    const names = question.getByRole('group', { name: '確認した方' }).getByRole('textbox')
    await expect(names).toHaveCount(2)
    await expect(names.first()).toBeFocused()
    await question.getByRole('button', { name: '変更する' }).click()
    await expect(question.getByRole('alert')).toContainText('確認した方のお名前を入力してください')
    await question.getByLabel(newest).fill('総務課 佐藤様')
    await question.getByRole('button', { name: '変更する' }).click()
    const done = page.getByRole('dialog', { name: '1件を「完了」に変更しました' })
    await expect(done.getByRole('alert')).toContainText('1件は変更していません。')
    await expect(done.getByRole('listitem')).toContainText('確認した方のお名前を入力してください')
    await done.getByRole('button', { name: '閉じる' }).click()
    await expectStatus(page, '1件の対応状況を「完了」に変更しました。')
  })

  const history = page.getByRole('region', { name: '履歴' })
  await rows(page).filter({ hasText: newest }).click()
  await expect(history).toContainText('確認した方：総務課 佐藤様')
  await page.goBack()
  await rows(page).filter({ hasText: oldest }).click()
  await expect(work(page)).toBeVisible()
  const related = page.getByRole('region', { name: '同じお客様番号のお申し込み' })
  await expect(related.getByRole('link')).toHaveText(newest)
  await work(page).getByRole('radio', { name: '完了' }).check()
  const confirmedBy = work(page).getByLabel('確認した方')
  const missing = work(page).getByText(/確認した方のお名前を入力してください/)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 600 })
    await work(page).getByRole('textbox', { name: 'メモ' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect(confirmedBy).toBeFocused()
    for (const seen of [confirmedBy, missing]) await expect(seen).toBeInViewport({ ratio: 1 })
  }
  await expect(confirmedBy).toHaveAccessibleDescription(/確認した方のお名前を入力してください/)
  await confirmedBy.fill('総務課 田中様')
  await work(page).getByRole('textbox', { name: 'メモ' }).fill('月末で停止')
  await work(page).getByRole('button', { name: '記録する' }).click()
  await expectStatus(page, '対応状況を「完了」に変更しました。')
  await expect(history).toContainText('確認した方：総務課 田中様')
  await expect(history).toContainText('月末で停止')
  await related.getByRole('link').click()
  await expect(heading(page)).toContainText(newest)
  await expect(related.getByRole('link')).toHaveText(oldest)
})

test('one press takes it over, 「自分の」 has it, and conditions are kept under a name', async ({
  page,
  startOwn,
}) => {
  const product = await startOwn()
  for (const no of [1, 2, 3])
    await applyForContract(product.url, { companyName: `${no}号`, email: `${no}@example.jp` })
  await setUp(page, product, 'taro', 'worker')
  await finishSetup(page)
  await rows(page).first().click()
  await expect(work(page)).toBeVisible()
  await page.keyboard.press('a')
  await expectStatus(page, '自分の担当にしました。')
  await page.getByRole('link', { name: 'お申し込み一覧' }).click()
  await page.getByRole('link', { name: '自分の' }).click()
  await expectStatus(page, '1件あります。')
  await expect(rows(page)).toHaveCount(1)
  expect(page.url()).toContain('assignee=taro')

  await page.getByLabel('この条件の名前').fill('わたしの')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: 'わたしの', exact: true })).toBeFocused()
  await page.getByRole('link', { name: '自分の' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.reload()
  await page.getByRole('button', { name: 'わたしの' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: '「わたしの」を削除' }).click()
  await expect(page.getByLabel('この条件の名前')).toBeFocused()

  await test.step('what was done today stands in the activity', async () => {
    await page.getByRole('link', { name: '活動の記録' }).click()
    const entries = page.getByRole('list', { name: '活動の記録' }).getByRole('listitem')
    await expect(entries.filter({ hasText: '担当の変更' })).toHaveCount(1)
    // A worker sees the own activity alone.
    await expect(page.getByLabel('担当者').getByRole('option')).toHaveText(['taro'])
  })
})

test('a mail that cannot go out says why and when it is tried again, under 未達 too', async ({
  page,
  startOwn,
}) => {
  // Nobody listens there.
  const product = await startOwn({
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'desk@example.jp',
  })
  await applyForContract(product.url, { companyName: '医療法人みなも' })
  await page.goto(`${product.staffUrl}/undelivered`)
  const notice = page
    .getByRole('list', { name: '未達の通知' })
    .getByRole('listitem')
    .filter({ hasText: '受付メール' })
  await expect(notice).toContainText(WAITS, { timeout: 30_000 })
  await expect(notice).not.toContainText('ECONNREFUSED')
  await page.goto(product.staffUrl)
  await expect(page.getByRole('link', { name: /^未達/ })).toContainText(/[12]件/)
  await page.getByRole('link', { name: /^未達/ }).click()
  await notice.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: '通知' })).toContainText(WAITS)
})

test('the sentence has the focus of a button that is gone, and stands in the window', async ({
  page,
  startOwn,
}) => {
  const product = await startOwn({ LIMIT_SENT_PER_ADDRESS_PER_DAY: '1' })
  for (const companyName of ['医療法人みなも', '医療法人みなも第二', '医療法人みなも第三'])
    await applyForContract(product.url, { companyName })
  await page.setViewportSize({ width: 360, height: 400 })
  await page.goto(`${product.staffUrl}/undelivered`)
  const held = page.getByRole('listitem').filter({ hasText: '受付メール' })
  const again = { name: 'もう一度送る' }
  const expectSentence = async () => {
    const focused = page.locator(':focus')
    await expect(focused).toHaveText(/^「受付メール」を送信待ちにしました。/)
    await expect(focused).toBeInViewport({ ratio: 1 })
  }
  const telephone = held.first().getByRole('link', { name: '03-1234-5678' })
  await expect(telephone).toHaveAttribute('href', 'tel:0312345678')
  await held.last().getByRole('button', again).click()
  await expect(held.last()).toContainText('未達ではなくなりました。')
  await expectSentence()

  await held.first().getByRole('link').first().click()
  const delivery = page.getByRole('region', { name: '通知' }).getByRole('listitem')
  const button = delivery.filter({ hasText: '受付メール' }).getByRole('button', again)
  await button.click()
  await expect(button).toHaveCount(0)
  await expectSentence()
})

const WAITS =
  /メールサーバーに接続できないため、送信を待っています（次の試行 (\d+月\d+日)?\d+:\d\dごろ）。/
