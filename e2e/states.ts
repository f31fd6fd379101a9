/** Every page in every state that a person can meet it in, and how it comes to stand there. */
import { expect, type Page } from '@playwright/test'
import { FLOWS, type Flow, MAIL_ERROR_PATH, type RowRules } from '#domain/flows.ts'
import { applyForContract } from './apply.ts'
import { BREAKAGES, breakCall } from './calls.ts'
import {
  applicantControl,
  button,
  expectAlive,
  facilityControl,
  fillApplicant,
  fillAtOnce,
  fillFacilities,
} from './form.ts'
import type { Product } from './product.ts'
import { CORPORATION, numberOf, openReady, SEND_WORDS, TRIAL_ANSWERS } from './ready.ts'
import { pasteText } from './spreadsheets.ts'

export type State = {
  /** `page-state`. */
  name: string
  /** From an empty tab to the state. */
  reach: (page: Page, product: Pick<Product, 'url' | 'staffUrl'>) => Promise<unknown>
}

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
  { name: 'entry-estimated', reach: reachEstimated },
  { name: 'entry-estimate-outdated', reach: reachOutdated },
  { name: 'entry-errors', reach: reachApplicantErrors },
  { name: 'entry-hundred-rows', reach: reachHundredRows },
  { name: 'migration-estimated', reach: (page) => openReady(page, 'migration', MARK) },
  { name: 'trial-errors', reach: reachTrialErrors },
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
]

const staff: State[] = [
  { name: 'staff-list', reach: reachStaffList },
  { name: 'staff-application', reach: reachStaffApplication },
  { name: 'staff-guide', reach: (page, { staffUrl }) => page.goto(`${staffUrl}/guide`) },
  {
    name: 'staff-not-found',
    reach: async (page, { staffUrl }) => {
      await page.goto(`${staffUrl}/no-such-page`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
]

const table: State[] = [
  { name: 'entry-notes-beside-rows', reach: reachNotes },
  { name: 'entry-row-menu', reach: reachRowMenu },
  { name: 'entry-paste-preview', reach: reachPastePreview },
  { name: 'trial-paste-overflow', reach: reachLeftOver },
]

export const STATES: readonly State[] = [...opened, ...worked, ...table, ...staff]

/** Rows of every kind of charge: two numbers, one of them twice, and both groups that are charged once. */
const ROWS = [
  { facilityName: 'さくら作業所', facilityNumber: '1310000003', serviceKey: 'SYUKEI_B' },
  { facilityName: 'さくら作業所', facilityNumber: '1310000003', serviceKey: 'SEIKATSU_KAIGO' },
  {
    facilityName: '社会福祉法人さくら会　地域生活支援センターひだまり・相談支援事業所',
    facilityNumber: '1330000017',
    serviceKey: 'KEIKAKU_SOUDAN',
  },
  { facilityName: 'さくら移動支援', facilityNumber: '', serviceKey: 'IDO' },
  {
    facilityName: 'ヘルパーステーションさくら',
    facilityNumber: '1310000029',
    serviceKey: 'JUDO_HOUKATSU',
  },
]

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
  await fillApplicant(page, { zipcode: '0000000', email: 'tantou@' })
  await button(page, '郵便番号から住所を検索').click()
  await expect(page.getByText('住所を取得できません。')).toBeVisible()
  await expect(page.getByText('メールアドレスの形式をご確認ください。')).toBeVisible()
}

async function reachEstimated(page: Page) {
  await page.goto(entry.inputPath)
  await fillApplicant(page, { ...CORPORATION, email: 'tantou@example.jp' })
  await fillFacilities(page, ROWS)
  await button(page, '見積もる').click()
  await page.getByText('行ごとの料金の理由').click()
  await expect(button(page, SEND_WORDS.entry)).toBeEnabled()
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

async function reachHundredRows(page: Page) {
  await page.goto(entry.inputPath)
  await fillApplicant(page, { ...CORPORATION, email: 'tantou@example.jp' })
  await showAllRows(page, entry.rows)
  const rows = Array.from({ length: 100 }, (_, index) => ({
    facilityName: `さくら作業所 第${index + 1}`,
    facilityNumber: String(1_310_000_001 + Math.floor(index / 2)),
    serviceKey: index % 2 === 0 ? 'SEIKATSU_KAIGO' : 'SYUKEI_B',
  }))
  await fillAtOnce(page, rows)
  await button(page, '見積もる').click()
  await expect(button(page, SEND_WORDS.entry)).toBeEnabled()
}

/** A number that lacks its zero, one that is mistyped, one that two rows share. */
async function reachNotes(page: Page) {
  await page.goto(entry.inputPath)
  await fillFacilities(page, [
    ...ROWS.slice(0, 2),
    { facilityName: 'ひまわり作業所', facilityNumber: '110000015', serviceKey: 'SYUKEI_B' },
    { facilityName: 'こすもす作業所', facilityNumber: '1310000002', serviceKey: 'SYUKEI_B' },
  ])
  await expect(button(page, '先頭の0を補う')).toBeVisible()
}

async function reachRowMenu(page: Page) {
  await page.goto(entry.inputPath)
  await expectAlive(page)
  await facilityControl(page, 2, 'facilityName').focus()
  await button(page, '2行目の操作').click()
  await expect(button(page, 'この行を削除')).toBeVisible()
}

async function reachPastePreview(page: Page) {
  await page.goto(entry.inputPath)
  await pasteText(facilityControl(page, 1, 'facilityName'), [
    '事業所番号\tサービス\t事業所名\t備考',
    '1310000003\t就労B型\tさくら作業所\t',
    '1310000003\t生活介護、短期入所\tさくら作業所\t休止中',
    '\t\t【西部エリア】\t',
    '110000015\t放デイ\tつばめ\t',
    '1.31E+09\tグループホーム\tひまわり\t',
    '1310000029\tよくわからない支援\tこすもす\t',
    '1310000037・1310000045\t就労B\tすみれ\t',
    '合計\t\t\t5か所',
  ])
  await expect(button(page, '表に取り込む')).toBeVisible()
}

async function reachLeftOver(page: Page) {
  await page.goto(trial.inputPath)
  await pasteText(
    facilityControl(page, 1, 'facilityName'),
    Array.from({ length: 32 }, (_, index) => `作業所${index}\t13100000${10 + index}\t生活介護`),
  )
  await button(page, '表に取り込む').click()
  await expect(page.getByText('30件を取り込みました')).toBeVisible()
}

async function showAllRows(page: Page, { initial, step, max }: RowRules) {
  const add = page.getByRole('button', { name: /^行を追加/ })
  for (let count = initial; count < max; count += step) await add.click()
  await expect(facilityControl(page, max, 'facilityName')).toHaveCount(1)
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
