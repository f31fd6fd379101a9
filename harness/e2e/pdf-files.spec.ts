/** A list on paper, from the file chooser to the table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { pdfOf, tableOf, written } from '#sheets/corpus/pdf-file.ts'
import { expect, test } from './fixtures.ts'
import { button, expectAlive, facilityControl } from './form.ts'
import { drop } from './spreadsheets.ts'
import { expectAccessible, expectRows, expectStatus, preview } from './table.ts'

const FILES = join(import.meta.dirname, '../../sheets/corpus/pdf')
const TABLE = tableOf(
  [
    ['事業所番号', '事業所名', 'サービス種類'],
    ['1310100118', 'ひまわり', '生活介護'],
  ],
  [60, 120, 100],
)

const tabTo = async (page: Page, name: string) => {
  const control = button(page, name)
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

for (const [width, program] of [
  [360, 'chromium'],
  [1280, 'libreoffice'],
] as const)
  test(
    `a PDF that ${program} printed is taken in by the keyboard alone, ${width} pixels wide`,
    {
      tag: '@engines',
    },
    async ({ page }, { project }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/entry/input')
      await expectAlive(page)
      // Waited for from here: the browser is told of it by the way, and a key is faster than a pointer.
      const chosen = page.waitForEvent('filechooser')
      await tabTo(page, 'ファイルを選んで読み込む')
      await page.keyboard.press('Enter')
      await (await chosen).setFiles(join(FILES, `grid-${program}.pdf`))
      await expect(preview(page)).toContainText('PDFの文字の位置から表を組み立てました。')
      await expect(preview(page)).toContainText('件を、表の1行目から')
      if (project.name === 'chromium') await expectAccessible(page)
      await tabTo(page, '表に取り込む')
      await page.keyboard.press('Enter')
      const [first] = JSON.parse(readFileSync(join(FILES, 'grid.json'), 'utf8')).truth
      await expectRows(page, [first])
    },
  )

test('a PDF whose typeface is not in it is read with the tables that it names', {
  tag: '@engines',
}, async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/pdf|bcmap|cmaps/.test(request.url())) fetched.push(new URL(request.url()).pathname)
  })
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await facilityControl(page, 1, 'facilityName').focus()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await drop(page, table, Buffer.from(pdfOf([TABLE])), '一覧.pdf')
  await expect(preview(page)).toContainText('1件を、表の1行目')
  await button(page, '表に取り込む').click()
  await expectRows(page, [['ひまわり', '1310100118', 'SEIKATSU_KAIGO']])
  expect(fetched.filter((path) => path.endsWith('.bcmap'))).toHaveLength(2)
})

test('a scan, a locked and a broken PDF are refused with what to do', async ({ page }) => {
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  const locked = pdfOf([TABLE], {
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>/ID[<41><41>]`,
  })
  for (const [bytes, sentence] of [
    [pdfOf(['']), 'このPDFには文字の情報がありません'],
    [locked, 'パスワードの付いたPDFは読み取れません。'],
    [Buffer.from('%PDF-1.7'), 'このPDFは読み取れません。'],
  ] as const) {
    await drop(page, table, Buffer.from(bytes), '一覧.pdf')
    await expectStatus(page, sentence)
    await facilityControl(page, 1, 'facilityName').press('a')
  }
  await expect(preview(page)).toBeHidden()
})

test('where the code for a PDF cannot be had, a sentence says so, and the next try is a new one', {
  tag: '@engines',
}, async ({ page }) => {
  await page.route(/assets\/pdf-/, (route) => route.abort())
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, readFileSync(join(FILES, 'grid-libreoffice.pdf')), '一覧.pdf')
  await expectStatus(page, 'ファイルの読み込みを始められませんでした。')
  await page.unroute(/assets\/pdf-/)
  await drop(page, table, readFileSync(join(FILES, 'grid-libreoffice.pdf')), '一覧.pdf')
  await expect(preview(page)).toContainText('件を、表の')
})

test('a reading of a PDF is shown, and can be ended', async ({ page }) => {
  await page.route(/assets\/pdf-/, () => {})
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, Buffer.from(pdfOf([TABLE])), '一覧.pdf')
  await expectStatus(page, 'PDFファイルを読み取っています…')
  await button(page, '中止する').click()
  await expectStatus(page, '読み取りを中止しました。')
})

const MIB = 1024 * 1024
const END = /大きすぎます|読み取れません|文字の情報がありません|時間がかかりすぎた/
const HOSTILE: [what: string, make: () => Uint8Array][] = [
  ['inflates to a gigabyte', () => pdfOf([bombOf(1024)])],
  ['is nested without end', () => pdfOf([`${'['.repeat(2 * MIB)} TJ\n${TABLE}`])],
  ['draws a million letters', () => pdfOf([written('ひまわり'.repeat(20), 40, 700).repeat(9000)])],
]

/** Deflated blanks, that many mebibytes of them. */
function bombOf(mebibytes: number): Uint8Array {
  return new Uint8Array(deflateSync(Buffer.alloc(mebibytes * MIB, ' ')))
}

for (const [what, make] of HOSTILE)
  test(`a PDF that ${what} is given up, and the page answers meanwhile`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/entry/input')
    const table = page.getByRole('table', { name: '事業所' })
    await drop(page, table, Buffer.from(make()), '一覧.pdf')
    const name = facilityControl(page, 1, 'facilityName')
    await name.fill('打ち込んだ名前')
    const end = page.getByRole('status').filter({ hasText: END })
    await expect(end.or(preview(page))).toBeVisible({ timeout: 30_000 })
    if (await preview(page).isVisible()) await button(page, '取り込まない').click()
    await expect(name).toHaveValue('打ち込んだ名前')
    await expect.poll(() => page.workers().length).toBe(0)
    await drop(page, table, Buffer.from(pdfOf([TABLE])), '一覧.pdf')
    await expect(preview(page)).toContainText('1件を')
  })
