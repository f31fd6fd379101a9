/** After a press something has the focus, and it can be seen: every button of every public page is pressed, as the pages show them. */
import type { Browser, Locator, Page } from '@playwright/test'
import { CORRECTION_STATES } from './correction-states.ts'
import { DIRECTORY_STATES } from './directory-states.ts'
import { SENTENCE_STATES } from './fault-states.ts'
import { expect, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { test as testWithDirectory } from './sample-directory.ts'
import type { State } from './state.ts'
import { STATES } from './states.ts'
import { test as testWithLinks } from './status-product.ts'
import { STATUS_STATES } from './status-states.ts'

type Walk = { browser: Browser; product: Product }

/** States of one page stand together: a button that several of them have is pressed in the first. */
function groupsOf(states: readonly State[]): [page: string, states: State[]][] {
  const isPublic = ({ name }: State) => !/^(staff|docs)/.test(name)
  return [...Map.groupBy(states.filter(isPublic), ({ name }) => name.replace(/-.*/, ''))]
}

for (const [name, states] of groupsOf([...STATES, ...SENTENCE_STATES]))
  test(`${name}: what a button gives the focus to can be seen`, { tag: '@states' }, walk(states))
for (const [name, states] of groupsOf([...STATUS_STATES, ...CORRECTION_STATES]))
  testWithLinks(
    `${name}, by a link: what a button gives the focus to can be seen`,
    { tag: '@states' },
    walk(states),
  )
for (const [name, states] of groupsOf(DIRECTORY_STATES))
  testWithDirectory(
    `${name}: what a button gives the focus to can be seen`,
    { tag: '@states' },
    walk(states),
  )

/** Each button is pressed once, in the first state that has it, and the states are as wide as a desk and a phone by turns. */
function walk(states: readonly State[]) {
  return async ({ browser, product }: Walk) => {
    test.setTimeout(600_000)
    const windows = await Promise.all(
      [1280, 360].map((width) =>
        browser.newContext({
          ...{ baseURL: product.url, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' },
          viewport: { width, height: 740 },
        }),
      ),
    )
    const pressed = new Set<string>()
    for (const [index, { name, reach }] of states.entries()) {
      const context = windows[index % windows.length]
      const inState = async <T>(look: (page: Page) => Promise<T>): Promise<T | undefined> => {
        const page = await context?.newPage()
        if (!page) return
        await reach(page, product)
        // Until it has come to life, which some states never do, its buttons are not enabled.
        const waiting = page.locator('#waiting')
        await waiting.waitFor({ state: 'detached', timeout: 2_000 }).catch(() => {})
        const seen = await look(page)
        await page.close()
        return seen
      }
      const buttons = await inState((page) => newButtons(page, pressed))
      for (const button of buttons ?? []) await inState((page) => press(page, button, name))
    }
    for (const context of windows) await context.close()
  }
}

/** Buttons, and links to a place of the same page. */
const buttonsOf = (page: Page): Locator =>
  page.locator('button:enabled:visible, a[href^="#"]:visible')

/** Which of the buttons have names that are new, whatever figures are in them. */
async function newButtons(page: Page, pressed: Set<string>): Promise<number[]> {
  const names = await buttonsOf(page).evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
  )
  return names.flatMap((name, index) => {
    const key = name.replace(/\d+/g, 'n')
    if (pressed.has(key)) return []
    pressed.add(key)
    return [index]
  })
}

async function press(page: Page, index: number, where: string): Promise<void> {
  const button = buttonsOf(page).nth(index)
  const name = await button.evaluate((element) => {
    element.setAttribute('data-pressed', '')
    document.documentElement.setAttribute('data-same', '')
    return element.textContent
  })
  // By the keyboard: a pointer could not press what is behind something else.
  await page.locator('[data-pressed]').focus()
  await page.keyboard.press('Enter')
  await expect(async () => {
    const fault = await page.evaluate(faultOfFocus, 'sending')
    expect(fault, `${where}, after 「${name}」`).toBeNull()
  }).toPass({ timeout: 5_000 })
}

/** Runs in the page: why nothing has the focus, or what has it cannot be seen, or is nothing to type into; null where it is as it should be. */
function faultOfFocus(sendingId: string): string | null {
  const element = document.activeElement
  // Another document begins at its top.
  if (!document.documentElement.hasAttribute('data-same')) return null
  // A link to a place of the page moves where the next Tab begins, and nothing else.
  if (!element || element === document.body)
    return document.querySelector('a[data-pressed]') ? null : 'lost'
  // An empty group says to screen readers what is waited for.
  if (element.id === sendingId) return null
  if (element.matches('[data-pressed]')) return null
  const what = element.outerHTML.slice(0, 120)
  if (element.closest('[aria-hidden="true"], [inert]')) return `hidden from people: ${what}`
  if (element.matches('input, select, textarea') && element.getAttribute('tabindex') === '-1')
    return `no key leads there: ${what}`
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return `invisible: ${what}`
  const box = element.getBoundingClientRect()
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  if (box.width < 4 || box.height < 4 || bottom - top < 4) return `out of sight: ${what}`
  const found = document.elementFromPoint(
    Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1),
    (top + bottom) / 2,
  )
  return found && (element.contains(found) || found.contains(element)) ? null : `covered: ${what}`
}
