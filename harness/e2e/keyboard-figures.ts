/** `npm run keyboard-figures [-- <folder of another checkout, built>]`: how many keys the entry form takes, pressed on a real keyboard, and how far down its first field is. */
import { argv } from 'node:process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { prepare } from '../../bin/prepare.js'
import { ROOT } from '../../bin/run.js'
import config from '../../playwright.config.ts'
import { startProduct } from './product.ts'

const DESK = { width: 1366, height: 650 }
const PHONE = { width: 360, height: 740 }
const COUNTS = [1, 12, 100]
/** What is typed for each facility: six letters, ten digits, three steps down a list. */
const NAME = 'sakura'
const SERVICE_STEPS = 3
const numberOf = (no: number) => String(1_310_000_000 + no)

/** `way`: of them, from where the focus stands then to the estimate. `tabs`: from the first row to its button by Tab alone. */
type Figures = { keys: number; way: number; tabs: number }

type Fill = (keyboard: Keyboard, count: number) => Promise<void>

async function figuresOf(context: BrowserContext, count: number, fill: Fill): Promise<Figures> {
  const page = await openEntry(context)
  const keyboard = new Keyboard(page)
  await page.locator(cell(1, 'facilityName')).focus()
  await fill(keyboard, count)
  const before = keyboard.keys
  await leaveTable(keyboard)
  await page.locator('.estimate .total').waitFor()
  const way = keyboard.keys - before
  await page.locator(cell(1, 'facilityName')).focus()
  const tabs = await new Keyboard(page).tabTo(ESTIMATE)
  await page.close()
  return { keys: before + way, way, tabs }
}

async function openEntry(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/entry/input')
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: '見積もる', exact: true, disabled: false }).waitFor()
  return page
}

const cell = (no: number, name: string) => `[name="facilities.${no}.${name}"]`

class Keyboard {
  readonly page: Page
  keys = 0

  constructor(page: Page) {
    this.page = page
  }

  async press(key: string, times = 1): Promise<void> {
    for (let press = 0; press < times; press += 1) {
      await this.page.keyboard.press(key)
      this.keys += 1
    }
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.press(letter)
  }

  /** Tabs until the focus is on what the selector means; the number of them. */
  async tabTo(selector: string): Promise<number> {
    const wanted = this.page.locator(selector).first()
    for (let tabs = 0; tabs < 1000; tabs += 1) {
      if ((await wanted.count()) > 0 && (await wanted.evaluate(isFocused))) return tabs
      await this.press('Tab')
    }
    throw new Error(`a thousand Tabs did not lead to ${selector}`)
  }
}

const isFocused = (element: Element) => element === document.activeElement

async function typeRows(keyboard: Keyboard, count: number): Promise<void> {
  for (let no = 1; no <= count; no += 1) {
    if ((await keyboard.page.locator(cell(no, 'facilityName')).count()) === 0) {
      await keyboard.tabTo('.add-rows button')
      await keyboard.press('Enter')
    }
    await keyboard.tabTo(cell(no, 'facilityName'))
    await keyboard.type(NAME)
    await keyboard.tabTo(cell(no, 'facilityNumber'))
    await keyboard.type(numberOf(no))
    await keyboard.tabTo(cell(no, 'serviceKey'))
    await keyboard.press('ArrowDown', SERVICE_STEPS)
  }
}

async function pasteRows(keyboard: Keyboard, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) =>
    [`さくら作業所${index + 1}`, numberOf(index + 1), '生活介護'].join('\t'),
  )
  await keyboard.page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
  await keyboard.press('Control+v')
  const take = keyboard.page.getByRole('button', { name: /^表に取り込む/ })
  await take.waitFor()
  while (!(await take.evaluate(isFocused))) await keyboard.press('Tab')
  await keyboard.press('Enter')
  await keyboard.page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>(name)?.value !== '',
    cell(count, 'facilityName'),
  )
}

/** The shortest way there is: Escape to the bar and on, where there is a bar that leads on; else by Tab. */
async function leaveTable(keyboard: Keyboard): Promise<void> {
  await keyboard.press('Escape')
  const proceed = keyboard.page.getByRole('button', { name: '見積もりへ進む' })
  const isThere = (await proceed.count()) > 0 && (await proceed.evaluate(isFocused))
  if (isThere) await keyboard.press('Enter')
  await keyboard.tabTo(ESTIMATE)
  await keyboard.press('Enter')
}

const ESTIMATE = 'button:text-is("見積もる")'

async function screensDown(context: BrowserContext, viewport: typeof DESK): Promise<string> {
  const page = await openEntry(context)
  await page.setViewportSize(viewport)
  const bottom = await page
    .locator('#companyName')
    .evaluate((field) => field.getBoundingClientRect().bottom + window.scrollY)
  await page.close()
  return (bottom / viewport.height).toFixed(2)
}

const [root = ROOT] = argv.slice(2)
if (root === ROOT) await prepare()
const product = await startProduct({}, root)
const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
try {
  const context = await browser.newContext({
    ...{ baseURL: product.url, locale: 'ja-JP', viewport: DESK },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  for (const [what, fill] of [['typed', typeRows] as const, ['pasted', pasteRows] as const])
    for (const count of COUNTS) {
      const { keys, way, tabs } = await figuresOf(context, count, fill)
      console.log(
        `${count} ${what}: ${keys} keys, ${way} of them to the estimate; ${tabs} Tabs from the first row to its button`,
      )
    }
  for (const size of [DESK, PHONE])
    console.log(
      `${size.width}x${size.height}: first field ends ${await screensDown(context, size)} screens down`,
    )
} finally {
  await browser.close()
  await product.stop()
}
