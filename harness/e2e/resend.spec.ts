import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'

test('a delivery that is held is sent again from the console', async ({ page, startOwn }) => {
  // The second mail to one mailbox waits for a day, or for staff.
  const product = await startOwn({ LIMIT_SENT_PER_ADDRESS_PER_DAY: '1' })
  const notice = page
    .getByRole('region', { name: '通知' })
    .getByRole('listitem')
    .filter({ hasText: '受付メール' })
  const openNewest = async () => {
    await page.goto(`${product.staffUrl}/?order=newest`)
    await page.getByRole('rowheader').getByRole('link').first().click()
  }
  await applyForContract(product.url, { companyName: '一通目' })
  await openNewest()
  await expect(notice).toContainText('送信済み', { timeout: 30_000 })
  await applyForContract(product.url, { companyName: '二通目' })
  await openNewest()
  await expect(page.getByText('二通目').first()).toBeVisible()
  await expect(notice).toContainText('保留', { timeout: 30_000 })
  await notice.getByRole('button', { name: 'もう一度送る' }).click()
  await expect(page.getByRole('status').filter({ hasText: '送信待ちにしました' })).toBeVisible()
  await expect(notice).toContainText('送信済み', { timeout: 30_000 })
  await expect(notice.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: '履歴' })).toContainText('再送')
})
