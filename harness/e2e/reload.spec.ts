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
import { CLIPBOARDS, paste } from './spreadsheets.ts'
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

for (const files of ['client-*.js', 'migration-*.js'])
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

test('on a phone, a trial pressed while no more code can be had says what is wrong with it, and is sent', async ({
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES.trial)
  expect((await listedAs(staffUrl, mailOf(mark))).state).toBe('complete')
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

/** What an old browser does: the code is there, and something that it needs is not. */
test.describe('where scripts come and fail', () => {
  const CANNOT_RUN =
    'この画面は、お使いのブラウザーでは動きません。新しいブラウザーでお試しいただくか、お電話（0120-000-000）でお申し込みください。'
  const CALL = '[].toSortedBy();'

  const expectSaid = async (page: Page) => {
    await expect(page.getByRole('alert').getByText(CANNOT_RUN)).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('再読み込み').filter({ visible: true })).toHaveCount(0)
  }
  /** As it is, behind other code. */
  const breakScript = (page: Page, files: string, code: string) =>
    page.route(`**/assets/${files}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: code + (await response.text()) })
    })

  for (const [what, files, code] of [
    ['syntax that it does not know', 'react-*.js', 'let a = ('],
    ['a call of what it lacks in the page', 'migration-*.js', CALL],
  ] as const)
    test(`${what}: the page names the telephone, and offers no reload`, {
      tag: '@engines',
    }, async ({ page }) => {
      await breakScript(page, files, code)
      await page.goto(NUMBERED)
      await expectSaid(page)
      await passSeconds(page, 9)
      await expectSaid(page)
    })

  test('a page that fails as it comes to life', { tag: '@engines' }, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'findLast')
    })
    await page.goto('/entry/input')
    await expectSaid(page)
  })

  test('code that is loaded late', { tag: '@engines' }, async ({ page }) => {
    await breakScript(page, 'table-tools-*.js', CALL)
    await page.goto('/entry/input')
    await facilityControl(page, 1, 'facilityName').fill('つばさ作業所')
    await expectSaid(page)
    await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('つばさ作業所')
  })

  const NO_FLAT_MAP = 'Array.prototype.flatMap = () => { throw new TypeError("no flatMap") };'
  const expectReadingFailed = (page: Page) =>
    expect(
      page.getByRole('status').filter({ hasText: '読み取りの途中でエラーが発生しました。' }),
    ).toContainText('表に直接入力してください。お電話（0120-000-000）でも承ります。')

  test('the reading of a file', { tag: '@engines' }, async ({ page, mark }) => {
    await breakScript(page, 'file-worker-*.js', NO_FLAT_MAP)
    await openReady(page, 'entry', mark)
    const chosen = page.waitForEvent('filechooser')
    await button(page, 'ファイルを選んで読み込む').click()
    await (await chosen).setFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('事業所名,事業所番号\nひばり,1310000001\n'),
    })
    await expectReadingFailed(page)
    await expect(page.locator('#fault')).toBeHidden()
  })

  test('the reading of a paste', { tag: '@engines' }, async ({ page, mark }) => {
    await openReady(page, 'entry', mark)
    await page.evaluate(
      'String.prototype.normalize = () => { throw new TypeError("no normalize") }',
    )
    const pasted = CLIPBOARDS.excel([['ひばり', '1310000001']])
    await paste(facilityControl(page, 3, 'facilityName'), pasted)
    await expectReadingFailed(page)
    await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  })
})
