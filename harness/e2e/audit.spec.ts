/** 名簿との照合: the table beside what is published of its corporation. */
import type { Page } from '@playwright/test'
import { reachAudit } from './directory-states.ts'
import { expect } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling } from './inspect.ts'
import { companyName, openEntry, test } from './sample-directory.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: '名簿との照合' })
const part = (page: Page, title: string) =>
  dialog(page).getByRole('heading', { level: 3, name: title }).locator('xpath=..')

test('every difference is found, led to and taken over by keys alone, at 360 @engines', async ({
  page,
}) => {
  await reachAudit(page)
  await page.setViewportSize({ width: 360, height: 800 })
  const summary = dialog(page).getByRole('status').filter({ hasText: '照合しました' })
  await expect(summary).toContainText(
    '表の7行を、「社会福祉法人　あさひの里」の事業所として公表されている一覧（2025年3月末時点、出典：WAM NET）と照合しました。',
  )
  await expect(summary).toContainText('一覧と異なるところが13件あります。')
  await expect(summary).toContainText('1行は、照合していません。')
  await expect(part(page, '一覧にあり、表にない事業所（8件）').getByRole('listitem')).toHaveCount(8)
  for (const [title, text] of [
    [
      '少しだけ異なる番号（1件）',
      '4行目：表では1390010031、一覧では1390010013 あさひの里デイ（生活介護）',
    ],
    [
      '一覧と異なる事業所名（1件）',
      '3行目：表では「あさひの里作業所」、一覧では「あさひの里ワークセンター」',
    ],
    ['一覧のその番号にないサービス（1件）', '5行目：表では共同生活援助、一覧の1390010013は'],
    ['別の法人の事業所として公表されている番号（1件）', '6行目：1390050001は「合同会社ねこのて」'],
    ['一覧にない番号（1件）', '7行目：1310000003 つばさ作業所'],
  ] as const)
    await expect(part(page, title)).toContainText(text)
  await expectNoSidewaysScrolling(page)
  await expectNoFindings(page)

  await dialog(page).getByRole('button', { name: '4行目へ' }).focus()
  await page.keyboard.press('Enter')
  await expect(facilityControl(page, 4, 'facilityNumber')).toBeFocused()
  await facilityControl(page, 4, 'facilityNumber').fill('1390010013')
  await button(page, '名簿と照合する').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('一覧と異なるところが12件あります。')
  await dialog(page).getByRole('button', { name: 'この8件を表に加える' }).focus()
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: '公表されている事業所の確認' })
  await expect(preview).toBeVisible()
  await preview.getByRole('button', { name: '表に取り込む' }).click()
  await expect(facilityControl(page, 16, 'facilityNumber')).toHaveValue('1390010039')
  await button(page, '名簿と照合する').click()
  await expect(dialog(page)).toContainText('一覧と異なるところが4件あります。')
  await page.keyboard.press('Escape')
  await expect(button(page, '名簿と照合する')).toBeFocused()
})

test('the result prints alone, also where an estimate stands on the page', async ({ page }) => {
  await reachAudit(page)
  await page.keyboard.press('Escape')
  await button(page, '見積もる').click()
  await expect(button(page, '見積書を印刷する')).toBeVisible()
  await button(page, '名簿と照合する').click()
  await expect(dialog(page)).toContainText('照合しました')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet).toHaveCount(1)
  await expect(sheet).toContainText('名簿との照合')
  await expect(sheet).toContainText('出典：WAM NET')
  await expect(sheet.getByRole('listitem')).toHaveCount(13)
  await expect(sheet.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toContainText('お見積書')
})

test('the chosen corporation outranks the numbers; without either it says so', async ({ page }) => {
  await openEntry(page)
  await button(page, '名簿と照合する').click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    '事業所番号を入力した行がないため、照合できません。',
  )
  await button(page, '閉じる').click()
  await companyName(page).fill('あさひ')
  await page.getByRole('option', { name: /^社会福祉法人\sあさひの里/ }).click()
  await button(page, '名簿と照合する').click()
  await expect(dialog(page)).toContainText('一覧と異なるところが12件あります。')
})

test('a list that cannot be had leaves the table as it is', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/directory/**', (route) => route.abort())
  await openEntry(page)
  await facilityControl(page, 1, 'facilityNumber').fill('1390010005')
  await button(page, '名簿と照合する').click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    '公表されている一覧を調べられませんでした。',
  )
  await button(page, '閉じる').click()
  await expect(facilityControl(page, 1, 'facilityNumber')).toHaveValue('1390010005')
})
