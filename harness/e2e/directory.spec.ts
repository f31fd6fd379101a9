import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillIn } from './form.ts'
import {
  expectNoFindings,
  expectNoInnerScrolling,
  expectNoSidewaysScrolling,
  expectTargets,
  expectWholeFigures,
} from './inspect.ts'
import { findingsOf, nuFindingsOf } from './markup.ts'
import { companyName, openEntry, TAKE_FACILITIES, test } from './sample-directory.ts'

const SOURCE = '出典：WAM NET（2025年3月末時点'

const options = (page: Page) =>
  page.getByRole('listbox', { name: '公表されている法人' }).getByRole('option')
const dialog = (page: Page) => page.getByRole('dialog', { name: '公表されている事業所の確認' })
const search = (page: Page) => page.getByRole('dialog', { name: '公表されている事業所を探す' })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

async function choose(page: Page, typed: string, name: string | RegExp) {
  await companyName(page).fill(typed)
  await page.getByRole('option', { name }).click()
}

test('the name of the corporation is a combobox before anything was touched, and where its code never comes', async ({
  page,
}) => {
  await page.route('**/assets/directory-tools-*.js', (route) => route.abort())
  await page.goto('/entry/input')
  await expect(companyName(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(companyName(page)).toHaveAttribute('aria-autocomplete', 'list')
  await companyName(page).fill('社会福祉法人あさひの里')
  await expect(companyName(page)).toHaveValue('社会福祉法人あさひの里')
})

test('facilities that are taken before the code of the table has come fill every row', async ({
  page,
}) => {
  await page.route('**/assets/table-tools-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await openEntry(page)
  await choose(page, 'あさひ', /^社会福祉法人\sあさひの里/)
  await button(page, TAKE_FACILITIES).click()
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 12, 'facilityName')).toHaveValue('あさひの里相談室')
  await expect(status(page, '12件を取り込みました。')).toBeVisible()
})

for (const width of [320, 768])
  test(`at ${width} the recommended way to fill the table is the first and filled, and nothing moves when it comes`, async ({
    page,
  }) => {
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/hydrate-*.js', async (route) => {
      await released.promise
      await route.continue()
    })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/entry/input', { waitUntil: 'domcontentloaded' })
    const table = page.getByRole('table', { name: '事業所' })
    const top = () =>
      table.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
    const before = await top()
    released.resolve()
    await expect(button(page, TAKE_FACILITIES)).toBeVisible()
    expect(await top()).toBe(before)
    const ways = page.locator('.ways button:visible')
    await expect(ways).toHaveText([TAKE_FACILITIES, 'ファイルを選んで読み込む'])
    await expect(ways.first()).not.toHaveClass(/secondary/)
    await expect(ways.last()).toHaveClass(/secondary/)
    const boxes = await ways.evaluateAll((all) =>
      all.map((way) => [way.getBoundingClientRect().top, way.getBoundingClientRect().height]),
    )
    expect(boxes[0]?.[1]).toBe(boxes[1]?.[1])
    expect(boxes[0]?.[0] === boxes[1]?.[0]).toBe(width >= 768)
    await page.getByLabel('法人名', { exact: true }).focus()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /directory-notes/.test(name)),
    )
    expect(await top()).toBe(before)
  })

test('a press that outruns the code of the directory is not lost', async ({ page }) => {
  await page.route('**/assets/directory-tools-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/entry/input')
  await button(page, TAKE_FACILITIES).click()
  await expect(search(page)).toBeVisible()
})

test('under another name the note says whose address still stands there, and offers nothing of it', async ({
  page,
}) => {
  await openEntry(page)
  await choose(page, 'あさひ', /^社会福祉法人\sあさひの里/)
  const offer = page.getByRole('button', { name: /^この法人の事業所/ })
  await expect(offer).toBeVisible()
  await companyName(page).fill('べつの会')
  const note = status(page, '法人名が「社会福祉法人　あさひの里」から変更されています。')
  await expect(note).toContainText('住所、郵便番号、電話番号は')
  await expect(offer).toHaveCount(0)
  await applicantControl(page, 'address').fill('大阪府')
  await expect(note).toContainText('郵便番号、電話番号は')
  await expect(note).not.toContainText('住所')
  await button(page, '法人の入力を元に戻す').click()
  await expect(companyName(page)).toHaveValue('べつの会')
  await expect(applicantControl(page, 'tel')).toHaveValue('')
  await expect(applicantControl(page, 'address')).toHaveValue('大阪府')
  const kept = '選んだあとに変更された法人名、住所は、そのまま残しています。'
  await expect(status(page, kept)).toBeVisible()
})

test('keys alone: from three letters to the estimate of twelve rows @engines', async ({ page }) => {
  await openEntry(page)
  await companyName(page).pressSequentially('あさひ')
  await expect(options(page)).toHaveText([
    /^社会福祉法人\sあさひの里.*12件/,
    /^株式会社　あさひケア/,
  ])
  await expect(status(page, '候補が2件あります。')).toBeAttached()
  await expect(companyName(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(companyName(page)).toHaveAttribute('aria-activedescendant', /-0$/)
  await page.keyboard.press('Enter')
  await expect(companyName(page)).toHaveValue('社会福祉法人　あさひの里')
  await expect(applicantControl(page, 'address')).toHaveValue('東京都千代田区千代田９９番地')
  await expect(applicantControl(page, 'zipcode')).toHaveValue('1000001')
  await expect(applicantControl(page, 'tel')).toHaveValue('03-0000-1001')
  await expect(status(page, '公表されている住所、郵便番号、電話番号を入力しました。')).toBeVisible()

  // What comes next is the next stop, and was said.
  await expect(status(page, '公表されている事業所12件を表に入れられます。')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(page, 'この法人の事業所（12件）を表に入れる')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(SOURCE)
  await expect(dialog(page)).toContainText('移動支援')
  await expect(dialog(page)).toContainText('公表されているのは12件です。')
  await expect(dialog(page)).toContainText('12件を、表の1行目から12行目までに取り込みます。')
  await expect(button(page, '表に取り込む')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(facilityControl(page, 12, 'facilityName')).toHaveValue('あさひの里相談室')
  await expect(facilityControl(page, 12, 'serviceKey')).toHaveValue('SHOGAIJI_SODAN')
  await expect(status(page, '12件を取り込みました。')).toBeVisible()
  // What is still to be typed.
  await expect(applicantControl(page, 'email')).toBeFocused()
  await button(page, '見積もる').click()
  // Consultation once, and three facility numbers.
  await expect(page.getByText('39,920円').first()).toBeVisible()
})

test('kana that are still being composed are searched; what is chosen takes their place', async ({
  page,
}) => {
  await openEntry(page)
  const devtools = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await compose('あさｈ')
  await compose('あさひｎ')
  await expect(options(page)).toHaveCount(2)
  await compose('あさひのない')
  await expect(options(page)).toHaveCount(0)
  await expect(status(page, '候補が見つかりません')).toHaveCount(0)
  await compose('あさひ')
  await expect(options(page)).toHaveCount(2)
  // Enter and arrows belong to the input method, also while options are shown.
  await companyName(page).evaluate((input) => {
    for (const key of ['ArrowDown', 'Enter'])
      input.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  })
  await expect(companyName(page)).not.toHaveAttribute('aria-activedescendant')
  await options(page).first().click()
  await expect(companyName(page)).toHaveValue('社会福祉法人　あさひの里')
})

test('what was typed is never replaced unasked, and one press takes everything back @engines', async ({
  page,
}) => {
  await openEntry(page)
  await fillApplicant(page, { tel: '03-9999-9999' })
  await choose(page, '髙崎若草', /^社会福祉法人\s髙﨑若草會/)
  await expect(applicantControl(page, 'tel')).toHaveValue('03-9999-9999')
  await expect(applicantControl(page, 'address')).toHaveValue('群馬県高崎市高松町９９番地')
  await button(page, '公表されている電話番号に置き換える').click()
  await expect(applicantControl(page, 'tel')).toHaveValue('027-000-1004')
  await button(page, '法人の入力を元に戻す').click()
  await expect(companyName(page)).toHaveValue('髙崎若草')
  await expect(applicantControl(page, 'tel')).toHaveValue('03-9999-9999')
  await expect(applicantControl(page, 'address')).toHaveValue('')
  await expect(companyName(page)).toBeFocused()
})

test('typing goes on undisturbed: Escape, and no match', async ({ page }) => {
  await openEntry(page)
  await companyName(page).pressSequentially('あさひ')
  await expect(options(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(companyName(page)).toHaveValue('あさひ')
  await page.keyboard.type('の名もない会')
  await expect(status(page, /^候補が見つかりません。そのまま入力できます。$/)).toBeAttached()
})

test('rows are ticked one by one; what is there is marked, what is not offered cannot be taken', async ({
  page,
}) => {
  await openEntry(page)
  await choose(page, 'ほしのこ', /^特定非営利活動法人ほしのこ/)
  await button(page, TAKE_FACILITIES).click()
  await dialog(page).getByRole('checkbox', { name: 'ほしのこクラブ 児童発達支援' }).uncheck()
  await expect(dialog(page)).toContainText('3件を、表の1行目から3行目までに取り込みます。')
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 3, 'facilityName')).not.toHaveValue('')
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('')
  await expect(page.locator('[aria-required="true"]:focus')).toHaveValue('')

  await button(page, TAKE_FACILITIES).click()
  await expect(dialog(page)).toContainText('1件を、表の4行目に取り込みます。')
  await expect(dialog(page).getByText('入力済み', { exact: true })).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, TAKE_FACILITIES)).toBeFocused()
  await page.getByRole('button', { name: '元に戻す', exact: true }).click()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('')
})

test('on a phone no heading of the preview is broken under the tick of all rows', async ({
  page,
}) => {
  await openEntry(page)
  await choose(page, 'ほしのこ', /^特定非営利活動法人ほしのこ/)
  await button(page, TAKE_FACILITIES).click()
  await page.setViewportSize({ width: 360, height: 800 })
  const all = dialog(page).getByRole('checkbox', { name: 'すべての行を取り込む' })
  await expect(all).toBeVisible()
  const service = dialog(page).getByRole('columnheader', { name: 'サービス種類' })
  await expect(service).toHaveCount(1)
  expect((await service.boundingBox())?.height).toBeLessThanOrEqual(1)
})

test('more than fit are kept below the table', async ({ page }) => {
  await openEntry(page)
  await choose(page, '百花会', /^社会福祉法人\s百花会/)
  await button(page, TAKE_FACILITIES).click()
  await expect(dialog(page)).toContainText(
    '表に入るのは100件までのため、残りの20件は表の下に残します。',
  )
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 100, 'facilityName')).toHaveValue(/^百花/)
  await expect(
    page.getByRole('heading', { name: '表に入らなかった20件を残しています' }),
  ).toBeVisible()
})

test('migration: the corporation is asked for where the page has no field for it', async ({
  page,
}) => {
  await page.goto('/inherit-facility-info/input?customerNumber=10001')
  await facilityControl(page, 1, 'facilityName').focus()
  await button(page, TAKE_FACILITIES).click()
  const corporation = search(page).getByRole('combobox', { name: '法人名' })
  await corporation.fill('どこにもない法人')
  await expect(
    page.getByText('候補が見つかりません。この画面を閉じて、そのまま入力できます。'),
  ).toBeVisible()
  await corporation.fill('ねこのて')
  await page.getByRole('option', { name: /^合同会社ねこのて/ }).click()
  await expect(dialog(page)).toContainText('1件を、表の1行目に取り込みます。')
  await button(page, '表に取り込む').click()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('ねこのて作業所')
})

test('trial: thirty rows at most, and the facilities of a branch by themselves', async ({
  page,
}) => {
  await page.goto('/trial/input')
  await fillIn(page.getByLabel('法人名', { exact: true }), '')
  await choose(page, 'みほん病院機構東', /^独立行政法人みほん病院機構東病院/)
  await button(page, TAKE_FACILITIES).click()
  await expect(dialog(page)).toContainText('1件を、表の1行目に取り込みます。')
  await expect(dialog(page)).toContainText('別の名称で公表：独立行政法人みほん病院機構')
})

test('a server that does not answer keeps nobody from typing', async ({ page }) => {
  await page.route('**/api/directory/**', (route) => route.fulfill({ status: 503, json: {} }))
  await openEntry(page)
  await companyName(page).fill('あさひ')
  await expect(status(page, '検索できませんでした。そのまま入力できます。')).toBeAttached()
  await button(page, TAKE_FACILITIES).click()
  await search(page).getByRole('button', { name: '取り込まない' }).click()
  await expect(companyName(page)).toHaveValue('あさひ')
})

for (const width of [1280, 360])
  test(`at ${width} pixels nothing stands in anybody's way`, { tag: '@states' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openEntry(page)
    const seen = new Map<string, string>()
    const inspect = async (state: string) => {
      const html = await page.content()
      seen.set(state, html)
      expect(await findingsOf(html)).toEqual([])
      if (width > 360 || state === 'dialog') await expectNoFindings(page)
      await expectTargets(page)
      await expectNoSidewaysScrolling(page)
      await expectNoInnerScrolling(page)
      await expectWholeFigures(page)
    }
    await companyName(page).pressSequentially('あさひ')
    await expect(options(page)).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await inspect('options')
    await page.keyboard.press('Enter')
    await inspect('filled')
    await button(page, TAKE_FACILITIES).click()
    await expect(button(page, '表に取り込む')).toBeVisible()
    await inspect('dialog')
    if (width > 360) expect(await nuFindingsOf(seen)).toEqual([])
  })

base('without a directory nothing is different', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/entry/input')
  await applicantControl(page, 'companyName').fill('あさひ')
  await expect(applicantControl(page, 'companyName')).toHaveRole('textbox')
  await page.waitForTimeout(500)
  await expect(button(page, TAKE_FACILITIES)).toHaveCount(0)
  expect(asked.filter((path) => path.includes('/api/'))).toEqual([])
})

test('nothing of it is loaded before a field is touched', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/entry/input')
  await page.waitForTimeout(500)
  expect(asked.filter((path) => /start-|directory/.test(path))).toEqual([])
})
