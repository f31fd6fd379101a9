/** Rows that come by the hundred are seen before their selects offer everything: nobody may notice. */
import type { Page } from '@playwright/test'
import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import { expect, test } from './fixtures.ts'
import { button, facilityControl } from './form.ts'
import { CLIPBOARDS, paste } from './spreadsheets.ts'
import { expectRows, expectStatus } from './table.ts'

/** Of the contract. */
const KEYS = (Object.keys(SERVICES) as ServiceKey[]).filter((key) => 'contract' in SERVICES[key])
const keyOf = (index: number) => KEYS[index % KEYS.length] ?? 'IDO'

const GRID = Array.from({ length: 100 }, (_, index) => [
  `あおぞら第${index + 1}`,
  `1310${String(100000 + index)}`,
  SERVICES[keyOf(index)].name,
])

async function pasteAll(page: Page): Promise<void> {
  await paste(facilityControl(page, 1, 'facilityName'), CLIPBOARDS.excel(GRID))
  await button(page, '表に取り込む').waitFor()
}

/** The chosen service of each row, and how many it could choose from. */
async function expectAllOffered(page: Page): Promise<void> {
  const seen = () =>
    page
      .locator('select[name$=".serviceKey"]')
      .evaluateAll((all) =>
        (all as HTMLSelectElement[]).map(({ value, length }) => ({ value, length })),
      )
  const offered = GRID.map((_, index) => ({ value: keyOf(index), length: KEYS.length + 1 }))
  await expect.poll(seen).toEqual(offered)
}

test('every select of a hundred pasted rows keeps its choice and offers all the others', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await pasteAll(page)
  await button(page, '表に取り込む').click()
  await expectStatus(page, '100件を取り込みました。')
  await expectAllOffered(page)
  await facilityControl(page, 77, 'serviceKey').selectOption('TANKI')
  await expectRows(page, [['あおぞら第77', '1310100076', 'TANKI']], 77)
})

test('undone and pasted again before anything was painted, the choices are the same', async ({
  page,
}) => {
  await page.goto('/entry/input')
  await pasteAll(page)
  const seen = await page.evaluate(() => {
    const press = (words: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === words)?.click()
    const values = () =>
      [...document.querySelectorAll('select')].map(({ value }) => value).filter((value) => value)
    press('表に取り込む')
    const taken = values()
    press('元に戻す')
    return { taken, undone: values() }
  })
  expect(seen).toEqual({ taken: GRID.map((_, index) => keyOf(index)), undone: [] })
  await expectRows(page, [['', '', '']], 10)
  await pasteAll(page)
  await button(page, '表に取り込む').click()
  await expectAllOffered(page)
})
