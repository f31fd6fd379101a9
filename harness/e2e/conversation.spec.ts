/** What an applicant and staff do after the application: questions, answers, messages, withdrawal, in a real browser. */
import type { Page } from '@playwright/test'
import { MESSAGE_ADDRESS, WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import { CORPORATION, mailOf } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { button } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling, expectTargets } from './inspect.ts'
import { expectActive } from './keyboard.ts'
import { openStaff } from './staff-sign-in.ts'
import { applyForLink, linksMailedTo, referenceOf, test } from './status-product.ts'
import { answerGate, ask, details, openLink, standing } from './status-states.ts'

const HOSTILE = '<img src=x onerror="document.title=1">\n=HYPERLINK("http://evil.example")\u202e'

const conversation = (page: Page) =>
  page.getByRole('region', { name: /^(担当者との連絡|ご回答をお待ちしています)$/ })
const withdrawal = (page: Page) => page.getByRole('region', { name: '取り下げ', exact: true })

/** Applies, opens the link, and passes the gate. */
async function enter(page: Page, flow: 'entry' | 'trial', mark: string): Promise<string> {
  const path = await applyForLink(page, flow, mark)
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toBeVisible()
  await expect(withdrawal(page)).toBeVisible()
  return path
}

async function confirm(page: Page, open: string, press: string): Promise<void> {
  await button(page, open).click()
  const dialog = page.getByRole('dialog', { name: 'この申し込みを取り下げますか。' })
  await expect(dialog).toContainText('取り下げると、元には戻せません。')
  await dialog.getByRole('button', { name: press }).click()
}

/** What has arrived is told in one line, and drawn when it is asked for. */
async function showNews(staff: Page, sentence: string): Promise<void> {
  await expect(staff.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await staff.getByRole('button', { name: '表示', exact: true }).click()
}

async function setStatus(staff: Page, label: string): Promise<void> {
  await staff
    .getByRole('form', { name: '対応' })
    .getByRole('radio', { name: label, exact: true })
    .check()
  await staff.getByRole('button', { name: '記録する', exact: true }).click()
  await expect(staff.getByText(`対応状況を「${label}」に変更しました。`)).toBeVisible()
}

test('a question is asked, announced by mail, answered behind the gate and settled', {
  tag: '@main',
}, async ({ page, product, mark }) => {
  const path = await enter(page, 'entry', mark)
  const staff = await openStaff(page, product, referenceOf(path))
  await ask(staff, '事業所番号は\n1310000001ですか。')
  await expect(staff.getByRole('textbox', { name: '申込者に書く' })).toHaveValue('')
  await expect(() => expect(linksMailedTo(product, mailOf(mark))).toHaveLength(2)).toPass()
  const mail = linksMailedTo(product, mailOf(mark))[1]
  expect(mail?.text).toContain('担当者が確認したいことがあります')
  expect(mail?.text).not.toContain('1310000001')

  // By the link of the mail: first that something waits, then what it is.
  await openLink(page, mail?.path ?? '')
  await expect(page.getByText('確認したいことがあります')).toBeVisible()
  await expect(page.getByText('1310000001ですか')).toHaveCount(0)
  await page.getByRole('link', { name: '番号を確認' }).click()
  await expectActive(page.getByRole('heading', { name: '内容の確認・訂正・取り下げ' }))
  await answerGate(page, CORPORATION.tel)
  // First after the gate, with the focus, and nothing else to be written beside it.
  await expectActive(page.getByRole('heading', { name: 'ご回答をお待ちしています' }))
  await expect(conversation(page)).toContainText('1310000001ですか。')
  await expect(conversation(page).getByRole('textbox')).toHaveCount(1)
  const standing = await page.getByRole('heading', { name: /^現在の状況/ }).boundingBox()
  expect((await conversation(page).boundingBox())?.y).toBeLessThanOrEqual(standing?.y ?? 0)
  await expect(page.getByText('ご回答をいただいたあと、')).toBeVisible()
  const [title, field] = await Promise.all([
    page.getByRole('heading', { name: 'ご回答をお待ちしています' }).boundingBox(),
    conversation(page).getByRole('textbox').boundingBox(),
  ])
  expect(field?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
  expect(field?.x).toBeLessThan((title?.x ?? 0) + 100)
  await button(page, '回答を送る').click()
  await expect(conversation(page).getByText('この質問への回答を入力してください。')).toBeVisible()
  await page.getByRole('textbox', { name: 'この質問への回答' }).fill(HOSTILE)
  await button(page, '回答を送る').click()
  await expectActive(page.getByRole('heading', { name: '担当者との連絡' }))
  await expect(page.getByText('確認したいことがあります')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'この質問への回答' })).toHaveCount(0)
  await expect(page).toHaveURL(path)

  const card = staff.getByRole('region', { name: '申込者との連絡' })
  await showNews(staff, '申込者からメッセージが届きました')
  await expect(card).toContainText('<img src=x onerror="document.title=1">')
  await expect(card).toContainText('U+202E')
  await staff.goto(`${product.staffUrl}/`)
  await staff.getByRole('link', { name: /^返信あり/ }).click()
  await expect(staff.getByRole('link', { name: referenceOf(path), exact: true })).toBeVisible()
  await expect(staff).toHaveTitle(/お申し込み一覧/)
  await staff.getByRole('link', { name: referenceOf(path), exact: true }).click()
  await card.getByRole('button', { name: '確認済みにする' }).click()
  await expect(staff.getByText('メッセージを確認済みにしました。')).toBeVisible()
  await expect(card.getByRole('button', { name: '確認済みにする' })).toHaveCount(0)
  await staff.context().close()
})

test('an answer and a message that another tab was faster with stay where they were typed', async ({
  page,
  product,
  mark,
}) => {
  const path = await enter(page, 'entry', mark)
  const messageField = page.getByRole('textbox', { name: '担当者へのメッセージ' })
  // Begun before the question: it stays beside it.
  await messageField.fill('開始日を変えられますか。')
  const staff = await openStaff(page, product, referenceOf(path))
  await ask(staff, '番号は正しいですか。')
  await staff.context().close()
  await button(page, '最新の状況に更新する').click()

  const answerField = page.getByRole('textbox', { name: 'この質問への回答' })
  await answerField.fill('はい、正しいです。')
  const other = await page.context().newPage()
  await openLink(other, path)
  await answerGate(other, CORPORATION.tel)
  await other.getByRole('textbox', { name: 'この質問への回答' }).fill('いいえ。')
  await button(other, '回答を送る').click()
  await expect(conversation(other).getByText('あなたの回答')).toBeVisible()
  await other.getByRole('textbox', { name: '担当者へのメッセージ' }).fill('急いでいます。')
  await button(other, 'メッセージを送る').click()
  await expect(conversation(other).getByText('あなたのメッセージ')).toBeVisible()
  await other.close()

  await button(page, '回答を送る').click()
  await expect(
    conversation(page).getByText('この質問への回答は、すでに受け付けているか'),
  ).toBeVisible()
  await button(page, 'メッセージを送る').click()
  await expect(conversation(page).getByText('今日のメッセージは送信済みです。')).toBeVisible()
  await button(page, '最新の状況に更新する').click()
  await expect(conversation(page)).toContainText('いいえ。')
  await expect(conversation(page)).toContainText('急いでいます。')
  await expect(answerField).toHaveValue('はい、正しいです。')
  await expect(messageField).toHaveValue('開始日を変えられますか。')
  await expect(conversation(page).getByText('この欄の文章は、送信されていません。')).toHaveCount(2)
  for (const words of ['回答を送る', 'メッセージを送る'])
    await expect(button(page, words)).toBeDisabled()
  await expectNoFindings(page)

  // Given up, it is gone at the next look.
  await answerField.fill('')
  await messageField.fill('')
  await button(page, '最新の状況に更新する').click()
  await expect(answerField).toHaveCount(0)
  await expect(messageField).toHaveCount(0)
})

test('what was typed and not sent is there after a reload; what arrived though its answer was lost is not', {
  tag: '@long',
}, async ({ page, mark }) => {
  await enter(page, 'trial', mark)
  const field = page.getByRole('textbox', { name: '担当者へのメッセージ' })
  await field.fill('開始日を\n変えられますか。')
  await page.reload()
  await answerGate(page, CORPORATION.tel)
  await expect(field).toHaveValue('開始日を\n変えられますか。')
  await page.route(`**${MESSAGE_ADDRESS}`, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await button(page, 'メッセージを送る').click()
  await expect(conversation(page).getByText('サーバーに接続できませんでした。')).toBeVisible({
    timeout: 15_000,
  })
  await page.route('**/api/public/status', async (route) => {
    // As on the next day, when another may be written.
    const response = await route.fetch()
    const answer = await response.json()
    if (answer.details) answer.details.actions.message = true
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await answerGate(page, CORPORATION.tel)
  await expect(conversation(page).getByText('開始日を')).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('withdrawn at once while nobody has begun, also where the answer is lost', async ({
  page,
  product,
  mark,
}) => {
  const path = await enter(page, 'entry', mark)
  await button(page, '申し込みを取り下げる').click()
  await page.getByRole('dialog').getByRole('button', { name: '取り下げない' }).click()
  await expect(button(page, '申し込みを取り下げる')).toBeFocused()
  await page.route(`**${WITHDRAWAL_ADDRESS}`, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await confirm(page, '申し込みを取り下げる', '取り下げる')
  await expect(withdrawal(page).getByText('サーバーに接続できませんでした。')).toBeVisible({
    timeout: 15_000,
  })
  await page.unroute(`**${WITHDRAWAL_ADDRESS}`)
  await confirm(page, '申し込みを取り下げる', '取り下げる')
  await expect(standing(page, '取り下げ済み')).toBeFocused()
  await expect(withdrawal(page)).toHaveCount(0)
  await expect(() => expect(linksMailedTo(product, mailOf(mark))).toHaveLength(2)).toPass()
  expect(linksMailedTo(product, mailOf(mark))[1]?.text).toContain('取り下げ済み')
  await openLink(page, path)
  await expect(standing(page, '取り下げ済み')).toBeVisible()
})

test('later it is a request: refused with a sentence, asked again and confirmed; done, there is nothing to withdraw', {
  tag: '@long',
}, async ({ page, product, mark }) => {
  const path = await enter(page, 'entry', mark)
  const staff = await openStaff(page, product, referenceOf(path))
  await setStatus(staff, '対応中')
  // The page still offers what it has read: the answer says what came of it.
  await confirm(page, '申し込みを取り下げる', '取り下げる')
  await expect(withdrawal(page)).toContainText(
    '取り下げの申し出を受け付けました。担当者が確認し、結果をメールでお知らせします。',
  )
  await expect(standing(page, '確認中')).toBeVisible()
  const card = staff.getByRole('region', { name: '取り下げの申し出' })
  await showNews(staff, '申込者が取り下げを申し出ました')
  await expect(card).toBeVisible()
  await setRefused(staff, '完了')
  await card.getByRole('button', { name: '断る' }).click()
  await expect(card.getByRole('textbox', { name: '断る理由' })).toBeFocused()
  await card.getByRole('textbox', { name: '断る理由' }).fill('準備が済んでいます。お電話ください。')
  await card.getByRole('button', { name: '断る' }).click()
  await expect(staff.getByText('取り下げの申し出を断りました。')).toBeVisible()
  await button(page, '最新の状況に更新する').click()
  await expect(withdrawal(page)).toContainText('準備が済んでいます。お電話ください。')
  await confirm(page, '取り下げを申し出る', '申し出る')
  await expect(page.getByRole('heading', { name: '取り下げ', exact: true })).toBeFocused()
  await expect(withdrawal(page)).toContainText('取り下げの申し出を受け付けました')
  await expectNoFindings(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScrolling(page)
  await expectTargets(page)
  await expectNoFindings(staff)
  await showNews(staff, '申込者が取り下げを申し出ました')
  await staff.getByRole('button', { name: '申し出のとおり取り下げる' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: '取り下げる' }).click()
  await expect(staff.getByText('申し出のとおり、取り下げにしました。')).toBeVisible()
  await button(page, '最新の状況に更新する').click()
  await expect(standing(page, '取り下げ済み')).toBeFocused()
  await expect(withdrawal(page)).toHaveCount(0)
  await staff.context().close()
})

/** Another close would pass the request over. */
async function setRefused(staff: Page, label: string): Promise<void> {
  const form = staff.getByRole('form', { name: '対応' })
  await form.getByRole('radio', { name: label, exact: true }).check()
  await staff.getByRole('button', { name: '記録する', exact: true }).click()
  await expect(form.getByText('取り下げの申し出が届いています。')).toBeVisible()
  await form.getByRole('radio', { name: /（現在）/ }).check()
}

test('a gate that rests is shown to staff, with what to do', { tag: '@long' }, async ({
  page,
  product,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  await openLink(page, path)
  for (let wrong = 0; wrong < 5; wrong += 1) {
    await answerGate(page, `090-0000-000${wrong}`)
    await expect(page.getByText('確認できませんでした。').first()).toBeVisible()
    await expect(button(page, '番号を確認して開く').and(page.locator(':disabled'))).toHaveCount(0)
  }
  const staff = await openStaff(page, product, referenceOf(path))
  const rests = staff.getByRole('region', { name: '申込者のページの確認が止まっています' })
  await expect(rests).toContainText(
    '「申込者のリンク」でいまのリンクを無効にし、新しいリンクをお渡しください。',
  )
  await staff.getByRole('button', { name: 'いまのリンクを無効にする' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: '無効にして表示する' }).click()
  await expect(staff.getByText('前のリンクは使えなくなりました。')).toBeVisible()
  await expect(rests).toHaveCount(0)
  await staff.context().close()
})
