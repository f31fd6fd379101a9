/** `npm run test:webkit`: the main journeys in WebKit, against the real server and database. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { COMPLETIONS } from '#domain/completions.ts'
import { FLOWS, MAIL_ERROR_PATH } from '#domain/flows.ts'
import { type Product, startProduct } from '../product.ts'
import { storedAs } from '../stored.ts'
import { type Browser, startWebKit } from './driver.ts'

const PORT = 4_390

let product: Product
let browser: Browser

before(async () => {
  product = await startProduct()
  browser = await startWebKit(PORT)
})

after(async () => {
  await browser?.stop()
  await product?.stop()
})

const button = (words: string) => `//button[normalize-space()='${words}']`
const field = (label: string) => `//*[@id=//label[normalize-space()='${label}']/@for]`
const cell = (no: number, label: string) => `//*[@aria-label='${no}行目 ${label}']`

async function fillApplicant(mail: string) {
  await browser.type(field('法人名'), '社会福祉法人つばさ会')
  await browser.type(field('郵便番号'), '１００－０００１')
  await browser.click(button('郵便番号から住所を検索'))
  await browser.holds(field('住所'), '東京都千代田区千代田')
  await browser.type(field('電話番号'), '03-1234-5678')
  await browser.type(field('メールアドレス'), mail)
  await browser.type(field('登録担当者名'), '鈴木 一郎')
}

async function fillRow(no: number, name: string, number: string, service: string) {
  await browser.type(cell(no, '事業所名'), name)
  await browser.type(cell(no, '事業所番号'), number)
  await browser.click(`${cell(no, 'サービス種類')}//option[@value='${service}']`)
}

test('a corporation applies for a contract, and staff find exactly what it sent', async () => {
  const mail = 'webkit@example.jp'
  await browser.open(product.url + FLOWS.entry.inputPath)
  await fillApplicant(mail)
  await fillRow(1, 'さくら作業所', '１３１０００００03', 'SYUKEI_B')
  await fillRow(2, 'さくら作業所', '1310000003', 'SEIKATSU_KAIGO')
  await browser.click(button('見積もる'))
  await browser.see('9,980円')
  await browser.click(button('規約に同意して登録する'))
  await browser.see(COMPLETIONS.entry.message)
  assert.equal(await browser.path(), FLOWS.entry.resultPath)
  assert.equal(await browser.focus(), `H1||${COMPLETIONS.entry.title}`)
  const stored = await storedAs(product.admin, mail)
  assert.equal(stored.zipcode, '1000001')
  assert.equal(stored.address, '東京都千代田区千代田')
  assert.equal(stored.priceText, '9,980')
  assert.deepEqual(
    stored.facilities.map(({ facilityNumber, serviceKey }) => [facilityNumber, serviceKey]),
    [
      ['1310000003', 'SYUKEI_B'],
      ['1310000003', 'SEIKATSU_KAIGO'],
    ],
  )
})

test('what is wrong takes the focus, and leads to its field', async () => {
  await browser.open(product.url + FLOWS.entry.inputPath)
  await browser.click(button('見積もる'))
  await browser.see('事業所を1件以上入力してください。')
  assert.match(String(await browser.title()), /^エラー：新規お申し込み/)
  assert.match(String(await browser.focus()), /^SECTION\|\|入力内容に誤りがあります/)
  await browser.click("//a[normalize-space()='事業所を1件以上入力してください。']")
  assert.equal(await browser.focus(), 'INPUT|facilities.1.facilityName|')
})

test('a refused mail address leads back to the form as it was typed', async () => {
  await browser.open(product.url + FLOWS.trial.inputPath)
  await fillApplicant('webkit')
  await browser.click(`${field('当ソフトを何でお知りになりましたか')}/option[@value='9']`)
  await browser.click(`${field('現在の請求方法')}/option[@value='1']`)
  await fillRow(1, 'さくら作業所', '1310000003', 'SYUKEI_B')
  await browser.click("//input[@type='checkbox']")
  await browser.click(button('無料体験を申し込む'))
  await browser.see('メールアドレスの形式が正しくなかったため')
  assert.equal(await browser.path(), MAIL_ERROR_PATH)
  await browser.click(button('入力画面に戻る'))
  await browser.see('メールアドレスの形式が正しくありません')
  assert.equal(await browser.path(), FLOWS.trial.inputPath)
  await browser.holds(field('法人名'), '社会福祉法人つばさ会')
  await browser.holds(cell(1, 'サービス種類'), 'SYUKEI_B')
})
