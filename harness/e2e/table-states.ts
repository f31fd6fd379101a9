/** The states of the table of facilities: its notes, its menu, what a paste asks, all of its rows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { FLOWS, type RowRules } from '#domain/flows.ts'
import { CORPORATION, SEND_WORDS } from './filled-forms.ts'
import {
  button,
  expectAlive,
  facilityControl,
  fillApplicant,
  fillAtOnce,
  fillFacilities,
} from './form.ts'
import { drop, pasteText } from './spreadsheets.ts'
import type { State } from './state.ts'

const { entry, trial } = FLOWS

export const TABLE_STATES: readonly State[] = [
  { name: 'entry-hundred-rows', reach: reachHundredRows },
  { name: 'entry-notes-beside-rows', reach: reachNotes },
  { name: 'entry-row-menu', reach: reachRowMenu },
  { name: 'entry-paste-preview', reach: reachPastePreview },
  { name: 'entry-file-reading', reach: reachReading },
  { name: 'entry-file-sheets', reach: reachSheets },
  { name: 'trial-paste-overflow', reach: reachLeftOver },
]

/** Rows of every kind of charge: two numbers, one of them twice, and both groups that are charged once. */
export const ROWS = [
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
  // The whole list: of rows far from the window Chromium's tree has a part alone, and their words stand here.
  const others = page.getByRole('button', { name: '残り90件を表示' })
  while ((await others.count()) > 0) await others.first().click()
}

/** A number that lacks its zero, one that is mistyped, one with hyphens, one that two rows share. */
async function reachNotes(page: Page) {
  await page.goto(entry.inputPath)
  await fillFacilities(page, [
    ...ROWS.slice(0, 2),
    { facilityName: 'ひまわり作業所', facilityNumber: '110000015', serviceKey: 'SYUKEI_B' },
    { facilityName: 'こすもす作業所', facilityNumber: '1310000002', serviceKey: 'SYUKEI_B' },
    { facilityName: 'すみれ作業所', facilityNumber: '131-000-0003', serviceKey: 'SYUKEI_B' },
  ])
  await expect(button(page, '先頭の0を補う')).toBeVisible()
  await expect(button(page, '余分な文字を取り除く')).toBeVisible()
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

/** An old workbook whose code does not come. */
async function reachReading(page: Page) {
  await page.route(/other-workbook/, () => {})
  await dropFile(page, 'sheets/ichiran.xls')
  await expect(button(page, '中止する')).toBeVisible()
}

/** A sheet for each service: all of them together, or one. */
async function reachSheets(page: Page) {
  await dropFile(page, 'lists/files/f14.xlsx')
  await expect(button(page, '表に取り込む')).toBeVisible()
}

async function dropFile(page: Page, name: string) {
  await page.goto(entry.inputPath)
  const bytes = readFileSync(join(import.meta.dirname, '../../sheets/corpus', name))
  await drop(page, page.getByRole('table', { name: '事業所' }), bytes, name)
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
