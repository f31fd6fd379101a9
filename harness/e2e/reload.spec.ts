/** Scripts that never come, lines that are dead, newer builds: the page says what to do, and what it offers works. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  CORPORATION,
  DONE_TITLES,
  fillWhole,
  mailOf,
  openReady,
  SEND_WORDS,
} from './filled-forms.ts'
import { test as base, expect } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant } from './form.ts'
import { listedAs } from './stored-applications.ts'

const test = base.extend<{ troubles: string[] }>({
  // What is broken on purpose may say so.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
  troubles: async ({}, use) => use([]),
})

const waiting = (page: Page) =>
  page.getByRole('alert').filter({
    hasText: '画面の準備が完了していません。回線をご確認のうえ、ページを再読み込みしてください。',
  })
const fault = (page: Page, words = '画面の更新が必要です。') =>
  page.locator('#fault').filter({ hasText: words })

/** Styles alone bring the sentence: their time passes at once. */
const passSeconds = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    for (const animation of document.getAnimations()) animation.currentTime = ms
  }, seconds * 1000)

const NUMBERED = '/inherit-facility-info/input?customerNumber=Z-1'
const INVITED = '#inv=v1.token'

for (const files of ['client-*.js', 'react-*.js', 'migration-*.js'])
  test(`without ${files} a sentence comes by itself within ten seconds, and its link leads to the page`, {
    tag: '@engines',
  }, async ({ page }) => {
    await page.route(`**/assets/${files}`, (route) => route.abort())
    // The client alone can keep an invitation's fragment, which a plain link drops.
    const after = NUMBERED + (files.startsWith('client') ? '' : INVITED)
    await page.goto(NUMBERED + INVITED)
    await expect(waiting(page)).toHaveCount(0)
    await passSeconds(page, 6)
    await expect(waiting(page)).toHaveCount(0)
    await passSeconds(page, 9)
    await expect(waiting(page)).toBeInViewport({ ratio: 1 })
    await page.unroute(`**/assets/${files}`)
    await waiting(page).getByRole('link', { name: '再読み込みする' }).click()
    await expect(button(page, '見積もる')).toBeEnabled()
    await expect(page).toHaveURL(after)
    await expect(waiting(page)).toHaveCount(0)
  })

test('scripts that come after fifteen seconds take the sentence away', {
  tag: '@engines',
}, async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/form-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/entry/input', { waitUntil: 'commit' })
  await expect(applicantControl(page, 'companyName')).toBeVisible()
  await applicantControl(page, 'companyName').fill(CORPORATION.companyName)
  await passSeconds(page, 15)
  await expect(waiting(page)).toBeVisible()
  released.resolve()
  await expect(button(page, '見積もる')).toBeEnabled()
  await expect(waiting(page)).toHaveCount(0)
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
})

test('on a dead line no reload is offered until the page is there again; then it brings all back', {
  tag: '@engines',
}, async ({ page, context, staffUrl, mark }) => {
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  await context.setOffline(true)
  await fillApplicant(page, { ...CORPORATION, email: mailOf(mark) })
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所')
  await expect(fault(page, '回線をご確認ください。')).toBeInViewport({ ratio: 1 })
  await expect(fault(page).getByRole('button')).toHaveCount(0)
  await context.setOffline(false)
  await fault(page).getByRole('button', { name: '再読み込みする' }).click()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  await facilityControl(page, 1, 'facilityNumber').fill('1310000001')
  await facilityControl(page, 1, 'serviceKey').selectOption('SYUKEI_B')
  await expect(page.locator('#fault')).toBeHidden()
  await button(page, '見積もる').click()
  await button(page, SEND_WORDS.entry).click()
  await expect(page).toHaveURL('/entry/result')
  expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({ state: 'complete' })
})

test('on a phone, a trial pressed while its code is missing says so beside the button, and is sent', async ({
  page,
  staffUrl,
  mark,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/trial/input')
  const send = button(page, SEND_WORDS.trial)
  await expect(send).toBeEnabled()
  await page.route('**/assets/*', (route) => route.abort())
  await fillWhole(page, 'trial', mark)
  await applicantControl(page, 'companyName').fill('')
  await send.click()
  const summary = page.getByRole('region', { name: '入力内容に誤りがあります（1件）' })
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport()

  await applicantControl(page, 'companyName').fill(CORPORATION.companyName)
  await send.click()
  const said = page
    .getByRole('alert')
    .filter({ hasText: '画面を読み込めませんでした。回線をご確認ください。' })
  await expect(said).toBeInViewport({ ratio: 1 })
  expect((await listedAs(staffUrl, mailOf(mark))).state).toBe('complete')
  await page.unroute('**/assets/*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES.trial)
})

test('where the browser keeps nothing, what was typed is saved as a file before the reload', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.route('**/assets/table-tools-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/entry/input')
  await expect(button(page, '見積もる')).toBeEnabled()
  await fillApplicant(page, CORPORATION)
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所')
  await expect(fault(page, '先に入力内容をファイルに保存してください。')).toBeVisible()
  const download = page.waitForEvent('download')
  await fault(page).getByRole('button', { name: '入力内容をファイルに保存' }).click()
  const file = await (await download).path()

  await page.unroute('**/assets/table-tools-*.js')
  await fault(page).getByRole('button', { name: '再読み込みする' }).click()
  await expect(button(page, '見積もる')).toBeEnabled()
  await expect(applicantControl(page, 'companyName')).toHaveValue('')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'ファイルを選んで読み込む').click()
  await (await chooser).setFiles({
    name: 'saved.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await readFile(file),
  })
  await page.getByRole('dialog').getByRole('button', { name: '読み込む', exact: true }).click()
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
})

test('styles that are missing are said, and the form goes on', { tag: '@engines' }, async ({
  page,
}) => {
  await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404 }))
  await page.goto('/entry/input')
  await expect(fault(page, '回線をご確認ください。')).toBeInViewport({ ratio: 1 })
  await page.unroute('**/assets/*.css')
  await applicantControl(page, 'companyName').fill(CORPORATION.companyName)
  await fault(page).getByRole('button', { name: '再読み込みする' }).click()
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  await expect(page.locator('#fault')).toBeHidden()
})

test('a newer build is offered when the person comes back, but never while somebody types', async ({
  page,
  mark,
}) => {
  await page.clock.install()
  await openReady(page, 'entry', mark)
  let answered = 0
  await page.route('**/entry/input', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/hydrate-[\w-]+\.js/, 'hydrate-newer.js')
    await route.fulfill({ response, body })
    answered += 1
  })
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('focus')))
  await comeBack()
  expect(answered).toBe(0)
  await page.clock.runFor('05:00')
  await applicantControl(page, 'person').press('1')
  await comeBack()
  await expect.poll(() => answered).toBe(1)
  await page.clock.runFor('00:15')
  await expect(page.locator('#fault')).toBeHidden()
  await applicantControl(page, 'person').press('2')
  await page.clock.runFor('00:15')
  await expect(page.locator('#fault')).toBeHidden()
  await page.clock.runFor('00:25')
  const newer = page.getByRole('status').filter({ hasText: 'この画面の新しい版があります。' })
  await expect(newer).toBeInViewport({ ratio: 1 })
  await page.unroute('**/entry/input')
  await newer.getByRole('button', { name: '再読み込みする' }).click()
  await expect(applicantControl(page, 'person')).toHaveValue(`12${CORPORATION.person}`)
})

test('a page at rest fetches what its document names, and the reporter', async ({ context }) => {
  const paths = ['/entry/input', NUMBERED, '/teishi/input?customerNumber=Z-1', '/trial/input']
  await Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage()
      const fetched = new Set<string>()
      page.on('request', (request) => fetched.add(new URL(request.url()).pathname))
      const response = await page.goto(path)
      const html = (await response?.text()) ?? ''
      await page.waitForTimeout(5000)
      const named = html.matchAll(/(?:src|href)="(\/(?:assets\/|logo)[^"]+)"/g)
      const expected = new Set([...named].map(([, address = '']) => address))
      const more = [...fetched].filter((each) => each.startsWith('/assets/') && !expected.has(each))
      expect(more.filter((each) => !/\/(vitals|result)-/.test(each))).toEqual([])
    }),
  )
})
