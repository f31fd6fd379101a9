import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDesk } from '../../server/testing/filled-desk.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './product.ts'

/** As many as take longer than ten seconds in a workbook. */
const MANY = 25_000

test('a large export says how much and how long before it starts, shows how far it is, and ends when it is told to', {
  tag: '@long',
}, async ({ page }) => {
  // 25,000 applications are written first.
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-many-'))
  const database = `sqlite:${join(folder, 'many.db')}`
  const product = await startProduct({ DATABASE_URL: database })
  try {
    await fillDesk(database, MANY)
    await page.goto(product.staffUrl)
    const downloads = page.getByRole('region', { name: 'ダウンロード' })
    const excel = downloads.getByRole('button', { name: 'Excel' })
    const question = page.getByRole('dialog', { name: '25,000件をExcelでダウンロードする' })

    await test.step('nothing begins before the answer', async () => {
      await excel.click()
      await expect(question).toContainText('合わせて75,000行です。')
      await expect(question).toContainText('1分ほどかかります。')
      await question.getByRole('button', { name: 'やめる' }).click()
      await expect(excel).toBeFocused()
      await expect(downloads.getByRole('progressbar')).toHaveCount(0)
    })

    await test.step('it is ended on its way, and leaves no file', async () => {
      let files = 0
      page.on('download', () => {
        files += 1
      })
      await excel.click()
      await question.getByRole('button', { name: 'ダウンロードする' }).click()
      const progress = downloads.getByRole('progressbar', { name: 'ダウンロードの進み具合' })
      await expect(progress).toBeVisible()
      await expect(downloads.getByText(/25,000件のうち[\d,]+件/)).toBeVisible()
      await downloads.getByRole('button', { name: '中止する' }).click()
      await expect(downloads.getByText('ダウンロードを中止しました。')).toBeVisible()
      await expect(progress).toHaveCount(0)
      await expect(excel).toBeFocused()
      await expect(downloads.getByRole('alert')).toHaveCount(0)
      expect(files).toBe(0)
    })

    await test.step('a small one is not asked about', async () => {
      await page.goto(`${product.staffUrl}/?from=2023-11-15&to=2023-11-15`)
      const arrives = page.waitForEvent('download')
      await downloads.getByRole('button', { name: 'CSV' }).click()
      expect((await arrives).suggestedFilename()).toMatch(/\.csv$/)
    })
  } finally {
    await product.stop()
    await rm(folder, { recursive: true })
  }
})
