import type { Locator, Page } from '@playwright/test'
import { FLOWS } from '#domain/flows.ts'
import { recordCalls } from './calls.ts'
import { CORPORATION, estimated, mailOf, openReady, ROWS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import {
  applicantControl,
  button,
  facilityControl,
  fillApplicant,
  fillAtOnce,
  fillFacilities,
  pressEnter,
} from './form.ts'
import { storedAs } from './stored-applications.ts'

const register = (page: Page) => button(page, '規約に同意して登録する')
const estimate = (page: Page) => button(page, '見積もる')
/** The estimate on the screen; a sheet for the printer has its own. */
const total = (page: Page, yen: string) =>
  expect(
    page.getByRole('main').getByText('お見積もり額（月額・税抜）').locator('..'),
  ).toContainText(yen)

test('entry: without a valid estimate the register button is off, and says why', async ({
  page,
}) => {
  const calls = recordCalls(page)
  await page.goto('/entry/input')
  await expect(estimate(page)).toBeEnabled()
  await expect(register(page)).toBeDisabled()
  await expect(register(page)).toHaveAccessibleDescription(
    '見積もりが済むと、このボタンで登録できます。',
  )
  await fillFacilities(page, ROWS)
  await expect(register(page)).toBeDisabled()
  await estimate(page).click()
  await expect(register(page)).toBeEnabled()
  await expect(register(page)).toHaveAccessibleDescription('')

  const edits = [
    () => facilityControl(page, 1, 'facilityName').press('x'),
    () => facilityControl(page, 3, 'facilityNumber').press('1'),
    () => facilityControl(page, 1, 'serviceKey').selectOption('IDO'),
  ]
  for (const edit of edits) {
    await edit()
    await expect(register(page)).toBeDisabled()
    await expect(page.getByText('お見積もり額（月額・税抜）')).toHaveCount(0)
    await expect(
      page.getByText('事業所の内容が変わりました。もう一度見積もってください。'),
    ).toBeVisible()
    await facilityControl(page, 3, 'facilityNumber').fill('')
    await estimate(page).click()
    await expect(register(page)).toBeEnabled()
  }
  await total(page, '4,980円')
  expect(calls).toEqual([])
})

test('prices and cautions stand on the page', async ({ page }) => {
  for (const flow of ['entry', 'migration'] as const) {
    await page.goto(`${FLOWS[flow].inputPath}?customerNumber=12345678`)
    const main = page.getByRole('main')
    for (const price of [
      /^相談支援.*9,980円.*1法人につき/,
      /^地域生活支援事業.*4,980円.*1法人につき/,
      /^障害福祉サービス.*9,980円.*事業所番号ごと/,
    ])
      await expect(main.getByRole('row').filter({ hasText: price })).toBeVisible()
    for (const caution of [
      /事業所名に半角カナは使えません/,
      /事業所番号に全角英数字は使えません/,
      /地域生活支援事業で事業所番号がない場合は、番号の入力は不要です/,
      /地域生活支援事業を新しくご利用になるお客様は、お申し込みの前にサポート.*へお問い合わせください/,
    ])
      await expect(main.getByRole('listitem').filter({ hasText: caution })).toBeVisible()
  }
})

test('entry: ten rows at first, ten more a click, a hundred at most, all of them sent', async ({
  page,
  staffUrl,
  mark,
}) => {
  await openReady(page, 'entry', mark)
  const names = page.getByRole('textbox', { name: /^\d+行目 事業所名$/ })
  const add = page.getByRole('button', { name: /^行を追加/ })
  for (let count = 10; count < 100; count += 10) {
    await expect(names).toHaveCount(count)
    await add.click()
  }
  await expect(names).toHaveCount(100)
  await expect(add).toHaveCount(0)
  const rows = Array.from({ length: 100 }, (_, index) => ({
    facilityName: `さくら作業所 第${index + 1}`,
    facilityNumber: String(1_310_000_000 + index),
    serviceKey: index % 2 === 0 ? 'SYUKEI_B' : 'SEIKATSU_KAIGO',
  }))
  await fillAtOnce(page, rows)
  await estimate(page).click()
  await total(page, '998,000円')
  await expectNear(page)
  await register(page).click()
  await expect(page).toHaveURL('/entry/result')
  const stored = await storedAs(staffUrl, mailOf(mark))
  expect(stored.facilities).toEqual(rows.map((row, index) => ({ no: index + 1, ...row })))
})

test('everything that will be sent stands beside the button, each part with a way to change it', async ({
  page,
  mark,
}) => {
  await openReady(page, 'entry', mark)
  await fillFacilities(page, [
    {},
    { facilityName: 'つばさ工房', facilityNumber: '1310000001', serviceKey: 'SEIKATSU_KAIGO' },
    { facilityName: 'つばさ外出支援', facilityNumber: '', serviceKey: 'IDO' },
  ])
  await estimate(page).click()
  const check = page.getByRole('region', { name: '確認と登録' })
  await expect(check.getByRole('definition').filter({ hasText: mailOf(mark) })).toBeVisible()
  await expect(check.getByRole('definition').filter({ hasText: '14,960円' })).toBeVisible()
  await expect(
    check.getByRole('list', { name: '送信する事業所（3件）' }).getByRole('listitem'),
  ).toHaveText([
    /^1行目つばさ作業所1310000001　就労継続支援B型2行目に含む/,
    /^2行目つばさ工房1310000001　生活介護9,980円/,
    /^3行目つばさ外出支援番号なし　移動支援4,980円/,
  ])
  await check.getByRole('link', { name: '電話番号を変更', exact: true }).click()
  await expect(applicantControl(page, 'tel')).toBeFocused()
  await check.getByRole('link', { name: '3行目の事業所を変更', exact: true }).click()
  await expect(facilityControl(page, 3, 'facilityName')).toBeFocused()
})

/** The rows that are sent do not come between the price and its button, nor in the way of the wheel, and all of them can be reached. */
async function expectNear(page: Page) {
  const check = page.getByRole('region', { name: '確認と登録' })
  const list = check.getByRole('list', { name: '送信する事業所（100件）' })
  const rows = list.getByRole('listitem')
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  const price = check.getByRole('definition').filter({ hasText: '998,000円' })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(rows).toHaveCount(10)
    const heading = check.getByRole('heading', { name: '確認と登録' })
    expect(await bottomOf(register(page))).toBeLessThan((await bottomOf(heading)) + 3 * 800)
    expect(await bottomOf(register(page))).toBeLessThan((await bottomOf(price)) + 300)
    await heading.scrollIntoViewIfNeeded()
    await list.hover()
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await scrolled()
    for (let tick = 0; tick < 20; tick += 1) await page.mouse.wheel(0, -100)
    await expect.poll(scrolled).toBeLessThan(before - 500)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByRole('table', { name: '対象の事業所（100件）' }).getByRole('row'),
  ).toHaveCount(101)
  await page.emulateMedia({ media: null })
  const skip = check.getByRole('link', { name: '一覧をとばす' })
  await expect(skip).toHaveCount(0)
  await pressEnter(check.getByRole('button', { name: '残り90件を表示' }))
  await expect(rows).toHaveCount(100)
  await expect(rows.nth(10)).toBeFocused()
  await expect(rows.nth(10)).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(rows.getByRole('link', { name: '11行目の事業所を変更', exact: true })).toBeFocused()
  await skip.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(register(page)).toBeFocused()
}

test('while something of the corporation is missing the first step goes on, and a button leads to it', async ({
  page,
}) => {
  const current = page.getByRole('list', { name: 'お手続きの流れ' }).locator('[aria-current=step]')
  const check = page.getByRole('region', { name: '確認と登録' })
  await page.goto('/entry/input')
  await applicantControl(page, 'tel').fill('03-1234-5678')
  await fillFacilities(page, ROWS)
  await estimate(page).click()
  await expect(check).toContainText('あと5項目の入力が必要です')
  await expect(current).toHaveText('入力と見積もり')
  await expect(page).toHaveTitle(/入力と見積もり/)
  await expect(register(page)).toBeEnabled()
  await button(page, '未入力の項目へ').click()
  await expect(applicantControl(page, 'companyName')).toBeFocused()
  await fillApplicant(page, { ...CORPORATION, person: '' })
  await expect(check).toContainText('あと2項目の入力が必要です')
  await button(page, '未入力の項目へ').click()
  await expect(applicantControl(page, 'email')).toBeFocused()
  await fillApplicant(page, { email: 'tantou@example.jp', person: '鈴木' })
  await expect(check).not.toContainText('入力が必要です')
  await expect(current).toHaveText('確認と登録')
  await applicantControl(page, 'tel').fill('　')
  await expect(check).toContainText('あと1項目の入力が必要です')
  await register(page).click()
  await expect(page.getByRole('link', { name: '電話番号を入力してください。' })).toBeVisible()
})

test('rows changed without an event: the new price is shown, and waits for another press', async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  await openReady(page, 'entry', mark)
  await expect(register(page)).toBeEnabled()
  await facilityControl(page, 1, 'serviceKey').evaluate((select: HTMLSelectElement) => {
    select.value = 'IDO'
  })
  await register(page).click()
  const notice = page.getByRole('region', { name: '料金が変わりました' })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('月額4,980円')
  await total(page, '4,980円')
  expect(calls).toEqual([])
  await register(page).click()
  await expect(page).toHaveURL('/entry/result')
  expect((await storedAs(staffUrl, mailOf(mark))).priceText).toBe('4,980')
})

const FIRST_FIELDS = {
  entry: '法人名',
  migration: '1行目 事業所名',
  trial: '法人名',
} as const

test('the first field is near', async ({ page }) => {
  for (const [flow, label] of Object.entries(FIRST_FIELDS)) {
    await page.setViewportSize({ width: 1366, height: 650 })
    await page.goto(`${FLOWS[flow as 'entry'].inputPath}?customerNumber=12345678`)
    const first = page.getByRole('textbox', { name: label, exact: true })
    const { y = Number.NaN, height = 0 } = (await first.boundingBox()) ?? {}
    // A migration has no applicant: the number to be checked stands before its table.
    expect(y + height, flow).toBeLessThanOrEqual(650 * (flow === 'migration' ? 1.6 : 1))
    await page.setViewportSize({ width: 360, height: 640 })
    const onPhone = (await first.boundingBox())?.y ?? Number.NaN
    expect(onPhone, flow).toBeLessThanOrEqual(flow === 'migration' ? 640 : 420)
  }
})

const TWELVE = Array.from({ length: 12 }, (_, index) => ({
  facilityName: `つばさ作業所${index + 1}`,
  facilityNumber: String(1_310_000_000 + index),
  serviceKey: ['SEIKATSU_KAIGO', 'KEIKAKU_SOUDAN', 'IDO'][index % 3] ?? '',
}))

/** Of twelve facilities, estimated. */
async function openTwelve(page: Page): Promise<void> {
  await page.goto('/entry/input')
  await fillApplicant(page, { ...CORPORATION, email: 'tantou@example.jp' })
  await button(page, '行を追加（10行）').click()
  await fillAtOnce(page, TWELVE)
  await estimated(page, 'entry')
}

/** Pixels from the top of the page. */
const edges = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top: top + scrollY, bottom: bottom + scrollY }
  })

test('price and button stand in one window, beside what is sent, and go when the rows change', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openTwelve(page)
  const price = page.locator('.estimate .total')
  const { top } = await edges(price)
  const { bottom } = await edges(register(page))
  expect(bottom - top).toBeLessThanOrEqual(800)
  const sent = page.getByRole('list', { name: '送信する事業所（12件）' })
  const box = await sent.boundingBox()
  const beside = await register(page).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(beside?.x ?? 0)
  // It stays in sight as long as the list is read.
  await page.getByRole('button', { name: '残り2件を表示' }).scrollIntoViewIfNeeded()
  await expect(register(page)).toBeInViewport({ ratio: 1 })
  await expect(estimate(page)).toHaveCSS('font-size', '14px')
  await facilityControl(page, 1, 'serviceKey').selectOption('KYODO')
  await expect(price).toHaveCount(0)
  await expect(sent).toHaveCount(0)
})

test('on a phone a bar has the price and the way to the button, until it is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openTwelve(page)
  const bar = page.locator('.price-bar')
  await page.locator('.estimate .total').scrollIntoViewIfNeeded()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText(/月額.*円（税抜）/)
  expect((await bar.boundingBox())?.height).toBe(56)
  await button(page, '登録へ進む').click()
  await expect(register(page)).toBeFocused()
  await expect(register(page)).toBeInViewport({ ratio: 1 })
})

test('on a phone nothing stands between the table and the estimate but the way on; the notes are whole, before it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').fill('つばさ')
  await expect(page.getByText('後で続ける')).toBeVisible()
  await expect(button(page, '入力内容をファイルに保存')).toBeHidden()
  const notes = page.getByRole('region', { name: '料金と入力のご注意' })
  const table = page.getByRole('table', { name: '事業所' })
  expect((await edges(notes)).bottom).toBeLessThan((await edges(table)).top)
  const { bottom } = await edges(table)
  const { top } = await edges(estimate(page))
  expect(top - bottom).toBeLessThan(500)
  const isWhole = async () => {
    await expect(notes.getByText('9,980円').first()).toBeVisible()
    await expect(notes.getByText('半角カナ')).toBeVisible()
    await expect(notes.getByText('所要時間：約5分')).toBeVisible()
  }
  await isWhole()
  await page.emulateMedia({ media: 'print' })
  await isWhole()
})

test('what is said of a corporation does not clear the estimate; what is hinted at stands in the check step too, and blocks nothing', async ({
  page,
  mark,
}) => {
  await openReady(page, 'entry', mark)
  await expect(register(page)).toBeEnabled()
  const check = page.getByRole('region', { name: '確認と登録' })
  await expect(check.getByText('ご確認ください：')).toHaveCount(0)
  await applicantControl(page, 'companyName').fill('別の名前')
  await applicantControl(page, 'zipcode').fill('1000002')
  await applicantControl(page, 'email').fill('tantou@')
  await applicantControl(page, 'tel').fill('なし')
  await expect(check.getByText('ご確認ください：電話番号、メールアドレスの形式')).toBeVisible()
  await expect(check.getByRole('definition').filter({ hasText: 'tantou@' })).toContainText(
    'メールアドレスの形式をご確認ください。',
  )
  await expect(page.getByRole('definition').filter({ hasText: '別の名前' })).toBeVisible()
  await expect(register(page)).toBeEnabled()
})

test('an estimate: blank numbers are one, and the others are compared as they are sent', async ({
  page,
}) => {
  await page.goto('/inherit-facility-info/input?customerNumber=1')
  const rows = [
    ['', 'JUHO'],
    ['　', 'KYODO'],
    ['ab1', 'TANKI'],
    [' ａｂ１ ', 'KYODO'],
  ]
  await fillFacilities(
    page,
    rows.map(([facilityNumber = '', serviceKey = ''], index) => ({
      facilityName: `事業所${index}`,
      facilityNumber,
      serviceKey,
    })),
  )
  await estimate(page).click()
  await total(page, '19,960円')
})

test('an estimate explains itself line by line, and row by row', async ({ page }) => {
  await page.goto('/inherit-facility-info/input?customerNumber=1')
  await fillFacilities(page, [
    { facilityName: '甲', facilityNumber: '1310000001', serviceKey: 'KEIKAKU_SOUDAN' },
    { facilityName: '乙', facilityNumber: '1310000001', serviceKey: 'TIKI_IKOU' },
    { facilityName: '丙', facilityNumber: '1310000001', serviceKey: 'JUHO' },
    { facilityName: '丁', facilityNumber: '1310000001', serviceKey: 'KYODO' },
    { facilityName: '戊', facilityNumber: '1310000002', serviceKey: 'KYODO' },
  ])
  await estimate(page).click()
  const lines = page.getByRole('table', { name: '料金の内訳' })
  await expect(lines.getByRole('row')).toHaveText([
    /区分/,
    /相談支援.*9,980円.*1法人.*9,980円/,
    /障害福祉サービス.*9,980円.*2件.*19,960円/,
  ])
  await page.getByText('行ごとの料金の理由').click()
  const reasons = page.getByRole('group').filter({ hasText: '行ごとの料金の理由' })
  await expect(reasons.getByRole('listitem')).toHaveText([
    '1行目 計画相談支援：相談支援の料金（9,980円）がかかります。',
    '2行目 地域移行支援：相談支援は1法人につき1回の料金のため、1行目の料金に含まれます。',
    '3行目 重度訪問介護：4行目と同じ事業所番号のため、加算はありません。',
    '4行目 共同生活援助：障害福祉サービスの料金（9,980円）がかかります。',
    '5行目 共同生活援助：障害福祉サービスの料金（9,980円）がかかります。',
  ])
})
