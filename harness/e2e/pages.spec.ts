import { VITALS_ADDRESS } from '#contract/vitals.ts'
import { freePort } from '../../server/testing/ports.ts'
import { expect, test } from './fixtures.ts'

const RESULT_PATHS = [
  '/entry/result',
  '/inherit-facility-info/result',
  '/teishi/result',
  '/trial/result',
]
const FORMS: Record<string, string> = {
  '/entry/input': '新規お申し込み',
  '/inherit-facility-info/input?customerNumber=12345678': '契約の移行手続き',
  '/teishi/input?customerNumber=12345678': '利用停止手続き',
  '/trial/input': '60日間無料体験のお申し込み',
}
const OTHERS: Record<string, string> = {
  '/': 'お手続きの一覧',
  '/trial/mail-error': '無料体験のお申し込みに失敗しました',
  '/status': 'お申し込みの状況',
  '/status/correct': 'お申し込みの内容の訂正',
  '/quote': '料金の試算',
  '/no/such/page': 'ページが見つかりません',
}

test('every page has its heading, its title, the notice with the terms and the logo', async ({
  page,
}) => {
  const results = RESULT_PATHS.map((path) => [path, 'お手続きの結果'] as const)
  for (const [path, heading] of [...Object.entries({ ...FORMS, ...OTHERS }), ...results])
    await test.step(path, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(path.startsWith('/no') ? 404 : 200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(new RegExp(`^${heading}`))
      await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
      const notice = page.getByRole('complementary', { name: 'お知らせ' })
      await expect(notice).toContainText('2022年4月1日')
      await expect(notice).toContainText('利用規約')
      await expect(notice.getByRole('link')).toHaveAttribute('href', '/documents/terms.pdf')
      await expect(page.getByRole('img', { name: 'あおぞら請求' })).toBeVisible()
    })
})

test('the documents are real PDFs', async ({ page, request }) => {
  await page.goto('/trial/input')
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const documents = new Set(links.filter((href) => href.endsWith('.pdf')))
  expect(documents).toEqual(new Set(['/documents/terms.pdf', '/documents/privacy.pdf']))
  for (const href of documents) {
    const response = await request.get(href)
    expect([response.status(), response.headers()['content-type']]).toEqual([
      200,
      'application/pdf',
    ])
    const body = await response.body()
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(body.subarray(-8).toString()).toContain('%%EOF')
  }
})

// The four results are one page.
test('/entry/result shows what the navigation state says, and never what the address says', async ({
  page,
}) => {
  await page.goto('/entry/result?title=%E5%BD%93%E9%81%B8&message=%E9%8C%B2%E7%94%BB#title=x')
  await expect(page.getByRole('main')).toContainText('いま表示できる結果はありません。')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'お手続きの一覧へ' }),
  ).toHaveAttribute('href', '/')
  await expect(page.getByRole('main')).not.toContainText('当選')
  await expect(page.getByRole('main')).not.toContainText('録画')

  await page.evaluate(() =>
    history.replaceState({ title: '題名です', message: '<b>本文</b>です' }, ''),
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('題名です')
  await expect(page).toHaveTitle(/^題名です/)
  await expect(page.getByText('<b>本文</b>です', { exact: true })).toBeVisible()
  for (const state of [null, 5, { title: 1, message: 'x' }, { title: 'x' }, ['x']]) {
    await page.evaluate((value) => history.replaceState(value, ''), state)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('いま表示できる結果はありません。')
  }
})

test('/ and the page of an unknown path lead to the four procedures', async ({ page }) => {
  for (const path of ['/', '/no/such/page', '/entry']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(path === '/' ? 200 : 404)
    const links = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(links).toHaveText([
      '60日間無料体験のお申し込み',
      '新規お申し込み',
      '契約の移行手続き',
      '利用停止手続き',
    ])
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual([
      '/trial/input',
      '/entry/input',
      '/inherit-facility-info/input',
      '/teishi/input',
    ])
  }
})

test('the mail-error page, opened from nowhere, leads to the form', async ({ page }) => {
  await page.goto('/')
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => {
    window.open('/trial/mail-error')
  })
  const fresh = await opened
  expect(await fresh.evaluate(() => history.length)).toBe(1)
  await fresh.getByRole('button', { name: '入力画面に戻る' }).click()
  await expect(fresh).toHaveURL('/trial/input')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('each form says that it needs it, and what to do instead', async ({ page }) => {
    for (const path of Object.keys(FORMS)) {
      await page.goto(path)
      const sentence = page.getByText(/JavaScriptが必要です。.*有効にして.*お電話.*メール/)
      await expect(sentence).toBeVisible()
      // Nor is the sentence there for scripts that never come.
      await expect(page.locator('#waiting')).toBeHidden()
      await expect(page.getByRole('complementary', { name: 'お知らせ' })).toBeVisible()
      // Nothing can be pressed that would go nowhere, or put what was typed into the address.
      for (const button of await page.getByRole('main').getByRole('button').all())
        if ((await button.getAttribute('type')) === 'submit') await expect(button).toBeDisabled()
    }
  })
})

test('how far a form was filled is told once, in codes alone', async ({ page }) => {
  await page.addInitScript(() => {
    const told: Promise<string>[] = []
    Object.assign(globalThis, { told })
    navigator.sendBeacon = (address, data) => {
      if (`${address}`.endsWith('usage') && data instanceof Blob) told.push(data.text())
      return true
    }
  })
  const hide = async () => {
    const texts = await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      const { told } = globalThis as unknown as { told: Promise<string>[] }
      return Promise.all(told.splice(0))
    })
    return texts.map((text) => JSON.parse(text))
  }
  await page.goto('/entry/input?utm_source=mail&lead_id=secret')
  await page.waitForResponse(/\/vitals-.*\.js$/)
  const page1 = { flow: 'entry', width: 'desk' }
  await expect.poll(hide).toEqual([{ ...page1, marks: ['opened'] }])
  await page.getByRole('textbox', { name: '法人名' }).fill('社会福祉法人つばさ会')
  expect(await hide()).toEqual([{ ...page1, marks: ['begun'] }])
  await page.getByRole('textbox', { name: '1行目 事業所名' }).fill('つばさの家')
  await page.getByRole('button', { name: '見積もる' }).click()
  const error = { field: 'serviceKey', code: 'missing' }
  expect(await hide()).toEqual([{ ...page1, marks: ['rows', 'hand'], error }])
  await page.getByRole('button', { name: '見積もる' }).click()
  expect(await hide()).toEqual([])
})

test('nothing is reported of whoever objects by the setting of the browser', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await page.goto('/entry/input')
  await page.getByRole('textbox', { name: '法人名' }).fill('社会福祉法人つばさ会')
  await page.waitForTimeout(4000)
  // Nobody answers: nothing is sent.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(asked.filter((path) => /vitals|usage/.test(path))).toEqual([])
})

test('how the page felt is told to this server alone, without the query or anything typed', async ({
  page,
  startOwn,
  playwright,
}) => {
  const metricsPort = String(await freePort())
  const product = await startOwn({ METRICS_PORT: metricsPort })
  const beacon = page.waitForRequest((request) => request.url().endsWith(VITALS_ADDRESS))
  await page.goto(`${product.url}/trial/input?utm_source=mail&lead_id=secret`)
  await page.getByRole('textbox', { name: '法人名' }).fill('社会福祉法人つばさ会')
  await page.waitForResponse(/\/vitals-.*\.js$/)
  const text = await page.evaluate(leaveTab)
  const sent = await beacon
  expect(sent.url()).toBe(product.url + VITALS_ADDRESS)
  const body: { page: string; metrics: { name: string; value: number }[] } = JSON.parse(text)
  expect(Object.keys(body)).toEqual(['page', 'metrics'])
  expect(body.page).toBe('/trial/input')
  expect(body.metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(['FCP', 'TTFB']))
  for (const metric of body.metrics) expect(Object.keys(metric)).toEqual(['name', 'value'])
  expect((await sent.response())?.status()).toBe(204)

  const metrics = await playwright.request.newContext()
  const scraped = await (await metrics.get(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(scraped).toMatch(/web_vitals_milliseconds_count\{page="\/trial\/input",metric="FCP"\} 1/)
  await metrics.dispose()
})

/** Does what a browser does when its tab is left, until the reporter is alive and has heard it; the beacon's text. */
async function leaveTab(): Promise<string> {
  const send = navigator.sendBeacon.bind(navigator)
  return new Promise((resolve) => {
    navigator.sendBeacon = (url, data) => {
      if (data instanceof Blob) void data.text().then(resolve)
      return send(url, data)
    }
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 50)
  })
}
