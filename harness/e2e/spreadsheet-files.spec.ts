/** Workbooks and clipboards of real programs, from the file chooser or the clipboard to the table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { zipOf } from '#sheets/corpus/zip-archive.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { CLIPBOARDS, drop, paste } from './spreadsheets.ts'
import { expectAccessible, expectRows, expectStatus, preview } from './table.ts'

const SHEETS = join(import.meta.dirname, '../../sheets/corpus/sheets')
const sample = (name: string) => readFileSync(join(SHEETS, name))
const clipboard = (id: string) => ({
  text: sample(`${id}.txt`).toString(),
  html: sample(`${id}.html`).toString(),
})

test(
  'an .xlsx is chosen, its lost zeros come back inside the preview, and one press takes it in',
  { tag: '@engines' },
  async ({ page }, { project }) => {
    await page.goto('/entry/input')
    const chosen = page.waitForEvent('filechooser')
    await button(page, 'ファイルを選んで読み込む').click()
    await (await chosen).setFiles(join(SHEETS, 'hundred.xlsx'))
    await expect(preview(page)).toContainText('100件を、表の1行目から100行目までに取り込みます。')
    await expect(preview(page)).toHaveAccessibleName('読み込んだ内容の確認')
    const repair = preview(page).getByRole('button', { name: '先頭の0を補う' })
    await repair.click()
    await expect(repair).toHaveAttribute('aria-pressed', 'true')
    if (project.name === 'chromium') await expectAccessible(page)
    await button(page, '表に取り込む').click()
    await expectStatus(page, '100件を取り込みました。')
    await expectRows(page, [['四葉事業所100', '0113910996', 'IDO']], 100)
    await expect(button(page, '先頭の0を補う')).toBeHidden()
  },
)

test('an .ods that is dropped leaves out its totals, and a line that was left out can be taken after all', async ({
  page,
}) => {
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, sample('daicho.ods'), '台帳.ods')
  await expect(preview(page)).toContainText('8件を、表の1行目から8行目までに取り込みます。')
  await expect(preview(page)).toContainText('合計などの1行は取り込みません')
  await preview(page).getByText('取り込まない行を見る').click()
  const total = preview(page).getByRole('checkbox', { name: /合計など.*8事業所/ })
  await total.check()
  await expect(preview(page)).toContainText('9件を')
  await total.uncheck()
  const row = preview(page).getByRole('checkbox', { name: /^わかばホーム .*を取り込む$/ })
  await row.uncheck()
  await expect(preview(page)).toContainText('7件を')
  await button(page, '表に取り込む').click()
  await expectRows(page, [
    ['わかば作業所', '1410103012', 'SYUKEI_B'],
    ['ケアサポートわかば', '1410103038', 'HOME_HELP'],
  ])
})

test('merged cells and lists in a table of a web page become a row for each service', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await paste(facilityControl(page, 1, 'facilityName'), clipboard('f01-firefox-html-table'))
  await expect(preview(page)).toContainText(
    '複数のサービスが書かれた1行を、サービスごとの行に分けます。',
  )
  await expect(button(page, '表に取り込む')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectRows(page, [
    ['こまくさ サポートセンター', '2010100515', 'HOME_HELP'],
    ['こまくさ サポートセンター', '2010100515', 'JUHO'],
    ['こまくさ作業所', '2010100523', 'SYURO_IKOU'],
    ['こまくさ作業所', '2010100523', 'SYUKEI_B'],
    ['こまくさ放デイ', '2050100532', 'HOKAGO'],
    ['こまくさホーム', '2020100547', 'KYODO'],
  ])
})

test('steps are undone one after another, done again, and typed text stays', async ({ page }) => {
  await page.goto('/entry/input')
  const cell = facilityControl(page, 1, 'facilityName')
  await paste(cell, CLIPBOARDS.excel([['ひばり', '1311111114', '就B']]))
  await button(page, '表に取り込む').click()
  await expectRows(page, [['ひばり', '1311111114', 'SYUKEI_B']])
  await button(page, '1行目の操作').click()
  await button(page, 'この行を複製').click()
  await expectStatus(page, '1行目を2行目に複製しました。')
  await expectRows(page, [['ひばり', '1311111114', 'SYUKEI_B']], 2)
  await facilityControl(page, 4, 'facilityName').fill('打ち込んだ名前')
  await button(page, '元に戻す').click()
  await expectRows(page, [['', '', '']], 2)
  await button(page, '元に戻す').click()
  await expectRows(page, [['', '', '']])
  await expect(button(page, '元に戻す')).toBeHidden()
  await button(page, 'やり直す').click()
  await button(page, 'やり直す').click()
  await expectRows(page, [
    ['ひばり', '1311111114', 'SYUKEI_B'],
    ['ひばり', '1311111114', 'SYUKEI_B'],
  ])
  await expect(facilityControl(page, 4, 'facilityName')).toHaveValue('打ち込んだ名前')
})

test('a service is filled into the rows below that have none', async ({ page }) => {
  await page.goto('/entry/input')
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel([['A'], ['B'], ['C']]))
  await button(page, '表に取り込む').click()
  await facilityControl(page, 1, 'serviceKey').selectOption('KYODO')
  await button(page, '1行目の操作').click()
  await button(page, 'サービス種類を下の空欄にも入れる').click()
  await expectStatus(page, '2行に、1行目と同じサービス種類を入れました。')
  await expectRows(page, [
    ['A', '', 'KYODO'],
    ['B', '', 'KYODO'],
    ['C', '', 'KYODO'],
    ['', '', ''],
  ])
})

test('files that cannot be read are refused with what to do', async ({ page }) => {
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, Buffer.from('d0cf11e0a1b11ae1', 'hex'), '台帳.xls')
  await expectStatus(page, 'このファイルは表として読み取れません。')
  await drop(page, table, Buffer.from('%PDF-1.7'), '台帳.pdf')
  await expectStatus(page, 'このPDFは読み取れません。')
  await expect(preview(page)).toBeHidden()
})

const MIB = 1024 * 1024

/** A sheet of 31 MiB in an archive that claims another size for it. */
const bomb = (claimed: number) =>
  zipOf(
    {
      'xl/workbook.xml': '<workbook><sheets><sheet name="一覧" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': new Uint8Array(31 * MIB),
    },
    { 'xl/worksheets/sheet1.xml': claimed },
  )

test('a file too large and a bomb are refused, and the page answers meanwhile', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  const files = {
    honest: bomb(31 * MIB),
    lying: bomb(1000),
    large: Buffer.alloc(10 * MIB + 1),
  }
  for (const [name, bytes] of Object.entries(files)) {
    await drop(page, table, bytes, `${name}.xlsx`)
    await expectStatus(page, 'ファイルが大きすぎます。')
    await facilityControl(page, 1, 'facilityName').press('a')
    await expect(page.getByText('ファイルが大きすぎます。')).toBeHidden()
  }
})

test('a reading that does not end is ended, with what to do', async ({ page }) => {
  await page.route(/file-worker/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'for (;;);' }),
  )
  await page.clock.install()
  await page.goto('/entry/input')
  await drop(page, page.getByRole('table', { name: '事業所' }), sample('daicho.ods'), '台帳.ods')
  await expect.poll(() => page.workers().length).toBe(1)
  await page.clock.fastForward(5000)
  await expectStatus(page, 'ファイルの読み込みに時間がかかりすぎたため、中止しました。')
  await expect.poll(() => page.workers().length).toBe(0)
})

test('an old workbook is read by code that comes with it, whatever its name', {
  tag: '@engines',
}, async ({ page }) => {
  let isHeld = true
  await page.route(/other-workbook/, async (route) => {
    await expect.poll(() => isHeld).toBe(false)
    await route.continue()
  })
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, sample('ichiran.xls'), '一覧.csv')
  await expectStatus(page, '古い形式のファイルを読み込んでいます…')
  isHeld = false
  await expect(preview(page)).toContainText('4件を、表の1行目から4行目までに取り込みます。')
  await button(page, '表に取り込む').click()
  await expectRows(page, [['グループホームやまびこ', '2311000687', 'KYODO']], 4)
})

test('where the code for an old workbook cannot be had, a sentence says so, and the next try is a new one', async ({
  page,
}) => {
  await page.route(/other-workbook/, (route) => route.abort())
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, sample('ichiran.xlsb'), '一覧.xlsb')
  await expectStatus(page, 'ファイルの読み込みを始められませんでした。')
  await page.unroute(/other-workbook/)
  await drop(page, table, sample('ichiran.xlsb'), '一覧.xlsb')
  await expect(preview(page)).toContainText('4件を')
})

/** Two thousand lines: more than a preview takes in, and than a page reads at once. */
const LONG_LIST = [
  ['事業所名', '事業所番号', 'サービス種類', '住所', '備考'],
  ...Array.from({ length: 2000 }, (_, at) => [
    `ひまわり作業所${at + 1}`,
    '1311111114',
    at % 2 === 0 ? '生活介護' : '短期入所、生活介護',
    `東京都新宿区${at + 1}-1`,
    '',
  ]),
]

/** Milliseconds of the longest task of the page since it was asked to watch. */
const watchTasks = (page: Page) =>
  page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
const longestTask = (page: Page) =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))

test('a long list is read beside the page, which answers meanwhile, and corrected there', async ({
  page,
}) => {
  // Chromium alone tells of long tasks, and slows a page down.
  await page.goto('/entry/input')
  const cell = facilityControl(page, 1, 'facilityName')
  await cell.focus()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await watchTasks(page)
  await paste(cell, CLIPBOARDS.excel(LONG_LIST))
  await expect(preview(page)).toContainText('100件を、表の1行目から100行目までに取り込みます。')
  const opened = await longestTask(page)
  const row = preview(page).getByRole('checkbox', { name: /^ひまわり作業所1 .*を取り込む$/ })
  await row.uncheck()
  await expect(row.locator('xpath=ancestor::tr')).toContainText('―')
  expect(opened).toBeLessThan(1000)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await button(page, '表に取り込む').click()
  await expectRows(page, [['ひまわり作業所2', '1311111114', 'TANKI']])
})

test('what is typed while a long list is recognised is known to the preview', async ({ page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage
    let isFirst = true
    Worker.prototype.postMessage = function (message, ...rest) {
      const go = () => Reflect.apply(post, this, [message, ...rest])
      if (message.kind !== 'recognise' || !isFirst) return go()
      isFirst = false
      Object.assign(window, { letGo: go })
    }
  })
  await page.goto('/entry/input')
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel(LONG_LIST))
  await page.waitForFunction(() => 'letGo' in window)
  await facilityControl(page, 2, 'facilityName').fill('打ち込んだ名前')
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
  await expect(preview(page)).toContainText('入力済みの「打ち込んだ名前」は消えます。')
})

test('a reading that takes a while can be ended, and what is typed meanwhile stays', async ({
  page,
}) => {
  await page.route(/other-workbook/, () => {})
  await page.goto('/entry/input')
  const table = page.getByRole('table', { name: '事業所' })
  await drop(page, table, sample('ichiran.xls'), '一覧.xls')
  await expect(page.getByRole('progressbar', { name: '表の読み取り' })).toBeVisible()
  await facilityControl(page, 1, 'facilityName').fill('打ち込んだ名前')
  await button(page, '中止する').click()
  await expectStatus(page, '読み取りを中止しました。')
  await expect(button(page, '中止する')).toBeHidden()
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('打ち込んだ名前')
  await drop(page, table, sample('daicho.ods'), '台帳.ods')
  await expect(preview(page)).toContainText('8件を、表の2行目から')
})

test('where the worker cannot be had, the clipboard is pointed to', async ({ page }) => {
  await page.route(/file-worker/, (route) => route.abort())
  await page.goto('/entry/input')
  await drop(page, page.getByRole('table', { name: '事業所' }), sample('daicho.ods'), '台帳.ods')
  await expectStatus(page, 'ファイルの読み込みを始められませんでした。')
})

test('the reader of files is the only script that may be started as a worker', async ({
  page,
  troubles,
}) => {
  await page.goto('/entry/input')
  const tried = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
    }
    const tries = [
      () => new Worker('/assets/any.js'),
      () => trustedTypes.createPolicy('any', { createScriptURL: (url: string) => url }),
    ]
    return tries.map((attempt) => {
      try {
        attempt()
        return 'made'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(tried).toEqual(['TypeError', 'TypeError'])
  expect(troubles.splice(0).join()).toContain('policy')
})

test('a preview is answered by the keyboard alone', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/entry/input')
  const grid = [
    ['事業所名', '事業所番号', 'サービス種類', '備考'],
    ['つばめ', '110100013', '放デイ', ''],
    ['ひまわり', '1310100118', '移行', ''],
    ['さくら荘', '1320400052', 'GH', '令和6年3月廃止'],
  ]
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel(grid))
  await expect(preview(page).getByRole('heading')).toBeFocused()
  const inPreview = (role: 'button' | 'combobox' | 'checkbox', name: string | RegExp) =>
    preview(page).getByRole(role, { name })
  const goTo = async (control: ReturnType<typeof inPreview>) => {
    await expect(control).toBeVisible()
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab')
      if (await control.evaluate((element) => element === document.activeElement)) return
    }
  }
  await goTo(inPreview('button', '先頭の0を補う'))
  await page.keyboard.press('Space')
  const service = inPreview('combobox', '「移行」（1行）')
  await goTo(service)
  // The candidates stand above the blank option; the list stays where it is after the first of them.
  await page.keyboard.press('ArrowUp')
  await expect(service).toHaveValue('TIKI_IKOU')
  await page.keyboard.press('ArrowUp')
  await expect(service).toHaveValue('SYURO_IKOU')
  await expect(service).toBeFocused()
  const closed = inPreview('checkbox', /^さくら荘.*を取り込む$/)
  await goTo(closed)
  await expect(closed).toHaveAccessibleDescription(/令和6年3月廃止/)
  await page.keyboard.press('Space')
  await expect(preview(page)).toContainText('2件を、')
  await goTo(inPreview('button', '表に取り込む'))
  await page.keyboard.press('Enter')
  await expectRows(page, [
    ['つばめ', '0110100013', 'HOKAGO'],
    ['ひまわり', '1310100118', 'SYURO_IKOU'],
    ['', '', ''],
  ])
})

test('copied rows carry HTML in which every cell is text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/entry/input')
  await facilityControl(page, 1, 'facilityName').fill('<ひばり>')
  await facilityControl(page, 1, 'facilityNumber').fill('0110100013')
  await button(page, '全行をコピー').click()
  await expectStatus(page, '1行をコピーしました。')
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text() ?? ''
  })
  expect(html).toContain('0110100013</td>')
  expect(html).toContain('mso-number-format')
  expect(html).toContain('&lt;ひばり&gt;')
})
