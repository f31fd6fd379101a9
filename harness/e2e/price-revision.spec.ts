/** A page that was open when the prices were revised: of the build before, which does not know the new list, and of one that does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { formatAmount, PRICE_LISTS, type PriceList, priceListAt } from '#domain/prices.ts'
import { startOfDayInTokyo } from '#domain/tokyo-time.ts'
import { recordCalls, stepsOf } from './calls.ts'
import { DONE_TITLES, mailOf, nameOf, openReady } from './filled-forms.ts'
import { test as base, expect } from './fixtures.ts'
import { type Product, startProduct } from './product.ts'
import { listedUnder, storedAs } from './stored-applications.ts'
import { buildVariant } from './variant.ts'

/** After every list there is, whenever the prices are revised in earnest, and not before today. */
const YEAR =
  Math.max(new Date().getFullYear(), ...PRICE_LISTS.map(({ from }) => Number(from.slice(0, 4)))) + 1

const MIDNIGHT = startOfDayInTokyo(`${YEAR}-04-01`)
const EVE = MIDNIGHT - 600_000
const HALF_PAST = MIDNIGHT + 1_800_000
const AN_HOUR_LATER = MIDNIGHT + 3_660_000

/** Yen by which every price goes up. */
const RISE = 1020

const NEW_LISTS: PriceList[] = (['contract', 'trial'] as const).map((catalogue) => ({
  version: `${catalogue}-of-a-journey`,
  catalogue,
  from: `${YEAR}-04-01`,
  prices: Object.fromEntries(
    Object.entries(priceListAt(catalogue, EVE).prices).map(([group, yen]) => [group, yen + RISE]),
  ),
}))

/** A migration is priced and sent as an entry is. */
const PRICED = ['migration', 'trial'] as const

/** One row, of a service for persons with disabilities. */
function priceOf(flow: (typeof PRICED)[number], rise = 0): string {
  const { prices } = priceListAt(FLOWS[flow].catalogue, EVE)
  return formatAmount((prices.disability ?? 0) + rise)
}

type Clock = { set(at: number): Promise<void>; file: string }
/** Whether the open page knows the new lists; the server always does. */
type Builds = Record<'before' | 'new', Product>
type Fixtures = { build: keyof Builds; setTime: (at: number) => Promise<void> }

const test = base.extend<Fixtures, { clock: Clock; builds: Builds }>({
  build: ['before', { option: true }],
  clock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'moushikomi-clock-'))
      const file = join(folder, 'ahead')
      const set = (at: number) => writeFile(file, String(at - Date.now()))
      await set(EVE)
      await use({ set, file })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  builds: [
    async ({ clock }, use) => {
      const env = {
        CLOCK_FILE: clock.file,
        NODE_OPTIONS: `--import ${new URL('./server-clock.ts', import.meta.url).href}`,
      }
      const before = await startProduct({ ...env, PRICE_REVISION: JSON.stringify(NEW_LISTS) })
      const lists = NEW_LISTS.map((list) => `${JSON.stringify(list)},\n`).join('')
      const { root, remove } = await buildVariant({}, [
        ['domain/prices.ts', 'PRICE_LISTS: readonly PriceList[] = [', lists],
      ])
      const knowing = await startProduct(env, root)
      await use({ before, new: knowing })
      await Promise.all([before.stop(), knowing.stop()])
      await remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ builds, build }, use) => use(builds[build].url),
  staffUrl: ({ builds, build }, use) => use(builds[build].staffUrl),
  setTime: ({ page, clock }, use) =>
    use(async (at) => {
      await clock.set(at)
      await page.clock.setFixedTime(at)
    }),
})

const revised = (page: Page) => page.getByRole('region', { name: '料金が変わりました' })
const SENTENCE =
  '料金が改定されました。新しい料金をご確認のうえ、もう一度お進みください。入力した内容は残ります。'

async function expectDone(page: Page, flow: Flow): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DONE_TITLES[flow])
}

// One variant is built for all of them.
test.describe.configure({ mode: 'serial' })

test.describe('the build before', () => {
  test.use({ build: 'before' })

  test('trial: at half past midnight the old price is taken, and flagged', async ({
    page,
    staffUrl,
    mark,
    setTime,
  }) => {
    await setTime(EVE)
    const send = await openReady(page, 'trial', mark)
    await setTime(HALF_PAST)
    await send.click()
    await expectDone(page, 'trial')
    const { priceText, flags } = await storedAs(staffUrl, mailOf(mark))
    expect(priceText).toBe(priceOf('trial'))
    expect(flags.map(({ flag }) => flag)).toContain('other_price_list')
  })

  for (const flow of PRICED)
    test(`${flow}: after the hour it takes one press more, at the new price, for one application`, async ({
      page,
      staffUrl,
      mark,
      setTime,
    }) => {
      const calls = recordCalls(page)
      await setTime(EVE)
      const send = await openReady(page, flow, mark)
      await setTime(AN_HOUR_LATER)
      await send.click()
      await expect(revised(page)).toBeFocused()
      await expect(revised(page)).toContainText(SENTENCE)
      await expect(revised(page)).toContainText(`月額${priceOf(flow, RISE)}円（税抜）`)
      await expect(page).toHaveURL(new RegExp(FLOWS[flow].inputPath))
      const before = calls.length
      await send.click()
      await expectDone(page, flow)
      expect(stepsOf(calls.slice(before))).toEqual(['consent', 'facilities'])
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
      expect(await listedUnder(staffUrl, nameOf(flow, mark))).toHaveLength(1)
      const { consents, priceText, state, flags } = await storedAs(staffUrl, nameOf(flow, mark))
      expect([state, priceText]).toEqual(['complete', priceOf(flow, RISE)])
      expect(consents.map((consent) => consent.priceText)).toEqual([
        priceOf(flow),
        priceOf(flow, RISE),
      ])
      expect(flags.map(({ flag }) => flag)).not.toContain('other_price_list')
    })

  test('suspension goes through unchanged', async ({ page, staffUrl, mark, setTime }) => {
    await setTime(EVE)
    const send = await openReady(page, 'suspension', mark)
    await setTime(AN_HOUR_LATER)
    await send.click()
    await expectDone(page, 'suspension')
    expect(await listedUnder(staffUrl, nameOf('suspension', mark))).toHaveLength(1)
  })
})

test.describe('a build that knows the new list', () => {
  test.use({ build: 'new' })

  for (const flow of PRICED)
    test(`${flow}: from midnight on it takes one press more, before anything is sent`, async ({
      page,
      staffUrl,
      mark,
      setTime,
    }) => {
      const calls = recordCalls(page)
      await setTime(EVE)
      const send = await openReady(page, flow, mark)
      await setTime(MIDNIGHT)
      await send.click()
      await expect(revised(page)).toBeFocused()
      await expect(revised(page)).toContainText(SENTENCE)
      expect(calls).toEqual([])
      await send.click()
      await expectDone(page, flow)
      const { priceText, flags } = await storedAs(staffUrl, nameOf(flow, mark))
      expect(priceText).toBe(priceOf(flow, RISE))
      expect(flags.map(({ flag }) => flag)).not.toContain('other_price_list')
    })
})
