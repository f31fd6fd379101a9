import type { Locator, Page } from '@playwright/test'
import { FLOWS } from '#domain/flows.ts'
import { recordCalls } from './calls.ts'
import { CORPORATION, mailOf, numberOf, openReady, ROWS } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import {
  applicantControl,
  button,
  facilityControl,
  fillApplicant,
  fillAtOnce,
  fillFacilities,
} from './form.ts'
import { storedAs } from './stored-applications.ts'

const CONTRACTS = ['entry', 'migration'] as const
const register = (page: Page) => button(page, '規約に同意して登録する')
const estimate = (page: Page) => button(page, '見積もる')
/** The estimate on the screen; a sheet for the printer has its own. */
const total = (page: Page, yen: string) =>
  expect(
    page.getByRole('main').getByText('お見積もり額（月額・税抜）').locator('..'),
  ).toContainText(yen)

for (const flow of CONTRACTS) {
  test(`${flow}: without a valid estimate the register button is off, and says why`, async ({
    page,
    mark,
  }) => {
    const calls = recordCalls(page)
    await page.goto(`${FLOWS[flow].inputPath}?customerNumber=${numberOf(mark)}`)
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

  test(`${flow}: prices and cautions stand on the page`, async ({ page }) => {
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
  })
}

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

/** The rows that are sent do not come between the price and its button, and all of them can be reached. */
async function expectNear(page: Page) {
  const check = page.getByRole('region', { name: '確認と登録' })
  const rows = check.getByRole('list', { name: '送信する事業所（100件）' })
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  const price = check.getByRole('definition').filter({ hasText: '998,000円' })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const heading = check.getByRole('heading', { name: '確認と登録' })
    expect(await bottomOf(register(page))).toBeLessThan((await bottomOf(heading)) + 2 * 800)
    expect(await bottomOf(register(page))).toBeLessThan((await bottomOf(price)) + 300)
  }
  await rows.getByRole('link', { name: '100行目の事業所を変更', exact: true }).focus()
  await expect(rows.getByRole('listitem').last()).toBeInViewport({ ratio: 0.5 })
  const skip = check.getByRole('link', { name: '一覧をとばす' })
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
  await applicantControl(page, 'zipcode').fill('1000001')
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

for (const [flow, label] of Object.entries(FIRST_FIELDS)) {
  test(`${flow}: the first field is near`, async ({ page }) => {
    await page.goto(`${FLOWS[flow as 'entry'].inputPath}?customerNumber=12345678`)
    const first = page.getByRole('textbox', { name: label, exact: true })
    const screens = async (width: number, height: number) => {
      await page.setViewportSize({ width, height })
      const box = await first.boundingBox()
      return ((box?.y ?? Number.NaN) + (box?.height ?? 0)) / height
    }
    // A migration has no applicant: the number to be checked stands before its table.
    expect(await screens(1366, 650)).toBeLessThanOrEqual(flow === 'migration' ? 1.6 : 1)
    expect(await screens(360, 740)).toBeLessThanOrEqual(flow === 'migration' ? 1.9 : 1.5)
  })
}

test('what is said of a corporation does not clear the estimate', async ({ page, mark }) => {
  await openReady(page, 'entry', mark)
  await expect(register(page)).toBeEnabled()
  await applicantControl(page, 'companyName').fill('別の名前')
  await applicantControl(page, 'zipcode').fill('1000002')
  await expect(register(page)).toBeEnabled()
  await expect(page.getByRole('definition').filter({ hasText: '別の名前' })).toBeVisible()
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
