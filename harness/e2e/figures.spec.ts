import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDesk } from '../../server/testing/filled-desk.ts'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './product.ts'
import { finishSetup, heading, setUp } from './staff-sign-in.ts'

test('the figures of a procedure are one press away, with their tables, an address of their own and a file', async ({
  page,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'moushikomi-figures-'))
  const database = `sqlite:${join(folder, 'desk.db')}`
  const product = await startProduct({ DATABASE_URL: database })
  try {
    await fillDesk(database, 300)
    await page.goto(product.staffUrl)
    await page.getByRole('link', { name: '数字' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '数字' })).toBeFocused()
    const way = page.getByRole('region', { name: '新規お申し込みの進み具合' })
    await expect(way.getByRole('rowheader', { name: '見積もった' })).toBeVisible()

    await test.step('a choice that is made before the figures come stays, and the days come beside it', async () => {
      const answered = Promise.withResolvers<void>()
      await page.route('**/api/figures?*', async (route) => {
        await answered.promise
        await route.continue()
      })
      await page.reload()
      await page.getByLabel('画面の幅').selectOption('tablet')
      answered.resolve()
      await expect(page.getByLabel('期間（開始）')).toHaveValue(/^\d{4}-\d\d-01$/)
      await expect(page.getByLabel('画面の幅')).toHaveValue('tablet')
      await page.unroute('**/api/figures?*')
    })

    await test.step('another procedure stands in the address', async () => {
      await page.getByLabel('お手続き').selectOption('trial')
      await page.getByLabel('画面の幅').selectOption('phone')
      await page.getByRole('button', { name: '表示する' }).click()
      await expect(page).toHaveURL(/flow=trial&width=phone&from=\d{4}-\d\d-\d\d/)
      const months = page.getByRole('region', { name: /^60日間無料体験のお申し込みの月ごと/ })
      await expect(months.getByRole('heading', { name: /^何で知ったか/ })).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('お手続き')).toHaveValue('trial')
    })

    await test.step('on paper the tables stand in the place of the charts', async () => {
      await page.goto(`${product.staffUrl}/situation`)
      const chart = page.getByRole('region', { name: /^申込完了から対応開始まで/ })
      await expect(chart.locator('svg')).toBeVisible()
      await expect(chart.getByRole('table')).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await expect(chart.getByRole('table')).toBeVisible()
      await expect(page.locator('svg.chart').locator('visible=true')).toHaveCount(0)
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: 'screen' })
      await expect(chart.getByRole('table')).toBeHidden()
    })

    await test.step('in forced colours bars, lines and words are drawn in a colour of the person’s', async () => {
      await page.emulateMedia({ forcedColors: 'active' })
      const colours = await page
        .locator('svg.chart')
        .first()
        .evaluate((chart) => {
          const canvas = document.createElement('div')
          canvas.style.color = 'CanvasText'
          document.body.append(canvas)
          const { color } = getComputedStyle(canvas)
          canvas.remove()
          const fills = [...chart.querySelectorAll('text, .full')].map(
            (e) => getComputedStyle(e).fill,
          )
          const strokes = [...chart.querySelectorAll('.outline, line')].map(
            (each) => getComputedStyle(each).stroke,
          )
          return { all: [...new Set([...fills, ...strokes])], color }
        })
      expect(colours.all).toEqual([colours.color])
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(`${product.staffUrl}/figures`)
    })

    await test.step('the file is saved', async () => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: '最初のエラーをCSVでダウンロード' }).click()
      expect((await saved).suggestedFilename()).toMatch(/^figures-errors-\d{4}-\d\d-\d\d\.csv$/)
    })
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('who may see figures alone begins with them, finds few as 「5未満」, and no other page', async ({
  page,
  startOwn,
}) => {
  const product = await startOwn()
  await applyForContract(product.url, { companyName: '社会福祉法人ひかり' })
  await setUp(page, product, 'matome', 'analyst')
  await finishSetup(page, '数字')
  await expect(page.getByRole('cell', { name: '5未満' }).first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link')).toHaveText([
    ...['お申し込み管理', '数字', 'matome'],
  ])
  await page.getByLabel('お手続き').selectOption('trial')
  await page.getByRole('button', { name: '表示する' }).click()
  await expect(page.getByRole('heading', { name: /^60日間無料体験のお申し込みの/ })).toHaveCount(2)
  for (const path of ['/situation', '/undelivered', '/activity', '/guide']) {
    await page.goto(product.staffUrl + path)
    await expect(heading(page)).toHaveText('ページが見つかりません')
  }
  await page.getByRole('link', { name: '数字' }).first().click()
  await expect(heading(page)).toHaveText('数字')
})
