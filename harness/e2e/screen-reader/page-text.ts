/** What stands on a page to be read, piece by piece, and which pieces a reading of the whole page left out or repeated. */
import { chromium } from '@playwright/test'
import config from '../../../playwright.config.ts'

/** Letters from which on a piece that is read twice is no coincidence: labels are said with their fields too. */
const LONG = 20

/** The text of a page as it stands after hydration, one piece a text node, in order; without what is hidden from everybody. */
export async function textOf(url: string): Promise<string[]> {
  const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
  try {
    const page = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(() => {
      const pieces: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        const isUnread = parent?.closest('option, script, noscript, [aria-hidden="true"]')
        if (parent && !isUnread && parent.checkVisibility({ visibilityProperty: true }))
          pieces.push(text.textContent ?? '')
      }
      return pieces.filter((piece) => piece.trim() !== '')
    })
  } finally {
    await browser.close()
  }
}

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
