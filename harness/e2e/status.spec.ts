/** How an application stands: for whoever has its link, and behind the gate. */
import type { Page } from '@playwright/test'
import { STATUS_ADDRESS } from '#contract/status.ts'
import { CORRECTION_STATES } from './correction-states.ts'
import { CORPORATION, mailOf, nameOf, numberOf, openReady } from './filled-forms.ts'
import { expect } from './fixtures.ts'
import { applicantControl, button, facilityControl } from './form.ts'
import { inspectState } from './inspect-state.ts'
import { nuFindingsOf } from './markup.ts'
import type { Product } from './product.ts'
import { readCode } from './read-code.ts'
import { companyName, openEntry } from './sample-directory.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import {
  applyForLink,
  changeByBilling,
  linkOnPage,
  linksMailedTo,
  PUBLIC_URL,
  referenceOf,
  test,
  testWithDirectory,
} from './status-product.ts'
import { answerGate, details, gate, openLink, STATUS_STATES, standing } from './status-states.ts'

/** The corporation of the sample directory has this telephone number. */
const TELEPHONE = '03-0000-1001'

testWithDirectory(
  'applied for with the directory; mail, gate, staff, billing system, and both are told',
  {
    tag: '@main',
  },
  async ({ page, browser, product, mark }) => {
    await openEntry(page)
    await companyName(page).fill('あさひ')
    await page.getByRole('option', { name: /^社会福祉法人\sあさひの里/ }).click()
    await button(page, 'この法人の事業所（12件）を表に入れる').click()
    await button(page, '表に取り込む').click()
    await expect(facilityControl(page, 12, 'facilityName')).toHaveValue('あさひの里相談室')
    await applicantControl(page, 'email').fill(mailOf(mark))
    await applicantControl(page, 'person').fill('鈴木 一郎')
    await button(page, '見積もる').click()
    await button(page, '規約に同意して登録する').click()
    const path = await linkOnPage(page)
    await expect(() => expect(linksMailedTo(product, mailOf(mark))).toHaveLength(1)).toPass()
    const [mail] = linksMailedTo(product, mailOf(mark))
    expect(mail?.path).toBe(path)
    expect(mail?.text).toContain(
      'お申し込みの状況の確認、内容の訂正、取り下げは、次のページからできます。このリンクは、ほかの方に知らせないでください。',
    )

    const other = await browser.newContext({ baseURL: product.url, locale: 'ja-JP' })
    const second = await other.newPage()
    await second.goto(path)
    await expect(standing(second, '受け付け済み')).toBeVisible()
    await expect(second.getByRole('region', { name: 'お申し込み', exact: true })).toContainText(
      '12件',
    )
    await expect(second.getByText('あさひの里')).toHaveCount(0)
    await answerGate(second, TELEPHONE.replaceAll('-', ''))
    await expect(details(second).getByRole('heading')).toBeFocused()
    await expect(details(second)).toContainText('社会福祉法人　あさひの里')
    await expect(details(second).getByRole('row')).toHaveCount(13)

    const reference = referenceOf(path)
    const staff = await openConsole(page, product, reference)
    await staff.getByRole('radio', { name: '対応中' }).check()
    await staff.getByRole('button', { name: '記録する' }).click()
    await expect(page.getByText('対応状況を「対応中」に変更しました。')).toBeVisible()
    await expect(page.getByRole('region', { name: '履歴' })).toContainText('申込者による内容の確認')
    await button(second, '最新の状況に更新する').click()
    await expect(standing(second, '確認中')).toBeFocused()
    await expect(details(second)).toContainText('あさひの里相談室')

    const done = { status: 'done', from: 'in_progress', customerNumber: 'C-10234', notify: true }
    await changeByBilling(product, reference, done)
    await button(second, '最新の状況に更新する').click()
    await expect(standing(second, '完了')).toBeFocused()
    await expect(details(second)).toContainText('C-10234')
    await expect(() => expect(linksMailedTo(product, mailOf(mark))).toHaveLength(2)).toPass()
    expect(linksMailedTo(product, mailOf(mark))[1]?.path).toBe(path)
    await other.close()
  },
)

async function openConsole(page: Page, product: Product, reference: string) {
  await setUp(page, product, 'hanako', 'administrator')
  await finishSetup(page)
  await page.goto(`${product.staffUrl}/applications/${reference}`)
  return page.getByRole('form', { name: '対応' })
}

// A trial ends with its rows and is opened by a telephone number, a suspension with its consent and by the customer's.
for (const flow of ['trial', 'suspension'] as const)
  test(`${flow}: the result shows the link, on paper for a camera; it is in the fragment and the body alone`, async ({
    page,
    mark,
  }) => {
    await (await openReady(page, flow, mark)).click()
    const path = await linkOnPage(page)
    const code = page.getByRole('img', { name: 'お申し込みの状況を開く二次元コード' })
    await expect(button(page, '二次元コードを表示する')).toBeVisible()
    await expect(code).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    // A sheet of A4 between its margins.
    await page.setViewportSize({ width: 680, height: 1000 })
    await expect(code).toBeVisible()
    expect(await readCode(page, { isPaper: true })).toBe(PUBLIC_URL + path)
    await page.emulateMedia({ media: 'screen' })

    const secret = path.split('.').at(-1) ?? ''
    const requests: string[] = []
    page.on('request', (request) => {
      requests.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`)
    })
    await openLink(page, path)
    await expect(standing(page, '受け付け済み')).toBeVisible()
    const isIssued = nameOf(flow, mark) === mailOf(mark)
    await answerGate(page, isIssued ? CORPORATION.tel : numberOf(mark))
    await expect(details(page)).toBeVisible()
    await page.waitForTimeout(2500)
    expect(requests.filter((line) => line.includes(STATUS_ADDRESS))).toHaveLength(2)
    // Firefox and Chromium name a document's request with its fragment in Playwright; it is on no wire.
    expect(
      requests.filter((line) => !/^GET \S+\/status#/.test(line) && line.includes(secret)),
    ).toEqual([])
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]),
    )
    expect(kept).not.toContain(secret)
    expect(await page.evaluate(() => [document.cookie, document.referrer])).toEqual(['', ''])
  })

test('a wrong number marks the field, and the keyboard alone goes on from there', async ({
  page,
  mark,
}) => {
  await openLink(page, await applyForLink(page, 'entry', mark))
  const field = gate(page).getByRole('textbox', { name: '電話番号' })
  await field.focus()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/電話番号を入力してください。/)
  await page.keyboard.insertText('090-0000-0000')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/^確認できませんでした。番号をお確かめください。/)
  await expect(page).toHaveTitle(/^エラー：/)
  await field.fill('０３（１２３４）５６７８')
  await page.keyboard.press('Enter')
  await expect(details(page).getByRole('heading')).toBeFocused()
  await expect(page).toHaveTitle(/^お申し込みの状況/)
})

test('the skip link leaves the link where it is, and a reload shows the application again', async ({
  page,
  mark,
}) => {
  const path = await applyForLink(page, 'entry', mark)
  await openLink(page, path)
  await expect(standing(page, '受け付け済み')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await page.reload()
  await expect(standing(page, '受け付け済み')).toBeVisible()
})

test('the reload of the sentence for scripts that never came keeps the link, and it names the mail', {
  tag: '@long',
}, async ({ page, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  await page.route('**/assets/hydrate-*.js', (route) => route.abort())
  await openLink(page, path)
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  const sentence = page.getByRole('alert').filter({ hasText: '画面の準備が完了していません。' })
  await expect(sentence).toBeInViewport({ ratio: 1 })
  await expect(sentence).toContainText('メールや控えにあるリンクをもう一度開いてください。')
  await page.unroute('**/assets/hydrate-*.js')
  await sentence.getByRole('link', { name: '再読み込みする' }).click()
  await expect(standing(page, '受け付け済み')).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('another mail’s link, opened in the same tab, shows its own application alone', async ({
  page,
  mark,
}) => {
  const first = await applyForLink(page, 'entry', mark)
  const second = await applyForLink(page, 'suspension', mark)
  await openLink(page, first)
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toBeVisible()
  await page.goto(second)
  await expect(page.getByText(referenceOf(second)).first()).toBeVisible()
  await expect(details(page)).toHaveCount(0)
  await expect(gate(page).getByRole('textbox', { name: 'お客様番号' })).toBeVisible()
})

test('on paper: one sheet, no heading with nothing below it, no frame of the focus', async ({
  page,
  mark,
}) => {
  await openLink(page, await applyForLink(page, 'entry', mark))
  await answerGate(page, CORPORATION.tel)
  await page.keyboard.press('Tab')
  await details(page).getByRole('heading', { level: 2 }).focus()
  await page.emulateMedia({ media: 'print' })
  const headings = await page.getByRole('heading').evaluateAll((found) =>
    found
      .filter((heading) => heading.checkVisibility())
      .map((heading) => {
        const around = Array.from(heading.parentElement?.children ?? [])
        const next = around
          .slice(around.indexOf(heading) + 1)
          .find((element) => element.checkVisibility() && element.textContent !== '')
        const { outlineStyle, boxShadow } = getComputedStyle(heading)
        return [heading.textContent, next !== undefined, outlineStyle, boxShadow]
      }),
  )
  expect(headings.length).toBeGreaterThan(2)
  for (const [name, ...rest] of headings)
    expect([name, ...rest]).toEqual([name, true, 'none', 'none'])
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
})

test('a newer server’s answer that this page does not know asks for a reload', {
  tag: '@long',
}, async ({ page, mark }) => {
  const path = await applyForLink(page, 'entry', mark)
  const pattern = `**${STATUS_ADDRESS}`
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.application.status = 'archived'
    await route.fulfill({ response, json: answer })
  })
  await openLink(page, path)
  await expect(page.locator('#fault').filter({ hasText: '画面の更新が必要です。' })).toBeVisible()
  await page.unroute(pattern)
  await page.locator('#fault').getByRole('button', { name: '再読み込みする' }).click()
  await expect(standing(page, '受け付け済み')).toBeVisible()
})

const seen = new Map<string, string>()

for (const { name, reach } of [...STATUS_STATES, ...CORRECTION_STATES])
  test(`${name}: nothing stands in anybody's way`, { tag: '@states' }, async ({
    page,
    product,
  }) => {
    await reach(page, product)
    seen.set(name, await inspectState(page, { isPublic: !name.startsWith('staff-') }))
  })

test.afterAll('the Nu checker finds nothing', async () => {
  // A worker may have seen none of the states.
  if (seen.size > 0) expect(await nuFindingsOf(seen), 'findings of the Nu checker').toEqual([])
})
