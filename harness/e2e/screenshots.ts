/**
 * `npm run screenshots`: every page and state at every width and in every preference, into build/screenshots.
 * The pictures of the run before move to build/screenshots-before, and `build/screenshots/differences.html` shows
 * what changed since, side by side.
 * `npm run screenshots -- '^entry-' '360$'`: only what the two patterns fit, compared with nothing.
 * `npm run screenshots -- documents`: the few pictures of README and of the staff's guide, in their places.
 *
 * It ends: a state has two minutes for each look, the run an hour; what could not be reached is named, and the exit code is 1.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process, { argv } from 'node:process'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { prepare } from '../../bin/prepare.js'
import { ROOT } from '../../bin/run.js'
import config from '../../playwright.config.ts'
import { photographDocuments } from './document-pictures.ts'
import { compareFolders } from './picture-differences.ts'
import { type Product, startProduct } from './product.ts'
import type { State } from './state.ts'
import { forEachState } from './state-groups.ts'
import { PATHS } from './states.ts'

const FOLDER = join(ROOT, 'build', 'screenshots')
const BEFORE = join(ROOT, 'build', 'screenshots-before')

const LOOK_MS = 120_000
const RUN_MS = 3_600_000

/** What is far outside the window is not painted, and what sticks to it would lie on the page's middle. */
const WHOLE_PAGE =
  '* { content-visibility: visible !important } .bar, .facilities-head { position: static !important }'
/** Pixels that Chromium draws at once: a taller page comes in parts. */
const TALLEST = 8000
/** Totals and notes come a moment after what was typed. */
const SETTLE_MS = 700
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

const [statePattern = '', shotPattern = ''] = argv.slice(2)

await prepare()
const isForDocuments = statePattern === 'documents'
const isWhole = statePattern === '' && shotPattern === ''
if (isWhole) {
  await rm(BEFORE, { recursive: true, force: true })
  if (existsSync(FOLDER)) await rename(FOLDER, BEFORE)
}
await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
const notTaken: string[] = []
const end = Date.now() + RUN_MS
try {
  if (isForDocuments) await withProduct((product) => photographDocuments(browser, product))
  else await forEachState(({ name }) => name.match(statePattern) !== null, takeAll)
  if (isWhole) console.log(`${await compareFolders(browser, BEFORE, FOLDER)} pictures differ`)
} finally {
  await browser.close()
}
for (const reason of notTaken) console.error(`not taken: ${reason}`)
if (notTaken.length > 0) process.exitCode = 1

async function withProduct(work: (product: Product) => Promise<void>) {
  const product = await startProduct()
  try {
    await work(product)
  } finally {
    await product.stop()
  }
}

async function takeAll(state: State, product: Product) {
  const looks = state.name in PATHS ? [...LOOKS, WITHOUT_SCRIPTS] : LOOKS
  for (const look of looks) {
    const shots = look.shots.filter(({ name }) => name.match(shotPattern))
    if (shots.length > 0) await takeInTime(state, { ...look, shots }, product)
  }
}

/** What hangs or cannot be reached costs its own pictures, never the others'. */
async function takeInTime(state: State, look: Look, product: Product) {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    bypassCSP: true,
    ...look.options,
  })
  const name = `${state.name} (${look.shots.map((shot) => shot.name).join(', ')})`
  const limit = Math.min(LOOK_MS, end - Date.now())
  // Closing the context ends whatever still waits in it.
  const timer = setTimeout(() => void context.close(), Math.max(limit, 0))
  try {
    await take(state, look, product, context)
  } catch (error) {
    notTaken.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  } finally {
    clearTimeout(timer)
    await context.close()
  }
}

async function take(state: State, { shots }: Look, product: Product, context: BrowserContext) {
  let page: Page | undefined
  for (const { name, width, media } of shots) {
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
}

async function photograph(page: Page, path: string) {
  await page.waitForTimeout(SETTLE_MS)
  if (await hasDialog(page)) return void (await page.screenshot({ path, animations: 'disabled' }))
  // `addStyleTag` waits for an event that no page without scripts gets.
  await page.evaluate((content) => {
    const style = document.createElement('style')
    style.textContent = content
    document.head.append(style)
  }, WHOLE_PAGE)
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  for (let y = 0; y < height; y += TALLEST) {
    const part = y === 0 ? path : path.replace('.png', `-${1 + y / TALLEST}.png`)
    const clip = { x: 0, y, width, height: Math.min(TALLEST, height - y) }
    await page.screenshot({
      path: part,
      fullPage: true,
      clip,
      animations: 'disabled',
      timeout: 120_000,
    })
    console.log(part)
  }
}

async function hasDialog(page: Page): Promise<boolean> {
  return (await page.getByRole('dialog').count()) > 0
}
