import type { Page } from '@playwright/test'
import { BREAKAGES, breakCall, recordCalls } from './calls.ts'
import { CORPORATION, mailOf, numberOf, openReady, ROWS, sendAgain } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { listedAs, listedUnder, storedAs } from './stored-applications.ts'

const name = (page: Page, no: number) => facilityControl(page, no, 'facilityName')

test('a reload half-way loses nothing: rows added, conditional fields, choices, the tick', {
  tag: '@engines',
}, async ({ page, staffUrl, mark }) => {
  await page.goto('/trial/input?lead_id=L1')
  await fillApplicant(page, {
    ...CORPORATION,
    email: mailOf(mark),
    chance: '6',
    otherFacility: 'みどり作業所',
    nowsoft: '2',
    nowsoftname: '他社請求くん',
  })
  await fillFacilities(page, ROWS)
  await page.getByRole('button', { name: /^行を追加/ }).click()
  await name(page, 9).fill('九行目')
  await facilityControl(page, 9, 'facilityNumber').fill('1310000009')
  await facilityControl(page, 9, 'serviceKey').selectOption('KYODO')
  await expect(button(page, '全行をコピー')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.reload()

  await expect(name(page, 9)).toHaveValue('九行目')
  await expect(name(page, 1)).toHaveValue('つばさ作業所')
  await expect(applicantControl(page, 'otherFacility')).toBeVisible()
  await expect(applicantControl(page, 'otherFacility')).toHaveValue('みどり作業所')
  await expect(applicantControl(page, 'nowsoftname')).toHaveValue('他社請求くん')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await sendAgain(page, 'trial')
  await expect(page).toHaveURL('/trial/result')
  expect(await storedAs(staffUrl, mailOf(mark))).toMatchObject({
    ...{ jigyousha: CORPORATION.companyName, from: '6', nowsoftname: '他社請求くん' },
    lead_id: 'L1',
    facilities: [{ facilityName: 'つばさ作業所' }, { facilityName: '九行目' }],
  })
})

test('a trip to another page and back in history finds the form as it was left', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await fillApplicant(page, CORPORATION)
  await fillFacilities(page, [...ROWS, ...ROWS])
  await page.getByRole('button', { name: /^行を追加/ }).click()
  await name(page, 20).fill('二十行目')
  await page.getByRole('contentinfo').getByRole('link', { name: 'お手続きの一覧' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お手続きの一覧')
  await page.goBack()
  await expect(name(page, 20)).toHaveValue('二十行目')
  await expect(name(page, 2)).toHaveValue('つばさ作業所')
  await expect(applicantControl(page, 'companyName')).toHaveValue(CORPORATION.companyName)
  await button(page, '見積もる').click()
  await expect(page.getByRole('link', { name: /^20行目：/ })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(name(page, 20)).toHaveValue('二十行目')
})

test('back from a completed application there is an empty form, and forward the result again', async ({
  page,
  mark,
}) => {
  await (await openReady(page, 'entry', mark)).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
  const number = await page
    .getByText(/^受付番号.+/)
    .locator('strong')
    .innerText()
  expect(number).not.toBe('')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新規お申し込み')
  await expect(name(page, 1)).toHaveValue('')
  await expect(button(page, '規約に同意して登録する')).toBeDisabled()
  await expect(page.getByText('この画面からのお申し込みは、受け付け済みです。')).toBeVisible()
  await expect(page.getByText(`受付番号は${number}です。`)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
})

test('a tab that is closed takes what was typed with it', async ({ context, page }) => {
  await page.goto('/entry/input')
  await fillApplicant(page, CORPORATION)
  const fresh = await context.newPage()
  await fresh.goto('/entry/input')
  await expect(button(fresh, '見積もる')).toBeEnabled()
  await expect(applicantControl(fresh, 'companyName')).toHaveValue('')
})

test('two tabs opened apart are two applications', async ({ context, page, staffUrl, mark }) => {
  const other = await context.newPage()
  const calls = [recordCalls(page), recordCalls(other)]
  const buttons = [await openReady(page, 'entry', mark), await openReady(other, 'entry', mark)]
  await Promise.all(buttons.map((register) => register.click()))
  for (const tab of [page, other]) await expect(tab).toHaveURL('/entry/result')
  expect(new Set(calls.flat().map(({ key }) => key)).size).toBe(2)
  expect((await listedUnder(staffUrl, mailOf(mark))).map(({ state }) => state)).toEqual([
    'complete',
    'complete',
  ])
})

test('a tab duplicated before anything is sent: pressed in both, it is one application', async ({
  page,
  staffUrl,
  mark,
}) => {
  await openReady(page, 'entry', mark)
  const copy = await duplicate(page)
  await expect(name(copy, 1)).toHaveValue('つばさ作業所')
  await Promise.all([sendAgain(copy, 'entry'), sendAgain(page, 'entry')])
  for (const tab of [page, copy]) await expect(tab).toHaveURL('/entry/result')
  expect((await listedAs(staffUrl, mailOf(mark))).state).toBe('complete')
})

test('a duplicated tab that is filled in for another corporation is an application of its own', async ({
  page,
  staffUrl,
  mark,
}) => {
  const send = await openReady(page, 'entry', mark)
  const copy = await duplicate(page)
  await expect(name(copy, 1)).toHaveValue('つばさ作業所')
  await send.click()
  await expect(page).toHaveURL('/entry/result')
  await fillApplicant(copy, { companyName: '社会福祉法人わかば会', email: mailOf(`${mark}b`) })
  await sendAgain(copy, 'entry')
  await expect(copy.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
  for (const mail of [mailOf(mark), mailOf(`${mark}b`)])
    expect((await listedAs(staffUrl, mail)).state).toBe('complete')
})

test('a tab duplicated half-way shares its key: pressed in both, it is one application', async ({
  page,
  staffUrl,
  mark,
}) => {
  const mend = await breakCall(page, 'consent', BREAKAGES.refused)
  await (await openReady(page, 'entry', mark)).click()
  await expect(button(page, 'もう一度送信する')).toBeVisible()
  await mend()
  const copy = await duplicate(page)
  await expect(name(copy, 1)).toHaveValue('つばさ作業所')
  await expect(button(copy, 'もう一度送信する')).toBeVisible()
  const calls = [recordCalls(page), recordCalls(copy)]
  await sendAgain(copy, 'entry')
  await expect(copy).toHaveURL('/entry/result')
  await button(page, 'もう一度送信する').click()
  await expect(page).toHaveURL('/entry/result')
  expect(new Set(calls.flat().map(({ key }) => key)).size).toBe(1)
  expect(await storedAs(staffUrl, mailOf(mark))).toMatchObject({
    state: 'complete',
    consents: [{ priceText: '9,980' }],
    facilities: [{ facilityName: 'つばさ作業所' }],
  })
})

test('a migration pressed in a tab and in its duplicate is one request', async ({
  page,
  staffUrl,
  mark,
}) => {
  const mend = await breakCall(page, 'facilities', BREAKAGES.refused)
  await (await openReady(page, 'migration', mark)).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('エラーが発生しました')
  await mend()
  await button(page, '入力画面に戻る').click()
  await expect(name(page, 1)).toHaveValue('つばさ作業所')
  const copy = await duplicate(page)
  await expect(name(copy, 1)).toHaveValue('つばさ作業所')
  await Promise.all([sendAgain(copy, 'migration'), sendAgain(page, 'migration')])
  for (const tab of [page, copy])
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
  expect(await listedAs(staffUrl, numberOf(mark))).toMatchObject({ state: 'complete' })
})

/** As a browser duplicates a tab: the same address, with a copy of its session storage. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => {
    window.open(location.href)
  })
  return opened
}
