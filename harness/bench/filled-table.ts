/** The form for a new contract with all its rows filled in, and a bare page of the same controls. */
import type { Browser, Page } from 'playwright-core'
import { cellName } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { withPage } from './browser.ts'

const { max: ROWS, initial: FIRST_ROWS, step: MORE_ROWS } = FLOWS.entry.rows

/** Where typing is measured: in the middle. */
export const CELL = cellName(ROWS / 2, 'facilityName')

export async function openFilled(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator(`[name="${cellName(1, 'facilityName')}"]`).focus()
  for (let rows = FIRST_ROWS; rows < ROWS; rows += MORE_ROWS)
    await page.getByRole('button', { name: '行を追加' }).click()
  await page.locator(`[name="${cellName(ROWS, 'serviceKey')}"]`).waitFor()
  await page.evaluate(fillRows, ROWS)
  await page.waitForTimeout(1000)
}

export async function openBare(page: Page, controls: string): Promise<void> {
  await page.setContent(`<!DOCTYPE html><meta charset="utf-8"><title>bare</title>${controls}`)
}

/** The controls of the rows alone, in a table without style. */
export function bareControls(browser: Browser, url: string): Promise<string> {
  return withPage(browser, {}, async (page) => {
    await openFilled(page, url)
    return page.evaluate(controlsInTable)
  })
}

/** Runs in the page. */
function controlsInTable(): string {
  const cells = [...document.querySelectorAll('[name^="facilities."]')].map(
    (control) => `<td>${control.outerHTML}</td>`,
  )
  const rows = []
  for (let i = 0; i < cells.length; i += 3) rows.push(`<tr>${cells.slice(i, i + 3).join('')}</tr>`)
  return `<table>${rows.join('')}</table>`
}

/** Runs in the page: every row as if somebody had typed it. */
function fillRows(rows: number): void {
  const fill = (name: string, value: string) => {
    const [control] = document.getElementsByName(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement))
      throw new Error(`there is no ${name}`)
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (let no = 1; no <= rows; no++) {
    fill(`facilities.${no}.facilityName`, `あおぞら第${no}事業所`)
    fill(`facilities.${no}.facilityNumber`, String(1310000000 + Math.floor(no / 2)))
    fill(`facilities.${no}.serviceKey`, no % 3 === 0 ? 'KEIKAKU_SOUDAN' : 'KYODO')
  }
}
