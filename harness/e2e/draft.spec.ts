import type { Page } from '@playwright/test'
import { FLOWS } from '#domain/flows.ts'
import { recordCalls } from './calls.ts'
import { CORPORATION, mailOf, openReady, ROWS, sendAgain } from './filled-forms.ts'
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

for (const flow of ['entry', 'migration'] as const)
  test(`${flow}: back on a phone, the heading and what was received are in sight above the emptied form`, {
    tag: '@mobile',
  }, async ({ page, mark }) => {
    await (await openReady(page, flow, mark)).click()
    await expect(page).toHaveURL(FLOWS[flow].resultPath)
    await page.goBack()
    await expect(page.getByText('この画面からのお申し込みは、受け付け済みです。')).toBeInViewport({
      ratio: 1,
    })
    await expect(page.getByText(/受付番号は.+です。/)).toBeInViewport()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeInViewport()
    await expect(heading).toBeFocused()
    // Nor does the browser carry it away later.
    await page.waitForTimeout(500)
    await expect(heading).toBeInViewport()
  })

test('two tabs opened apart are two applications', async ({ context, page, staffUrl, mark }) => {
  const other = await context.newPage()
  const calls = [recordCalls(page), recordCalls(other)]
  const first = await openReady(page, 'entry', mark)
  await other.goto('/entry/input')
  await expect(button(other, '見積もる')).toBeEnabled()
  await expect(applicantControl(other, 'companyName')).toHaveValue('')
  const buttons = [first, await openReady(other, 'entry', mark)]
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

/** As a browser duplicates a tab: the same address, with a copy of its session storage. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => {
    window.open(location.href)
  })
  return opened
}
