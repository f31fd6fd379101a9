/** What stands on a page to be read, piece by piece, and which pieces a reading left out or repeated. */
import { chromium, type Page } from '@playwright/test'
import config from '../../../playwright.config.ts'

/** Letters from which on a piece that is read twice is no coincidence: labels are said with their fields too. */
const LONG = 20

/** The text of a page as it stands after hydration: see `piecesOf`. */
export async function textOf(url: string): Promise<string[]> {
  const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
  try {
    const page = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await piecesOf(page)
  } finally {
    await browser.close()
  }
}

/** What stands there to be read, one piece a text node, in order; without what is hidden from everybody or behind a dialog. */
export function piecesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pieces: string[] = []
    const root = document.querySelector('dialog:modal') ?? document.body
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      const isUnread = parent?.closest('option, script, noscript, [aria-hidden="true"]')
      if (parent && !isUnread && parent.checkVisibility({ visibilityProperty: true }))
        pieces.push(text.textContent ?? '')
    }
    return pieces.filter((piece) => piece.trim() !== '')
  })
}

/**
 * Faults of what Chromium hands to screen readers, as sentences: text that is not in it or more often than on the page, and a
 * control whose description says its name or itself again.
 */
export async function faultsOfTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const heard = nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'StaticText')
    .map(textIn('name'))
  const twice = nodes.flatMap((node) => {
    const name = textIn('name')(node)
    const description = textIn('description')(node)
    const sentences = description.split(/(?<=。)|\s+/).map(plain)
    const isSaidTwice =
      description !== '' &&
      (plain(name).includes(plain(description)) || new Set(sentences).size < sentences.length)
    return isSaidTwice ? [`said twice: ${name}, ${description}`] : []
  })
  return [...faultsOfReading(await piecesOf(page), heard), ...twice]
}

type TreeNode = Partial<Record<'name' | 'description', { value?: unknown }>>

const textIn =
  (part: keyof TreeNode) =>
  (node: TreeNode): string =>
    String(node[part]?.value ?? '')

/** Faults of a reading, as sentences; empty where every piece was heard, and none of the long ones more often than it stands there. */
export function faultsOfReading(pieces: readonly string[], heard: readonly string[]): string[] {
  const said = plain(heard.join(''))
  const written = plain(pieces.join(''))
  const missing = pieces.filter((piece) => !said.includes(plain(piece)))
  const repeated = [...new Set(pieces)].filter(
    (piece) => piece.length >= LONG && timesIn(said, piece) > timesIn(written, piece),
  )
  return [
    ...missing.map((piece) => `read past: ${piece}`),
    ...repeated.map((piece) => `read more than once: ${piece}`),
  ]
}

const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u200b]/g, '')
const timesIn = (text: string, piece: string) => text.split(plain(piece)).length - 1
