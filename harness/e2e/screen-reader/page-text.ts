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
 * Faults of what Chromium hands to screen readers, as sentences: text that is in it nowhere, or more often than on the page, and a
 * control whose description says its name or itself again.
 */
export async function faultsOfTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const heard = nodes.filter(({ ignored }) => !ignored)
  // What is typed into a field stands in the tree as its text, and a label that encloses its control as the name alone.
  const nodeOf = new Map(heard.map((node) => [node.nodeId, node]))
  const isTyped = ({ parentId = '' }: (typeof heard)[number]): boolean => {
    const parent = nodeOf.get(parentId)
    return parent !== undefined && (isField(parent) || isTyped(parent))
  }
  const texts = heard.filter((node) => node.role?.value === 'StaticText' && !isTyped(node))
  const pieces = await piecesOf(page)
  return [
    ...readPast(pieces, heard.map(textIn('name'))),
    ...readAgain(pieces, texts.map(textIn('name'))),
    ...heard.flatMap(saidTwice),
  ]
}

const isField = ({ role }: TreeNode) => /^(textbox|searchbox|combobox)$/i.test(`${role?.value}`)

function saidTwice(node: TreeNode): string[] {
  const name = textIn('name')(node)
  const description = textIn('description')(node)
  const sentences = description.split(/(?<=。)/).map(plain)
  const isTwice =
    description !== '' &&
    (plain(name).includes(plain(description)) || new Set(sentences).size < sentences.length)
  return isTwice ? [`said twice: ${name}, ${description}`] : []
}

type TreeNode = Partial<Record<'role' | 'name' | 'description', { value?: unknown }>>

const textIn =
  (part: 'name' | 'description') =>
  (node: TreeNode): string =>
    String(node[part]?.value ?? '')

/** Faults of a reading, as sentences; empty where every piece was heard, and none of the long ones more often than it stands there. */
export const faultsOfReading = (pieces: readonly string[], heard: readonly string[]): string[] => [
  ...readPast(pieces, heard),
  ...readAgain(pieces, heard),
]

function readPast(pieces: readonly string[], heard: readonly string[]): string[] {
  const said = plain(heard.join(''))
  return pieces
    .filter((piece) => !said.includes(plain(piece)))
    .map((piece) => `read past: ${piece}`)
}

function readAgain(pieces: readonly string[], heard: readonly string[]): string[] {
  const said = plain(heard.join(''))
  const written = plain(pieces.join(''))
  return [...new Set(pieces)]
    .filter((piece) => piece.length >= LONG && timesIn(said, piece) > timesIn(written, piece))
    .map((piece) => `read more than once: ${piece}`)
}

const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u200b]/g, '')
const timesIn = (text: string, piece: string) => text.split(plain(piece)).length - 1
