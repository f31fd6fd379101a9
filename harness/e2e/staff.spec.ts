import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain } from './look-again.ts'

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

const work = (page: Page) => page.getByRole('form', { name: '対応' })
const expectStatus = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()

test('the list and an application print without what is pressed or filled in', async ({
  page,
  product,
}) => {
  await applyForContract(product.url, { email: 'paper@example.jp' })
  await page.goto(product.staffUrl)
  const mail = page.getByRole('cell').filter({ hasText: 'paper@example.jp' }).first()
  await expect(mail).toBeVisible()
  const controls = page.locator('input, textarea, button').filter({ visible: true })
  await expect(controls).not.toHaveCount(0)
  await page.setViewportSize({ width: 680, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expect(controls).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '連絡先' })).toBeInViewport()
  await expect(mail).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('button', { name: '記録する' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(controls).toHaveCount(0)
  // What was applied for comes before what was done about it.
  const parts = page.getByRole('heading', { level: 2 }).filter({ visible: true })
  const tops = await parts.evaluateAll((all) =>
    all.map((each) => [each.textContent, each.getBoundingClientRect().top] as const),
  )
  const inOrder = tops.toSorted(([, one], [, other]) => one - other).map(([title]) => title)
  // Another journey's application may be like this one, which stands above all parts.
  expect(inOrder.filter((title) => title !== '確認事項')).toEqual([
    'お申し込み内容',
    '事業所（1件）',
    '料金（月額・税抜）',
    '同意の記録',
    '履歴',
    '通知',
  ])
})

test(
  'an application arrives while staff look, and is led to its end',
  { tag: '@main' },
  async ({ page, product }, { project }) => {
    const company = `医療法人ほしぞら ${project.name}`
    await applyForContract(product.url, { email: `before.${project.name}@example.jp` })
    await page.goto(product.staffUrl)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お申し込み一覧')
    await expect(page.getByRole('table', { name: 'お申し込み' })).toBeVisible()

    await test.step('it appears without a reload', async () => {
      await applyForContract(product.url, {
        companyName: company,
        email: `hoshi.${project.name}@example.jp`,
      })
      await lookAgain(page)
      const row = page.getByRole('row').filter({ hasText: company })
      await page.getByRole('button', { name: /^新しいお申し込み\d+件を表示$/ }).click()
      await expect(row).toContainText('新着')
      await expect(row).toContainText('新規お申し込み')
      await expect(row).toContainText('月額9,980円')
      if (project.name !== 'firefox') await expectAccessible(page)
    })

    await test.step('it is found, and opened from the keyboard', async () => {
      const search = page.getByRole('searchbox', { name: '検索' })
      const link = page.getByRole('rowheader').getByRole('link')
      // The index follows an application within five seconds.
      await expect(async () => {
        await search.fill('ほしぞら')
        await search.press('Enter')
        await expect(page.getByRole('region', { name: '検索結果' })).toBeFocused()
        await expect(link).toHaveCount(1, { timeout: 1000 })
      }).toPass()
      await link.focus()
      await page.keyboard.press('Enter')
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toContainText('受付番号')
      await expect(heading).toBeFocused()
      await expect(page.getByText(company)).toHaveCount(2)
      await expect(page.getByText('合意した料金：9,980円')).toBeVisible()
      await expect(page.getByText('規約に同意して登録する')).toBeVisible()
      if (project.name !== 'firefox') await expectAccessible(page)
    })

    await test.step('nothing to record is said, then a note and a status are', async () => {
      const record = work(page).getByRole('button', { name: '記録する' })
      await record.click()
      await expect(page.getByRole('alert')).toContainText('メモを入力してください')
      await work(page).getByRole('textbox', { name: 'メモ' }).fill('電話で内容を確認しました')
      await record.click()
      await expectStatus(page, 'メモを追加しました。')
      await work(page).getByRole('radio', { name: '対応中' }).check()
      await work(page).getByRole('textbox', { name: 'メモ' }).fill('書類の到着待ち')
      await record.click()
      await expectStatus(page, '対応状況を「対応中」に変更しました。')
      await expect(record).toBeFocused()
      const history = page.getByRole('region', { name: '履歴' }).getByRole('listitem')
      await expect(history).toHaveCount(3)
      await expect(history.filter({ hasText: '電話で内容を確認しました' })).toHaveCount(1)
      await expect(work(page).getByRole('radio', { name: '対応中（現在）' })).toBeChecked()
    })

    await test.step('a colleague who was faster is named by what he did', async () => {
      const colleague = await page.context().newPage()
      await colleague.goto(page.url())
      await expect(work(colleague).getByRole('radio', { name: '対応中（現在）' })).toBeChecked()
      await work(page).getByRole('radio', { name: '却下' }).check()
      await page.route('**/api/applications/*', (route) => route.abort())
      await work(colleague).getByRole('radio', { name: '完了' }).check()
      await work(colleague).getByRole('button', { name: '記録する' }).click()
      await expectStatus(colleague, '対応状況を「完了」に変更しました。')
      await work(page).getByRole('button', { name: '記録する' }).click()
      // Without accounts everybody has the one name.
      await expect(work(page).getByRole('alert')).toContainText(
        /あなたが\d{1,2}:\d\dに「完了」にしました。あなたの選択（却下）は、まだ記録されていません。/,
      )
      await expect(work(page)).toContainText('「完了」から「却下」には変更できません。')
      await expect(work(page).getByRole('radio', { name: '却下' })).toBeChecked()
      await page.unroute('**/api/applications/*')
      await work(colleague).getByRole('radio', { name: '対応中' }).check()
      await work(colleague).getByRole('button', { name: '記録する' }).click()
      await expectStatus(colleague, '対応状況を「対応中」に変更しました。')
      await colleague.close()
    })

    await test.step('the list knows, and its CSV holds exactly what is shown', async () => {
      await page.getByRole('link', { name: 'お申し込み一覧' }).click()
      await page.getByRole('button', { name: '記録せずに移動する' }).click()
      await page.getByRole('link', { name: /^対応中/ }).click()
      await page.getByRole('searchbox', { name: '検索' }).fill('ほしぞら')
      await page.getByRole('button', { name: '検索する' }).click()
      await expect(page.getByRole('row').filter({ hasText: company })).toContainText('対応中')
      const press = () => page.getByRole('button', { name: 'CSV' }).click()
      const csv = await (project.name === 'firefox' ? savedText : downloadedText)(page, press)
      const lines = csv.trimEnd().split('\r\n')
      expect(lines[0]).toMatch(/^\ufeff受付番号,/)
      expect(lines.filter((line) => line.includes(company))).toHaveLength(1)
      expect(lines.slice(1).every((line) => line.includes('ほしぞら'))).toBe(true)
    })
  },
)

async function downloadedText(page: Page, press: () => Promise<void>): Promise<string> {
  const downloading = page.waitForEvent('download')
  await press()
  return readFile(await (await downloading).path(), 'utf8')
}

/** Playwright is told of no download of a blob in an unpatched Firefox: there the blob itself is read. */
async function savedText(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const create = URL.createObjectURL
    URL.createObjectURL = (saved: Blob) => {
      // Decoded as a file would be read, byte order mark included.
      Reflect.set(globalThis, 'saved', saved.arrayBuffer())
      return create(saved)
    }
  })
  await press()
  await page.waitForFunction(() => 'saved' in globalThis)
  const bytes = await page.evaluate(async () => [
    ...new Uint8Array(await Reflect.get(globalThis, 'saved')),
  ])
  return Buffer.from(bytes).toString('utf8')
}

/** What a page that trusts its visitors would run. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  `';alert(1)//`,
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</textarea><iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href="javascript:alert(1)">押す</a>',
  '<style>@import"//evil.test"</style>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
]

test('what a hostile applicant typed is text, and hides nothing', async ({ page, product }) => {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  for (const [index, text] of HOSTILE.entries())
    await applyForContract(
      product.url,
      { companyName: text, address: text, tel: text, person: text, email: `x${index}@xss.example` },
      [{ facilityName: text, facilityNumber: text.slice(0, 32), serviceKey: 'KYODO' }],
    )
  await applyForContract(product.url, {
    companyName: '請求\u202exe.fdp\u202c',
    person: '山\u200b田',
    email: 'bidi@xss.example',
  })
  for (const [index, text] of HOSTILE.entries()) {
    await expect(async () => {
      await page.goto(`${product.staffUrl}/?search=x${index}@xss.example`)
      const row = page.getByRole('row').filter({ hasText: text })
      await expect(row).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    await page.getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('definition').filter({ hasText: text }).first()).toHaveText(text)
    await expect(page.getByRole('cell', { name: text, exact: true })).not.toHaveCount(0)
  }
  const row = page.getByRole('row').filter({ hasText: 'bidi@xss.example' })
  await expect(async () => {
    await page.goto(`${product.staffUrl}/?search=bidi@xss.example`)
    await expect(row).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expect(row).toContainText('請求U+202Exe.fdpU+202C')
  await expect(row).toContainText('山U+200B田')
  expect(dialogs).toEqual([])
})

test('the guide for staff has its pictures, and is one press away', async ({ page, product }) => {
  await page.goto(product.staffUrl)
  await page.getByRole('link', { name: '担当者の手引き' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('担当者の手引き')
  for (const picture of await page.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('naturalWidth', 1024)
    await expect(picture).toHaveJSProperty(
      'naturalHeight',
      Number(await picture.getAttribute('height')),
    )
  }
  expect(await page.getByRole('img').count()).toBe(3)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('担当者の手引き')
})
