/** `npm run screenshots`: every page and state at every width and in every preference, into build/screenshots. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { prepare } from '../bin/prepare.js'
import { ROOT } from '../bin/run.js'
import config from '../playwright.config.ts'
import { startProduct } from './product.ts'
import { PATHS, STATES, type State } from './states.ts'

const FOLDER = join(ROOT, 'build', 'screenshots')

/** Pixels; Chromium draws no more at once. */
const TALLEST = 16_000

type Shot = { name: string; width: number; options?: BrowserContextOptions; media?: 'print' }

/** 640 and 320 CSS pixels are what 200 % and 400 % leave of a window 1280 wide. */
const SHOTS: readonly Shot[] = [
  ...[360, 768, 1280, 1920].map((width) => ({ name: String(width), width })),
  { name: 'zoom200', width: 640 },
  { name: 'zoom400', width: 320 },
  { name: 'dark', width: 1280, options: { colorScheme: 'dark' } },
  { name: 'dark-360', width: 360, options: { colorScheme: 'dark' } },
  { name: 'forced-colors', width: 1280, options: { forcedColors: 'active' } },
  { name: 'no-script', width: 1280, options: { javaScriptEnabled: false } },
  { name: 'print', width: 720, media: 'print' },
]

/** `npm run screenshots -- '^entry-' '360$'`: only what the two patterns fit. */
const [state = '', shot = ''] = argv.slice(2)

await prepare()
if (state === '') await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
try {
  for (const chosen of STATES.filter(({ name }) => name.match(state)))
    for (const how of SHOTS.filter(({ name }) => name.match(shot)))
      if (how.options?.javaScriptEnabled !== false || chosen.name in PATHS) await take(chosen, how)
} finally {
  await browser.close()
  await product.stop()
}

async function take(state: State, { name, width, options, media }: Shot) {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width, height: 800 },
    ...options,
  })
  try {
    const page = await context.newPage()
    await state.reach(page, product)
    if (media) await page.emulateMedia({ media })
    await photograph(page, join(FOLDER, `${state.name}-${name}.png`))
  } finally {
    await context.close()
  }
}

async function photograph(page: Page, path: string) {
  const isDialog = (await page.getByRole('dialog').count()) > 0
  if (!isDialog) await growToPage(page)
  await page.screenshot({ path, fullPage: !isDialog, animations: 'disabled' })
  console.log(path)
}

async function growToPage(page: Page) {
  // Rows far outside the window are not painted: the window has to be as tall as the page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: Math.min(height, TALLEST) })
}
