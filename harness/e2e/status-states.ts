/** The page of an application's status in every state; the server needs a public address. */
import { expect, type Page } from '@playwright/test'
import { STATUS_ADDRESS } from '#contract/status.ts'
import { STATUS_PAGE } from '#contract/status-pages.ts'
import type { Flow } from '#domain/flows.ts'
import { APPLICANT_STATUS_NAMES } from '#domain/status.ts'
import { applyForContract } from './apply.ts'
import { CORPORATION, numberOf, openReady } from './filled-forms.ts'
import { button } from './form.ts'
import type { Product } from './product.ts'
import { openStaff } from './staff-sign-in.ts'
import type { State } from './state.ts'
import {
  applyForLink,
  changeByBilling,
  linkOnPage,
  linksMailedTo,
  referenceOf,
} from './status-product.ts'

const MARK = 'joukyou'
const NUMBER = numberOf(MARK)

export const STATUS_STATES: readonly State[] = [
  { name: 'status-damaged-link', reach: (page) => page.goto(`${STATUS_PAGE}#x`) },
  { name: 'status-loading', reach: reachLoading },
  { name: 'status-failed', reach: reachFailed },
  { name: 'status-received', reach: (page) => reachStatus(page, 'entry') },
  ...APPLICANT_STATUS_NAMES.filter((status) => status !== 'received').map((status) => ({
    name: `status-${status}`,
    reach: (page: Page, product: Product) => reachStaffStatus(page, product, status),
  })),
  { name: 'status-trial', reach: (page) => reachStatus(page, 'trial') },
  { name: 'status-suspension', reach: (page) => reachStatus(page, 'suspension') },
  { name: 'status-refused', reach: reachRefused },
  { name: 'status-resting', reach: reachResting },
  { name: 'status-gate-lost', reach: reachGateLost },
  { name: 'status-by-telephone', reach: reachByTelephone },
  { name: 'status-details', reach: (page) => reachDetails(page, 'entry', CORPORATION.tel) },
  { name: 'status-details-trial', reach: (page) => reachDetails(page, 'trial', CORPORATION.tel) },
  {
    name: 'status-details-migration',
    reach: (page) => reachDetails(page, 'migration', NUMBER),
  },
  { name: 'status-conversation', reach: reachConversation },
  { name: 'status-asked', reach: reachAsked },
  { name: 'status-message-unsent', reach: reachUnsent },
  { name: 'status-withdrawal-question', reach: reachWithdrawalQuestion },
  { name: 'status-withdrawal-requested', reach: reachWithdrawalRequested },
  { name: 'status-hundred-rows', reach: reachHundred },
  { name: 'result-with-link', reach: (page) => reachResult(page, 'entry') },
  { name: 'result-with-code', reach: reachCode },
  { name: 'result-with-link-alone', reach: (page) => reachResult(page, 'suspension') },
]

async function reachResult(page: Page, flow: Flow): Promise<void> {
  await (await openReady(page, flow, MARK)).click()
  await linkOnPage(page)
}

async function reachCode(page: Page) {
  await reachResult(page, 'suspension')
  await button(page, '二次元コードを表示する').click()
  await expect(page.getByRole('img', { name: 'お申し込みの状況を開く二次元コード' })).toBeVisible()
}

export const standing = (page: Page, words: string) =>
  page.getByRole('heading', { level: 2, name: `現在の状況：${words}` })
/** Before it is opened, and where nothing opens it. */
export const gate = (page: Page) =>
  page.getByRole('region', { name: /^(内容の確認・(訂正・)?取り下げ|お問い合わせ)$/ })
export const details = (page: Page) =>
  page.getByRole('region', { name: '入力した内容', exact: true })

/** A new document: a link in the same one would only change its fragment. */
export async function openLink(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
}

export async function answerGate(page: Page, answer: string): Promise<void> {
  await gate(page).getByRole('textbox').fill(answer)
  await gate(page).getByRole('button', { name: '番号を確認して開く' }).click()
}

async function reachLoading(page: Page) {
  const path = await applyForLink(page, 'entry', MARK)
  await page.route(`**${STATUS_ADDRESS}`, () => {})
  await openLink(page, path)
  await expect(page.getByText('お申し込みの状況を読み込んでいます。')).toBeVisible()
}

async function reachFailed(page: Page) {
  const path = await applyForLink(page, 'entry', MARK)
  await page.route(`**${STATUS_ADDRESS}`, (route) => route.abort('connectionreset'))
  await openLink(page, path)
  await expect(button(page, 'もう一度読み込む')).toBeVisible({ timeout: 10_000 })
}

async function reachStatus(page: Page, flow: Flow): Promise<string> {
  const path = await applyForLink(page, flow, MARK)
  await openLink(page, path)
  await expect(standing(page, '受け付け済み')).toBeVisible()
  return path
}

async function reachStaffStatus(page: Page, product: Product, status: string) {
  const path = await applyForLink(page, 'entry', MARK)
  await changeByBilling(product, referenceOf(path), { status })
  await openLink(page, path)
  await expect(
    page.getByRole('listitem').filter({ has: page.locator(':scope[aria-current]') }),
  ).not.toContainText('受け付け済み')
}

async function reachRefused(page: Page) {
  await reachStatus(page, 'entry')
  await answerGate(page, '090-0000-0000')
  await expect(gate(page).getByText('確認できませんでした。番号をお確かめください。')).toBeVisible()
}

async function reachResting(page: Page) {
  await reachStatus(page, 'entry')
  for (let wrong = 0; wrong < 6; wrong += 1) {
    await answerGate(page, `090-0000-000${wrong}`)
    await expect(button(page, '番号を確認して開く').and(page.locator(':disabled'))).toHaveCount(0)
    if ((await gate(page).getByRole('textbox').count()) === 0) break
  }
  await expect(gate(page).getByText('このリンクはいま使えません。')).toBeVisible()
}

async function reachGateLost(page: Page) {
  await reachStatus(page, 'entry')
  await page.route(`**${STATUS_ADDRESS}`, (route) => route.abort('connectionreset'))
  await answerGate(page, CORPORATION.tel)
  await expect(
    gate(page).getByText('もう一度「番号を確認して開く」を押してください。'),
  ).toBeVisible()
}

async function reachByTelephone(page: Page, product: Product) {
  await reachMailed(page, product, { tel: '内線 12' })
  await expect(gate(page).getByText('お電話でお問い合わせください。')).toBeVisible()
}

/** With the day's message, as long as it may be and without a place to break. */
async function reachConversation(page: Page) {
  await reachDetails(page, 'entry', CORPORATION.tel)
  const text = `開始日を変えられますか。\n${'https://example.jp/'.padEnd(900, 'x')}`
  await page.getByRole('textbox', { name: '担当者へのメッセージ' }).fill(text)
  await button(page, 'メッセージを送る').click()
  await expect(page.getByText('あなたのメッセージ')).toBeVisible()
}

/** Staff write to the applicant and wait for an answer. */
export async function ask(staff: Page, text: string): Promise<void> {
  await staff.getByRole('textbox', { name: '申込者に書く' }).fill(text)
  await staff.getByRole('button', { name: '送信する' }).click()
  await expect(staff.getByText('送信しました。')).toBeVisible()
}

async function reachAsked(page: Page, product: Product) {
  const path = await applyForLink(page, 'entry', MARK)
  const staff = await openStaff(page, product, referenceOf(path))
  await ask(staff, '事業所番号は、1310000001で間違いありませんか。')
  await staff.context().close()
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await expect(button(page, '回答を送る')).toBeVisible()
}

/** Another tab was faster with the day's message. */
async function reachUnsent(page: Page) {
  const path = await reachStatus(page, 'entry')
  await answerGate(page, CORPORATION.tel)
  await page.getByRole('textbox', { name: '担当者へのメッセージ' }).fill('急いでいます。')
  const other = await page.context().newPage()
  await openLink(other, path)
  await answerGate(other, CORPORATION.tel)
  await other.getByRole('textbox', { name: '担当者へのメッセージ' }).fill('お願いします。')
  await button(other, 'メッセージを送る').click()
  await expect(other.getByText('あなたのメッセージ')).toBeVisible()
  await other.close()
  await button(page, '最新の状況に更新する').click()
  await expect(page.getByText('この欄の文章は、送信されていません。')).toBeVisible()
}

async function reachWithdrawalQuestion(page: Page) {
  await reachDetails(page, 'entry', CORPORATION.tel)
  await button(page, '申し込みを取り下げる').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function reachWithdrawalRequested(page: Page, product: Product) {
  const path = await applyForLink(page, 'entry', MARK)
  await changeByBilling(product, referenceOf(path), { status: 'in_progress' })
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await button(page, '取り下げを申し出る').click()
  await page.getByRole('dialog').getByRole('button', { name: '申し出る' }).click()
  await expect(page.getByText('取り下げの申し出を受け付けました。')).toBeVisible()
}

async function reachHundred(page: Page, product: Product) {
  const facilities = Array.from({ length: 100 }, (_, index) => ({
    facilityName:
      index % 9 === 0
        ? '就労継続支援B型事業所つばさ第二分場（旧つばさ作業所）'
        : `つばさ${index + 1}`,
    facilityNumber: String(1310000000 + index),
    serviceKey: ['KYODO', 'SYUKEI_B', 'IDO'][index % 3] ?? 'KYODO',
  }))
  await reachMailed(page, product, {}, facilities)
  await answerGate(page, '0312345678')
  await expect(details(page).getByRole('row')).toHaveCount(101)
}

/** By the link of the acknowledgement. */
async function reachMailed(
  page: Page,
  product: Product,
  applicant: { tel?: string },
  facilities?: Parameters<typeof applyForContract>[2],
) {
  const email = `${MARK}${Math.random().toString(36).slice(2)}@example.jp`
  await applyForContract(product.url, { email, ...applicant }, facilities)
  await expect(() => expect(linksMailedTo(product, email)).toHaveLength(1)).toPass()
  await openLink(page, linksMailedTo(product, email)[0]?.path ?? '')
}

async function reachDetails(page: Page, flow: Flow, answer: string) {
  await reachStatus(page, flow)
  await answerGate(page, answer)
  await expect(details(page)).toBeVisible()
  await expect(button(page, '控えを印刷する')).toBeVisible()
}
