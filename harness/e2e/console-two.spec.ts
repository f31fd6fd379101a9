/** Two at the desk: an application goes from one to the other, and each sees what the other did before a press counts. */
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { lookAgain } from './look-again.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import { applyForLink, referenceOf, test } from './status-product.ts'

const work = (page: Page) => page.getByRole('form', { name: '対応' })
const record = (page: Page) => work(page).getByRole('button', { name: '記録する' })
const sides = (page: Page, form: string) =>
  page.getByRole('form', { name: form, exact: true }).locator('dl')

async function openAs(browser: Browser, product: Product, name: string, reference: string) {
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage()
  await setUp(page, product, name, 'worker')
  await finishSetup(page)
  await page.goto(`${product.staffUrl}/applications/${reference}`)
  await expect(work(page)).toBeVisible()
  return page
}

async function two(browser: Browser, product: Product, applicant: Page, mark: string) {
  const reference = referenceOf(await applyForLink(applicant, 'entry', mark))
  const names = { taro: `taro-${mark}`, hanako: `hanako-${mark}` }
  const taro = await openAs(browser, product, names.taro, reference)
  const hanako = await openAs(browser, product, names.hanako, reference)
  return { reference, names, taro, hanako }
}

test('one hands an application over in two presses, the other finds it under 自分の; whoever did not see it is told', async ({
  page: applicant,
  browser,
  product,
  mark,
}) => {
  const { reference, names, taro, hanako } = await two(browser, product, applicant, mark)
  // What she looks at stays as it was drawn.
  await hanako.route('**/api/applications/*', (route) => route.abort())
  await taro.getByLabel('ほかの担当者').fill(names.hanako)
  const inOneLine = [
    taro.getByLabel('ほかの担当者'),
    taro.getByRole('button', { name: '引き継ぐ' }),
  ]
  const [field, button] = await Promise.all(inOneLine.map((each) => each.boundingBox()))
  expect(Math.abs((field?.y ?? 0) - (button?.y ?? 100))).toBeLessThan(4)
  await taro.getByRole('button', { name: '引き継ぐ' }).click()
  await expect(taro.locator('.done')).toHaveText(`担当を${names.hanako}さんにしました。`)
  await expect(taro.getByRole('form', { name: '担当', exact: true })).toContainText(
    `担当：${names.hanako}`,
  )

  await test.step('a press on what has another owner by now is refused, with both sides', async () => {
    const take = hanako.getByRole('button', { name: '自分の担当にする' })
    await take.click()
    const form = hanako.getByRole('form', { name: '担当', exact: true })
    await expect(form.getByRole('alert')).toContainText(
      `担当がすでに「${names.hanako}」に変更されています。`,
    )
    const [wanted, stands] = await sides(hanako, '担当').locator('dd').allInnerTexts()
    expect(wanted).toBe(names.hanako)
    expect(stands).toMatch(new RegExp(`^${names.hanako}（\\d{1,2}:\\d\\d ${names.taro}）$`))
    await hanako.unroute('**/api/applications/*')
  })

  await test.step('it is counted and listed under 自分の, and under her name for others', async () => {
    await hanako.goto(product.staffUrl)
    const own = hanako.getByRole('link', { name: /^自分の/ })
    await expect(own).toContainText('1件')
    await own.click()
    await expect(hanako.getByRole('rowheader').getByRole('link')).toHaveText([reference])
    await taro.goto(`${product.staffUrl}/?assignee=${names.hanako}`)
    await expect(taro.getByRole('rowheader').getByRole('link')).toHaveText([reference])
  })
  for (const one of [taro, hanako]) await one.context().close()
})

test('closing over an open question asks, and a question that came meanwhile is not closed over', async ({
  page: applicant,
  browser,
  product,
  mark,
}) => {
  const { taro, hanako } = await two(browser, product, applicant, mark)
  const ask = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: '申込者に書く' }).fill(text)
    await page.getByRole('button', { name: '送信する' }).click()
    await expect(page.locator('.done')).toContainText('送信しました。')
  }
  await ask(taro, '番号は正しいですか。')
  const waiver = work(taro).getByRole('checkbox', {
    name: '申込者への質問の回答を待たずに終了する',
  })
  await expect(waiver).toHaveCount(0)
  await work(taro).getByRole('radio', { name: '却下' }).check()
  await expect(waiver).toBeVisible()
  await record(taro).click()
  await expect(waiver).toBeFocused()
  await expect(waiver).toHaveAccessibleDescription(/申込者の回答を待っている質問があります。/)
  await expect(work(taro).getByRole('radio', { name: '却下' })).toBeChecked()

  await test.step('hers came while he looked at his own: his tick does not stand for it', async () => {
    await taro.route('**/api/applications/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await lookAgain(hanako)
    await hanako.getByRole('button', { name: '表示', exact: true }).click()
    await ask(hanako, '開始日はいつですか。')
    await waiver.check()
    await record(taro).click()
    await expect(work(taro).getByRole('alert')).toContainText('先に')
    await expect(sides(taro, '対応').locator('dt')).toHaveText(['あなたの操作', '現在'])
    await expect(sides(taro, '対応').locator('dd')).toHaveText([
      '却下',
      new RegExp(`^申込者への質問（\\d{1,2}:\\d\\d hanako-${mark}）$`),
    ])
    await taro.unroute('**/api/applications/*')
  })

  await test.step('once he has read it, his tick stands for both', async () => {
    await lookAgain(taro)
    await taro.getByRole('button', { name: '表示', exact: true }).click()
    await expect(taro.getByRole('region', { name: '申込者との連絡' })).toContainText(
      '開始日はいつですか。',
    )
    await expect(work(taro).getByRole('radio', { name: '却下' })).toBeChecked()
    await waiver.setChecked(true)
    await record(taro).click()
    await expect(taro.locator('.done')).toHaveText('対応状況を「却下」に変更しました。')
  })
  for (const one of [taro, hanako]) await one.context().close()
})

test('a press whose newest comes late draws it all the same, and tells it as no arrival', async ({
  page: applicant,
  browser,
  product,
  mark,
}) => {
  const { taro, hanako } = await two(browser, product, applicant, mark)
  await hanako.context().close()
  let isNext = false
  await taro.route('**/api/applications/**', async (route) => {
    const isPress = route.request().method() === 'POST'
    const isLate = isNext && !isPress
    isNext = isPress || (isNext && !isLate)
    const response = await route.fetch()
    // Longer than two polls.
    if (isLate) await setTimeout(9000)
    await route.fulfill({ response }).catch(() => {})
  })
  await work(taro).getByRole('textbox', { name: 'メモ' }).fill('電話済み')
  await record(taro).click()
  const history = taro.getByRole('region', { name: '履歴' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history).toContainText('電話済み')
  await expect(taro.locator('.news').getByRole('status')).toHaveText('')
  await taro.context().close()
})

test('a choice that is made before the colleagues are known stays', async ({
  page: applicant,
  browser,
  product,
  mark,
}) => {
  const { taro, hanako, names } = await two(browser, product, applicant, mark)
  const answered = Promise.withResolvers<void>()
  await taro.route('**/api/people', async (route) => {
    await answered.promise
    await route.continue()
  })
  await taro.goto(product.staffUrl)
  await taro.getByRole('button', { name: /^絞り込みの条件/ }).click()
  const assignee = taro.getByLabel('担当', { exact: true })
  await assignee.selectOption({ label: '担当なし' })
  answered.resolve()
  await expect(assignee.getByRole('option', { name: names.hanako })).toBeAttached()
  await expect(assignee.locator('option:checked')).toHaveText('担当なし')
  for (const one of [taro, hanako]) await one.context().close()
})
