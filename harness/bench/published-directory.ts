/**
 * `node harness/bench/published-directory.ts <folder>`: imports published files and, for corporations of 1 to 100 facilities,
 * goes from an empty entry form to the estimate in a browser; counts keys and seconds, and compares the table with the files.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { chromium, type Page } from '@playwright/test'
import type { DirectoryCorporation } from '#domain/directory.ts'
import { foldName } from '#domain/search-folding.ts'
import { chromiumProgram } from '../../bin/programs.js'
import { collected } from '../../server/directory/entries.ts'
import { type PublishedRow, readPublishedTable } from '../../server/directory/published-table.ts'
import { readZip } from '../../server/directory/zip.ts'
import { withFolder } from './folder.ts'
import { startAdmin, startProduct } from './product.ts'

const SIZES = [1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 12, 15, 20, 30, 40, 60, 80, 100]
const MOST_LETTERS = 24

const [, , folder = ''] = argv
const published = readRows(folder)
await withFolder(async (own) => {
  const file = join(own, 'directory.db')
  const from = performance.now()
  const admin = startAdmin(['directory', 'import', folder], { DIRECTORY_FILE: file })
  admin.stdout.resume()
  await new Promise((resolve) => admin.once('close', resolve))
  console.log(`import ${((performance.now() - from) / 1000).toFixed(1)} s`)
  const product = await startProduct(own, {
    DIRECTORY_FILE: file,
    LIMIT_LOOK_UPS_PER_MINUTE: '0',
    STAFF_PORT: 'off',
    METRICS_PORT: 'off',
  })
  const executablePath = chromiumProgram()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    for (const number of chooseCorporations()) {
      const page = await browser.newPage()
      console.log(await apply(page, `http://localhost:${product.port}`, number))
      await page.close()
    }
  } finally {
    await browser.close()
    await product.stop()
  }
})

function readRows(from: string): Map<string, PublishedRow[]> {
  const rows: PublishedRow[] = []
  for (const name of readdirSync(from))
    for (const { bytes } of readZip(readFileSync(join(from, name)), '.csv'))
      readPublishedTable(bytes, (row) => rows.push(row))
  const numbered = rows.filter(({ corporateNumber }) => corporateNumber !== '')
  const identities = Map.groupBy(numbered, (row) => collected(row).identity)
  // Rows without a number belong to the one corporation of their name and address.
  return Map.groupBy(rows, (row) => {
    const { corporateNumber, identity } = collected(row)
    const numbers = new Set(identities.get(identity)?.map((other) => other.corporateNumber))
    return corporateNumber || (numbers.size === 1 ? [...numbers].join() : '')
  })
}

/** One corporation of about each size, of one name, spread over the files. */
function chooseCorporations(): string[] {
  const sizes = [...published]
    .filter(([number]) => number !== '')
    .filter(([, rows]) => new Set(rows.map((row) => foldName(row.corporationName).core)).size === 1)
    .map(([number, rows]) => ({ number, size: expected(rows).length }))
  const taken = new Set<string>()
  for (const size of SIZES) {
    const [best] = sizes
      .filter(({ number, size: its }) => !taken.has(number) && its <= 100)
      .sort((a, b) => Math.abs(a.size - size) - Math.abs(b.size - size))
    if (best) taken.add(best.number)
  }
  return [...taken]
}

/** As the table should stand, in any order. */
function expected(rows: readonly PublishedRow[]): string[] {
  return [
    ...new Set(rows.map(({ name, number, service }) => [name, number, service].join('|'))),
  ].sort()
}

async function apply(page: Page, url: string, number: string): Promise<string> {
  const rows = published.get(number) ?? []
  const answer = await page.request.get(`${url}/api/directory/corporations?q=${number}`)
  const { corporations }: { corporations: DirectoryCorporation[] } = await answer.json()
  const name = corporations[0]?.name ?? ''
  await page.goto(`${url}/entry/input`)
  await page.locator('#companyName').focus()
  await page.waitForSelector('#companyName[role=combobox]')
  const from = performance.now()
  let keys = 0
  const letters = Array.from(foldName(name).core)
  for (const letter of letters.slice(0, MOST_LETTERS)) {
    await page.keyboard.insertText(letter)
    keys += 1
    await page.waitForTimeout(300)
    const first = page.locator('[role=option]').first()
    if (keys >= 2 && (await first.isVisible()) && (await first.innerText()).includes(name)) break
  }
  const options = await page.locator('[role=listbox] [role=option]').allInnerTexts()
  const at = options.findIndex((text) => text.includes(name))
  for (let step = 0; step <= at; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '公表されている事業所を表に入れる' }).click()
  await page.getByRole('button', { name: '表に取り込む' }).click()
  await page.getByRole('button', { name: '見積もる', exact: true }).click()
  await page.getByText('税抜').first().waitFor()
  const seconds = (performance.now() - from) / 1000
  const found = await page.evaluate(() => {
    const texts: string[] = []
    for (let no = 1; document.getElementById(`facilities.${no}.facilityName`); no++) {
      const cell = (name: string) =>
        (document.getElementById(`facilities.${no}.${name}`) as HTMLInputElement).value
      if (cell('facilityName'))
        texts.push([cell('facilityName'), cell('facilityNumber'), cell('serviceKey')].join('|'))
    }
    return texts.sort()
  })
  const isEqual = JSON.stringify(found) === JSON.stringify(expected(rows))
  keys += at + 2 + 3
  if (!isEqual) console.log(found.filter((text) => !expected(rows).includes(text)).slice(0, 3))
  return `${found.length} rows: ${keys} keys and clicks, ${seconds.toFixed(1)} s, ${isEqual ? 'equal' : 'DIFFERENT'}, option ${at + 1}`
}
