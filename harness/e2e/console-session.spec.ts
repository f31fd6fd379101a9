import type { Page, Route } from '@playwright/test'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain } from './look-again.ts'
import { finishSetup, heading, logIn, setUp } from './staff-sign-in.ts'

const work = (page: Page) => page.getByRole('form', { name: '対応' })
const choice = (page: Page, name: string) => work(page).getByRole('radio', { name })
const memo = (page: Page) => work(page).getByRole('textbox', { name: 'メモ' })
const record = (page: Page) => work(page).getByRole('button', { name: '記録する' })
const openFirst = (page: Page) => page.getByRole('rowheader').getByRole('link').first().click()
const status = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence })
const kept = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

const ENDS_SOON = { remaining: { untilIdle: 290, atMost: 30_000 } }

/** The page asks for its session; the answer, of now and with this change, comes when the returned function is called, and has been drawn when that returns. */
async function askEarly(page: Page, change: object = {}): Promise<() => Promise<void>> {
  const [isFetched, isDue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), ...change }
    isFetched.resolve()
    await isDue.promise
    await route.fulfill({ response, json })
  }
  await page.route('**/api/session', hold, { times: 1 })
  const asked = page.waitForRequest('**/api/session')
  await lookAgain(page)
  await isFetched.promise
  const request = await asked
  return async () => {
    isDue.resolve()
    await (await request.response())?.finished()
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
}

test('what is chosen and typed outlives the session, and goes with its person', async ({
  page,
  startOwn,
  context,
}) => {
  const product = await startOwn()
  await applyForContract(product.url, { companyName: '社会福祉法人ひかり' })
  await setUp(page, product, 'hanako', 'worker')
  const hers = await finishSetup(page)
  await setUp(page, product, 'taro', 'worker')
  const codes = await finishSetup(page)

  await test.step('five minutes before the end it is said, and can be put off', async () => {
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...ENDS_SOON } })
    })
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('あと5分でログアウトします')
    await page.unroute('**/api/session')
    const answerLate = await askEarly(page, ENDS_SOON)
    await page.getByRole('button', { name: '続ける' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await answerLate()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('after the end the page waits, and goes on after a login in another tab', async () => {
    await openFirst(page)
    await choice(page, '却下').check()
    await memo(page).fill('電話で辞退')
    // An open dialog would keep everything else out of reach.
    await page.getByRole('button', { name: 'キー操作' }).click()
    await context.request.delete(`${product.staffUrl}/api/session`)
    await lookAgain(page)
    await expect(heading(page)).toHaveText('ログインの期限が切れました')
    await expect(page.getByText('社会福祉法人ひかり').first()).toBeHidden()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: '新しいタブでログイン' }).click()
    const tab = await opened
    await logIn(tab, 'taro', codes[0] ?? '')
    await expect(heading(tab)).toHaveText('ログインしました')
    await tab.close()
    await expect(choice(page, '却下')).toBeChecked()
    await expect(memo(page)).toHaveValue('電話で辞退')
    await record(page).click()
    await expect(status(page, '対応状況を「却下」に変更しました。')).toBeVisible()
  })

  await test.step('another person gets nothing of it', async () => {
    await choice(page, '対応中').check()
    await memo(page).fill('太郎のメモ')
    await context.request.delete(`${product.staffUrl}/api/session`)
    await lookAgain(page)
    await expect(heading(page)).toHaveText('ログインの期限が切れました')
    expect(await kept(page)).toContain('太郎のメモ')
    const tab = await context.newPage()
    await tab.goto(product.staffUrl)
    await logIn(tab, 'hanako', hers[0] ?? '')
    await expect(page.getByText('担当者：hanako')).toBeVisible()
    await expect(memo(page)).toHaveValue('')
    await expect(choice(page, '却下（現在）')).toBeChecked()
    expect(await kept(page)).not.toContain('太郎')
    await tab.close()
  })

  await test.step('a logout asks first, and deletes it in every tab', async () => {
    await memo(page).fill('花子のメモ')
    const reference = page.url().split('/').at(-1) ?? ''
    const tab = await context.newPage()
    await tab.goto(page.url())
    await memo(tab).fill('別のタブのメモ')
    const answerLate = await askEarly(page)
    await page.getByRole('button', { name: 'ログアウト' }).click()
    const question = page.getByRole('dialog', { name: 'まだ記録・送信していない入力があります' })
    await expect(question).toContainText(`このタブで入力途中のお申し込み：${reference}`)
    await question.getByRole('button', { name: '破棄してログアウト' }).click()
    for (const one of [page, tab]) {
      await expect(heading(one)).toHaveText('ログイン')
      expect(await kept(one)).not.toContain('メモ')
    }
    await answerLate()
    await expect(heading(page)).toHaveText('ログイン')
  })

  await test.step('a logout that is not wanted or gets no answer deletes nothing; one that goes on at an identity provider is asked about once', async () => {
    await logIn(page, 'hanako', hers[1] ?? '')
    await memo(page).fill('花子の次のメモ')
    let isDown = true
    await page.route('**/api/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      if (isDown) return route.abort()
      const response = await route.fetch()
      const json = { ...(await response.json()), signOutUrl: '/signed-out-elsewhere' }
      await route.fulfill({ response, json })
    })
    await page.getByRole('button', { name: 'ログアウト' }).click()
    const question = page.getByRole('dialog', { name: 'まだ記録・送信していない入力があります' })
    await question.getByRole('button', { name: 'ログアウトしない' }).click()
    await expect(question).toHaveCount(0)
    await expect(memo(page)).toHaveValue('花子の次のメモ')
    expect(await kept(page)).toContain('花子の次のメモ')
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await question.getByRole('button', { name: '破棄してログアウト' }).click()
    const failed = page.getByRole('dialog', {
      name: 'ログアウトできたかどうか、確認できませんでした',
    })
    await failed.getByRole('button', { name: '閉じる' }).click()
    await expect(memo(page)).toHaveValue('花子の次のメモ')
    expect(await kept(page)).toContain('花子の次のメモ')
    isDown = false
    await page.getByRole('button', { name: 'ログアウト' }).click()
    await question.getByRole('button', { name: '破棄してログアウト' }).click()
    await page.waitForURL('**/signed-out-elsewhere')
    // A question of the browser would be found among the troubles.
    expect(await kept(page)).not.toContain('メモ')
  })
})

test('a note outlives a reload and a lost line, and one sentence at a time tells of it', async ({
  context,
  product,
}) => {
  await applyForContract(product.url, { companyName: '医療法人みなも' })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(product.staffUrl)
  await openFirst(page)
  await memo(page).fill('一つめ')
  await record(page).click()
  await expect(status(page, 'メモを追加しました。')).toBeVisible()
  await context.setOffline(true)
  await memo(page).fill('二つめ')
  await record(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'サーバーに接続できません。記録されたかどうかは、まだわかりません。回線を確認してから、もう一度押してください。入力した内容は残っています。',
  )
  // A poll fails as well: still one sentence, and none of success.
  for (const _ of ['one', 'and another, which the first is over before']) {
    const failed = page.waitForEvent('requestfailed', (request) =>
      new URL(request.url()).pathname.startsWith('/api/applications/'),
    )
    await lookAgain(page)
    await failed
  }
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(status(page, 'メモを追加しました。')).toHaveCount(0)
  await context.setOffline(false)
  await page.reload()
  await expect(memo(page)).toHaveValue('二つめ')
  await record(page).click()
  await expect(status(page, 'メモを追加しました。')).toBeVisible()
  await expect(page.getByRole('region', { name: '履歴' })).toContainText('二つめ')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.close()
})

test('a page with something unrecorded asks before it is left', async ({ page, product }) => {
  await applyForContract(product.url, { companyName: '医療法人みなも' })
  await page.goto(product.staffUrl)
  await openFirst(page)
  const reference = page.url().split('/').at(-1) ?? ''
  await memo(page).fill('途中')
  const question = page.getByRole('dialog', { name: 'まだ記録していない入力があります' })
  await page.getByRole('link', { name: 'お申し込み一覧' }).click()
  await question.getByRole('button', { name: 'この画面に戻る' }).click()
  await expect(memo(page)).toHaveValue('途中')
  await page.getByRole('link', { name: 'お申し込み一覧' }).click()
  await question.getByRole('button', { name: '記録せずに移動する' }).click()
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('入力途中')
  await page.getByRole('link', { name: reference }).click()
  await expect(memo(page)).toHaveValue('途中')
  await record(page).click()
  await expect(status(page, 'メモを追加しました。')).toBeVisible()
  await page.getByRole('link', { name: 'お申し込み一覧' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お申し込み一覧')
})

test('a browser that forbids storage shows the console all the same, and keeps nothing', async ({
  context,
  product,
}) => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await applyForContract(product.url, { companyName: '医療法人みなも' })
  await page.goto(product.staffUrl)
  await openFirst(page)
  await memo(page).fill('途中')
  await page.getByRole('textbox', { name: '申込者に書く' }).fill('途中')
  await page.reload()
  await expect(memo(page)).toHaveValue('')
  await memo(page).fill('電話した')
  await record(page).click()
  await expect(status(page, 'メモを追加しました。')).toBeVisible()
  await page.close()
})
