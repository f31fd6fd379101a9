/** Every state of every page, brought about by program in a window of Orca's desktop and read whole by its key: each piece of text is heard. */
import type { Page } from '@playwright/test'
import { forEachState } from '../state-groups.ts'
import type { Desktop } from './desktop.ts'
import { faultsOfReading, piecesOf } from './page-text.ts'
import type { Reader } from './reader.ts'

/** Tables of a hundred rows are minutes long, and a row is read in the others; the description of the API is English. */
const NOT_READ = /hundred-rows|preview-overflow|^docs$/

/** Where more is wrong the window was not heard at all. */
const MOST_FAULTS = 12

/** `words`: parts of names of states; all without any. */
export async function readStates(
  desktop: Desktop,
  reader: Reader,
  words: readonly string[],
): Promise<void> {
  const browser = await desktop.drive(reader.browser)
  try {
    const isChosen = ({ name }: { name: string }) =>
      !NOT_READ.test(name) && (words.length === 0 || words.some((word) => name.includes(word)))
    await forEachState(isChosen, async ({ name, reach }, product) => {
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'ja-JP',
        timezoneId: 'Asia/Tokyo',
        viewport: null,
      })
      context.setDefaultTimeout(30_000)
      try {
        const page = await context.newPage()
        await reach(page, product)
        // From a field the key that leads to the top may stay in it.
        await page.evaluate(() => {
          if (!document.querySelector('dialog:modal'))
            document.querySelector<HTMLElement>('a[href]')?.focus()
        })
        await desktop.activatePage(reader.browser, page)
        reader.transcript.push(`# ${name}`)
        const heard = await reader.readWhole()
        const faults = faultsOfReading(await piecesOf(page), heard, await typedIn(page))
        reader.faults.push(...faults.slice(0, MOST_FAULTS).map((fault) => `${name}: ${fault}`))
        console.log(
          [`${name}: ${heard.length} sentences`, ...faults.slice(0, MOST_FAULTS)].join('\n  '),
        )
      } catch (error) {
        const said = error instanceof Error ? error.message.split('\n')[0] : String(error)
        reader.faults.push(`${name}: ${said}`)
        console.log(`${name}: ${said}`)
      } finally {
        await context.close()
      }
    })
  } finally {
    await browser.close()
  }
}

/** What fields say besides the text of the page. */
const typedIn = (page: Page) =>
  page
    .locator('input, textarea')
    .evaluateAll((fields) =>
      fields.map((field) => (field as HTMLInputElement | HTMLTextAreaElement).value),
    )
