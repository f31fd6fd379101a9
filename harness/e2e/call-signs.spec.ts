/** 電話で相談中: signs by which support and an applicant name a field. */
import type { Page } from '@playwright/test'
import { APPLICANT_FIELDS } from '#domain/applicant.ts'
import { FLOW_NAMES, FLOWS } from '#domain/flows.ts'
import { queryOf } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, expectAlive, facilityControl } from './form.ts'
import { expectNoFindings, expectNoSidewaysScrolling } from './inspect.ts'

const CALL = '電話で相談中'
const toggle = (page: Page) => page.getByRole('button', { name: CALL })
const signs = (page: Page) => page.locator('.sign')

test('the signs come and go at a press, and are the last that is said of a field, at 360 @engines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(FLOWS.entry.inputPath)
  await expectAlive(page)
  const telephone = applicantControl(page, 'tel')
  const before = (await telephone.getAttribute('aria-describedby')) ?? ''
  await toggle(page).focus()
  await page.keyboard.press('Enter')
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('記号をお伝えください')).toBeVisible()
  await expect(applicantControl(page, 'companyName')).toHaveAccessibleDescription(/A-1$/)
  await expect(telephone).toHaveAccessibleDescription(/ A-\d$/)
  await expect(telephone).toHaveAccessibleName(APPLICANT_FIELDS.tel.label)
  expect(await telephone.getAttribute('aria-describedby')).toContain(before)
  // Further rows are folded on a phone.
  const number = facilityControl(page, 1, 'facilityNumber')
  await expect(number).toHaveAccessibleDescription(/B-1-2$/)
  await expect(number).toHaveAccessibleName('1行目 事業所番号')
  const words = await signs(page).allTextContents()
  expect(new Set(words).size).toBe(words.length)
  await expectNoSidewaysScrolling(page)
  await expectNoFindings(page)

  // An error and rows that come later leave every sign where it is.
  await button(page, '見積もる').click()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveAccessibleDescription(
    /入力してください.* B-1-1$/,
  )
  await page.getByRole('button', { name: /^行を追加/ }).click()
  await expect(facilityControl(page, 11, 'serviceKey')).toHaveAccessibleDescription(/B-11-3$/)
  expect((await signs(page).allTextContents()).slice(0, words.length)).toEqual(words)

  await toggle(page).press('Space')
  await expect(signs(page)).toHaveCount(0)
  expect(await telephone.getAttribute('aria-describedby')).toContain(before)
  await expect(telephone).not.toHaveAccessibleDescription(/A-\d/)
})

test('every field that can be filled in has a sign, and the telephone is large', async ({
  page,
}) => {
  for (const flow of FLOW_NAMES) {
    await page.goto(FLOWS[flow].inputPath + queryOf(flow, 'denwa'))
    await expect(toggle(page)).toBeEnabled()
    const link = page.getByRole('contentinfo').locator('a[href^="tel:"]')
    const sizeOf = () =>
      link.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await sizeOf()
    await toggle(page).click()
    await expect.poll(sizeOf).toBeGreaterThan(before * 1.3)
    const fields = page.locator('#root :is(input, select, textarea):visible:not([type="file"])')
    const unsigned = await fields.evaluateAll((all) =>
      all
        .filter((field) => field.closest('[aria-hidden="true"]') === null)
        .filter((field) => !/-sign$/.test(field.getAttribute('aria-describedby') ?? ''))
        .map((field) => field.id),
    )
    expect(unsigned).toEqual([])
  }
})
