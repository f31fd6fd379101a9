/** Two builds behind one address, on one database: pages of both load their files through the proxy, and what was open before the upgrade is sent while both run and after it. */
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  firefox,
  type Page,
} from '@playwright/test'
import { FLOW_NAMES, FLOWS, type Flow } from '#domain/flows.ts'
import config from '../../../playwright.config.ts'
import {
  DONE_TITLES,
  estimated,
  fillWhole,
  mailOf,
  numberOf,
  queryOf,
} from '../../e2e/filled-forms.ts'
import { button, facilityControl } from '../../e2e/form.ts'
import { readStored } from '../stored.ts'
import { type Product, urlOf } from './products.ts'

const BROWSERS = { chromium, firefox }
/** Of a file that one process alone has. */
const REPEATS = 20
/** Until answers of both builds have come: each process is asked in turn. */
const MOST_LOOKS = 20
const TIMEOUT_MS = 20_000

type Moment = 'both' | 'after'
type Options = {
  /** Addresses that lead to both processes, by the proxy's name. */
  fronts: Readonly<Record<string, string>>
  database: string
  /** The process that each moment begins with the upgrade of. */
  order: Readonly<Record<Moment, Product>>
  upgrade: (product: Product) => Promise<void>
}

/** One line for each thing that was not as it has to be. */
export async function upgradeUnderOpenPages({ fronts, database, order, upgrade }: Options) {
  const browsers = await Promise.all(
    Object.entries(BROWSERS).map(async ([name, type]) => {
      const use = config.projects?.find((project) => project.name === name)?.use
      const { channel, launchOptions } = use ?? {}
      return [name, await type.launch({ ...(channel && { channel }), ...launchOptions })] as const
    }),
  )
  const visitors = Object.entries(fronts).flatMap(([proxy, url]) =>
    browsers.map(([name, browser]) => new Visitor(`${proxy}-${name}`.toLowerCase(), browser, url)),
  )
  try {
    for (const visitor of visitors) await visitor.open()
    await upgrade(order.both)
    for (const visitor of visitors) {
      await visitor.touch(urlOf(order.both))
      await visitor.lookAtBoth()
      await visitor.send('both')
    }
    await upgrade(order.after)
    for (const visitor of visitors) await visitor.send('after')
    return [
      ...visitors.flatMap(({ failures }) => failures),
      ...(await notOnceComplete(visitors, database)),
    ]
  } finally {
    await Promise.all(browsers.map(([, browser]) => browser.close()))
  }
}

/** Somebody in one browser behind one proxy. */
class Visitor {
  readonly name: string
  readonly failures: string[] = []
  readonly #browser: Browser
  readonly #url: string
  readonly #pages: Record<Moment, { flow: Flow; page: Page }[]> = { both: [], after: [] }
  #untouched: Page | undefined

  constructor(name: string, browser: Browser, url: string) {
    this.name = name
    this.#browser = browser
    this.#url = url
  }

  markOf(moment: Moment): string {
    return `${this.name}-${moment}`
  }

  /** A page of every flow for each moment, filled in, and one that nobody has touched. */
  async open(): Promise<void> {
    for (const moment of ['both', 'after'] as const)
      for (const flow of FLOW_NAMES)
        await this.#try(`${flow} opened`, async () => {
          const page = await (await this.#context()).newPage()
          const mark = this.markOf(moment)
          await page.goto(FLOWS[flow].inputPath + queryOf(flow, mark))
          await fillWhole(page, flow, mark)
          this.#pages[moment].push({ flow, page })
        })
    this.#untouched = (await this.#look()).page
  }

  /** What it loads now, the process that was upgraded does not have: the other one is asked. */
  async touch(upgraded: string): Promise<void> {
    await this.#try('a page of before, touched', async () => {
      if (!this.#untouched) throw new Error('it was not opened')
      const tools = this.#untouched.waitForResponse(/table-tools-[\w-]+\.js/)
      await touchTable(this.#untouched)
      const { pathname } = new URL((await tools).url())
      const { status } = await fetch(upgraded + pathname)
      if (status !== 404) throw new Error(`the upgraded process answered ${status}`)
      for (let asked = 0; asked < REPEATS; asked += 1) {
        const response = await fetch(this.#url + pathname)
        if (!response.ok) throw new Error(`${response.status} when asked ${asked + 1} times`)
      }
    })
  }

  /** Until a page of each build was there, with all that it loads. */
  async lookAtBoth(): Promise<void> {
    const builds = new Set<string | null>()
    await this.#try('a page of each build', async () => {
      for (let look = 0; builds.size < 2 && look < MOST_LOOKS; look += 1) {
        const { page, build } = await this.#look()
        // As many requests each time would lead each page to the same process.
        if (look % 2) await page.request.get('/favicon.svg')
        if (!builds.has(build)) await touchTable(page)
        builds.add(build)
        await page.context().close()
      }
      if (builds.size < 2) throw new Error('one build alone has answered')
    })
  }

  async send(moment: Moment): Promise<void> {
    for (const { flow, page } of this.#pages[moment])
      await this.#try(`${flow} sent, ${moment}`, async () => {
        await (await estimated(page, flow)).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
      })
  }

  async #look() {
    const page = await (await this.#context()).newPage()
    await page.goto(FLOWS.entry.inputPath)
    await expect(button(page, '見積もる')).toBeEnabled()
    return { page, build: await page.locator('#hydrate').getAttribute('href') }
  }

  /** With a cache of its own; a file that neither process has is a failure. */
  async #context(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    context.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400)
        this.failures.push(`${this.name}: ${response.status()} ${pathname}`)
    })
    return context
  }

  async #try(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.failures.push(`${this.name}, ${what}: ${String(error).split('\n', 1)[0]}`)
    }
  }
}

async function touchTable(page: Page): Promise<void> {
  const name = facilityControl(page, 1, 'facilityName')
  await name.fill('つばさ作業所')
  await name.focus()
  await button(page, '全行をコピー').waitFor()
  await expect(page.locator('#fault')).toBeHidden()
}

async function notOnceComplete(visitors: readonly Visitor[], database: string): Promise<string[]> {
  const { applications } = await readStored(database)
  return visitors.flatMap((visitor) =>
    (['both', 'after'] as const).flatMap((moment) =>
      FLOW_NAMES.flatMap((flow) => {
        const mark = visitor.markOf(moment)
        const states = applications
          .filter(
            (row) =>
              row.flow === flow &&
              [row.email, row.customer].some(
                (each) => each === mailOf(mark) || each === numberOf(mark),
              ),
          )
          .map(({ state }) => state)
        return states.join() === 'complete'
          ? []
          : [`${visitor.name}, ${flow}, ${moment}: in the database ${states.join() || 'nothing'}`]
      }),
    ),
  )
}
