import type { Locator, Page } from '@playwright/test'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { CORPORATION, mailOf, SEND_WORDS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, pressEnter } from './form.ts'
import { expectSeenFocus, tabTo } from './keyboard.ts'

const BEFORE_FACILITIES = ['companyName', 'zipcode', 'address', 'tel', 'email', 'person'] as const

async function fillApplicantByKeyboard(page: Page, mark: string): Promise<void> {
  const values = { ...CORPORATION, email: mailOf(mark) }
  for (const field of BEFORE_FACILITIES) {
    await tabTo(page, applicantControl(page, field))
    await page.keyboard.insertText(values[field])
  }
}

async function fillRowByKeyboard(page: Page): Promise<void> {
  await tabTo(page, facilityControl(page, 1, 'facilityName'))
  await page.keyboard.insertText('つばさ作業所')
  await tabTo(page, facilityControl(page, 1, 'facilityNumber'))
  await page.keyboard.insertText('1310000003')
  await tabTo(page, facilityControl(page, 1, 'serviceKey'))
  await page.keyboard.press('ArrowDown')
  await expect(facilityControl(page, 1, 'serviceKey')).toHaveValue('KEIKAKU_SOUDAN')
}

async function expectCompleted(page: Page, flow: Flow): Promise<void> {
  await expect(page).toHaveURL(FLOWS[flow].resultPath)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

test('a trial is applied for with the keyboard alone', async ({ page, mark }) => {
  await page.goto(FLOWS.trial.inputPath)
  await fillApplicantByKeyboard(page, mark)
  for (const choice of ['chance', 'nowsoft'] as const) {
    await tabTo(page, applicantControl(page, choice))
    await page.keyboard.press('ArrowDown')
  }
  await fillRowByKeyboard(page)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, SEND_WORDS.trial))
  await page.keyboard.press('Enter')
  await expectCompleted(page, 'trial')
})

test('the first Tab offers the way past what stands on every page', async ({ page }) => {
  await page.goto(FLOWS.entry.inputPath)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '本文へ進む' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await expectSeenFocus(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is wrong takes the focus, and each line of it leads to its field', async ({ page }) => {
  await page.goto(FLOWS.trial.inputPath)
  await pressEnter(button(page, SEND_WORDS.trial))
  const summary = page.getByRole('region', { name: '入力内容に誤りがあります（10件）' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^エラー：60日間無料体験のお申し込み/)
  const lines: [line: string, field: Locator, label: string][] = [
    ['法人名を入力してください。', applicantControl(page, 'companyName'), '法人名'],
    ['登録担当者名を入力してください。', applicantControl(page, 'person'), '登録担当者名'],
    ['事業所を1件以上入力してください。', facilityControl(page, 1, 'facilityName'), '事業所名'],
  ]
  for (const [line, field, label] of lines) {
    await tabTo(page, summary.getByRole('link', { name: line }))
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(line))
    await expect(page.getByText(label, { exact: true }).first()).toBeInViewport()
    await expectSeenFocus(page)
    await summary.focus()
  }
})

test('a contract is applied for with the keyboard alone; the focus waits where the answer will be, and goes to the banner that brings it', async ({
  page,
  mark,
}) => {
  await page.goto(FLOWS.entry.inputPath)
  await fillApplicantByKeyboard(page, mark)
  await fillRowByKeyboard(page)
  await tabTo(page, button(page, '見積もる'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '月額9,980円（税抜）' })).toHaveCount(1)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/consent', async (route) => {
    await held
    await route.fulfill({ status: 500, body: 'out of order' })
  })
  await tabTo(page, button(page, SEND_WORDS.entry))
  await page.keyboard.press('Space')
  const sending = page.locator(':focus')
  await expect(sending).toHaveAccessibleName('送信しています。そのままお待ちください。')
  const waiting = await sending.elementHandle()
  answer()
  const banner = page.getByRole('region', { name: '送信が完了しませんでした' })
  await expect(banner).toBeFocused()
  await page.unroute('**/consent')
  await tabTo(page, button(page, 'もう一度送信する'))
  await page.keyboard.press('Enter')
  await expectCompleted(page, 'entry')
  // A screen reader that still stands in an element that is gone says nothing of the next one.
  expect(await waiting?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(page.locator('#sending')).toHaveAccessibleName('')
})

test('in forced colours the focus, what is wrong and what a button is can still be seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(FLOWS.trial.inputPath)
  await pressEnter(button(page, SEND_WORDS.trial))
  await expect(page).toHaveTitle(/^エラー：/)
  const border = (control: Locator) =>
    control.evaluate((element) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
        getComputedStyle(element)
      return { borderTopStyle, borderTopWidth, isSeen: borderTopColor !== backgroundColor }
    })
  const wrong = { borderTopStyle: 'solid', borderTopWidth: '2px', isSeen: true }
  expect(await border(applicantControl(page, 'companyName'))).toEqual(wrong)
  expect(await border(facilityControl(page, 2, 'facilityName'))).toEqual({
    ...wrong,
    borderTopWidth: '1px',
  })
  expect(await border(button(page, SEND_WORDS.trial))).toEqual(wrong)
  await tabTo(page, applicantControl(page, 'companyName'))
})
