import type { Locator, Page } from '@playwright/test'
import { openReady } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, expectAlive, facilityControl, fillApplicant } from './form.ts'
import { storedAs } from './stored-applications.ts'

const TEL = '10桁または11桁の番号を入力してください。お申し込み後の確認に使います。'
const PREFECTURE = '都道府県から入力してください。'
const HOUSE = '番地をご確認ください。番地がない場合は、このままで構いません。'
const BLANK = 'メールアドレスの途中に空白があります。'
const MEANT = 'もしかして：taro@gmail.com'

/** Seen beside the field, tied to it, and said when it comes; the field is not wrong. */
async function expectHint(page: Page, control: Locator, sentence: string) {
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(control).toHaveAccessibleDescription(new RegExp(`${sentence}$`))
  await expect(control).not.toHaveAttribute('aria-invalid')
}

test('what is doubtful is said beside its field, and goes when it is mended', {
  tag: '@engines',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  const [tel, address] = [applicantControl(page, 'tel'), applicantControl(page, 'address')]
  await fillApplicant(page, { address: 'さいたま市浦和区高砂', tel: 'なし' })
  await expectHint(page, tel, TEL)
  await expectHint(page, address, PREFECTURE)
  await fillApplicant(page, { address: '埼玉県さいたま市浦和区高砂' })
  await expectHint(page, address, HOUSE)
  await fillApplicant(page, {
    tel: '03-1234-5678（内線12）',
    address: '埼玉県さいたま市浦和区高砂1',
  })
  for (const sentence of [TEL, PREFECTURE, HOUSE])
    await expect(page.getByText(sentence)).toHaveCount(0)
})

test('a form without such fields never asks for the code of hints', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openReady(page, 'migration', 'hintless')
  await expect(page.getByText('次の内容を送信します。')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.includes('/hints-'))).toEqual([])
})

test('a text that is still being typed gets no hint; one that stands goes as soon as it is mended', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  const [tel, email] = [applicantControl(page, 'tel'), applicantControl(page, 'email')]
  await tel.pressSequentially('03-12')
  await page.waitForTimeout(1200)
  await expect(page.getByText(TEL)).toHaveCount(0)
  await tel.press('Tab')
  await expectHint(page, tel, TEL)
  await tel.press('End')
  await tel.pressSequentially('34-5678')
  await expect(page.getByText(TEL)).toHaveCount(0)
  // What was meant may still be typed: gmail.com is one letter away.
  await email.pressSequentially('taro@gmail.co')
  await page.waitForTimeout(1200)
  await expect(page.getByText('もしかして')).toHaveCount(0)
  await email.press('Tab')
  await expectHint(page, email, MEANT)
})

test('a mail address is mended where it is certain when it is left, else by a button, step by step', {
  tag: '@engines',
}, async ({ page }) => {
  await page.goto('/trial/input')
  await expectAlive(page)
  const email = applicantControl(page, 'email')
  await email.fill('\u200b　ｔａｒｏ＠example.jp\ufeff ')
  await email.press('Tab')
  await expect(email).toHaveValue('taro@example.jp')
  await email.fill('taro @gmial.com')
  await email.press('Tab')
  await expectHint(page, email, BLANK)
  await button(page, '取り除く').press('Enter')
  await expect(email).toHaveValue('taro@gmial.com')
  await expect(email).toBeFocused()
  await expectHint(page, email, MEANT)
  await button(page, 'この宛先に直す').click()
  await expect(email).toHaveValue('taro@gmail.com')
  await expect(email).toBeFocused()
  await expect(page.getByText('もしかして')).toHaveCount(0)
  await email.fill('"山田" <mailto:taro@example,jp>')
  await email.press('Tab')
  await expectHint(page, email, 'もしかして：taro@example.jp')
})

test('a hint that was mended by typing is gone before the next Tab, which leads to the next field', {
  tag: '@engines',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  const email = applicantControl(page, 'email')
  for (const [wrong, sentence, keys] of [
    ['taro@gmial.com', MEANT, ['End', ...Array(8).fill('Backspace'), ...'mail.com']],
    ['ta ro@gmail.com', BLANK, ['Home', 'ArrowRight', 'ArrowRight', 'Delete']],
  ] as const) {
    await email.fill(wrong)
    await email.press('Tab')
    await expectHint(page, email, sentence)
    await email.focus()
    for (const key of [...keys, 'Tab']) await page.keyboard.press(key)
    await expect(applicantControl(page, 'person')).toBeFocused()
    await expect(email).toHaveValue('taro@gmail.com')
    await expect(page.getByText(sentence)).toHaveCount(0)
    await expect(applicantControl(page, 'person')).toBeFocused()
  }
})

test('hints hold nothing up: it is sent as it stands', async ({ page, mark, staffUrl }) => {
  const send = await openReady(page, 'entry', mark)
  await fillApplicant(page, { tel: 'なし', address: '高砂', email: `${mark}@gmial.com` })
  // Each stands at its field, and again where everything is checked.
  for (const hint of [TEL, PREFECTURE]) await expect(page.getByText(hint).first()).toBeVisible()
  await send.click()
  await expect(page).toHaveURL('/entry/result')
  expect(await storedAs(staffUrl, `${mark}@gmial.com`)).toMatchObject({
    tel: 'なし',
    address: '高砂',
  })
})

test('a number that hyphens part is charged beside the same without, which is said and mended by a press', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  for (const [no, number] of [
    [1, '1310100118'],
    [2, '131-010-0118'],
    [3, '1310100118\ufe0d'],
  ] as const) {
    await facilityControl(page, no, 'facilityName').fill(`作業所${no}`)
    await facilityControl(page, no, 'facilityNumber').fill(number)
    await facilityControl(page, no, 'serviceKey').selectOption('SYUKEI_B')
  }
  await expect(page.getByText('29,940円').first()).toBeVisible()
  const number = facilityControl(page, 2, 'facilityNumber')
  await expect(number).toHaveAccessibleDescription(/1310100118とは別の番号として計算されます。/)
  await expect(facilityControl(page, 3, 'facilityNumber')).toHaveAccessibleDescription(/U\+FE0D/)
  await button(page, '余分な文字を取り除く').click()
  for (const no of [2, 3])
    await expect(facilityControl(page, no, 'facilityNumber')).toHaveValue('1310100118')
  await expect(page.getByText('9,980円').first()).toBeVisible()
  await expect(page.getByText('29,940円')).toHaveCount(0)
  await button(page, '元に戻す').click()
  await expect(number).toHaveValue('131-010-0118')
})
