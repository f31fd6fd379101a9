/** Pasting a hundred rows into the form on a slow processor, and choosing a workbook of a thousand, beside a bare page that is given the same controls. */
import type { Browser, Page } from 'playwright-core'
import { cellName } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { slowDown, withBrowser, withPage } from '../browser.ts'
import { bareControls, openBare } from '../filled-table.ts'
import { GOALS } from '../goals.ts'
import { withProduct } from '../product.ts'
import { median, takeTurns } from '../rounds.ts'
import type { Report } from '../suite.ts'
import { facilityLines, workbookOf } from '../workbook.ts'

const ROUNDS = 3
const FILE_ROWS = 1000
const { max: ROWS } = FLOWS.entry.rows

export async function pastingSuite(report: Report): Promise<void> {
  await withProduct((url) =>
    withBrowser((browser) => measurePasting(report, browser, url + FLOWS.entry.inputPath)),
  )
}

async function measurePasting(report: Report, browser: Browser, url: string): Promise<void> {
  const controls = await bareControls(browser, url)
  const takenIn: number[] = []
  const { bare, preview, file, ratios } = await takeTurns(ROUNDS, {
    bare: () => withPage(browser, {}, (page) => fillBare(page, controls)),
    preview: () =>
      withPage(browser, {}, async (page) => {
        const shown = await paste(page, url)
        takenIn.push(shown.rows)
        return shown.preview
      }),
    file: () => withPage(browser, {}, (page) => choose(page, url)),
  })
  const rows = median(takenIn)
  const name = '100 rows pasted'
  report({
    name: `${name}: the preview`,
    unit: 'ms',
    value: preview,
    floor: bare,
    ratios: ratios('preview', 'bare'),
    goal: GOALS.paste,
  })
  report({ name: `${name}: in the table`, unit: 'ms', value: rows, floor: bare, goal: GOALS.paste })
  report({
    name: `a workbook of ${FILE_ROWS} rows: the preview`,
    unit: 'ms',
    value: file,
    floor: bare,
    ratios: ratios('file', 'bare'),
    goal: GOALS.pastedFile,
  })
}

/** Milliseconds from the press of a key, or of the button, to the frame that shows what it leads to. */
async function paste(page: Page, url: string): Promise<{ preview: number; rows: number }> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTable(page, url)
  await page.evaluate((text) => navigator.clipboard.writeText(text), spreadsheet())
  await slowDown(await page.context().newCDPSession(page))
  const previewed = await watch(page, 'paste', 'dialog[open]')
  await page.keyboard.press('Control+V')
  const preview = await previewed()
  const shown = await watch(page, 'click', `[name="${cellName(ROWS, 'facilityName')}"]`)
  await page.getByRole('button', { name: '表に取り込む' }).click()
  return { preview, rows: await shown() }
}

/** Milliseconds from the chosen file to the frame that shows its preview. */
async function choose(page: Page, url: string): Promise<number> {
  await openTable(page, url)
  await slowDown(await page.context().newCDPSession(page))
  const previewed = await watch(page, 'change', 'dialog[open]')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '一覧.xlsx', mimeType: '', buffer: workbookOf(FILE_ROWS) })
  return previewed()
}

/** The table is in use, and the page has become idle since. */
async function openTable(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const loaded = page.waitForResponse(/paste-tools/)
  await page.locator(`[name="${cellName(1, 'facilityName')}"]`).focus()
  await page.getByRole('button', { name: '全行をコピー' }).waitFor()
  await loaded
}

async function fillBare(page: Page, controls: string): Promise<number> {
  await openBare(page, '<main></main>')
  await slowDown(await page.context().newCDPSession(page))
  const shown = await watch(page, 'click', 'table')
  await page.evaluate((html) => {
    addEventListener('click', () => {
      document.body.innerHTML = html
    })
  }, controls)
  await page.mouse.click(10, 10)
  return shown()
}

/** Listens once this has resolved (a key may overtake a script that is only on its way), then tells the milliseconds. */
async function watch(page: Page, event: string, selector: string): Promise<() => Promise<number>> {
  const watched = await page.evaluateHandle(untilShown, [event, selector] as const)
  return () => watched.evaluate(({ shown }) => shown)
}

/** Runs in the page: what the selector finds is there in a frame, and that frame has been painted. */
function untilShown([event, selector]: readonly [string, string]): { shown: Promise<number> } {
  const shown = new Promise<number>((resolve) => {
    const begin = () => {
      const from = performance.now()
      const look = () => {
        if (document.querySelector(selector)) setTimeout(() => resolve(performance.now() - from))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    addEventListener(event, begin, { capture: true, once: true })
  })
  // A promise itself would be waited for.
  return { shown }
}

/** As a spreadsheet puts it on the clipboard. */
function spreadsheet(): string {
  const lines = facilityLines(ROWS).map((line) => line.join('\t'))
  return `${lines.join('\r\n')}\r\n`
}
