import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { codeOf, PASSWORD } from '../client/staff.ts'
import { applyForContract } from './apply.ts'
import { expect, test } from './fixtures.ts'
import { lookAgain } from './look-again.ts'
import { findingsOf, nuFindingsOf } from './markup.ts'
import { field, finishSetup, heading, logIn, setUp } from './staff-sign-in.ts'

/** Documents of this worker for one run of the Nu checker. */
const seen = new Map<string, string>()

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const html = await page.content()
  seen.set(`${seen.size}`, html)
  expect(await findingsOf(html), 'findings of html-validate').toEqual([])
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test.afterAll('the Nu checker finds nothing', async () => {
  if (seen.size > 0) expect(await nuFindingsOf(seen)).toEqual([])
})

test('a console that others may reach says which command makes the first account, and goes on from there', async ({
  page,
  startOwn,
}) => {
  const product = await startOwn({ PUBLIC_URL: 'https://apply.example.jp' })
  await page.goto(product.staffUrl)
  await expect(page.getByRole('alert')).toContainText(
    'サーバーで npm run -s admin -- staff add <利用者名> --role administrator を実行し',
  )
  await setUp(page, product, 'hanako', 'administrator')
  await finishSetup(page)
})

test('an account is set up and opened with a recovery code', { tag: '@firefox' }, async ({
  page,
  startOwn,
}) => {
  const product = await startOwn()
  await setUp(page, product, 'hanako', 'worker')
  const [first = ''] = await finishSetup(page)
  await page.reload()
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await expect(heading(page)).toHaveText('ログイン')
  await logIn(page, 'hanako', first)
  await expect(heading(page)).toHaveText('お申し込み一覧')
})

test('a person sets up a second factor, is refused, logs in, and logs out everywhere', async ({
  page,
  startOwn,
  browser,
}) => {
  const product = await startOwn()
  await page.goto(product.staffUrl)
  await expect(heading(page)).toHaveText('お申し込み一覧')
  const secret = await setUp(page, product, '髙﨑 花子', 'administrator')
  await expectAccessible(page)

  await field(page, '新しいパスワード').fill('1qaz2wsx3edc')
  await page.getByRole('button', { name: '設定する' }).click()
  await expect(page.getByRole('alert')).toContainText('よく使われるパスワード')
  const [first = '', second = ''] = await finishSetup(page)
  await expect(page.getByText('担当者：髙﨑 花子')).toBeVisible()

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(product.staffUrl)
  await expect(heading(elsewhere)).toHaveText('ログイン')
  await expect(elsewhere.getByRole('table')).toHaveCount(0)
  await expectAccessible(elsewhere)
  await logIn(elsewhere, '髙﨑 花子', codeOf(secret, 1), 'wrong wrong wrong')
  await expect(elsewhere.getByRole('alert')).toContainText('いずれかが正しくありません')
  await logIn(elsewhere, '髙﨑 花子', codeOf(secret, 1))
  await expect(heading(elsewhere)).toHaveText('お申し込み一覧')
  await elsewhere.reload()
  await expect(heading(elsewhere)).toHaveText('お申し込み一覧')

  await page.getByRole('link', { name: '髙﨑 花子' }).click()
  await expect(page.getByText('残っている回復用コード：8個')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'ログイン中の端末' }).getByRole('listitem'),
  ).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'すべての端末からログアウト' }).click()
  await expect(heading(page)).toHaveText('ログイン')
  // What is open elsewhere waits for the next login, and shows nothing meanwhile.
  await lookAgain(elsewhere)
  await expect(heading(elsewhere)).toHaveText('ログインの期限が切れました')
  await expect(elsewhere.getByRole('table')).toHaveCount(0)
  await elsewhere.context().close()

  await logIn(page, '髙﨑 花子', first)
  await expect(heading(page)).toHaveText('アカウント')
  await page.getByRole('button', { name: 'ログアウト', exact: true }).click()
  await logIn(page, '髙﨑 花子', first)
  await expect(page.getByRole('alert')).toContainText('いずれかが正しくありません')
  await logIn(page, '髙﨑 花子', second)
  await expect(heading(page)).toHaveText('アカウント')
})

test('a role shows and allows what it may, and an administrator erases with the password', async ({
  page,
  startOwn,
  browser,
}) => {
  const product = await startOwn()
  await applyForContract(product.url, { companyName: '社会福祉法人ひかり' })
  await setUp(page, product, 'reader', 'reader')
  await finishSetup(page)
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(heading(page)).toContainText('受付番号')
  await expect(page.getByRole('region', { name: '履歴' })).toBeVisible()
  await expect(page.getByRole('form', { name: '対応' })).toHaveCount(0)
  await expect(page.getByText('個人情報の消去')).toHaveCount(0)
  const record = page.url()
  const reference = record.split('/').at(-1) ?? ''
  const refused = await page.evaluate(async (path) => {
    const body = JSON.stringify({ note: 'a' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(path, { method: 'POST', headers, body })).status
  }, `/api/applications/${reference}/notes`)
  expect(refused).toBe(403)
  await page.goto(product.staffUrl)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)

  const admin = await (await browser.newContext()).newPage()
  await setUp(admin, product, 'root', 'administrator')
  await finishSetup(admin)
  await admin.goto(record)
  await admin.getByText('個人情報の消去').click()
  const form = admin.getByRole('form', { name: '個人情報の消去' })
  const question = admin.getByRole('dialog', { name: '個人情報を消去しますか。' })
  await form.getByLabel('受付番号をもう一度入力').fill(reference)
  await form.getByLabel('パスワード').fill('wrong wrong wrong')
  await form.getByRole('button', { name: '消去する' }).click()
  await question.getByRole('button', { name: '消去する' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'パスワードまたは確認コードが正しくありません',
  )
  await form.getByLabel('パスワード').fill(PASSWORD)
  await form.getByRole('button', { name: '消去する' }).click()
  await question.getByRole('button', { name: '消去する' }).click()
  await expect(
    admin.getByRole('status').filter({ hasText: '個人情報を消去しました。' }),
  ).toBeVisible()
  await expect(admin.getByText('社会福祉法人ひかり')).toHaveCount(0)
  await admin.context().close()
})

test('what is chosen and typed stays when a colleague is faster, and the form tells who was', async ({
  page,
  startOwn,
  browser,
}) => {
  const product = await startOwn()
  const work = (of: Page) => of.getByRole('form', { name: '対応' })
  const choice = (of: Page, name: string) => work(of).getByRole('radio', { name })
  const memo = (of: Page) => work(of).getByRole('textbox', { name: 'メモ' })
  const record = (of: Page) => work(of).getByRole('button', { name: '記録する' }).click()
  const confirmation = (of: Page) => of.locator('.done')
  /** What has arrived is told in one line, and drawn when it is asked for. */
  const show = async (of: Page) => {
    await lookAgain(of)
    await of.getByRole('button', { name: '表示', exact: true }).click()
  }
  const history = (of: Page) => of.getByRole('region', { name: '履歴' }).getByRole('listitem')
  const conflictText = (what: string, open: string) =>
    new RegExp(
      `^hanakoさんが\\d{1,2}:\\d\\dに「${what}」にしました。${open}は、まだ記録されていません。$`,
    )
  await applyForContract(product.url, { companyName: '社会福祉法人ひかり' })
  const hanako = await (await browser.newContext()).newPage()
  await setUp(hanako, product, 'hanako', 'administrator')
  await finishSetup(hanako)
  await setUp(page, product, 'taro', 'worker')
  await finishSetup(page)
  for (const one of [page, hanako]) {
    await one.getByRole('rowheader').getByRole('link').click()
    await expect(choice(one, '未対応（現在）')).toBeChecked()
  }
  await hanako.getByText('個人情報の消去').click()
  const erasure = hanako.getByRole('form', { name: '個人情報の消去' })
  await erasure.getByLabel('パスワード').fill('途中まで')

  await test.step('her change is told, leaves his choice, and is drawn when he asks for it', async () => {
    await choice(page, '却下').check()
    await memo(page).fill('電話で辞退')
    await choice(hanako, '対応中').check()
    await record(hanako)
    await expect(confirmation(hanako)).toHaveText('対応状況を「対応中」に変更しました。')
    await lookAgain(page)
    const told = page.getByRole('status').filter({ hasText: 'hanakoさんが対応状況を「対応中」' })
    await expect(told).toBeVisible()
    await expect(choice(page, '未対応（現在）')).toBeVisible()
    await show(page)
    await expect(choice(page, '対応中（現在）')).not.toBeChecked()
    await expect(work(page).getByRole('alert')).toHaveText(
      conflictText('対応中', 'あなたの選択（却下）とメモ'),
    )
    await expect(choice(page, '却下')).toBeChecked()
    await expect(memo(page)).toHaveValue('電話で辞退')
    await expectAccessible(page)
  })

  await test.step('the press is refused, nothing is lost, and the next one records it', async () => {
    await record(page)
    await expect(work(page)).toContainText(
      'もう一度「記録する」を押すと、「対応中」から「却下」に変更します。',
    )
    await expect(work(page).getByRole('alert')).toHaveText(
      conflictText('対応中', 'あなたの選択（却下）とメモ'),
    )
    await expect(choice(page, '却下')).toBeChecked()
    await expect(memo(page)).toHaveValue('電話で辞退')
    await expect(confirmation(page)).toHaveText('')
    await expect(history(page)).toHaveCount(1)
    await record(page)
    await expect(confirmation(page)).toHaveText('対応状況を「却下」に変更しました。')
    await expect(work(page).getByRole('alert')).toHaveCount(0)
    await expect(memo(page)).toHaveValue('')
    await expect(choice(page, '却下（現在）')).toBeChecked()
    await expect(history(page)).toHaveCount(3)
  })

  await expect(erasure.getByLabel('パスワード')).toHaveValue('途中まで')
  await hanako.context().close()
})
