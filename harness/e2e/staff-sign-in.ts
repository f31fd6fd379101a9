/** Accounts of the console, set up and logged in as people do. */
import { expect, type Page } from '@playwright/test'
import { codeOf, PASSWORD } from '../client/staff.ts'
import { expectActive } from './keyboard.ts'
import type { Product } from './product.ts'

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Makes an account and goes through its setup; ends on the page with the recovery codes. */
export async function setUp(page: Page, product: Product, name: string, role: string) {
  const { code } = (await product.admin('staff', 'add', name, '--role', role)) as { code: string }
  await page.goto(`${product.staffUrl}/setup`)
  await field(page, '利用者名').fill(name)
  await field(page, '設定コード').fill(code)
  await page.getByRole('button', { name: '次へ進む' }).click()
  await expectActive(page.getByRole('heading', { name: '1. 認証アプリに登録する' }))
  await expect(page.getByRole('img', { name: '認証アプリで読み取る二次元コード' })).toBeVisible()
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
  await field(page, '確認コード').fill(codeOf(secret))
  return secret
}

/** Ends on the page that the role begins with. */
export async function finishSetup(page: Page, first = 'お申し込み一覧'): Promise<string[]> {
  await field(page, '新しいパスワード').fill(PASSWORD)
  await page.getByRole('button', { name: '設定する' }).click()
  await expectActive(page.getByRole('heading', { name: '回復用コードを保管する' }))
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  await page.getByRole('link', { name: '保管しました' }).click()
  await expect(heading(page)).toHaveText(first)
  return codes
}

/** Staff at the page of an application, in a tab of their own. */
export async function openStaff(page: Page, product: Product, reference: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ locale: 'ja-JP' })
  if (!context) throw new Error('no browser')
  const staff = await context.newPage()
  await setUp(staff, product, `hanako-${reference.toLowerCase()}`, 'worker')
  await finishSetup(staff)
  await staff.goto(`${product.staffUrl}/applications/${reference}`)
  return staff
}

export async function logIn(page: Page, name: string, code: string, password = PASSWORD) {
  await field(page, '利用者名').fill(name)
  await field(page, 'パスワード').fill(password)
  await field(page, '確認コード').fill(code)
  await page.getByRole('button', { name: 'ログイン' }).click()
}
