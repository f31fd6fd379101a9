/** What an applicant and staff do after the application: questions, answers, messages, withdrawal, in a real browser. */
import type { Locator, Page } from '@playwright/test'
import { MESSAGE_ADDRESS, WITHDRAWAL_ADDRESS } from '#contract/status.ts'
import type { Flow } from '#domain/flows.ts'
import { CORPORATION, mailOf, numberOf } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { button } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling, expectTargets } from './inspect.ts'
import type { Product } from './product.ts'
import { finishSetup, heading, logIn, setUp } from './staff-sign-in.ts'
import { applyForLink, linksMailedTo, referenceOf, test } from './status-product.ts'
import { answerGate, details, openLink, standing } from './status-states.ts'

const HOSTILE = '<img src=x onerror="document.title=1">\n=HYPERLINK("http://evil.example")\u202e'

const conversation = (page: Page) => page.getByRole('region', { name: '担当者との連絡' })
const withdrawal = (page: Page) => page.getByRole('region', { name: '取り下げ', exact: true })

/** Applies, opens the link, and passes the gate. */
async function enter(page: Page, flow: Flow, mark: string): Promise<string> {
  const path = await applyForLink(page, flow, mark)
  await openLink(page, path)
  await answerGate(page, flow === 'suspension' ? numberOf(mark) : CORPORATION.tel)
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

/** Staff at the page of an application, in a tab of their own. */
async function openStaff(page: Page, product: Product, reference: string): Promise<Page> {
  return (await openStaffAs(page, product, reference)).staff
}

/** And what they log in with. */
async function openStaffAs(page: Page, product: Product, reference: string) {
  const context = await page.context().browser()?.newContext({ locale: 'ja-JP' })
  if (!context) throw new Error('no browser')
  const staff = await context.newPage()
  const name = `hanako-${reference.toLowerCase()}`
  await setUp(staff, product, name, 'worker')
  const codes = await finishSetup(staff)
  await staff.goto(`${product.staffUrl}/applications/${reference}`)
  return { staff, name, codes }
}

/** Has the focus of its page: in Firefox the window of staff, opened last, keeps that of the desktop. */
async function expectActive(heading: Locator): Promise<void> {
  await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true)
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
  await staff
    .getByRole('textbox', { name: '申込者に書く' })
    .fill('事業所番号は\n1310000001ですか。')
  await staff.getByRole('button', { name: '送信する' }).click()
  await expect(staff.getByText('送信しました。')).toBeVisible()
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
  await expectActive(page.getByRole('heading', { name: '入力した内容の表示' }))
  await answerGate(page, CORPORATION.tel)
  await expect(conversation(page)).toContainText('1310000001ですか。')
  await button(page, '回答を送る').click()
  await expect(conversation(page).getByText('この質問への回答を入力してください。')).toBeVisible()
  await page.getByRole('textbox', { name: 'この質問への回答' }).fill(HOSTILE)
  await button(page, '回答を送る').click()
  await expectActive(page.getByRole('heading', { name: '担当者との連絡' }))
  await expect(page.getByText('確認したいことがあります')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'この質問への回答' })).toHaveCount(0)
  await expect(page).toHaveURL(path)

  const card = staff.getByRole('region', { name: '申込者との連絡' })
  await expect(card).toContainText('<img src=x onerror="document.title=1">', { timeout: 10_000 })
  await expect(card).toContainText('U+202E')
  await staff.goto(`${product.staffUrl}/`)
  await staff.getByRole('link', { name: /^メッセージ/ }).click()
  await expect(staff.getByRole('link', { name: referenceOf(path), exact: true })).toBeVisible()
  await expect(staff).toHaveTitle(/お申し込み一覧/)
  await staff.getByRole('link', { name: referenceOf(path), exact: true }).click()
  await card.getByRole('button', { name: '確認済みにする' }).click()
  await expect(staff.getByText('メッセージを確認済みにしました。')).toBeVisible()
  await expect(card.getByRole('button', { name: '確認済みにする' })).toHaveCount(0)
  await staff.context().close()
})

test('a message whose answer is lost is sent once, and what was typed stays until then', async ({
  page,
  mark,
}) => {
  await enter(page, 'trial', mark)
  const field = page.getByRole('textbox', { name: '担当者へのメッセージ' })
  await field.fill('開始日を変えられますか。')
  const keys: (string | undefined)[] = []
  let isLost = true
  await page.route(`**${MESSAGE_ADDRESS}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (!isLost) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await button(page, 'メッセージを送る').click()
  await expect(conversation(page).getByText('サーバーに接続できませんでした。')).toBeVisible({
    timeout: 15_000,
  })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('開始日を変えられますか。')
  isLost = false
  await button(page, 'メッセージを送る').click()
  await expect(conversation(page).getByText('あなたのメッセージ')).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)
  await expect(conversation(page)).toContainText('今日のメッセージは送信済みです。')
  await expectNoFindings(page)
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

for (const flow of ['entry', 'suspension'] as const)
  test(`${flow}: withdrawn at once while nobody has begun, also where the answer is lost`, async ({
    page,
    product,
    mark,
  }) => {
    const path = await enter(page, flow, mark)
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
    if (flow === 'entry') {
      await expect(() => expect(linksMailedTo(product, mailOf(mark))).toHaveLength(2)).toPass()
      expect(linksMailedTo(product, mailOf(mark))[1]?.text).toContain('取り下げ済み')
    }
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
  await expect(card).toBeVisible({ timeout: 10_000 })
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
  await staff.getByRole('button', { name: '申し出のとおり取り下げる' }).click({ timeout: 10_000 })
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

test('what staff type for an applicant outlives a reload and an expired session, until it is sent or somebody has decided', {
  tag: ['@engines', '@long'],
}, async ({ page, product, mark }) => {
  const path = await enter(page, 'entry', mark)
  const { staff, name, codes } = await openStaffAs(page, product, referenceOf(path))
  await setStatus(staff, '対応中')
  await confirm(page, '申し込みを取り下げる', '取り下げる')
  const message = staff.getByRole('textbox', { name: '申込者に書く' })
  const wantsAnswer = staff.getByRole('checkbox', { name: '回答を求める' })
  const reason = staff.getByRole('textbox', { name: '断る理由' })
  const kept = () => staff.evaluate(() => JSON.stringify(sessionStorage))
  const expectTyped = async () => {
    await expect(message).toHaveValue('開始日を\n変えました。')
    await expect(wantsAnswer).not.toBeChecked()
    await expect(reason).toHaveValue('準備が済んでいます。')
  }
  await reason.fill('準備が済んでいます。', { timeout: 10_000 })
  await message.fill('開始日を\n変えました。')
  await wantsAnswer.uncheck()
  await staff.reload()
  await expectTyped()

  await test.step('after the session, the same person in the same tab', async () => {
    await staff.request.delete(`${product.staffUrl}/api/session`)
    await staff.reload()
    await expect(heading(staff)).toHaveText('ログイン')
    await logIn(staff, name, codes[0] ?? '')
    await expectTyped()
  })

  await test.step('decided in another tab, the reason goes, and is not there for the next request', async () => {
    const tab = await staff.context().newPage()
    await tab.goto(staff.url())
    await expect(tab.getByRole('textbox', { name: '断る理由' })).toHaveValue('')
    await tab.getByRole('textbox', { name: '断る理由' }).fill('お電話ください。')
    await tab.getByRole('button', { name: '断る' }).click()
    await expect(tab.getByText('取り下げの申し出を断りました。')).toBeVisible()
    await tab.close()
    await staff.reload()
    await expect(staff.getByText('お電話ください。').first()).toBeVisible()
    await expect(message).toHaveValue('開始日を\n変えました。')
    await expect.poll(kept).not.toContain('準備が')
    await button(page, '最新の状況に更新する').click()
    await confirm(page, '取り下げを申し出る', '申し出る')
    await expect(reason).toHaveValue('', { timeout: 10_000 })
  })

  await test.step('sent, it is gone', async () => {
    await staff.getByRole('button', { name: '送信する' }).click()
    await expect(staff.getByText('送信しました。')).toBeVisible()
    await expect(message).toHaveValue('')
    await staff.reload()
    await expect(message).toHaveValue('')
    await expect(wantsAnswer).toBeChecked()
    expect(await kept()).toBe('{}')
  })

  await test.step('a logout by the person deletes it', async () => {
    await message.fill('開始日を')
    expect(await kept()).toContain('開始日を')
    await staff.getByRole('button', { name: 'ログアウト' }).click()
    await staff.getByRole('button', { name: '破棄してログアウト' }).click()
    await expect(heading(staff)).toHaveText('ログイン')
    expect(await kept()).toBe('{}')
  })
  await staff.context().close()
})

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
    await expect(button(page, '確認する').and(page.locator(':disabled'))).toHaveCount(0)
  }
  const staff = await openStaff(page, product, referenceOf(path))
  const rests = staff.getByRole('region', { name: '申込者のページの確認が止まっています' })
  await expect(rests).toContainText('「申込者のリンク」で新しいリンクを発行してください。')
  await staff.getByRole('button', { name: '印刷用のリンクを表示する' }).click()
  await expect(staff.getByText('新しいリンクを表示しました。')).toBeVisible()
  await expect(rests).toHaveCount(0)
  await staff.context().close()
})
