/** Every page in every state that a person can meet it in, and how it comes to stand there. */
import { expect, type Page } from '@playwright/test'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { ExportSize } from '#contract/console-answers.ts'
import { CORRECT_PAGE, STATUS_PAGE } from '#contract/status-pages.ts'
import { FLOWS, type Flow, MAIL_ERROR_PATH, QUOTE_PATH } from '#domain/flows.ts'
import { applyForContract, askToStop } from './apply.ts'
import { BREAKAGES, breakCall } from './calls.ts'
import { FAULT_STATES } from './fault-states.ts'
import {
  CORPORATION,
  numberOf,
  openReady,
  SEND_WORDS,
  TRIAL_ANSWERS,
  tick,
} from './filled-forms.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import type { Product } from './product.ts'
import type { State } from './state.ts'
import { ROWS, TABLE_STATES } from './table-states.ts'

const { entry, migration, suspension, trial } = FLOWS
const NUMBER = numberOf('1234')
const MARK = 'tantou'
const MIGRATION = `${migration.inputPath}?customerNumber=${NUMBER}`
const SUSPENSION = `${suspension.inputPath}?customerNumber=${NUMBER}`

/** Addresses whose document stands for itself, without a step more. */
export const PATHS: Readonly<Record<string, string>> = {
  home: '/',
  'not-found': '/no-such-page',
  entry: entry.inputPath,
  migration: MIGRATION,
  'migration-no-number': migration.inputPath,
  suspension: SUSPENSION,
  'suspension-no-number': suspension.inputPath,
  trial: trial.inputPath,
  'entry-result-nothing': entry.resultPath,
  'trial-result-nothing': trial.resultPath,
  'mail-error': MAIL_ERROR_PATH,
  'status-no-link': STATUS_PAGE,
  'correct-no-link': CORRECT_PAGE,
  'quote-no-link': QUOTE_PATH,
  docs: '/api/docs',
}

const opened: State[] = Object.entries(PATHS).map(([name, path]) => ({
  name,
  reach: (page) => page.goto(path),
}))

const worked: State[] = [
  { name: 'entry-row-errors', reach: reachRowErrors },
  { name: 'entry-address-found', reach: reachAddress },
  { name: 'entry-hints', reach: reachHints },
  { name: 'trial-hints', reach: reachMendableHints },
  { name: 'entry-estimated', reach: reachEstimated },
  { name: 'entry-estimate-outdated', reach: reachOutdated },
  { name: 'entry-quote-link', reach: reachQuoteLink },
  { name: 'quote', reach: reachQuote },
  { name: 'quote-refused', reach: (page) => page.goto(`${QUOTE_PATH}#x`) },
  { name: 'entry-on-call', reach: (page) => reachOnCall(page, entry.inputPath) },
  { name: 'trial-on-call', reach: (page) => reachOnCall(page, trial.inputPath) },
  { name: 'entry-errors', reach: reachApplicantErrors },
  { name: 'entry-mended', reach: reachMended },
  { name: 'entry-come-back', reach: reachComeBack },
  { name: 'migration-estimated', reach: (page) => openReady(page, 'migration', MARK) },
  { name: 'trial-errors', reach: reachTrialErrors },
  { name: 'trial-all-mended', reach: reachAllMended },
  { name: 'trial-conditional-fields', reach: reachConditionalFields },
  { name: 'trial-prices', reach: reachTrialPrices },
  { name: 'trial-mail-refused', reach: reachMailRefused },
  ...(Object.keys(FLOWS) as Flow[]).map((flow) => ({
    name: `${flow}-result`,
    reach: (page: Page) => reachResult(page, flow),
  })),
  ...(['entry', 'suspension'] as const).map((flow) => ({
    name: `${flow}-sending`,
    reach: (page: Page) => reachSending(page, flow),
  })),
  ...(['entry', 'trial'] as const).map((flow) => ({
    name: `${flow}-banner`,
    reach: (page: Page) => reachBanner(page, flow),
  })),
  { name: 'entry-result-failure', reach: reachFailure },
  { name: 'suspension-received', reach: reachReceived },
  { name: 'entry-received-elsewhere', reach: reachElsewhere },
  {
    name: 'entry-received-elsewhere-before',
    reach: async (page) => {
      await reachElsewhere(page)
      await page.reload()
      await expect(page.getByText('別の画面から受け付け済みです。')).toBeVisible()
    },
  },
]

const staff: State[] = [
  { name: 'staff-list', reach: reachStaffList },
  { name: 'staff-application', reach: reachStaffApplication },
  {
    name: 'staff-list-chosen',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await page
        .getByRole('checkbox', { name: /を選択$/ })
        .first()
        .check()
      await page.getByRole('link', { name: '自分の' }).focus()
    },
  },
  {
    name: 'staff-bulk-question',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await page
        .getByRole('checkbox', { name: /を選択$/ })
        .first()
        .check()
      await button(page, '「対応中」にする').click()
    },
  },
  {
    name: 'staff-bulk-names',
    reach: async (page, product) => {
      await askToStop(product.url, NUMBER)
      await page.goto(`${product.staffUrl}/?flow=suspension`)
      await page
        .getByRole('checkbox', { name: /を選択$/ })
        .first()
        .check()
      await button(page, '「完了」にする').click()
      await expect(page.getByRole('group', { name: '確認した方' })).toBeVisible()
    },
  },
  {
    name: 'staff-list-conditions',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await page.goto(`${product.staffUrl}/?flow=entry&from=2026-01-01&assignee=-`)
      await page.getByRole('button', { name: /^絞り込みの条件/ }).click()
    },
  },
  {
    name: 'staff-list-nearest',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await page.getByRole('searchbox', { name: '検索' }).fill('社会福祉法人ひだもり')
      await page.keyboard.press('Enter')
      await expect(page.getByText('1文字違いのお申し込みを表示しています。')).toBeVisible()
    },
  },
  {
    name: 'staff-export-question',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      // As many as no test fills in.
      const size: ExportSize = { applications: 1_000_000, rows: 3_000_000, sheets: 3 }
      await page.route(`**${CONSOLE_PATHS.exportSize}*`, (route) => route.fulfill({ json: size }))
      await button(page, 'Excel').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'staff-keys',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await button(page, 'キー操作').click()
    },
  },
  {
    name: 'staff-undelivered',
    reach: async (page, { staffUrl }) => {
      await page.goto(`${staffUrl}/undelivered`)
      await expect(page.getByRole('status').filter({ hasText: '通知' })).toBeVisible()
    },
  },
  {
    name: 'staff-situation',
    reach: async (page, { staffUrl }) => {
      await page.goto(`${staffUrl}/situation`)
      await expect(page.getByRole('heading', { name: '最も古い10件' })).toBeVisible()
    },
  },
  {
    name: 'staff-figures',
    reach: async (page, { staffUrl }) => {
      await page.goto(`${staffUrl}/figures`)
      await expect(page.getByRole('heading', { name: /の月ごと/ })).toBeVisible()
    },
  },
  {
    name: 'staff-activity',
    reach: async (page, product) => {
      await reachStaffList(page, product)
      await page.goto(`${product.staffUrl}/activity`)
      await expect(page.getByText('一覧の表示').first()).toBeVisible()
    },
  },
  { name: 'staff-guide', reach: (page, { staffUrl }) => page.goto(`${staffUrl}/guide`) },
  {
    name: 'staff-not-found',
    reach: async (page, { staffUrl }) => {
      await page.goto(`${staffUrl}/no-such-page`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
]

export const STATES: readonly State[] = [
  ...opened,
  ...worked,
  ...FAULT_STATES,
  ...TABLE_STATES,
  ...staff,
]

/** Every layout there is: what takes long, or a browser of its own, is asked of these states alone. */
export const LAID_OUT_ANEW: ReadonlySet<string> = new Set([
  'home',
  'entry',
  'entry-errors',
  'entry-row-menu',
  'entry-paste-preview',
  'suspension',
  'trial-conditional-fields',
  'migration-result',
  'staff-list',
  'staff-application',
])

async function reachRowErrors(page: Page) {
  await page.goto(entry.inputPath)
  await facilityControl(page, 1, 'facilityName').fill('さくら作業所')
  // On a phone a blank row opens at a touch.
  await facilityControl(page, 2, 'facilityName').focus()
  await facilityControl(page, 2, 'serviceKey').selectOption('KYODO')
  await facilityControl(page, 4, 'facilityName').focus()
  await facilityControl(page, 4, 'facilityNumber').fill('1'.repeat(33))
  await button(page, '見積もる').click()
  await expect(page).toHaveTitle(/^エラー：/)
}

async function reachAddress(page: Page) {
  await page.goto(entry.inputPath)
  await fillApplicant(page, { zipcode: CORPORATION.zipcode })
  await button(page, '郵便番号から住所を検索').click()
  await expect(applicantControl(page, 'address')).not.toHaveValue('')
}

async function reachHints(page: Page) {
  await page.goto(entry.inputPath)
  const address = 'さいたま市浦和区高砂1-2-3'
  await fillApplicant(page, { zipcode: '0000000', address, tel: 'なし', email: 'tantou@' })
  await button(page, '郵便番号から住所を検索').click()
  await expect(page.getByText('住所を取得できません。')).toBeVisible()
  await expect(page.getByText('メールアドレスの形式をご確認ください。')).toBeVisible()
}

/** Hints with a button, a remark on an address without a house. */
async function reachMendableHints(page: Page) {
  await page.goto(trial.inputPath)
  await fillApplicant(page, {
    address: '埼玉県さいたま市浦和区高砂',
    email: 'suzuki.ichiro@gmial.com',
  })
  await expect(button(page, 'この宛先に直す')).toBeVisible()
}

async function reachEstimated(page: Page) {
  await page.goto(entry.inputPath)
  await fillApplicant(page, { ...CORPORATION, email: 'tantou@example.jp' })
  await fillFacilities(page, ROWS)
  await button(page, '見積もる').click()
  await page.getByText('行ごとの料金の理由').click()
  await expect(button(page, SEND_WORDS.entry)).toBeEnabled()
}

async function reachQuoteLink(page: Page) {
  await reachEstimated(page)
  await button(page, '決裁用リンクを作る').click()
  await expect(page.getByText('決裁用リンクを作りました。')).toBeVisible()
}

async function reachQuote(page: Page) {
  await reachQuoteLink(page)
  const address = await page.getByRole('link', { name: 'リンクを開く' }).getAttribute('href')
  await page.goto(address ?? '')
  await expect(page.getByText('当社が発行した見積書ではありません。')).toBeVisible()
}

async function reachOnCall(page: Page, path: string) {
  await page.goto(path)
  await button(page, '電話で相談中').click()
  await expect(page.locator('.sign').first()).toBeVisible()
}

async function reachOutdated(page: Page) {
  await openReady(page, 'entry', MARK)
  await facilityControl(page, 1, 'serviceKey').selectOption('KYODO')
  await expect(page.getByText('もう一度見積もってください。')).toBeVisible()
}

async function reachApplicantErrors(page: Page) {
  await page.goto(entry.inputPath)
  await fillApplicant(page, { zipcode: '123' })
  await fillFacilities(page, ROWS)
  await button(page, '見積もる').click()
  await button(page, SEND_WORDS.entry).click()
  await expect(page).toHaveTitle(/^エラー：/)
}

async function reachMended(page: Page) {
  await reachApplicantErrors(page)
  await fillApplicant(page, { companyName: CORPORATION.companyName, tel: CORPORATION.tel })
  await expect(page.getByText('入力しました：電話番号')).toBeVisible()
}

async function reachAllMended(page: Page) {
  const submit = await openReady(page, 'trial', MARK)
  await tick(page.getByRole('checkbox'), false)
  await submit.click()
  await tick(page.getByRole('checkbox'), true)
  await expect(page.getByText('入力内容の誤りはなくなりました')).toBeVisible()
}

/** A failure, and the way back. */
async function reachComeBack(page: Page) {
  await reachFailure(page)
  await button(page, '入力画面に戻る').click()
  await expect(button(page, 'もう一度送信する')).toBeVisible()
}

async function reachTrialErrors(page: Page) {
  await page.goto(trial.inputPath)
  await facilityControl(page, 1, 'facilityName').fill('さくら作業所')
  await facilityControl(page, 1, 'facilityNumber').fill('"123"')
  await button(page, SEND_WORDS.trial).click()
  await expect(page).toHaveTitle(/^エラー：/)
}

async function reachConditionalFields(page: Page) {
  await page.goto(trial.inputPath)
  await fillApplicant(page, { ...CORPORATION, ...TRIAL_ANSWERS, chance: '6', nowsoft: '2' })
  await expect(applicantControl(page, 'otherFacility')).toBeVisible()
  await expect(applicantControl(page, 'nowsoftname')).toBeVisible()
}

async function reachTrialPrices(page: Page) {
  await page.goto(trial.inputPath)
  await page.getByText('ご契約になった場合の料金の目安').click()
  await expect(page.getByText('10,980円').first()).toBeVisible()
}

async function reachMailRefused(page: Page) {
  const submit = await openReady(page, 'trial', MARK)
  await applicantControl(page, 'email').fill('tantou')
  await submit.click()
  await button(page, '入力画面に戻る').click()
  await expect(page).toHaveTitle(/^エラー：/)
}

async function reachSending(page: Page, flow: Flow) {
  const submit = await openReady(page, flow, MARK)
  await page.route('**/api/public/**', () => {})
  await submit.click()
  await expect(page.locator('#send-reason')).toContainText('送信しています。')
}

async function reachResult(page: Page, flow: Flow) {
  const submit = await openReady(page, flow, MARK)
  await submit.click()
  await expect(page).toHaveURL(FLOWS[flow].resultPath)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

async function reachReceived(page: Page) {
  await reachResult(page, 'suspension')
  await page.goBack()
  await expect(page.getByText('受け付け済みです。')).toBeVisible()
}

/** A duplicate of this tab has sent what was typed before a row more. */
async function reachElsewhere(page: Page) {
  const send = await openReady(page, 'entry', MARK)
  const [copy] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void open(location.href)),
  ])
  await copy.waitForLoadState()
  await button(copy, '見積もる').click()
  await button(copy, SEND_WORDS.entry).click()
  await expect(copy).toHaveURL(entry.resultPath)
  await copy.close()
  await fillFacilities(page, [
    {},
    { facilityName: 'つばさ教室', facilityNumber: '1350000001', serviceKey: 'HOKAGO' },
  ])
  await button(page, '見積もる').click()
  await send.click()
  await expect(page.getByText('別の画面から受け付け済みです。')).toBeVisible()
}

async function reachBanner(page: Page, flow: 'entry' | 'trial') {
  const submit = await openReady(page, flow, MARK)
  await breakCall(page, 'consent', BREAKAGES.refused)
  await submit.click()
  await expect(button(page, 'もう一度送信する')).toBeVisible()
}

async function reachFailure(page: Page) {
  const submit = await openReady(page, 'entry', MARK)
  await breakCall(page, 'register', BREAKAGES.lost)
  await submit.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('エラーが発生しました')
}

async function reachStaffList(page: Page, { url, staffUrl }: Pick<Product, 'url' | 'staffUrl'>) {
  await applyForContract(url, {})
  await page.goto(staffUrl)
  await expect(page.getByRole('table', { name: 'お申し込み' })).toBeVisible()
}

async function reachStaffApplication(page: Page, product: Pick<Product, 'url' | 'staffUrl'>) {
  await reachStaffList(page, product)
  await page.getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('受付番号')
  await expect(page.getByRole('region', { name: '履歴' })).toBeVisible()
}
