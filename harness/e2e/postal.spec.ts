import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, expectAlive } from './form.ts'

/** By the button. */
async function lookUp(page: Page, zipcode: string) {
  await applicantControl(page, 'zipcode').evaluate((control, text) => {
    if (control instanceof HTMLInputElement) control.value = text
  }, zipcode)
  await button(page, '郵便番号から住所を検索').click()
}

const expectStatus = (page: Page, sentence: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
const address = (page: Page) => applicantControl(page, 'address')

test('the button asks for seven digits, and fills the address in', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`)
  })
  await page.goto('/trial/input')
  await lookUp(page, '〒１００ー０００１')
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  await expectStatus(page, '住所を入力しました。番地や建物名を続けて入力してください。')
  expect(asked).toEqual(['GET /api/postal-codes?zipcode=1000001'])
})

/** The look-ups that the page makes. */
function recordLookUps(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/postal-codes') asked.push(searchParams.get('zipcode') ?? '')
  })
  return asked
}

test('the seventh digit brings the address, and the focus stays where it is typed', {
  tag: '@engines',
}, async ({ page }) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  const asked = recordLookUps(page)
  const zipcode = applicantControl(page, 'zipcode')
  await zipcode.pressSequentially('100-0001')
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  await expectStatus(page, '住所を入力しました。番地や建物名を続けて入力してください。')
  await expect(zipcode).toBeFocused()
  await expect(zipcode).toHaveValue('100-0001')
  // Another code takes the place of what the first has filled in.
  await zipcode.press('ControlOrMeta+a')
  await zipcode.pressSequentially('4980000')
  await expect(address(page)).toHaveValue('愛知県弥富市')
  await address(page).press('End')
  await address(page).pressSequentially('鎌倉町1')
  await zipcode.press('ControlOrMeta+a')
  await zipcode.pressSequentially('1000001')
  await zipcode.press('Tab')
  await page.waitForTimeout(300)
  await expect(address(page)).toHaveValue('愛知県弥富市鎌倉町1')
  expect(asked).toEqual(['1000001', '4980000'])
})

test('an input method’s digits count when they are composed, and once', async ({ page }) => {
  await page.goto('/entry/input')
  await expectAlive(page)
  const asked = recordLookUps(page)
  const keyboard = await page.context().newCDPSession(page)
  await applicantControl(page, 'zipcode').focus()
  const composed = { text: '１０００００１', selectionStart: 7, selectionEnd: 7 }
  await keyboard.send('Input.imeSetComposition', composed)
  await page.waitForTimeout(300)
  expect(asked).toEqual([])
  await keyboard.send('Input.insertText', { text: '１０００００１' })
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  expect(asked).toEqual(['1000001'])
})

test('without a line before anything was touched, the cause is said, and it goes with what is typed next', async ({
  page,
  context,
}) => {
  await page.goto('/entry/input')
  await expect(button(page, '郵便番号から住所を検索')).toBeEnabled()
  await page.evaluate(() => {
    const zipcode = document.querySelector<HTMLInputElement>('#zipcode')
    if (zipcode) zipcode.value = '1000001'
  })
  await context.setOffline(true)
  await button(page, '郵便番号から住所を検索').click()
  const failure = page.getByText('回線をご確認のうえもう一度検索するか、')
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await address(page).fill('大阪府')
  await expect(failure).toHaveCount(0)
})

/** What else may be answered, and how: web/form/postal.test.ts. */
const ANSWERS: [code: string, address: string, sentence: string][] = [
  ['4980000', '愛知県弥富市', 'この郵便番号には2件の住所があります。最初の住所を入力しました。'],
  ['0000000', '大阪府', '住所を取得できません。'],
]

test('what a code leads to is said, and one that leads nowhere changes no address', async ({
  page,
}) => {
  await page.goto('/entry/input')
  for (const [code, after, sentence] of ANSWERS) {
    await address(page).fill('大阪府')
    await lookUp(page, code)
    await expectStatus(page, sentence)
    await expect(address(page)).toHaveValue(after)
  }
})

test('an address that was replaced can be had back', async ({ page }) => {
  await page.goto('/entry/input')
  await address(page).fill('大阪府大阪市1-1')
  await lookUp(page, '1000001')
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  await button(page, '元の住所に戻す').click()
  await expect(address(page)).toHaveValue('大阪府大阪市1-1')
  await expect(address(page)).toBeFocused()
  await expectStatus(page, '元の住所に戻しました。')
  await expect(button(page, '元の住所に戻す')).toHaveCount(0)
})

test('after digits from a phone, the house number is typed on and a second look keeps it', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/trial/input')
  await lookUp(page, '1000001')
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  await address(page).press('End')
  await address(page).pressSequentially('1-1')
  await button(page, '郵便番号から住所を検索').click()
  await expectStatus(page, '入力済みの住所は、郵便番号の住所と一致しています。')
  await expect(address(page)).toHaveValue('東京都千代田区千代田1-1')
})
