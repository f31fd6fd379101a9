/** How many keys, clicks and taps the ways through a form take, letters of texts included where it says so. */
import type { Locator, Page } from '@playwright/test'
import { CORPORATION, SEND_WORDS, TRIAL_ANSWERS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { test as atDirectory, companyName, openEntry } from './sample-directory.ts'
import { shiftJisCsv } from './spreadsheets.ts'

/** A hand that counts what it presses. */
class Hand {
  presses = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async keys(...keys: string[]) {
    for (const key of keys) await this.page.keyboard.press(key)
    this.presses += keys.length
  }

  async type(text: string) {
    await this.page.keyboard.type(text)
    this.presses += text.length
  }

  async press(target: Locator) {
    await target.click()
    this.presses += 1
  }
}

atDirectory(
  'twelve known facilities: eight presses for the table, forty for all',
  async ({ page }) => {
    const hand = new Hand(page)
    await openEntry(page)
    await hand.type('あさひ')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
    await hand.keys('ArrowDown', 'Enter')
    await expect(companyName(page)).toHaveValue('社会福祉法人　あさひの里')
    await expect(page.getByRole('button', { name: /^この法人の事業所/ })).toBeVisible()
    await hand.keys('Tab', 'Enter')
    await expect(button(page, '表に取り込む')).toBeFocused()
    await hand.keys('Enter')
    await expect(facilityControl(page, 12, 'facilityName')).toHaveValue('あさひの里相談室')
    expect(hand.presses).toBeLessThanOrEqual(8)

    await hand.press(button(page, '見積もる'))
    await hand.press(button(page, '未入力の項目へ'))
    await expect(applicantControl(page, 'email')).toBeFocused()
    await hand.type('tantou@example.jp')
    await hand.keys('Tab')
    await hand.type('鈴木')
    await hand.press(button(page, SEND_WORDS.entry))
    await expect(page).toHaveURL('/entry/result')
    expect(hand.presses).toBeLessThanOrEqual(40)
  },
)

test('a hundred facilities from a file: four presses to the estimate', async ({ page }) => {
  const hand = new Hand(page)
  const rows = Array.from({ length: 100 }, (_, index) => [
    `さくら作業所${index + 1}`,
    String(1_310_000_000 + index),
    '生活介護',
  ])
  const file = shiftJisCsv([['事業所名', '事業所番号', 'サービス種類'], ...rows])
  await page.goto('/entry/input')
  const opened = page.waitForEvent('filechooser')
  await hand.press(button(page, 'ファイルを選んで読み込む'))
  await (await opened).setFiles({ name: 'ichiran.csv', mimeType: 'text/csv', buffer: file })
  hand.presses += 1
  await hand.press(button(page, '表に取り込む'))
  await expect(facilityControl(page, 100, 'facilityName')).toHaveValue('さくら作業所100')
  await hand.press(button(page, '見積もる'))
  await expect(page.getByText('お見積もり額（月額・税抜）')).toBeVisible()
  expect(hand.presses).toBeLessThanOrEqual(4)
})

test('one facility by hand on a phone: twenty-one taps, the letters of its texts apart', {
  tag: '@mobile',
}, async ({ page, mark }) => {
  const hand = new Hand(page)
  await page.goto('/entry/input')
  for (const [field, text] of Object.entries({ ...CORPORATION, email: `${mark}@example.jp` })) {
    const control = applicantControl(page, field as keyof typeof CORPORATION)
    await hand.press(control)
    await control.fill(text)
  }
  await fillFacilities(page, [
    { facilityName: 'さくら', facilityNumber: '1310000003', serviceKey: 'SYUKEI_B' },
  ])
  // Name, number, the list and its entry.
  hand.presses += 4
  await hand.press(button(page, '見積もる'))
  await hand.press(button(page, SEND_WORDS.entry))
  await expect(page).toHaveURL('/entry/result')
  expect(hand.presses).toBeLessThanOrEqual(21)
})

test('a trial of one facility on a phone: eighteen taps, the letters of its texts apart', {
  tag: '@mobile',
}, async ({ page, mark }) => {
  const hand = new Hand(page)
  await page.goto('/trial/input')
  for (const [field, text] of Object.entries({ ...CORPORATION, email: `${mark}@example.jp` })) {
    const control = applicantControl(page, field as keyof typeof CORPORATION)
    await hand.press(control)
    await control.fill(text)
  }
  await fillApplicant(page, TRIAL_ANSWERS)
  await fillFacilities(page, [
    { facilityName: 'さくら', facilityNumber: '1310000003', serviceKey: 'SYUKEI_B' },
  ])
  // Two lists and their entries; name, number, the list and its entry.
  hand.presses += 8
  await hand.press(page.getByRole('checkbox'))
  await hand.press(button(page, SEND_WORDS.trial))
  await expect(page).toHaveURL('/trial/result')
  expect(hand.presses).toBeLessThanOrEqual(18)
})
