/** Errors that a press has found go as they are mended, one by one. */
import type { Locator, Page } from '@playwright/test'
import { AGREE, addRows, checked, MORE_ROWS, openCorrection } from './correction.ts'
import {
  CORPORATION,
  fillWhole,
  mailOf,
  openReady,
  ROWS,
  SEND_WORDS,
  tick,
} from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { applyForLink, test as testWithLinks } from './status-product.ts'

const summary = (page: Page, count: number) =>
  page.getByRole('region', {
    name: count > 0 ? `入力内容に誤りがあります（${count}件）` : '入力内容の誤りはなくなりました',
    exact: true,
  })

const line = (page: Page, words: string) =>
  page.locator('.summary').getByRole('listitem').filter({ hasText: words })

async function expectMended(control: Locator) {
  await expect(control).not.toHaveAttribute('aria-invalid')
  const id = await control.getAttribute('id')
  await expect(control.page().locator(`[id="${id}-error"]`)).toHaveCount(0)
}

/** An estimate of one row, and a press while nothing is typed of the corporation. */
async function pressTooEarly(page: Page) {
  await page.goto('/entry/input')
  await fillFacilities(page, ROWS)
  await button(page, '見積もる').click()
  await button(page, SEND_WORDS.entry).click()
  await expect(summary(page, 6)).toBeFocused()
}

test('entry: a field that is left is looked at again, and nothing new is said before the next press', {
  tag: '@engines',
}, async ({ page }) => {
  await pressTooEarly(page)
  const name = applicantControl(page, 'companyName')
  await expect(page.locator('.summary [aria-live=polite]')).toContainText('（6件）')
  await name.fill('社会福祉法人つばさ会')
  await expect(summary(page, 6)).toBeVisible()
  await name.press('Tab')
  await expect(summary(page, 5)).toBeVisible()
  await expectMended(name)
  await expect(applicantControl(page, 'zipcode')).toBeFocused()
  await expect(line(page, '入力しました：法人名')).toHaveText('入力しました：法人名')
  await expect(line(page, '法人名を入力してください。')).toHaveCount(0)

  // Still wrong, and otherwise: what it says is true.
  await applicantControl(page, 'zipcode').fill('123')
  await applicantControl(page, 'zipcode').press('Tab')
  await expect(line(page, '郵便番号は半角数値7文字で入力してください。')).toBeVisible()
  await expect(summary(page, 5)).toBeVisible()

  // The page fills in the address: nobody has left that field.
  await applicantControl(page, 'zipcode').fill('1000001')
  await button(page, '郵便番号から住所を検索').click()
  await expect(line(page, '入力しました：住所')).toBeVisible()
  await expectMended(applicantControl(page, 'address'))
  await expect(summary(page, 3)).toBeVisible()

  await name.fill('')
  await name.press('Tab')
  await expect(line(page, '法人名')).toHaveCount(0)
  await expect(name).not.toHaveAttribute('aria-invalid')
  await fillApplicant(page, { tel: '03-1234-5678', email: 'a@example.jp', person: '鈴木' })
  await expect(summary(page, 0)).toBeVisible()
  await expect(page).toHaveTitle(/^新規お申し込み/)
  await button(page, SEND_WORDS.entry).click()
  await expect(summary(page, 1)).toBeFocused()
  await expect(page).toHaveTitle(/^エラー：/)
})

test('the press that leaves the last field is a press: its button stays under the pointer', {
  tag: '@engines',
}, async ({ page, mark }) => {
  await pressTooEarly(page)
  await fillApplicant(page, { ...CORPORATION, email: mailOf(mark) })
  await applicantControl(page, 'person').fill('')
  await button(page, SEND_WORDS.entry).click()
  await expect(summary(page, 1)).toBeFocused()
  await applicantControl(page, 'person').fill('鈴木')
  const send = button(page, SEND_WORDS.entry)
  // Where the page does not move by itself: the field stands in the same window.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 1280, height: height + 200 })
  const box = await send.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4)
  await page.mouse.down()
  await page.waitForTimeout(200)
  await page.mouse.up()
  await expect(page).toHaveURL('/entry/result')
})

test('trial: a row is looked at again as a whole, a choice at once', async ({ page, mark }) => {
  await openReady(page, 'trial', mark)
  await fillFacilities(page, [{}, { facilityNumber: '1310000011' }, { facilityName: '丙' }])
  await button(page, SEND_WORDS.trial).click()
  const half = (no: number) => `${no}行目：事業所名またはサービス種類が入力されていません。`
  // The third row lacks its number too.
  await expect(summary(page, 3)).toBeFocused()
  const [name, service] = (['facilityName', 'serviceKey'] as const).map((cell) =>
    facilityControl(page, 2, cell),
  )
  if (!name || !service) throw new Error('no row')
  await name.fill('乙')
  await name.press('Tab')
  await expectMended(name)
  await expect(service).toHaveAttribute('aria-invalid')
  await expect(line(page, half(2))).toBeVisible()
  await service.selectOption('KYODO')
  await expect(line(page, '入力しました：2行目')).toHaveText('入力しました：2行目 サービス種類')
  await expectMended(service)
  await expect(summary(page, 2)).toBeVisible()

  // What was given up was not filled in.
  await facilityControl(page, 3, 'facilityName').fill('')
  await facilityControl(page, 3, 'serviceKey').focus()
  await expect(line(page, half(3))).toHaveCount(0)
  await expect(summary(page, 0)).toBeVisible()
  await expect(page).not.toHaveTitle(/エラー/)
})

test('trial: a tick counts at once, and a field that is not asked for any more is no error', async ({
  page,
  mark,
}) => {
  await page.goto('/trial/input')
  await fillWhole(page, 'trial', mark)
  await applicantControl(page, 'nowsoft').selectOption('2')
  await tick(page.getByRole('checkbox'), false)
  await button(page, SEND_WORDS.trial).click()
  await expect(summary(page, 2)).toBeFocused()
  await tick(page.getByRole('checkbox'), true)
  await expectMended(page.getByRole('checkbox'))
  await expect(line(page, '入力しました：利用規約とプライバシーポリシーに同意する')).toBeVisible()
  await applicantControl(page, 'nowsoft').selectOption('1')
  await expect(line(page, 'ソフト名')).toHaveCount(0)
  await expect(summary(page, 0)).toBeVisible()
  await button(page, SEND_WORDS.trial).click()
  await expect(page).toHaveURL('/trial/result')
})

testWithLinks('a correction: its errors are mended alike', async ({ page, mark }) => {
  await openCorrection(page, await applyForLink(page, 'entry', mark))
  await applicantControl(page, 'zipcode').fill('123')
  await facilityControl(page, 1, 'facilityName').fill('')
  await button(page, '訂正の内容を確認する').click()
  await expect(summary(page, 2)).toBeFocused()
  await fillApplicant(page, { zipcode: '1500001' })
  await expect(line(page, '入力しました：郵便番号')).toBeVisible()
  await facilityControl(page, 1, 'facilityName').fill('つばさ')
  await facilityControl(page, 1, 'facilityName').press('Tab')
  await expect(line(page, '入力しました：1行目 事業所名')).toBeVisible()
  await expect(summary(page, 0)).toBeVisible()
  await expect(page).not.toHaveTitle(/エラー/)
  await addRows(page, MORE_ROWS, 1)
  await checked(page, AGREE)
})
