import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './product.ts'

test('a dead letter is sent again from the console', { tag: '@main' }, async ({ page }) => {
  let status = 410
  const billing = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => billing.listen(0, '127.0.0.1', resolve))
  const product = await startProduct({
    WEBHOOK_URL: `http://127.0.0.1:${(billing.address() as AddressInfo).port}/`,
    WEBHOOK_SECRET: 'a secret of sixteen characters',
  })
  try {
    await applyForContract(product.url, {})
    await page.goto(product.staffUrl)
    await page.getByRole('rowheader').getByRole('link').click()
    const notice = page
      .getByRole('region', { name: '通知' })
      .getByRole('listitem')
      .filter({ hasText: '請求システム' })
    await expect(notice).toContainText('不達', { timeout: 20_000 })
    await expect(notice).toContainText('HTTP 410')
    status = 204
    await notice.getByRole('button', { name: 'もう一度送る' }).click()
    await expect(page.getByRole('status').filter({ hasText: '送信待ちにしました' })).toBeVisible()
    await expect(notice).toContainText('送信済み', { timeout: 20_000 })
    await expect(notice.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('region', { name: '履歴' })).toContainText('再送')
  } finally {
    await product.stop()
    billing.close()
  }
})
