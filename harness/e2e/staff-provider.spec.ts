import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { startIdentityProvider } from '../../server/testing/identity-provider.ts'
import { freePort } from '../../server/testing/ports.ts'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './product.ts'

/** The provider has to know the console's address before the console starts. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function signIn(page: Page, subject: string) {
  await page.getByRole('link', { name: '社内アカウントでログイン' }).click()
  await expect(heading(page)).toHaveText('Provider')
  await page.getByLabel('Name').fill(subject)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('staff sign in with the company’s account, erase after signing in anew, and sign out of both', async ({
  page,
}) => {
  // Two servers and a provider start for it.
  test.slow()
  const port = await freePort()
  const staffUrl = `http://localhost:${port}`
  const provider = await startIdentityProvider(staffUrl)
  provider.people.set('u-1', { preferred_username: '髙﨑 花子', roles: ['administrator'] })
  provider.people.set('u-2', { preferred_username: '鈴木 太郎', roles: [] })
  const product = await startProduct({
    STAFF_PORT: String(port),
    STAFF_URL: staffUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.id,
    OIDC_CLIENT_SECRET: provider.client.secret,
  })
  try {
    await applyForContract(product.url, { companyName: '社会福祉法人ひかり' })
    await page.goto(staffUrl)
    await expect(heading(page)).toHaveText('ログイン')
    await signIn(page, 'u-2')
    await expect(page.getByRole('alert')).toContainText('利用する権限がありません')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    await page.context().clearCookies()
    await signIn(page, 'u-1')
    await expect(heading(page)).toHaveText('お申し込み一覧')
    await page.getByRole('link', { name: '髙﨑 花子' }).click()
    await expect(page.getByText('社内アカウントでログインしています')).toBeVisible()
    await expect(page.getByLabel('現在のパスワード')).toHaveCount(0)

    await page.goto(staffUrl)
    await page.getByRole('rowheader').getByRole('link').click()
    await expect(heading(page)).toContainText('受付番号')
    const record = page.url()
    const reference = record.split('/').at(-1) ?? ''
    await page.getByText('個人情報の消去').click()
    await page.getByRole('link', { name: '社内アカウントで認証し直して' }).click()
    await expect(heading(page)).toHaveText('Provider')
    await page.getByLabel('Name').fill('u-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(record)
    await page.getByText('個人情報の消去').click()
    const form = page.getByRole('form', { name: '個人情報の消去' })
    await form.getByLabel('受付番号をもう一度入力').fill(reference)
    await form.getByRole('button', { name: '消去する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '消去する' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: '個人情報を消去しました。' }),
    ).toBeVisible()

    await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
    await expect(heading(page)).toHaveText('Log out?')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(`${staffUrl}/`)
    await expect(heading(page)).toHaveText('ログイン')
    await page.getByRole('link', { name: '社内アカウントでログイン' }).click()
    await expect(heading(page)).toHaveText('Provider')
  } finally {
    await product.stop()
    await provider.close()
  }
})
