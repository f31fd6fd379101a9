/** The page of a correction in every state, what the status page says of one, and the console's view; the server needs a public address. */
import { expect, type Page } from '@playwright/test'
import { CORRECTION_ADDRESS, STATUS_ADDRESS } from '#contract/status.ts'
import { PRICE_LISTS } from '#domain/prices.ts'
import { applyForContract } from './apply.ts'
import {
  AGREE,
  addRows,
  checked,
  correctElsewhere,
  MORE_ROWS,
  openCorrection,
  WAITS,
} from './correction.ts'
import { CORPORATION } from './filled-forms.ts'
import { applicantControl, button, facilityControl, fillAtOnce } from './form.ts'
import type { Product } from './product.ts'
import { finishSetup, setUp } from './staff-sign-in.ts'
import type { State } from './state.ts'
import { applyForLink, linksMailedTo, referenceOf } from './status-product.ts'
import { answerGate, details, openLink } from './status-states.ts'

const MARK = 'teisei'

export const CORRECTION_STATES: readonly State[] = [
  { name: 'correct-form', reach: (page) => reachForm(page) },
  { name: 'correct-trial', reach: (page) => reachForm(page, 'trial') },
  { name: 'correct-phone', reach: reachOnPhone },
  { name: 'correct-checked', reach: (page) => reachChecked(page) },
  { name: 'correct-price-stays', reach: reachNamed },
  { name: 'correct-nothing', reach: reachNothing },
  { name: 'correct-errors', reach: reachErrors },
  { name: 'correct-price-revised', reach: reachRevised },
  { name: 'correct-lost', reach: reachLost },
  { name: 'correct-failed', reach: reachFailed },
  { name: 'correct-left', reach: reachLeft },
  { name: 'correct-gone-on-with', reach: reachGoneOnWith },
  { name: 'correct-another-waits', reach: reachAnother },
  { name: 'correct-another-waited', reach: reachAnotherBefore },
  { name: 'correct-hundred-rows', reach: reachHundred },
  { name: 'status-correction-waits', reach: reachWaiting },
  { name: 'staff-correction', reach: reachStaff },
  { name: 'staff-correction-hundred-rows', reach: reachStaffHundred },
]

async function reachForm(page: Page, flow: 'entry' | 'trial' = 'entry'): Promise<string> {
  const path = await applyForLink(page, flow, MARK)
  await openCorrection(page, path)
  return path
}

/** One part opened, the other closed with what it holds. */
async function reachOnPhone(page: Page) {
  // Where each part is open from the start.
  await page.setViewportSize({ width: 1280, height: 800 })
  await reachForm(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await button(page, '法人の情報を変更').click()
  await expect(applicantControl(page, 'companyName')).toBeVisible()
  await expect(button(page, '事業所の情報を変更')).toBeVisible()
}

async function reachChecked(page: Page): Promise<string> {
  const path = await reachForm(page)
  await applicantControl(page, 'companyName').fill('社会福祉法人つばさの会')
  await facilityControl(page, 1, 'facilityName').fill('つばさ作業所本館')
  await addRows(page, MORE_ROWS, 1)
  await checked(page, AGREE)
  return path
}

async function reachNamed(page: Page) {
  await reachForm(page)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await checked(page, '訂正を申し出る')
}

async function reachNothing(page: Page) {
  await reachForm(page)
  await button(page, '訂正の内容を確認する').click()
  await expect(page.getByText('変わったところがありません。')).toBeVisible()
}

async function reachErrors(page: Page) {
  await reachForm(page)
  await applicantControl(page, 'zipcode').fill('123')
  await facilityControl(page, 1, 'facilityName').fill('')
  await button(page, '訂正の内容を確認する').click()
  await expect(page).toHaveTitle(/^エラー：/)
}

async function reachRevised(page: Page) {
  await reachForm(page)
  await addRows(page, MORE_ROWS, 1)
  const prices = PRICE_LISTS.findLast((list) => list.catalogue === 'contract')?.prices
  const inForce = {
    version: 'contract-later',
    prices: { ...prices, disability: 12_000 },
    at: new Date().toISOString(),
  }
  const error = { code: 'price_mismatch', message: 'サーバーの文です。', inForce }
  await page.route(`**${CORRECTION_ADDRESS}`, (route) =>
    route.fulfill({ status: 422, json: { error } }),
  )
  await (await checked(page, AGREE)).click()
  await expect(page.locator('section:focus')).toContainText('料金が改定されました。')
}

async function reachFailed(page: Page) {
  const path = await applyForLink(page, 'entry', MARK)
  await openLink(page, path)
  await answerGate(page, CORPORATION.tel)
  await expect(details(page)).toBeVisible()
  await page.route(`**${STATUS_ADDRESS}`, (route) => route.abort('connectionreset'))
  await details(page).getByRole('link', { name: '内容の訂正を申し出る' }).click()
  await expect(button(page, 'もう一度読み込む')).toBeVisible({ timeout: 10_000 })
}

async function reachLost(page: Page) {
  await reachForm(page)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await page.route(`**${CORRECTION_ADDRESS}`, (route) => route.abort('connectionreset'))
  await (await checked(page, '訂正を申し出る')).click()
  await expect(button(page, 'もう一度送信する')).toBeVisible({ timeout: 15_000 })
}

/** As a browser shows it again that has kept it. */
async function reachLeft(page: Page) {
  await reachForm(page)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect(page.getByText('画面を離れたため、お申し込みの内容を閉じました。')).toBeVisible()
}

async function reachGoneOnWith(page: Page) {
  await reachForm(page)
  await applicantControl(page, 'person').fill('佐藤 花子')
  await page.reload()
  await expect(applicantControl(page, 'person')).toHaveValue('佐藤 花子')
  await expect(button(page, '現在のお申し込みの内容から始める')).toBeVisible()
}

async function reachAnother(page: Page) {
  const path = await reachForm(page)
  await applicantControl(page, 'companyName').fill('社会福祉法人つばさの会')
  const send = await checked(page, '訂正を申し出る')
  await correctElsewhere(page, path, '佐藤 花子')
  await send.click()
  await expect(page.locator('section:focus')).toContainText('次の訂正が申し出られ')
}

async function reachAnotherBefore(page: Page) {
  await reachAnother(page)
  await page.reload()
  await expect(page.getByText('次の訂正が申し出られ')).toBeVisible()
}

async function reachWaiting(page: Page): Promise<string> {
  const path = await reachChecked(page)
  await button(page, AGREE).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await details(page).getByText('申し出た訂正の内容').click()
  return path
}

/** Every name another one, and the numbers of every third. */
async function reachHundred(page: Page, product: Product): Promise<string> {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    facilityName: index % 9 === 0 ? '就労継続支援B型事業所つばさ第二分場' : `つばさ${index + 1}`,
    facilityNumber: String(1310000000 + index),
    serviceKey: ['KYODO', 'SYUKEI_B', 'IDO'][Math.floor(index / 34)] ?? 'KYODO',
  }))
  const email = `${MARK}${Math.random().toString(36).slice(2)}@example.jp`
  await applyForContract(product.url, { email }, rows)
  await expect(() => expect(linksMailedTo(product, email)).toHaveLength(1)).toPass()
  const path = linksMailedTo(product, email)[0]?.path ?? ''
  await openCorrection(page, path)
  await expect(facilityControl(page, 100, 'facilityName')).not.toHaveValue('')
  await fillAtOnce(
    page,
    rows.map((row, index) => ({
      ...row,
      facilityName: `${row.facilityName}（改称）`,
      facilityNumber: index % 3 === 0 ? String(1320000000 + index) : row.facilityNumber,
    })),
  )
  await checked(page, AGREE)
  return path
}

async function reachStaff(page: Page, product: Product) {
  await openAsStaff(page, product, await reachWaiting(page))
}

async function reachStaffHundred(page: Page, product: Product) {
  const path = await reachHundred(page, product)
  await button(page, AGREE).click()
  await expect(details(page).getByText(WAITS)).toBeVisible()
  await openAsStaff(page, product, path)
  await expect(page.getByRole('table', { name: '変わる事業所（変更100件）' })).toBeVisible()
}

async function openAsStaff(page: Page, product: Product, path: string) {
  const reference = referenceOf(path)
  await setUp(page, product, `staff-${reference}`, 'worker')
  await finishSetup(page)
  await page.goto(`${product.staffUrl}/applications/${reference}`)
  await expect(page.getByRole('region', { name: '訂正の申し出' })).toBeVisible()
}
