import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { applicantControl, button } from './form.ts'

const SERVICE = '**/api/postal-codes?*'

async function lookUp(page: Page, zipcode: string) {
  await applicantControl(page, 'zipcode').fill(zipcode)
  await button(page, '郵便番号から住所を検索').click()
}

const expectStatus = (page: Page, sentence: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
const address = (page: Page) => applicantControl(page, 'address')

for (const path of ['/entry/input', '/trial/input']) {
  test(`${path}: the button asks for seven digits, and fills the address in`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`)
    })
    await page.goto(path)
    await lookUp(page, '〒１００ー０００１')
    await expect(address(page)).toHaveValue('東京都千代田区千代田')
    await expectStatus(page, '住所を入力しました。番地や建物名を続けて入力してください。')
    expect(asked).toEqual(['GET /api/postal-codes?zipcode=1000001'])
  })
}

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

const ANSWERS: [code: string, address: string, sentence: string][] = [
  ['4980000', '愛知県弥富市', 'この郵便番号には2件の住所があります。最初の住所を入力しました。'],
  ['0000000', '大阪府', '住所を取得できません。'],
  ['123', '大阪府', '郵便番号は半角数値7文字で入力してください。'],
  ['', '大阪府', '郵便番号を入力してください。'],
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

/** What a foreign service of that shape may answer; that none is waited for too long is a test of `web/sending/http.ts`. */
const FAILURES: [
  what: string,
  answer: (route: Route) => Promise<void>,
  sentence: string | RegExp,
][] = [
  [
    'a status in the body that is not 200',
    (route) => route.fulfill({ json: { status: 400, message: '桁数が不正です。', results: null } }),
    '桁数が不正です。',
  ],
  [
    'a message where there is no result',
    (route) => route.fulfill({ json: { status: 200, message: '該当なし', results: [] } }),
    '該当なし',
  ],
  [
    'a failure of HTTP with a message',
    (route) =>
      route.fulfill({ status: 503, json: { status: 503, message: '点検中です。', results: null } }),
    '点検中です。',
  ],
  [
    'a failure in HTML',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
    '住所を取得できません。',
  ],
  [
    'an answer that is no JSON',
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>ログイン</h1>' }),
    '住所を取得できません。',
  ],
  [
    'a lost connection',
    (route) => route.abort('connectionrefused'),
    /^住所を検索できませんでした（.*Failed to fetch.*）。回線をご確認のうえもう一度検索するか、住所を直接入力してください。$/,
  ],
]

test('what goes wrong is said, and changes no typed address', async ({ page }) => {
  await page.goto('/entry/input')
  for (const [what, answer, sentence] of FAILURES)
    await test.step(what, async () => {
      await page.route(SERVICE, answer)
      await address(page).fill('大阪府大阪市1-1')
      await lookUp(page, '1000001')
      await expectStatus(page, sentence)
      await expect(address(page)).toHaveValue('大阪府大阪市1-1')
      await page.unroute(SERVICE)
      await button(page, '郵便番号から住所を検索').click()
      await expect(address(page)).toHaveValue('東京都千代田区千代田')
    })
})

test('parts that a service answers as null are left out', async ({ page }) => {
  const parts = { address1: '東京都', address2: '千代田区', address3: null }
  await page.route(SERVICE, (route) =>
    route.fulfill({ json: { status: 200, message: null, results: [parts] } }),
  )
  await page.goto('/entry/input')
  await lookUp(page, '1000001')
  await expect(address(page)).toHaveValue('東京都千代田区')
})

test('an address that was replaced can be had back', async ({ page }) => {
  await page.goto('/entry/input')
  await address(page).fill('大阪府大阪市1-1')
  await lookUp(page, '1000001')
  await expect(address(page)).toHaveValue('東京都千代田区千代田')
  await button(page, '元の住所に戻す').click()
  await expect(address(page)).toHaveValue('大阪府大阪市1-1')
  await expectStatus(page, '元の住所に戻しました。')
  await expect(button(page, '元の住所に戻す')).toHaveCount(0)
})

/** Holds every look-up; gives what lets them go, in the order of the presses. */
async function hold(page: Page): Promise<(() => void)[]> {
  const waiting: (() => void)[] = []
  await page.route(SERVICE, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  return waiting
}

test('an address typed while the service is slow stays', async ({ page }) => {
  await page.goto('/entry/input')
  const waiting = await hold(page)
  await lookUp(page, '1000001')
  await expectStatus(page, '住所を検索しています。')
  await address(page).fill('手で入力した住所')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.()
  await expectStatus(
    page,
    /検索中に住所が入力されたため、そのままにしました。検索結果：東京都千代田区千代田/,
  )
  await expect(address(page)).toHaveValue('手で入力した住所')
})

for (const order of [
  [0, 1],
  [1, 0],
])
  test(`the last press has the last word when the answers come as ${order.join(', ')}`, async ({
    page,
  }) => {
    await page.goto('/entry/input')
    const waiting = await hold(page)
    for (const [index, zipcode] of ['1000001', '4980000'].entries()) {
      await lookUp(page, zipcode)
      await expect.poll(() => waiting.length).toBe(index + 1)
    }
    for (const index of order) {
      const answered = page.waitForEvent('requestfinished')
      waiting[index]?.()
      await answered
    }
    await expectStatus(page, /この郵便番号には2件の住所があります。/)
    await expect(address(page)).toHaveValue('愛知県弥富市')
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
