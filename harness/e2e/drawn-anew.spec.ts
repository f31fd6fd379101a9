/** What an extension has changed before hydration is drawn anew by React: nothing that was typed meanwhile is lost. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { FLOWS } from '#domain/flows.ts'
import { programOnPath, SANDBOX } from '../../bin/programs.js'
import { mailOf, queryOf, sendAgain } from './filled-forms.ts'
import { expect, test } from './fixtures.ts'
import { applicantControl, button, facilityControl, fillApplicant, fillFacilities } from './form.ts'
import { expectOneCard } from './one-card.ts'
import { listedAs } from './stored-applications.ts'

const EXTENSION = join(import.meta.dirname, 'icons-extension')
const SCRIPT = readFileSync(join(EXTENSION, 'content.js'), 'utf8')

// React says that it has drawn the page anew.
const HYDRATION = /^Minified React error #418/

const FLOWS_WITH_ROWS = ['entry', 'migration', 'trial'] as const
type FlowWithRows = (typeof FLOWS_WITH_ROWS)[number]

/** Holds back the script that hydrates; the returned function lets it come. */
async function holdHydration(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Fills in a form that is not alive yet, has it drawn anew, and looks for all that was typed. */
async function typeAhead(page: Page, flow: FlowWithRows, mark: string): Promise<void> {
  const revive = await holdHydration(page)
  // In Firefox the script that is held back holds up the load event too.
  const address = FLOWS[flow].inputPath + queryOf(flow, mark)
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await expect(page.locator('.icon-of-extension').first()).toBeAttached()
  const hasApplicant = flow !== 'migration'
  if (hasApplicant) await fillApplicant(page, { companyName: 'あおば会', email: mailOf(mark) })
  if (flow === 'trial') await fillApplicant(page, { chance: '6', nowsoft: '1' })
  if (flow === 'trial') await page.getByRole('checkbox').check()
  await fillFacilities(page, [{ facilityName: 'あおば', facilityNumber: '1310000001' }])
  await facilityControl(page, 1, 'serviceKey').selectOption('SYUKEI_B')
  const last = facilityControl(page, 2, 'facilityName')
  await last.pressSequentially('あおば第二')
  await last.press('ArrowLeft')
  const before = await page.locator('.facilities').elementHandle()

  revive()
  await expect(button(page, flow === 'trial' ? '無料体験を申し込む' : '見積もる')).toBeEnabled()
  // Else nothing was tried here.
  expect(await before?.evaluate((table) => table.isConnected)).toBe(false)
  await expect(last).toBeFocused()
  await page.keyboard.insertText('の')
  await expect(last).toHaveValue('あおば第の二')
  if (hasApplicant) await expect(applicantControl(page, 'companyName')).toHaveValue('あおば会')
  if (hasApplicant) await expect(applicantControl(page, 'email')).toHaveValue(mailOf(mark))
  if (flow === 'trial') {
    await expect(applicantControl(page, 'chance')).toHaveValue('6')
    await expect(applicantControl(page, 'otherFacility')).toBeVisible()
    await expect(page.getByRole('checkbox')).toBeChecked()
  }
  await expect(facilityControl(page, 1, 'facilityName')).toHaveValue('あおば')
  await expect(facilityControl(page, 1, 'serviceKey')).toHaveValue('SYUKEI_B')
  await expectOneCard(page, flow)
}

const silent = test.extend<{ troubles: string[] }>({
  troubles: async ({ page }, use) => {
    const troubles: string[] = []
    page.on('pageerror', ({ message }) => troubles.push(message))
    await use(troubles)
    expect(troubles.filter((message) => !HYDRATION.test(message))).toEqual([])
  },
})

// A migration has the table of an entry, and no more: it is tried with the extension.
for (const flow of ['entry', 'trial'] as const)
  silent(
    `${flow}: typed before hydration on a page that a script has changed`,
    {
      tag: '@engines',
    },
    async ({ page, mark }) => {
      await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {${SCRIPT}})`)
      await typeAhead(page, flow, mark)
    },
  )

test('an extension of the browser’s own: typed, drawn anew, and sent', { tag: '@long' }, async ({
  product,
  mark,
  staffUrl,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'extension-'))
  const executablePath = programOnPath('chromium')
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? { channel: 'chromium' } : { executablePath }),
    baseURL: product.url,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    args: [`--disable-extensions-except=${EXTENSION}`, `--load-extension=${EXTENSION}`, ...SANDBOX],
  })
  try {
    for (const flow of FLOWS_WITH_ROWS) {
      const page = await context.newPage()
      await typeAhead(page, flow, mark)
      await page.close()
    }
    const page = await context.newPage()
    await page.goto(FLOWS.entry.inputPath)
    await fillApplicant(page, { zipcode: '1000001', address: '東京都千代田区千代田1-1' })
    await fillApplicant(page, { companyName: 'あおば会', tel: '03-1234-5678', person: '鈴木' })
    await fillApplicant(page, { email: mailOf(mark) })
    await fillFacilities(page, [
      { facilityName: 'あおば', facilityNumber: '1310000001', serviceKey: 'SYUKEI_B' },
    ])
    await sendAgain(page, 'entry')
    await expect(page).toHaveURL(FLOWS.entry.resultPath)
    expect(await listedAs(staffUrl, mailOf(mark))).toMatchObject({ state: 'complete' })
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})
