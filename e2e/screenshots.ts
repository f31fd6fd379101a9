/**
 * `npm run screenshots`: every page and state at every width and in every preference, into build/screenshots.
 * `npm run screenshots -- documents`: the few pictures of README and of the staff's guide, in their places.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { prepare } from '../bin/prepare.js'
import { ROOT } from '../bin/run.js'
import config from '../playwright.config.ts'
import { photographDocuments } from './document-pictures.ts'
import { startProduct } from './product.ts'
import { PATHS, STATES, type State } from './states.ts'

const FOLDER = join(ROOT, 'build', 'screenshots')

/** Pixels; Chromium draws no more at once. */
const TALLEST = 16_000
const HEIGHT = 800

type Shot = { name: string; width: number; media?: 'print' }
/** One browser setting, and what is photographed in it. */
type Look = { options: BrowserContextOptions; shots: readonly Shot[] }

const LOOKS: readonly Look[] = [
  {
    options: {},
    shots: [
      ...[360, 768, 1280, 1920].map((width) => ({ name: String(width), width })),
      // What 200 % and 400 % leave of a window 1280 pixels wide.
      { name: 'zoom200', width: 640 },
      { name: 'zoom400', width: 320 },
      { name: 'print', width: 720, media: 'print' },
    ],
  },
  {
    options: { colorScheme: 'dark' },
    shots: [
      { name: 'dark', width: 1280 },
      { name: 'dark-360', width: 360 },
    ],
  },
  { options: { forcedColors: 'active' }, shots: [{ name: 'forced-colors', width: 1280 }] },
]
/** Only for what stands for itself: no other state comes about without scripts. */
const WITHOUT_SCRIPTS: Look = {
  options: { javaScriptEnabled: false },
  shots: [{ name: 'no-script', width: 1280 }],
}

/** `npm run screenshots -- '^entry-' '360$'`: only what the two patterns fit. */
const [statePattern = '', shotPattern = ''] = argv.slice(2)

await prepare()
const isForDocuments = statePattern === 'documents'
if (statePattern === '') await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
try {
  if (isForDocuments) await photographDocuments(browser, product)
  const states = isForDocuments ? [] : STATES
  for (const state of states.filter(({ name }) => name.match(statePattern))) {
    for (const look of LOOKS) await take(state, look)
    if (state.name in PATHS) await take(state, WITHOUT_SCRIPTS)
  }
} finally {
  await browser.close()
  await product.stop()
}

async function take(state: State, { options, shots }: Look) {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    ...options,
  })
  try {
    let page: Page | undefined
    for (const { name, width, media } of shots.filter(({ name }) => name.match(shotPattern))) {
      // A dialog stands where it was opened; everything else may be looked at in another window.
      if (!page || (await hasDialog(page))) {
        page = await context.newPage()
        await page.setViewportSize({ width, height: HEIGHT })
        await state.reach(page, product)
      }
      await page.emulateMedia({ media: media ?? null })
      await page.setViewportSize({ width, height: HEIGHT })
      await photograph(page, join(FOLDER, `${state.name}-${name}.png`))
    }
  } finally {
    await context.close()
  }
}

async function photograph(page: Page, path: string) {
  const isDialog = await hasDialog(page)
  if (!isDialog) await growToPage(page)
  await page.screenshot({ path, fullPage: !isDialog, animations: 'disabled' })
  console.log(path)
}

async function hasDialog(page: Page): Promise<boolean> {
  return (await page.getByRole('dialog').count()) > 0
}

async function growToPage(page: Page) {
  // Rows far outside the window are not painted: the window has to be as tall as the page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: Math.min(height, TALLEST) })
}
