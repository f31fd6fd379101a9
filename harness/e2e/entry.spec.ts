import type { Page } from '@playwright/test'
import { TEMPORARY_CUSTOMER } from '#domain/flows.ts'
import { customerOf, expectCalls, formCall, jsonCall, recordCalls } from './calls.ts'
import { mailOf } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, fillApplicant, fillFacilities } from './form.ts'
import { storedAs } from './stored-applications.ts'

const FACILITIES = [
  { facilityName: 'さくら作業所', facilityNumber: '1310000001', serviceKey: 'SYUKEI_B' },
  {
    facilityName: 'さくら作業所　生活介護',
    facilityNumber: '1310000001',
    serviceKey: 'SEIKATSU_KAIGO',
  },
  {
    facilityName: '𠮷田ヘルパーステーション',
    facilityNumber: '1310000002',
    serviceKey: 'HOME_HELP',
  },
]

test('a corporation applies, and staff find exactly what it sent', { tag: '@main' }, async ({
  page,
  staffUrl,
  mark,
}) => {
  const calls = recordCalls(page)
  const mailaddress = mailOf(mark)
  const address = applicantControl(page, 'address')
  const register = page.getByRole('button', { name: '規約に同意して登録する' })

  await page.goto('/entry/input')
  await expect(page).toHaveTitle(/^新規お申し込み/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新規お申し込み')

  await test.step('the corporation, its address looked up', async () => {
    await fillApplicant(page, {
      companyName: '社会福祉法人 髙﨑さくら会',
      zipcode: '１００－０００１',
    })
    await expect(applicantControl(page, 'zipcode')).toHaveValue('1000001')
    await page.getByRole('button', { name: '郵便番号から住所を検索' }).click()
    await expect(address).toHaveValue('東京都千代田区千代田')
    await address.press('End')
    await address.pressSequentially('1-1')
    await fillApplicant(page, { tel: '０３-1234-5678', email: mailaddress, person: '山田 花子' })
  })

  await test.step('three facilities, two of them with one number', async () => {
    await fillFacilities(page, FACILITIES)
    await expect(register).toBeDisabled()
    await page.getByRole('button', { name: '見積もる' }).click()
    await expect(page.getByText('19,960円', { exact: true }).first()).toBeVisible()
  })

  await test.step('registration', async () => {
    await register.click()
    await expect(page).toHaveURL('/entry/result')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('登録が完了しました')
    await expect(page.getByText('アカウントの移行が必要です。')).toBeVisible()
  })

  const stored = await storedAs(staffUrl, mailaddress)
  expect(stored).toMatchObject({
    flow: 'entry',
    state: 'complete',
    jigyousha: '社会福祉法人 髙﨑さくら会',
    zipcode: '1000001',
    address: '東京都千代田区千代田1-1',
    tel: '03-1234-5678',
    person: '山田 花子',
    mailaddress,
    priceText: '19,960',
    agreedPrice: 19_960,
    consents: [{ kind: 1, priceText: '19,960' }],
    facilities: FACILITIES.map((facility, index) => ({ no: index + 1, ...facility })),
  })
  const customer = customerOf(calls)
  expect(customer).toMatch(TEMPORARY_CUSTOMER)
  expect(JSON.stringify(stored)).not.toContain(customer)
  expectCalls(page, calls, [
    formCall([
      ['jigyousha', '社会福祉法人 髙﨑さくら会'],
      ['zipcode', '1000001'],
      ['address', '東京都千代田区千代田1-1'],
      ['tel', '03-1234-5678'],
      ['person', '山田 花子'],
      ['mailaddress', mailaddress],
      ['appform', '3'],
      ['insert', 'true'],
      ['page', '2'],
      ['plan3', '1'],
    ]),
    jsonCall('consent', customer, { kind: 1, priceText: '19,960' }),
    jsonCall('facilities', customer, { facilities: FACILITIES }),
  ])
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
})

test('what is typed before the page comes to life counts', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/entry/input', { waitUntil: 'commit' })
  await fillApplicant(page, { zipcode: '１００－０００１' })
  await fillFacilities(page, FACILITIES)
  await expect(applicantControl(page, 'zipcode')).toHaveValue('１００－０００１')

  release()
  await expect(applicantControl(page, 'zipcode')).toHaveValue('1000001')
  // The focus that was there before loads the table's code.
  await expect(page.getByRole('button', { name: '全行をコピー' })).toBeVisible()
  await page.getByRole('button', { name: '見積もる' }).click()
  await expect(page.getByText('19,960円', { exact: true }).first()).toBeVisible()
})

test('what is chosen before the page comes to life shows what belongs to it', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/trial/input', { waitUntil: 'commit' })
  await fillApplicant(page, { chance: '6', nowsoft: '2' })
  await expect(applicantControl(page, 'otherFacility')).toBeHidden()
  release()
  await expect(applicantControl(page, 'otherFacility')).toBeVisible()
  await expect(applicantControl(page, 'nowsoftname')).toBeVisible()
})

test('what is left or opened before the page comes to life is looked at', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/trial/input', { waitUntil: 'commit' })
  await fillApplicant(page, { email: 'tantou@' })
  await page.getByText('ご契約になった場合の料金の目安').click()
  release()
  await expect(page.getByText('メールアドレスの形式をご確認ください。')).toBeVisible()
  await expect(page.getByText('10,980円').first()).toBeVisible()
})

/** As on a slow line: no script arrives before the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
