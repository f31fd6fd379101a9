import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDesk } from '../../server/testing/filled-desk.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './product.ts'

test('a figure of the situation leads to the list that it counts, each chart has its table, and the same is a file', async ({
  page,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-situation-'))
  const database = `sqlite:${join(folder, 'desk.db')}`
  const product = await startProduct({ DATABASE_URL: database })
  try {
    await fillDesk(database, 300)
    await page.goto(product.staffUrl)
    await page.getByRole('link', { name: '状況' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '状況' })).toBeFocused()
    const open = page.getByRole('region', { name: '対応が終わっていないお申し込み' })
    await expect(open.getByRole('link', { name: /^\d{4}-\d{4}$/ })).toHaveCount(10)

    await test.step('the table of a chart is one press away', async () => {
      const chart = page.getByRole('region', { name: /^申込完了から対応開始まで/ })
      await chart.getByText('表で見る').click()
      await expect(chart.getByRole('rowheader', { name: '日曜日' })).toBeVisible()
    })

    await test.step('the file is saved', async () => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSVでダウンロード' }).click()
      expect((await saved).suggestedFilename()).toMatch(/^situation-\d{4}-\d\d-\d\d\.csv$/)
    })

    await test.step('the list has as many as the figure says', async () => {
      const row = open.getByRole('row').filter({ hasText: '担当なし' }).first()
      const figure = row.getByRole('link').first()
      const count = await figure.textContent()
      await figure.click()
      await expect(page.getByRole('link', { name: `すべて ${count}件` })).toBeVisible()
      await expect(page.getByLabel('待っている相手')).toHaveValue('nobody')
    })

    await test.step('an age of four digits stands apart from the time, within its cell', async () => {
      const cell = page.getByRole('table', { name: 'お申し込み' }).getByRole('rowheader').first()
      await expect(cell).toContainText(/\d:\d\d \d{4}日前/)
      for (const width of [1280, 768]) {
        await page.setViewportSize({ width, height: 800 })
        const right = (element: Element) => element.getBoundingClientRect().right
        const end = await cell.evaluate(right)
        expect(await cell.locator('.age').evaluate(right)).toBeLessThanOrEqual(end)
      }
    })
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
